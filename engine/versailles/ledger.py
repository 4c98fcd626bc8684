"""Chapter 15, carried out: offers are made and answered, deals struck and recorded, clauses judged by what happens in
the game, and offers lapse.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.journal import Entry, tell
from engine.core.state import Side, reveal
from engine.versailles.bonds import binds, bond
from engine.versailles.clauses import Clauses, Deal, Transfer, Verdict
from engine.versailles.deals import (
    AcceptOffer,
    ClauseJudged,
    Counter,
    DealStruck,
    DeclineOffer,
    Judge,
    Offer,
    OfferAccepted,
    OfferCountered,
    OfferDeclined,
    OfferLapsed,
    OfferMade,
    OfferWithdrawn,
    WithdrawOffer,
    possible,
)
from engine.versailles.journal import InfluenceTransferred
from engine.versailles.state import Versailles


def deal_with(state: Versailles, side: Side, choice: Choice) -> None:
    """Carry out a choice about deals. Other sides have seen it, so it can never be undone."""
    reveal(state)
    if isinstance(choice, Offer):
        make_offer(state, side, choice)
    elif isinstance(choice, Counter):
        counter(state, state.deals[choice.deal], side, choice)
    elif isinstance(choice, AcceptOffer):
        accept(state, state.deals[choice.deal], side)
    elif isinstance(choice, Judge):
        judge(state, state.deals[choice.deal], choice.clause, "kept" if choice.kept else "broken", side)
    elif isinstance(choice, DeclineOffer):
        decline(state, state.deals[choice.deal], side)
    elif isinstance(choice, WithdrawOffer):
        tell(state, OfferWithdrawn(state.deals.pop(choice.deal), side))


def make_offer(state: Versailles, side: Side, offer: Offer) -> None:
    name = new_name(state, "open" if offer.public else "-".join(sorted(offer.parties)))
    deal = Deal(name, side, offer.parties, offer.clauses, offer.public, state.turn, accepted=(side,))
    state.deals[name] = deal
    tell(state, OfferMade(deal, side))


def new_name(state: Versailles, circle: str) -> str:
    """Number the deals of each circle of parties separately, so that a number gives away nothing about deals among
    others."""
    state.deals_made[circle] = state.deals_made.get(circle, 0) + 1
    return f"{circle}-{state.deals_made[circle]}"


def counter(state: Versailles, deal: Deal, side: Side, choice: Counter) -> None:
    """Turn the offer into one of this side, which every other party has to accept again."""
    changed = replace(deal, by=side, clauses=choice.clauses, version=deal.version + 1, accepted=(side,))
    state.deals[deal.id] = changed
    tell(state, OfferCountered(changed, side))


def decline(state: Versailles, deal: Deal, side: Side) -> None:
    del state.deals[deal.id]
    tell(state, OfferDeclined(deal, side))


def accept(state: Versailles, deal: Deal, side: Side) -> None:
    accepted = replace(deal, accepted=(*deal.accepted, side))
    state.deals[deal.id] = accepted
    tell(state, OfferAccepted(accepted, side))
    if set(accepted.accepted) == set(deal.parties):
        strike(state, accepted, side)


def strike(state: Versailles, deal: Deal, side: Side) -> None:
    """15.2: transfer influence at once; 15.3: record the rest at the end of the ledger, in force from now on."""
    now = [clause for clause in deal.clauses if isinstance(clause, Transfer) and not clause.later]
    for clause in now:
        transfer(state, clause)
    verdicts: tuple[Verdict, ...] = tuple("kept" if clause in now else "open" for clause in deal.clauses)
    del state.deals[deal.id]
    known = deal if deal.public or state.secret_deals else published(state, deal)
    struck = replace(known, verdicts=verdicts, turn=state.turn)
    state.deals[struck.id] = struck
    tell(state, DealStruck(struck, side if known is deal else struck.by))


def published(state: Versailles, deal: Deal) -> Deal:
    """15.1 [R]: return the deal as everyone may know it from now on, numbered among the open ones. How it was
    negotiated stays with its parties."""
    parties = tuple(side for side in state.sides if side in deal.parties)
    name = new_name(state, "open")
    return replace(deal, id=name, by=parties[0], parties=parties, accepted=parties, version=1, public=True)


def transfer(state: Versailles, clause: Transfer) -> None:
    """15.2"""
    state.available[clause.by] -= clause.cubes
    state.exhausted[clause.by] += clause.cubes
    state.exhausted[clause.to] -= clause.cubes
    state.available[clause.to] += clause.cubes
    tell(state, InfluenceTransferred(clause.by, clause.to, clause.cubes))


def judge(state: Versailles, deal: Deal, number: int, verdict: Verdict, side: Side) -> None:
    verdicts = (*deal.verdicts[:number], verdict, *deal.verdicts[number + 1 :])
    changed = replace(deal, verdicts=verdicts)
    state.deals[deal.id] = changed
    tell(state, ClauseJudged(changed, side, number, verdict))


# Consequences of what happened


def review(state: Versailles) -> None:
    """15.4, 15.5: judge clauses by the entries of the log, void those that cannot be kept any more, and let offers
    lapse with their turn or once they are impossible. Judging the same entries twice changes nothing."""
    happened = tuple(state.news)
    for deal in tuple(state.deals.values()):
        if "open" in deal.verdicts:
            review_clauses(state, deal, since(deal, happened))
        elif not deal.struck and (deal.turn != state.turn or not state.agenda):
            lapse(state, deal, "turn_over")
        elif not deal.struck and not possible(state, deal.clauses):
            lapse(state, deal, "impossible")


def lapse(state: Versailles, deal: Deal, reason: str) -> None:
    del state.deals[deal.id]
    tell(state, OfferLapsed(deal, deal.by, reason))


def since(deal: Deal, happened: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the entries after the deal was struck; its own transfers keep no promise of it."""
    for at, entry in enumerate(happened):
        if isinstance(entry, DealStruck) and entry.deal.id == deal.id:
            return happened[at + 1 :]
    return happened


def review_clauses(state: Versailles, deal: Deal, happened: tuple[Entry, ...]) -> None:
    for number, clause in enumerate(deal.clauses):
        if deal.verdicts[number] == "open":
            verdict = verdict_on(state, deal, clause, happened)
            if verdict != "open":
                judge(state, state.deals[deal.id], number, verdict, clause.by)


def verdict_on(state: Versailles, deal: Deal, clause: Clauses, happened: tuple[Entry, ...]) -> Verdict:
    """Judge a clause. One that binds cannot be broken: if something else happened, it was void, because nothing else
    was left to do."""
    for entry in happened:
        kept = bond(clause).verdict(clause, entry)
        if kept is not None:
            return "kept" if kept else "void" if binds(clause) else "broken"
    over = not state.agenda or (binds(clause) and deal.turn != state.turn)
    if over and bond(clause).abstains(clause):
        return "kept"
    return "void" if (over and binds(clause)) or not bond(clause).possible(state, clause) else "open"
