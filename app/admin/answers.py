"""Why a deed can't be done. Pages and the shell say it by the sentence of its name."""

from __future__ import annotations

from engine.core.refusal import Refusal


class NotForYou(Refusal, frozen=True):
    """Only others may do that."""


class NoReason(Refusal, frozen=True):
    """It is not said why."""


class NoTitle(Refusal, frozen=True):
    """A title is missing, or too long."""


class NotBegun(Refusal, frozen=True):
    """The game has not begun."""


class NoGame(Refusal, frozen=True):
    """It is a lesson, or somebody's board to try things out on."""


class IsFrozen(Refusal, frozen=True):
    """It is frozen already."""


class NotFrozen(Refusal, frozen=True):
    """It is not frozen."""


class NotPlaying(Refusal, frozen=True):
    """The game is over, or frozen."""


class IsVoid(Refusal, frozen=True):
    """It is void already."""


class GoneOn(Refusal, frozen=True):
    """The table is not where it was when this was decided."""


class NoSuchStep(Refusal, frozen=True):
    """The game has no such step, or stands there."""


class NoSuchBranch(Refusal, frozen=True):
    """The game has left no such branch."""


class NoSuchSeat(Refusal, frozen=True):
    """The table has no such seat, or whoever is to sit there does already."""


class NoSuchPerson(Refusal, frozen=True):
    """There is nobody of that name."""


class CantBeRead(Refusal, frozen=True):
    """What is stored there can't be read under today's rules."""


class TooMuch(Refusal, frozen=True):
    """So many minutes can't be given at once."""


class NoSuchLine(Refusal, frozen=True):
    """Nobody has said that, or it is put away already."""


class NoFactor(Refusal, frozen=True):
    """They have no second factor."""


class NotYourself(Refusal, frozen=True):
    """Nobody does this to themselves."""


class LastAdmin(Refusal, frozen=True):
    """There would be no admin left."""


class IsBanned(Refusal, frozen=True):
    """They are shut out already."""


class NotBanned(Refusal, frozen=True):
    """They are not shut out."""


class PlaysHere(Refusal, frozen=True):
    """Who plays at a table may not look at it as somebody else."""


class CantBeginSo(Refusal, frozen=True):
    """Today's rules don't begin a game with these options."""
