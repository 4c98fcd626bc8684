"""What a room answers to a choice beyond what the engine's door says. Pages and sockets render them."""

from __future__ import annotations

from msgspec import Struct

from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Side


class Accepted(Struct, frozen=True):
    """The choice is durable: it led to this position and told this, as far as the side may know."""

    epoch: int
    sequence: int
    news: list[Entry]


class RoomFrozen(Refusal, frozen=True):
    """The room has come to a stop because its rules or its stored position failed."""


class RequestKeyReused(Refusal, frozen=True):
    """The request key belongs to another choice of this room."""


class NotYourChoice(Refusal, frozen=True):
    """The table is asked to go back to before something that is no choice of that side's."""


class QuestionOpen(Refusal, frozen=True):
    """The table is being asked something already, or has just said no."""


class QuestionOver(Refusal, frozen=True):
    """That question is settled, or the game has gone on."""


class NotAsked(Refusal, frozen=True):
    """That question is not theirs to answer, or to withdraw."""


class NoClock(Refusal, frozen=True):
    """This table has no clock."""


class ClockStands(Refusal, frozen=True):
    """The clock is stopped already."""


class ClockGoes(Refusal, frozen=True):
    """The clock is not stopped."""


class NotYourClock(Refusal, frozen=True):
    """Only the host may hold the clock, where the table says so; else the table votes."""


class AlreadyAnswered(Refusal, frozen=True):
    """They have said just that already."""


class NothingToAsk(Refusal, frozen=True):
    """There is nothing of the kind to be asked at this table."""


class NotAway(Refusal, frozen=True):
    """The table would go on without somebody who is there."""

    side: Side


class NotSeated(Refusal, frozen=True):
    """Nobody sits there who could give up their seat."""


class SeatTaken(Refusal, frozen=True):
    """That seat is not offered to them."""


class PlaysAlready(Refusal, frozen=True):
    """They have a seat at this table."""


class PlayedAnother(Refusal, frozen=True):
    """They have played another side of this game, and know what it knew."""


class HasLooked(Refusal, frozen=True):
    """They run the site, and have looked at this table as one of its sides."""


class NotInvited(Refusal, frozen=True):
    """Only people who are named may sit down at this table."""


class AskTheTable(Refusal, frozen=True):
    """They may come back only if the table agrees."""


Answer = Accepted | Refusal
