"""The answers of a room to a choice, beyond the refusals of the engine. Pages and sockets render them."""

from __future__ import annotations

from msgspec import Struct

from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Side


class Accepted(Struct, frozen=True):
    """The choice is durable. It led to this position, with this news as far as the side may know it."""

    epoch: int
    sequence: int
    news: list[Entry]


class RoomFrozen(Refusal, frozen=True):
    """The room is frozen because its rules or its stored position failed."""


class RequestKeyReused(Refusal, frozen=True):
    """The request key belongs to another choice of this room."""


class NotYourChoice(Refusal, frozen=True):
    """The vote asks to go back to before something that is no choice of that side."""


class QuestionOpen(Refusal, frozen=True):
    """The table has an open vote, or has just declined this one."""


class QuestionOver(Refusal, frozen=True):
    """That vote is closed, or the game has gone on."""


class NotAsked(Refusal, frozen=True):
    """That vote is not theirs to answer or withdraw."""


class NoClock(Refusal, frozen=True):
    """This table has no clock."""


class ClockStands(Refusal, frozen=True):
    """The clock is stopped already."""


class ClockGoes(Refusal, frozen=True):
    """The clock is not stopped."""


class NotYourClock(Refusal, frozen=True):
    """Only the host may stop the clock, where the table allows it; otherwise the table votes."""


class AlreadyAnswered(Refusal, frozen=True):
    """They have cast just that ballot already."""


class NothingToAsk(Refusal, frozen=True):
    """There is nothing of the kind to vote on at this table."""


class NotAway(Refusal, frozen=True):
    """The table cannot go on without a player who is there."""

    side: Side


class NotSeated(Refusal, frozen=True):
    """There is no person on the seat who could leave it."""


class SeatTaken(Refusal, frozen=True):
    """That seat is not offered to them."""


class PlaysAlready(Refusal, frozen=True):
    """They have a seat at this table."""


class PlayedAnother(Refusal, frozen=True):
    """They have played another side of this game and know its secrets."""


class HasLooked(Refusal, frozen=True):
    """They are an admin and have looked at this table as one of its sides."""


class NotInvited(Refusal, frozen=True):
    """Only people invited by name may sit down at this table."""


class AskTheTable(Refusal, frozen=True):
    """They may come back only if the table agrees."""


Answer = Accepted | Refusal
