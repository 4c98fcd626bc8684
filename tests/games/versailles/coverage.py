"""The situations that the records of `golden` must cover: every ending, every card, every rare turn of the rules.
One line is one situation; a new rare case in the rules is a new line. test_goldens.py looks for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, get_args

from engine.core.choice import Choice
from engine.core.door import waiting
from engine.core.state import Side
from engine.core.step import Step
from engine.versailles import GAME
from engine.versailles.bidding import Bidding
from engine.versailles.binding import Bound
from engine.versailles.cards.board import DISCARD_COSTS, KEG_MOST, LENGTHS
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END
from engine.versailles.cards.kinds import Token
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.choices import Bid, ChooseOption, PickSide, Place, Reclaim, Settle
from engine.versailles.clauses import Clauses
from engine.versailles.deals import ClauseJudged, DealStruck, OfferAccepted, OfferLapsed, OfferMade
from engine.versailles.journal import (
    Advanced,
    Announced,
    Awarded,
    BidWon,
    ConferenceDeclined,
    ConferenceHeld,
    Crisis,
    Demobilised,
    Deployed,
    DrewIssues,
    FactionTaken,
    GameEnded,
    GameOpened,
    HappinessChanged,
    KegMoved,
    NobodyBid,
    NothingDone,
    OptionChosen,
    Placed,
    PointScored,
    Raised,
    Reclaimed,
    RegionCalm,
    RegionDrawn,
    Settled,
    StrategyDrafted,
    SufferingRolled,
    Suffers,
    TakenFromDiscards,
    UnrestChanged,
    Unsettled,
    UprisingRolled,
)
from engine.versailles.option import Optioning
from engine.versailles.orders import CeilingLifted, OrderFired, OrderSwitchedOff
from engine.versailles.questions import Branching, Demobilising, PickingModifier, Targeting
from engine.versailles.settle import Holding
from engine.versailles.solitaire import leads_both
from engine.versailles.solitaire_bots import BotSettling, ChoosingFaction, LettingWin
from engine.versailles.state import Versailles, card
from engine.versailles.tracks import Mutiny
from engine.versailles.turn import Acting
from engine.versailles.two_players import ReclaimingAlong, SharedActing
from engine.versailles.uprising import ChoosingLoss, ChoosingSufferer, Modifying
from tests.support import moments
from tests.support.moments import line


class Moment(moments.Moment[Versailles]):
    """One choice of a recorded game."""

    def answers(self, step: type[Step[Any]], kind: type[Choice] = Choice) -> bool:
        """Tell whether a side chose in this step, and not out of turn."""
        return (
            type(self.step) is step
            and isinstance(self.choice, kind)
            and type(self.choice) not in GAME.out_of_turn.choices
        )

    @property
    def alone(self) -> bool:
        return self.before.goal > 0

    @property
    def shared(self) -> bool:
        """Tell whether two play, so that the USA is shared."""
        return len(self.before.sides) == 2

    def is_bot(self, side: Side) -> bool:
        return self.before.is_bot(side)


def people(state: Versailles) -> int:
    return 1 if state.goal else len(state.sides)


def offered(m: Moment) -> Any:
    return waiting(GAME, m.before)[m.side]


Met = Callable[[Moment], object]
"""Tells whether this moment is such a situation."""


def one_for_each(what: str, each: Iterable[Any], met: Callable[[Any], Met]) -> dict[str, Met]:
    """Return one line for each of these."""
    return {line(what, one): met(one) for one in each}


LISTED: dict[str, Met] = {
    "3.2 nobody can act": lambda m: m.told(GameEnded, reason="nobody_can_act"),
    "5.6 the end card is settled": lambda m: m.told(GameEnded, reason="end_card"),
    "5.7 the deck is empty": lambda m: not m.alone and m.told(GameEnded, reason="deck_empty"),
    "14.11 alone, the deck is emptied": lambda m: m.alone and m.told(GameEnded, reason="deck_empty"),
    "14.3 alone, won": lambda m: m.over and m.alone and len(GAME.ranking(m.after)) == 1,
    "14.3 alone, lost": lambda m: m.over and m.alone and len(GAME.ranking(m.after)) == 2,
}
LISTED |= one_for_each(
    "2.3 the end of a game of length", LENGTHS, lambda it: lambda m: m.over and m.before.length == it
)
LISTED |= one_for_each(
    "1.1 the end of a game for", GAME.players, lambda it: lambda m: m.over and people(m.before) == it
)
LISTED |= {
    "3.2 a side can do nothing": lambda m: m.told(NothingDone),
    "4.2 deployed units taken back": lambda m: any(entry.withdrawn for entry in m.told(Reclaimed)),
    "4.2 exhausted units taken back": lambda m: any(entry.units for entry in m.told(Reclaimed)),
    "5.1 the active side settles for another": lambda m: any(e.side != m.before.active for e in m.told(Awarded)),
    "5.1 the active side takes its cubes back": lambda m: any(
        side == m.before.active for entry in m.told(Awarded) for side, _ in entry.returned
    ),
    "5.1 naval tokens with both flags": lambda m: (
        isinstance(m.choice, ChooseOption) and m.choice.flags == ("uk", "usa")
    ),
    "5.1 an option whose unrest does nothing": lambda m: any(
        not entry.by and entry.lost for entry in m.in_a_row(OptionChosen, UnrestChanged)
    ),
    "5.2 another side holds the conference": lambda m: any(e.side != m.before.active for e in m.told(ConferenceHeld)),
    "5.2 a conference that can't be paid for": lambda m: m.answers(Holding) and len(list(offered(m))) == 1,
    "5.2 a branch that can't be paid for": lambda m: m.answers(Branching) and len(list(offered(m))) == 1,
    "5.2 a player picked with two regions": lambda m: (
        m.answers(Targeting) and isinstance(m.choice, PickSide) and m.choice.regions
    ),
    "5.3 a cube on an event": lambda m: m.told(Advanced, cube=True),
    "5.4 the end card drawn among two": lambda m: any(
        END in entry.issues and len(entry.issues) == 2 for entry in m.told(DrewIssues)
    ),
    "5.4 the end card drawn alone": lambda m: m.told(DrewIssues, issues=(END,)),
    "5.4 another card drawn alone": lambda m: any(
        len(entry.issues) == 1 and END not in entry.issues for entry in m.told(DrewIssues)
    ),
    "5.5 the event deck is made anew": lambda m: "events_reshuffled" in kinds_told(m),
    "6.1 happiness 30": lambda m: m.told(HappinessChanged, now=30),
    "6.1 happiness 0": lambda m: m.told(HappinessChanged, now=0),
    "6.2 a mutiny: the side chooses the unit": lambda m: m.answers(Mutiny),
    "6.2 a mutiny: there is no choice": lambda m: not m.answers(Mutiny) and m.told(Demobilised, mutiny=True),
    "6.2 a mutiny of the active side in its own turn": lambda m: m.answers(Mutiny) and m.step.side == m.before.active,
    "7.1 unrest stopped by the powder keg": lambda m: any(
        entry.lost < 0 and m.before.kegs[entry.region] for entry in m.told(UnrestChanged)
    ),
    "7.1 unrest stopped by a unit": lambda m: any(
        entry.lost > 0 and entry.now + 1 in columns(m.after, entry.region) for entry in m.told(UnrestChanged)
    ),
    "7.1 unrest stopped at the edge": lambda m: any(
        entry.lost > 0 and entry.now == 8 for entry in m.told(UnrestChanged)
    ),
    "7.2 a powder keg pushes unrest": lambda m: any(e.by > 0 for e in m.in_a_row(KegMoved, UnrestChanged)),
    "7.2 a powder keg removed": lambda m: any(entry.by < 0 for entry in m.told(KegMoved)),
    "7.3 a unit pushes unrest": lambda m: any(entry.by < 0 for entry in m.in_a_row(Deployed, UnrestChanged)),
    "8.1 a unit moves within its region": lambda m: any(e.came_from == e.region for e in m.told(Deployed)),
    "8.1 a unit moves to another region": lambda m: any(e.came_from not in (None, e.region) for e in m.told(Deployed)),
    "8.3 the demobilisation track is full": lambda m: m.told(Demobilised, mutiny=False, space=1),
    "8.3 a deployed unit goes home": lambda m: any(e.unit in m.before.unrest for e in m.told(Demobilised)),
    "9.2 no die in a calm region": lambda m: m.told(RegionCalm),
    "9.2 no uprising": lambda m: m.told(UprisingRolled, uprising=False),
    "9.2 a die modified up": lambda m: m.told(Announced, by=1),
    "9.2 a die modified down": lambda m: m.told(Announced, by=-1),
    "9.2 two sides modify a die": lambda m: m.answers(Modifying) and len(m.step.announcing.left) == 2,
    "9.2 a card modifies the die either way": lambda m: m.answers(PickingModifier),
    "9.2 two regions rise at once": lambda m: len(m.told(UprisingRolled, uprising=True)) > 1,
    "9.3 nobody controls an issue": lambda m: m.told(Suffers, side=None),
    "9.3 a tie, decided by a unit": lambda m: m.answers(ChoosingSufferer),
    "9.3 a tie, decided by a side that is not in it": lambda m: (
        m.answers(ChoosingSufferer) and m.step.side not in m.step.tied
    ),
    "9.3 a tie, decided by dice": lambda m: m.told(SufferingRolled),
    "9.3 dice tied again": lambda m: len(m.told(SufferingRolled)) > 1,
    "9.4 the side chooses among equal issues": lambda m: m.answers(ChoosingLoss),
    "9.5 the powder keg can't advance": lambda m: any(m.before.kegs[e.region] == KEG_MOST for e in m.told(Suffers)),
    "9.7 strategies drafted": lambda m: "draft_began" in kinds_told(m),
    "9.8 a League issue unsettled": lambda m: any(card(e.issue).group == "league" for e in m.told(Unsettled)),
    "9.8 a reparations issue unsettled": lambda m: any(card(e.issue).group == "reparations" for e in m.told(Unsettled)),
    "10.1 a bid beaten": lambda m: m.answers(Bidding, Bid) and m.step.standing is not None,
    "10.2 no units where there is No Military": lambda m: any(card(e.issue).no_military for e in m.told(BidWon)),
    "10.2 the unit of the region": lambda m: m.told(BidWon, local=True),
    "10.2 cubes only": lambda m: m.told(BidWon, units=0, local=False),
    "10.4 the holder keeps the issue": lambda m: type(m.step) is Bidding and m.told(BidWon, side=m.step.held_by),
    "10.5 nobody bids": lambda m: m.told(NobodyBid),
    "13.3 the USA places": lambda m: m.answers(SharedActing, Place),
    "13.3 the USA settles": lambda m: m.answers(SharedActing, Settle),
    "13.3 the USA settles for itself": lambda m: m.answers(SharedActing, Settle) and m.told(Awarded, side="usa"),
    "13.3 the USA has but one option": lambda m: (
        m.shared and not m.answers(Optioning) and m.told(OptionChosen, side="usa")
    ),
    "13.3 the active player chooses the USA's option": lambda m: (
        m.shared and m.answers(Optioning) and m.told(OptionChosen, side="usa")
    ),
    "13.3 a cube of the USA on an event": lambda m: m.shared and m.told(Advanced, side="usa", cube=True),
    "13.4 the USA reclaims": lambda m: m.answers(SharedActing, Reclaim),
    "13.4 the active player reclaims with it": lambda m: m.answers(ReclaimingAlong) and m.told(Reclaimed),
    "13.5 an issue of the USA is unsettled": lambda m: m.shared and m.told(Unsettled, side="usa"),
    "14.3 a point": lambda m: m.told(PointScored),
    "14.4 the player leads both issues": lambda m: m.alone and m.answers(Acting) and leads_both(m.before),
    "14.5 a bot deploys in column 7": lambda m: any(m.is_bot(e.side) for e in m.told(Deployed, column=7)),
    "14.5 a bot deploys in column 8": lambda m: any(m.is_bot(e.side) for e in m.told(Deployed, column=8)),
    "14.5 a bot demobilises a unit the player chooses": lambda m: m.answers(Demobilising) and m.is_bot(m.step.side),
    "14.6 a bot settles": lambda m: any(m.is_bot(e.side) for e in m.told(Settled)),
    "14.6 the player chooses what a bot settles": lambda m: m.answers(BotSettling),
    "14.6 a bot places": lambda m: any(m.is_bot(e.side) for e in m.told(Placed)),
    "14.6 a bot reclaims": lambda m: any(m.is_bot(e.side) for e in m.told(Reclaimed)),
    "14.7 the player chooses a bot's option": lambda m: m.answers(Optioning) and m.is_bot(m.step.side),
    "14.8 a bot modifies a die": lambda m: any(m.is_bot(entry.side) for entry in m.told(Announced)),
    "14.9 two bots bid the same": lambda m: m.answers(LettingWin),
    "14.9 the player beats them": lambda m: m.answers(LettingWin, Bid),
    "14.9 a bot wins a bidding": lambda m: any(m.is_bot(entry.side) for entry in m.told(BidWon)),
    "14.10 the player becomes another faction": lambda m: m.told(FactionTaken),
    "14.10 the player chooses which": lambda m: m.answers(ChoosingFaction),
    "15.1 an open offer": lambda m: any(entry.deal.public for entry in m.told(OfferMade)),
    "15.1 a private offer": lambda m: any(not entry.deal.public for entry in m.told(OfferMade)),
    "15.1 three parties": lambda m: any(len(entry.deal.parties) == 3 for entry in m.told(DealStruck)),
    "15.1 a counter-offer accepted": lambda m: any(entry.deal.version > 1 for entry in m.told(OfferAccepted)),
    "15.1 a struck deal that is public": lambda m: any(entry.deal.public for entry in m.told(DealStruck)),
    "15.1 a struck deal that is secret": lambda m: any(not entry.deal.public for entry in m.told(DealStruck)),
    "15.3 a deal that binds an answer": lambda m: (
        type(m.choice) not in GAME.out_of_turn.choices and type(offered(m)) is Bound
    ),
}


def columns(state: Versailles, region: str) -> list[int]:
    """Return the columns of the units in a region."""
    return [units[region] for units in state.deployed.values() if region in units]


def kinds_told(m: Moment) -> set[object]:
    return {entry.__struct_config__.tag for entry in m.news}


OPTIONAL = [event.id for event in EVENTS.values() if event.optional]
TOKENS = [token for token in get_args(Token) if token != "naval:either"]

LISTED |= one_for_each("5.1 a token of", TOKENS, lambda it: lambda m: any(it in e.tokens for e in m.told(OptionChosen)))
LISTED |= one_for_each("5.2 the conference of", EVENTS, lambda it: lambda m: m.told(ConferenceHeld, event=it))
LISTED |= one_for_each(
    "5.2 the conference declined of", OPTIONAL, lambda it: lambda m: m.told(ConferenceDeclined, event=it)
)
LISTED |= one_for_each(
    "5.4 a discard taken for", DISCARD_COSTS, lambda it: lambda m: m.told(TakenFromDiscards, cubes=it)
)
LISTED |= one_for_each("5.5 the crisis of", EVENTS, lambda it: lambda m: m.told(Crisis, event=it))
LISTED |= one_for_each("8.1 a unit deployed in column", (5, 6, 7, 8), lambda it: lambda m: m.told(Deployed, column=it))
LISTED |= one_for_each("1.6 a die for a region shows", range(1, 7), lambda it: lambda m: m.told(RegionDrawn, die=it))
LISTED |= one_for_each("11.1 drafted", STRATEGIES, lambda it: lambda m: m.told(StrategyDrafted, strategy=it))
LISTED |= one_for_each(
    "15.3 agreed",
    get_args(Clauses),
    lambda it: lambda m: any(isinstance(clause, it) for entry in m.told(DealStruck) for clause in entry.deal.clauses),
)
LISTED |= one_for_each(
    "15.4 a clause is", ("kept", "broken", "void"), lambda it: lambda m: m.told(ClauseJudged, verdict=it)
)
LISTED |= one_for_each(
    "15.5 an offer lapses:", ("turn_over", "impossible"), lambda it: lambda m: m.told(OfferLapsed, reason=it)
)
LISTED |= one_for_each(
    "an order fires:",
    ("never_modify", "decline", "pass_without_stake", "ceiling", "no_deals"),
    lambda it: lambda m: m.told(OrderFired, order=it),
)
LISTED |= one_for_each(
    "an order is switched off by", ("stake", "deal"), lambda it: lambda m: m.told(OrderSwitchedOff, reason=it)
)
LISTED |= one_for_each(
    "a ceiling ends:", ("withdrawn", "over", "deal"), lambda it: lambda m: m.told(CeilingLifted, reason=it)
)
LISTED |= {
    "a ceiling bids": lambda m: any(
        isinstance(two, Raised)
        for one, two in pairwise(m.news)
        if one == OrderFired(getattr(one, "side", ""), "ceiling")
    ),
}
ENTRIES = [entry for entry in GAME.entries if entry is not GameOpened]
"""The entries that may follow from a choice."""

LISTED |= one_for_each("chosen:", GAME.choices, lambda it: lambda m: type(m.choice) is it)
LISTED |= one_for_each("told:", ENTRIES, lambda it: lambda m: any(type(entry) is it for entry in m.news))
