"""19.6: orders as a position holds them: a standing plan, standing answers, the next action turn, and turns to pass.
Only their leader's player sees them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.nineteen33 import choices
from engine.nineteen33.printed.kinds import Track
from engine.nineteen33.slips import StateName

Auctions = Literal["ask", "stand_aside"]
News = Literal["ask", "accept", "decline"]
Support = Literal["ask", "pay", "refuse"]
Wake = Literal["attack", "slip", "path", "offer"]
"""Reasons to be asked before the months are over: an attack (also tension at home), a slip in danger, a completed path
or step, an offer."""
Price = Annotated[int, Meta(ge=1, le=9)]
Reserve = Annotated[int, Meta(ge=0, le=3)]
ANY_PRICE = 9
MOST_ACTS = 20
MOST_MONTHS = 24


class MoveWorkers(Struct, frozen=True, gc=False, tag_field="do", tag="move_workers", forbid_unknown_fields=True):
    """5.10: so many UL from one track to another, as a row of a form."""

    origin: Literal[Track, "unemployed"]
    goal: Track
    count: Annotated[int, Meta(ge=1, le=3)] = 1

    @property
    def choice(self) -> choices.MoveLabour:
        return choices.MoveLabour((choices.LabourMove(self.origin, self.goal),) * self.count)


Plain = (
    choices.PlayCard
    | choices.StartWorks
    | choices.Develop
    | choices.Influence
    | choices.OpenPath
    | choices.LeaveRest
    | choices.TradeAlone
    | choices.ShortenTension
    | choices.Shield
    | choices.EndWar
    | choices.SetRate
    | choices.LowerRate
    | choices.BlockSector
    | choices.BlockPath
    | choices.Obstruct
    | choices.Disturb
    | choices.StirUp
    | choices.GuardAgainst
    | choices.Deal
    | choices.Supply
    | choices.SignAlliance
    | choices.MoveUnit
    | choices.ActForGuided
    | choices.EndGuiding
)
Act = Plain | MoveWorkers
"""The own actions that can be left in advance: those in which nothing is drawn, rolled or read, so that a trial of them
foretells no chance."""


class PlanOrder(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="order", tag="plan"):
    """4.4: the rules by which each month's plan is made."""

    food_um: Price = ANY_PRICE
    """Buy the food that is missing, at this price for a UP at most."""
    food_from: tuple[StateName, ...] = ()
    """From these states alone, the first one first; none: the cheapest of all."""
    raw_to: choices.Count = 0
    """Buy raw materials until so many are in stock."""
    leave: choices.Count = 0
    """Make no more civil goods than leave so many in stock."""
    reserve: Reserve = 0
    """Goods kept back as long as a slip needs works."""
    war_most: choices.Count = 99
    squadrons_first: bool = False


class AnswersOrder(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="order", tag="answers"):
    """7.11, 8.7, 6.16"""

    auctions: Auctions = "ask"
    news: News = "ask"
    support: Support = "ask"


class PassOrder(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="order", tag="pass"):
    """4.6: end each action turn until this month."""

    until: int
    """Its turn is asked again."""
    wake: tuple[Wake, ...] = ()
    woken: Wake | Literal[""] = ""
    """The first of these that has happened since."""


class Orders(Struct, frozen=True, omit_defaults=True):
    """The orders of one leader; a new seat has everything asked."""

    plan: PlanOrder | None = None
    answers: AnswersOrder = AnswersOrder()
    acts: tuple[Plain | choices.MoveLabour | choices.EndTurn, ...] = ()
    """4.6: of its next action turn, those that are still to be done."""
    passing: PassOrder | None = None
    by_hand: bool = False
    """Its player took back the answer that an order had sealed, and gives another one itself."""


NONE = Orders()
