"""Chapter 15: offers, counter-offers, deals and the ledger of promises. They are made out of turn, next to whatever the
game is waiting for. A deal that is struck holds its parties to what is to be done this turn (`narrow`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.journal import Entry, tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side, reveal
from engine.core.step import Step
from engine.versailles import bonds
from engine.versailles.choices import Faction
from engine.versailles.clauses import Clauses, Deal, Transfer, Verdict, Words
from engine.versailles.journal import InfluenceTransferred
from engine.versailles.state import Versailles

OFFERS_MOST = 6
"""So many offers of one side may be open at a time."""
CLAUSES_MOST = 8

Parties = Annotated[tuple[Faction, ...], Meta(min_length=2, max_length=4)]
Bargain = Annotated[tuple[Clauses, ...], Meta(min_length=1, max_length=CLAUSES_MOST)]


# What may be done


class Offer(Choice, frozen=True):
    parties: Parties
    clauses: Bargain
    public: bool = False


class Counter(Choice, frozen=True):
    """Other clauses for the same deal; everybody has to accept anew."""

    deal: str
    version: int
    clauses: Bargain


class AcceptOffer(Choice, frozen=True):
    deal: str
    version: int


class DeclineOffer(Choice, frozen=True):
    deal: str


class WithdrawOffer(Choice, frozen=True):
    deal: str


class Judge(Choice, frozen=True):
    """15.4: the word of the other parties on a promise in free words."""

    deal: str
    clause: Annotated[int, Meta(ge=0, lt=CLAUSES_MOST)]
    kept: bool


CHOICES = (Offer, Counter, AcceptOffer, DeclineOffer, WithdrawOffer, Judge)
DEALING: frozenset[type[Choice]] = frozenset(CHOICES)


# What is told


class DealTold(Entry, frozen=True):
    """Known to the parties, and to everybody if the offer is open."""

    deal: Deal
    side: Side

    def seen_by(self, side: Side | None) -> DealTold | None:
        return self if self.deal.seen_by(side) else None


class OfferMade(DealTold, frozen=True):
    pass


class OfferCountered(DealTold, frozen=True):
    pass


class OfferAccepted(DealTold, frozen=True):
    pass


class OfferDeclined(DealTold, frozen=True):
    pass


class OfferWithdrawn(DealTold, frozen=True):
    pass


class OfferLapsed(DealTold, frozen=True):
    reason: str


class DealStruck(DealTold, frozen=True):
    pass


class ClauseJudged(DealTold, frozen=True):
    clause: int
    verdict: Verdict


ENTRIES = (
    OfferMade,
    OfferCountered,
    OfferAccepted,
    OfferDeclined,
    OfferWithdrawn,
    OfferLapsed,
    DealStruck,
    ClauseJudged,
)


class Dealing(Menu):
    """15.1: everything a side may do about deals now."""

    __slots__ = ("side", "state")

    def __init__(self, state: Versailles, side: Side) -> None:
        self.state = state
        self.side = side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return DEALING

    def __bool__(self) -> bool:
        return True

    def check(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, Offer):
            return self.check_offer(choice)
        deal = self.known(choice.deal)  # type: ignore[attr-defined]
        if deal is None:
            return illegal("versailles.no_such_deal", "15.1")
        if isinstance(choice, Judge):
            return self.check_judgement(deal, choice)
        if deal.struck:
            return illegal("versailles.deal_struck", "15.3")
        if isinstance(choice, WithdrawOffer):
            return None if deal.by == self.side else illegal("versailles.not_your_offer", "15.5")
        if isinstance(choice, Counter):
            return self.check_version(deal, choice.version) or self.check_clauses(choice.clauses, deal.parties)
        if self.side in deal.accepted:
            return illegal("versailles.already_accepted", "15.1")
        if isinstance(choice, AcceptOffer):
            return self.check_version(deal, choice.version) or self.check_clauses(deal.clauses, deal.parties)
        return None

    def known(self, name: str) -> Deal | None:
        """A deal this side is party to; others' private ones don't exist for it."""
        deal = self.state.deals.get(name)
        return deal if deal and self.side in deal.parties else None

    def check_offer(self, choice: Offer) -> Refusal | None:
        if len(set(choice.parties)) != len(choice.parties) or set(choice.parties) - set(self.state.sides):
            return illegal("versailles.deal_parties", "15.1")
        if self.side not in choice.parties:
            return illegal("versailles.deal_without_you", "15.1")
        mine = [deal for deal in self.state.deals.values() if deal.by == self.side and not deal.struck]
        if len(mine) >= OFFERS_MOST:
            return illegal("versailles.too_many_offers", "15.1", most=OFFERS_MOST)
        return self.check_clauses(choice.clauses, choice.parties)

    def check_clauses(self, clauses: tuple[Clauses, ...], parties: tuple[Side, ...]) -> Refusal | None:
        for number, clause in enumerate(clauses, start=1):
            if clause.by not in parties:
                return illegal("versailles.clause_of_stranger", "15.1", number=number, side=clause.by)
            if isinstance(clause, Transfer) and (clause.to not in parties or clause.to == clause.by):
                return illegal("versailles.transfer_to_party", "15.2", number=number)
            if not bonds.possible(self.state, clause):
                return illegal("versailles.clause_impossible", "15.5", number=number)
        return None if transfers_fit(self.state, clauses) else illegal("versailles.transfers_too_large", "15.2")

    def check_version(self, deal: Deal, version: int) -> Refusal | None:
        """15.1: who accepts or counters names what is on the table."""
        if version == deal.version:
            return None
        return illegal("versailles.deal_changed", "15.1", version=deal.version)

    def check_judgement(self, deal: Deal, choice: Judge) -> Refusal | None:
        if not deal.struck or choice.clause >= len(deal.clauses):
            return illegal("versailles.no_such_promise", "15.4")
        clause = deal.clauses[choice.clause]
        if not isinstance(clause, Words) or deal.verdicts[choice.clause] != "open":
            return illegal("versailles.promise_judged", "15.4")
        return illegal("versailles.own_promise", "15.4") if clause.by == self.side else None

    def __iter__(self) -> Iterator[Choice]:
        """Every answer to what is on the table, and the simplest offers; the others can't be counted."""
        simple = (Offer(clause_parties(clause), (clause,)) for clause in self.transfers())
        return (choice for choice in chain(self.replies(), simple) if self.check(choice) is None)

    def replies(self) -> Iterator[Choice]:
        yield from self.answers()
        for deal in self.state.deals.values():
            if deal.struck and self.side in deal.parties:
                yield from (
                    Judge(deal.id, number, kept) for number in range(len(deal.clauses)) for kept in (True, False)
                )
            elif deal.by == self.side:
                yield WithdrawOffer(deal.id)

    def answers(self) -> Iterator[Choice]:
        """To the offers this side has not yet answered."""
        for deal in self.state.deals.values():
            if not deal.struck and self.side in deal.parties and self.side not in deal.accepted:
                yield DeclineOffer(deal.id)
                if self.check(accepting := AcceptOffer(deal.id, deal.version)) is None:
                    yield accepting

    def transfers(self) -> Iterator[Transfer]:
        for other in self.state.sides:
            if other != self.side:
                yield Transfer(by=self.side, to=other, cubes=1)
                yield Transfer(by=other, to=self.side, cubes=1)

    def sample(self, rng: Random) -> Choice:
        from engine.versailles.haggling import random_offer

        replies = [choice for choice in self.replies() if self.check(choice) is None]
        if replies and rng.random() < 0.7:
            return rng.choice(replies)
        offer = random_offer(self.state, self.side, rng)
        open_ = [deal for deal in self.state.deals.values() if self.side in deal.parties and not deal.struck]
        if open_ and rng.random() < 0.3:
            counter = Counter(open_[0].id, open_[0].version, offer.clauses)
            if self.check(counter) is None:
                return counter
        return offer if self.check(offer) is None else Offer(offer.parties, (Words(by=self.side, text="Let us talk."),))

    def describe(self) -> object:
        return {"do": sorted(str(kind.__struct_config__.tag) for kind in DEALING), "clauses_at_most": CLAUSES_MOST}


def clause_parties(clause: Transfer) -> tuple[Side, ...]:
    return (clause.by, clause.to)


def transfers_fit(state: Versailles, clauses: tuple[Clauses, ...]) -> bool:
    """15.2: all transfers of a deal together stay within what is available here and exhausted there."""
    given: dict[Side, int] = {}
    taken: dict[Side, int] = {}
    for clause in clauses:
        if isinstance(clause, Transfer):
            given[clause.by] = given.get(clause.by, 0) + clause.cubes
            taken[clause.to] = taken.get(clause.to, 0) + clause.cubes
    return all(state.available[side] >= cubes for side, cubes in given.items()) and all(
        state.exhausted[side] >= cubes for side, cubes in taken.items()
    )


# Carrying it out


def deal_with(state: Versailles, side: Side, choice: Choice) -> None:
    """Carry out what a side does about deals. Others have seen it: nothing of it is ever undone."""
    reveal(state)
    if isinstance(choice, Offer):
        make_offer(state, side, choice)
        return
    deal = state.deals[choice.deal]  # type: ignore[attr-defined]
    if isinstance(choice, Counter):
        changed = replace(deal, clauses=choice.clauses, version=deal.version + 1, accepted=(side,), by=side)
        state.deals[deal.id] = changed
        tell(state, OfferCountered(changed, side))
    elif isinstance(choice, AcceptOffer):
        accept(state, deal, side)
    elif isinstance(choice, Judge):
        judge(state, deal, choice.clause, "kept" if choice.kept else "broken", side)
    else:
        del state.deals[deal.id]
        tell(state, (OfferDeclined if isinstance(choice, DeclineOffer) else OfferWithdrawn)(deal, side))


def make_offer(state: Versailles, side: Side, choice: Offer) -> None:
    deal = Deal(
        new_name(state, choice), side, choice.parties, choice.clauses, choice.public, state.turn, accepted=(side,)
    )
    state.deals[deal.id] = deal
    tell(state, OfferMade(deal, side))
    for other in deal.parties:
        if other != side and other in state.orders and state.orders[other].no_deals:
            del state.deals[deal.id]
            tell(state, OfferDeclined(deal, other))
            return


def new_name(state: Versailles, choice: Offer) -> str:
    """Counted for each circle of parties apart, so that a number tells nobody of deals among others."""
    circle = "open" if choice.public else "-".join(sorted(choice.parties))
    state.deals_made[circle] = state.deals_made.get(circle, 0) + 1
    return f"{circle}-{state.deals_made[circle]}"


def accept(state: Versailles, deal: Deal, side: Side) -> None:
    accepted = replace(deal, accepted=(*deal.accepted, side))
    tell(state, OfferAccepted(accepted, side))
    if set(accepted.accepted) == set(deal.parties):
        strike(state, accepted, side)
    else:
        state.deals[deal.id] = accepted


def strike(state: Versailles, deal: Deal, side: Side) -> None:
    """15.2, 15.3: influence moves at once, the rest is entered in the ledger."""
    verdicts: tuple[Verdict, ...] = tuple("kept" if isinstance(c, Transfer) else "open" for c in deal.clauses)
    struck = replace(deal, verdicts=verdicts, turn=state.turn)
    state.deals[deal.id] = struck
    tell(state, DealStruck(struck, side))
    for clause in deal.clauses:
        if isinstance(clause, Transfer):
            state.available[clause.by] -= clause.cubes
            state.exhausted[clause.by] += clause.cubes
            state.exhausted[clause.to] -= clause.cubes
            state.available[clause.to] += clause.cubes
            tell(state, InfluenceTransferred(clause.by, clause.to, clause.cubes))


def judge(state: Versailles, deal: Deal, number: int, verdict: Verdict, side: Side) -> None:
    verdicts = (*deal.verdicts[:number], verdict, *deal.verdicts[number + 1 :])
    changed = replace(state.deals[deal.id], verdicts=verdicts)
    state.deals[deal.id] = changed
    tell(state, ClauseJudged(changed, side, number, verdict))


# What follows from what happened


def review(state: Versailles) -> None:
    """15.4, 15.5, after every choice: what was told keeps or breaks clauses, what can't be kept any more is void, and
    offers lapse with their turn or when they have become impossible."""
    happened = tuple(state.news)
    for name in tuple(state.deals):
        deal = state.deals[name]
        if deal.struck:
            review_clauses(state, deal, happened)
        elif deal.turn != state.turn or not state.agenda:
            lapse(state, deal, "turn_over")
        elif not (all(bonds.possible(state, clause) for clause in deal.clauses) and transfers_fit(state, deal.clauses)):
            lapse(state, deal, "impossible")


def lapse(state: Versailles, deal: Deal, reason: str) -> None:
    del state.deals[deal.id]
    tell(state, OfferLapsed(deal, deal.by, reason))


def review_clauses(state: Versailles, deal: Deal, happened: tuple[Entry, ...]) -> None:
    for number, clause in enumerate(deal.clauses):
        if deal.verdicts[number] != "open" or isinstance(clause, Words):
            continue
        verdict = verdict_on(state, deal, clause, happened)
        if verdict != "open":
            judge(state, state.deals[deal.id], number, verdict, clause.by)
            deal = state.deals[deal.id]


def verdict_on(state: Versailles, deal: Deal, clause: Clauses, happened: tuple[Entry, ...]) -> Verdict:
    for entry in happened:
        kept = bonds.verdict(clause, entry)
        if kept is not None:
            return "kept" if kept else "broken"
    over = bonds.binds(clause) and deal.turn != state.turn
    if over and bonds.abstention(clause):
        return "kept"
    return "void" if over or not bonds.possible(state, clause) else "open"


# What binds


def bound_by(state: Versailles, side: Side) -> list[tuple[Deal, Clauses]]:
    """15.3: the clauses that bind a side now."""
    return [
        (deal, clause)
        for deal in state.deals.values()
        if deal.struck and deal.turn == state.turn
        for clause, verdict in zip(deal.clauses, deal.verdicts, strict=True)
        if clause.by == side and bonds.binds(clause) and verdict == "open"
    ]


class Bound(Menu):
    """A menu less what deals forbid."""

    __slots__ = ("clauses", "menu", "step")

    def __init__(self, menu: Menu, clauses: list[tuple[Deal, Clauses]], step: Step[Any]) -> None:
        self.menu = menu
        self.clauses = clauses
        self.step = step

    @property
    def types(self) -> frozenset[type[Choice]]:
        return self.menu.types

    def forbidden(self, choice: Choice) -> Deal | None:
        return next((deal for deal, clause in self.clauses if bonds.forbids(clause, self.step, choice)), None)

    def check(self, choice: Choice) -> Refusal | None:
        if (refusal := self.menu.check(choice)) is not None:
            return refusal
        deal = self.forbidden(choice)
        return illegal("versailles.deal_forbids", "15.3", deal=deal.id) if deal else None

    def __iter__(self) -> Iterator[Choice]:
        return (choice for choice in self.menu if not self.forbidden(choice))

    def sample(self, rng: Random) -> Choice:
        """Mostly a draw that happens to be allowed; else one of those that are."""
        for _ in range(8):
            if not self.forbidden(choice := self.menu.sample(rng)):
                return choice
        return super().sample(rng)

    def describe(self) -> object:
        return {"bound_by": sorted({deal.id for deal, _ in self.clauses}), "menu": self.menu.describe()}


def narrow(state: Versailles, asked: Mapping[Side, Menu]) -> Mapping[Side, Menu]:
    """15.3: other answers are refused while a clause is alive; 15.5: a clause that would leave none is void."""
    if not state.deals:
        return asked
    step = state.agenda[-1]
    narrowed = dict(asked)
    for side, menu in asked.items():
        if clauses := [bond for bond in bound_by(state, side) if bonds.concerns(bond[1], step)]:
            bound = Bound(menu, clauses, step)
            narrowed[side] = bound or menu
    return narrowed
