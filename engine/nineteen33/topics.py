"""The topics by which the log can be looked through, its headings, the runs of its entries that are one story, and the
facts by which statistics tell leaders apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.grouping import Heading
from engine.core.journal import Entry
from engine.core.state import Side
from engine.core.topics import Topic
from engine.nineteen33 import action_journal as actions
from engine.nineteen33 import journal
from engine.nineteen33.calendar import turn_name
from engine.nineteen33.orders_kept import OrderFired, OrderSwitchedOff
from engine.nineteen33.state import Nineteen33

POINTS = (
    journal.SlipTurnedUp,
    journal.SlipUnreached,
    journal.FieldFreed,
    journal.PointsLost,
    journal.AimsReached,
    journal.GameEnded,
)
OPINION = (
    actions.PathAdvanced,
    actions.PathEnded,
    actions.BoxWon,
    actions.AllianceSigned,
    actions.AllianceEnded,
    actions.PactMade,
    journal.PactEnded,
    actions.CoupTried,
    actions.CivilWarBegan,
    actions.WarEnded,
    actions.ArmiesMet,
    actions.WarBetween,
)
WORKS = (
    actions.WorksStarted,
    journal.WorksCompleted,
    actions.PathDeveloped,
    actions.StepCompleted,
    actions.LabourMoved,
    journal.JobsLost,
    actions.RateSet,
    journal.UnitCompleted,
)
ATTACKS = (
    actions.Obstructed,
    actions.Disturbed,
    actions.TensionBegan,
    actions.CoupTried,
    actions.CardsSwapped,
    actions.PressRead,
    actions.SlipsRead,
    actions.GuardMet,
    actions.StrikeRolled,
)
TRADE = (
    journal.Dealt,
    journal.DealDropped,
    journal.AuctionHeld,
    journal.Supplied,
    actions.ExclusiveGranted,
    actions.ExclusiveLost,
    journal.ExclusiveEnded,
    actions.OfferMade,
    actions.OfferAccepted,
    actions.OfferDeclined,
    actions.GoodsSold,
)
NEWS = (
    journal.HeadlineTurned,
    journal.NewsPointGiven,
    journal.NewsPointLost,
    journal.NewsDevelopment,
    journal.NewsVoid,
)
DICE = (
    journal.DemandRolled,
    journal.BondAuctioned,
    journal.LotDrawn,
    journal.FoodShort,
    actions.CardBoosted,
    actions.CoupTried,
    actions.StrikeRolled,
    actions.ArmiesMet,
    actions.GuidePointsRolled,
)
TOPICS = (
    Topic("orders", (OrderFired, OrderSwitchedOff), recap=True),
    Topic("points", POINTS, recap=True),
    Topic("attacks", ATTACKS, recap=True),
    Topic("opinion", OPINION, recap=True),
    Topic("works", WORKS, recap=True),
    Topic("trade", TRADE),
    Topic("news", NEWS),
    Topic("dice", DICE),
)

# Stories

ROUTINE = (journal.Produced, journal.IndirectTaxes, journal.DemandRolled)
"""Entries that every leader has each month or year: a run of one kind is one line that opens."""


def heading(entry: Entry) -> Heading | None:
    """Group the log by months."""
    return Heading((turn_name(entry.month),), is_line=True) if isinstance(entry, journal.MonthBegan) else None


def stories(told: Sequence[Entry]) -> Iterator[range]:
    """Action turns that went by whole in one choice (19.6), and runs of what is routine."""
    turns = [*whole_turns(told)]
    yield from turns
    within = {number for turn in turns for number in turn}
    yield from (run for run in routine_runs(told) if run.start not in within)


def whole_turns(told: Sequence[Entry]) -> Iterator[range]:
    """From its begin to its end; a turn in which nothing happened is told in two lines anyway."""
    began: int | None = None
    for number, entry in enumerate(told):
        if isinstance(entry, actions.TurnBegan):
            began = number
        elif isinstance(entry, actions.TurnEnded) and began is not None:
            if number > began + 1:
                yield range(began, number + 1)
            began = None


def routine_runs(told: Sequence[Entry]) -> Iterator[range]:
    """At least two entries of the same kind, one after the other."""
    begin = 0
    for number in range(1, len(told) + 1):
        if number == len(told) or type(told[number]) is not type(told[begin]):
            if number > begin + 1 and isinstance(told[begin], ROUTINE):
                yield range(begin, number)
            begin = number


# Statistics


def facts(state: Nineteen33) -> dict[Side, dict[str, str]]:
    """The kind of slip that brought each leader most; nothing where none brought any."""
    best = {side: mainstay(state, side) for side in state.sides}
    return {side: {"mainstay": kind} for side, kind in best.items() if kind}


def mainstay(state: Nineteen33, side: Side) -> str:
    points = {kind: number for kind, number in state.leaders[side].points.items() if number > 0}
    return max(sorted(points), key=lambda kind: points[kind], default="")
