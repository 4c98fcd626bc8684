"""The reasons why an admin action is refused. Pages and the shell show the sentence of that name."""

from __future__ import annotations

from engine.core.refusal import Refusal


class NotForYou(Refusal, frozen=True):
    """The person may not do that."""


class NoReason(Refusal, frozen=True):
    """The reason is missing."""


class NoTitle(Refusal, frozen=True):
    """A title is missing or too long."""


class NotBegun(Refusal, frozen=True):
    """The game has not begun."""


class NoGame(Refusal, frozen=True):
    """It is a lesson or an analysis board."""


class IsFrozen(Refusal, frozen=True):
    """The game is frozen already."""


class NotFrozen(Refusal, frozen=True):
    """The game is not frozen."""


class NotPlaying(Refusal, frozen=True):
    """The game is over or frozen."""


class IsVoid(Refusal, frozen=True):
    """The game is void already."""


class GoneOn(Refusal, frozen=True):
    """The table has changed since this was decided."""


class NoSuchStep(Refusal, frozen=True):
    """The game has no such step, or is at it now."""


class NoSuchBranch(Refusal, frozen=True):
    """The game has left no such branch."""


class NoSuchSeat(Refusal, frozen=True):
    """The table has no such seat, or the person sits at it already."""


class NoSuchPerson(Refusal, frozen=True):
    """No person has that name."""


class CantBeRead(Refusal, frozen=True):
    """The stored game cannot be read by today's rules."""


class TooMuch(Refusal, frozen=True):
    """So many minutes cannot be given at once."""


class NoSuchLine(Refusal, frozen=True):
    """There is no such message, or it is hidden already."""


class NoFactor(Refusal, frozen=True):
    """They have no second factor."""


class NotYourself(Refusal, frozen=True):
    """Admins cannot do this to themselves."""


class LastAdmin(Refusal, frozen=True):
    """There would be no admin left."""


class IsBanned(Refusal, frozen=True):
    """They are banned already."""


class NotBanned(Refusal, frozen=True):
    """They are not banned."""


class PlaysHere(Refusal, frozen=True):
    """A player of a table may not look at it as another side."""


class CantBeginSo(Refusal, frozen=True):
    """Today's rules cannot begin a game with these options."""
