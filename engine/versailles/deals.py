"""Chapter 15: the choices with which sides offer, answer and judge deals, and the entries that report them. They are
made out of turn, beside whatever the game waits for. ledger.py carries them out; binding.py holds the parties to struck
deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain, islice
from random import Random
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.sides import SideName
from engine.core.state import Side
from engine.versailles.asked import asked_by
from engine.versailles.bidding import bid_for, uncommitted
from engine.versailles.bonds import binds, bond
from engine.versailles.cards.board import REGIONS, TRANSFER_MOST
from engine.versailles.cards.issues import ISSUES
from engine.versailles.choices import Faction
from engine.versailles.clauses import Clauses, Deal, Decide, Transfer, Verdict, Words
from engine.versailles.settle import Keeping, discards_on_offer
from engine.versailles.state import Versailles
from engine.versailles.turn_bonds import unseen

OFFERS_MOST = 6
"""The most offers that one side may have open at a time."""
CLAUSES_MOST = 8

Parties = Annotated[tuple[Faction, ...], Meta(min_length=2, max_length=4)]
Bargain = Annotated[tuple[Clauses, ...], Meta(min_length=1, max_length=CLAUSES_MOST)]


# Choices


class Offer(Choice, frozen=True):
    parties: Parties
    clauses: Bargain
    public: bool = False


class Counter(Choice, frozen=True):
    """Propose other clauses for the same deal; every other party has to accept again."""

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
    """15.4: the word of another party on a promise that the engine cannot see kept or broken."""

    deal: str
    clause: Annotated[int, Meta(ge=0, lt=CLAUSES_MOST)]
    kept: bool


CHOICES = (Offer, Counter, AcceptOffer, DeclineOffer, WithdrawOffer, Judge)
DEALING: frozenset[type[Choice]] = frozenset(CHOICES)
DRAFTED: frozenset[type[Choice]] = frozenset((Offer, Counter))
"""The choices that are composed clause by clause."""
TAGS = tuple(sorted(str(kind.__struct_config__.tag) for kind in CHOICES))


# Entries


class DealTold(Entry, frozen=True):
    """An entry about a deal, shown to the parties, and to everyone if the offer is open."""

    rule = "15.1"
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
    rule = "15.5"
    reason: str


class DealStruck(DealTold, frozen=True):
    rule = "15.3"


class ClauseJudged(DealTold, frozen=True):
    rule = "15.4"
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

    __slots__ = ("about", "side", "state")

    def __init__(self, state: Versailles, side: Side, about: Callable[[], object] | None = None) -> None:
        """Take `about`, what clauses may speak of, from the caller where it has computed it once for all sides."""
        self.state, self.side = state, side
        self.about = about or partial(subjects, state)

    @property
    def types(self) -> frozenset[type[Choice]]:
        return DEALING

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return DRAFTED

    def __bool__(self) -> bool:
        return True

    def judge(self, choice: Choice) -> Refusal | None:
        if isinstance(choice, Offer):
            return self.check_offer(choice)
        assert isinstance(choice, Counter | AcceptOffer | DeclineOffer | WithdrawOffer | Judge)
        deal = self.known(choice.deal)
        if deal is None:
            return illegal("versailles.no_such_deal", "15.1")
        if isinstance(choice, Judge):
            return self.check_word(deal, choice)
        return illegal("versailles.deal_struck", "15.3") if deal.struck else self.check_answer(deal, choice)

    def known(self, name: str) -> Deal | None:
        """Return a deal that this side is party to. It has no say in other deals, and may not even learn of private
        ones."""
        deal = self.state.deals.get(name)
        return deal if deal and self.side in deal.parties else None

    def check_offer(self, offer: Offer) -> Refusal | None:
        if len(set(offer.parties)) != len(offer.parties) or set(offer.parties) - set(self.state.sides):
            return illegal("versailles.deal_parties", "15.1")
        if self.side not in offer.parties:
            return illegal("versailles.deal_without_you", "15.1")
        mine = [deal for deal in self.state.deals.values() if deal.by == self.side and not deal.struck]
        if len(mine) >= OFFERS_MOST:
            return illegal("versailles.too_many_offers", "15.1", most=OFFERS_MOST)
        return check_clauses(self.state, offer.clauses, offer.parties)

    def check_answer(self, deal: Deal, choice: Counter | AcceptOffer | DeclineOffer | WithdrawOffer) -> Refusal | None:
        own = deal.by == self.side
        if isinstance(choice, WithdrawOffer):
            return None if own else illegal("versailles.not_your_offer", "15.5")
        if isinstance(choice, DeclineOffer):
            return illegal("versailles.your_own_offer", "15.5") if own else None
        if isinstance(choice, AcceptOffer) and self.side in deal.accepted:
            return illegal("versailles.already_accepted", "15.1")
        if choice.version != deal.version:
            return illegal("versailles.deal_changed", "15.1", version=deal.version)
        clauses = choice.clauses if isinstance(choice, Counter) else deal.clauses
        return check_clauses(self.state, clauses, deal.parties)

    def check_word(self, deal: Deal, choice: Judge) -> Refusal | None:
        if not deal.struck or choice.clause >= len(deal.clauses):
            return illegal("versailles.no_such_promise", "15.4")
        clause = deal.clauses[choice.clause]
        if binds(clause) or not bond(clause).takes_a_word(clause):
            return illegal("versailles.promise_judges_itself", "15.4")
        if deal.verdicts[choice.clause] != "open":
            return illegal("versailles.promise_judged", "15.4")
        return illegal("versailles.own_promise", "15.4") if clause.by == self.side else None

    def __iter__(self) -> Iterator[Choice]:
        """Yield every answer to open offers and deals, and the simplest offers; all other offers are too many to
        list."""
        simple = (Offer((clause.by, clause.to), (clause,)) for clause in self.transfers())
        return (choice for choice in chain(self.replies(), simple) if self.check(choice) is None)

    def countable(self) -> Iterator[Choice]:
        return self.replies()

    def replies(self) -> Iterator[Choice]:
        """Yield what this side may answer to its offers and deals, except counter-offers."""
        return (
            choice
            for deal in self.state.deals.values()
            if self.side in deal.parties
            for choice in (words_on(deal) if deal.struck else answers_to(deal))
            if self.check(choice) is None
        )

    def awaited(self) -> list[Choice]:
        """Return the possible answers to offers that wait for this side; the harmless answer comes first."""
        waiting = (deal for deal in self.state.deals.values() if deal.awaits(self.side))
        return [choice for deal in waiting for choice in answers_to(deal) if self.check(choice) is None]

    def transfers(self) -> Iterator[Transfer]:
        for other in self.state.sides:
            if other != self.side:
                yield Transfer(by=self.side, to=other, cubes=1)
                yield Transfer(by=other, to=self.side, cubes=1)

    def sample(self, rng: Random) -> Choice:
        """Choose mostly an answer to an open offer or deal, sometimes a counter-offer, otherwise an offer of its
        own."""
        from engine.versailles.haggling import random_offer

        replies = list(self.replies())
        if replies and rng.random() < 0.7:
            return rng.choice(replies)
        offer = random_offer(self.state, self.side, rng)
        open_ = [deal for deal in self.state.deals.values() if self.side in deal.parties and not deal.struck]
        counters: list[Choice] = [Counter(deal.id, deal.version, offer.clauses) for deal in open_]
        drafts = [*counters, offer] if rng.random() < 0.5 else [offer, *counters]
        possible = (choice for choice in chain(drafts, replies) if self.check(choice) is None)
        return next(possible, Offer(offer.parties, (Words(by=self.side, text="Let us talk."),)))

    def describe(self) -> object:
        replies = [msgspec.to_builtins(choice) for choice in islice(self.replies(), 200)]
        return {"do": TAGS, "clauses_at_most": CLAUSES_MOST, "replies": replies, "about": self.about()}


OPTIONS = {issue: tuple(option.id for option in card.options) for issue, card in ISSUES.items()}


SPOKEN_OF = 64
"""The number of positions for which the cache keeps what a clause may speak of."""


def subjects(state: Versailles) -> dict[str, object]:
    """Return what clauses may speak of: issues (only some of them for some kinds of clauses) with their options, and
    events with the answers that they ask for."""
    in_play = (*state.table, *state.waiting_room)
    to_settle = (*in_play, *bid_for(state), *state.settled)
    return spoken_of(
        state.factions,
        to_settle,
        (
            ("place_on", in_play),
            ("stay_off", in_play),
            ("settle_issue", tuple(state.table)),
            ("advance_issue", tuple(state.waiting_room)),
            ("take_discarded", tuple(discards_on_offer(state))),
            ("keep_drawn", drawable(state)),
        ),
        (state.event, *state.events_waiting),
        tuple(state.offered),
    )


@lru_cache(SPOKEN_OF)
def spoken_of(
    factions: tuple[Side, ...],
    issues: tuple[str, ...],
    issues_of: tuple[tuple[str, tuple[str, ...]], ...],
    events: tuple[str, ...],
    strategies: tuple[str, ...],
) -> dict[str, object]:
    """Return what clauses may speak of. It is cached, because it is the same for all sides at a position."""
    return {
        "parties": factions,
        "issues": {issue: OPTIONS[issue] for issue in issues},
        "issues_of": dict(issues_of),
        "events": {event: answers(event) for event in events if event},
        "regions": REGIONS,
        "units": UNIT_WORDS,
        "flags": FLAGS,
        "strategies": strategies,
    }


UNIT_WORDS = ("any", "available", "exhausted")
FLAGS = ("uk", "usa")


def drawable(state: Versailles) -> tuple[str, ...]:
    """5.4: return the issues that have been drawn, otherwise those that may be."""
    drawn = [issue for step in state.agenda if isinstance(step, Keeping) for issue in step.drawn]
    return (*drawn,) or unseen(state)


@cache
def answers(event: str) -> dict[str, object]:
    """Return what a card may ask for: kinds of answers, the number of branches to pick from, the number of regions with
    a player."""
    asked = asked_by(event)
    tags = sorted(str(kind.__struct_config__.tag) for kind in asked.answers)
    return {"kinds": tags, "branches": len(asked.branches), "regions": asked.regions}


def answers_to(offer: Deal) -> Iterable[Choice]:
    return DeclineOffer(offer.id), AcceptOffer(offer.id, offer.version), WithdrawOffer(offer.id)


def words_on(deal: Deal) -> Iterable[Choice]:
    return (Judge(deal.id, number, kept) for number in range(len(deal.clauses)) for kept in (True, False))


def check_clauses(state: Versailles, clauses: tuple[Clauses, ...], parties: tuple[Side, ...]) -> Refusal | None:
    """15.1: refuse a clause that is not between the parties; 15.5: refuse one that cannot be kept any more."""
    for number, clause in enumerate(clauses, start=1):
        if clause.by not in parties and not (state.is_shared(clause.by) and speaks_for_shared(state, clause, parties)):
            return illegal("versailles.clause_of_stranger", "15.1", number=number, side=SideName(clause.by))
        if isinstance(clause, Transfer) and (clause.to not in parties or clause.to == clause.by):
            return illegal("versailles.transfer_to_party", "15.2", number=number)
        if isinstance(clause, Decide) and not asked_by(clause.event).fits(clause.answer):
            return illegal("versailles.event_asks_otherwise", "15.2", number=number, event=clause.event)
        if not bond(clause).possible(state, clause):
            return illegal("versailles.clause_impossible", "15.5", number=number)
    if not transfers_fit(state, clauses):
        return illegal("versailles.transfers_too_large", "15.2", most=TRANSFER_MOST)
    return None


def speaks_for_shared(state: Versailles, clause: Clauses, parties: tuple[Side, ...]) -> bool:
    """13.3: the active player decides for the shared USA in this turn and can make undertakings for it, but transfers
    nothing of its influence."""
    return state.player in parties and not clause.later and not isinstance(clause, Transfer | Words)


def possible(state: Versailles, clauses: tuple[Clauses, ...]) -> bool:
    """15.5: tell whether a deal of these clauses may still be struck."""
    return all(bond(clause).possible(state, clause) for clause in clauses) and transfers_fit(state, clauses)


def transfers_fit(state: Versailles, clauses: tuple[Clauses, ...]) -> bool:
    """15.2: check that all transfers of a deal together stay below the limit for each giver, within its free influence
    and the receiver's exhausted influence. All are made at the same moment: no side can pass on what it receives."""
    given: dict[Side, int] = {}
    taken: dict[Side, int] = {}
    for clause in clauses:
        if isinstance(clause, Transfer) and not clause.later:
            given[clause.by] = given.get(clause.by, 0) + clause.cubes
            taken[clause.to] = taken.get(clause.to, 0) + clause.cubes
    return all(min(uncommitted(state, side), TRANSFER_MOST) >= cubes for side, cubes in given.items()) and all(
        state.exhausted[side] >= cubes for side, cubes in taken.items()
    )
