"""The HTTP status of each refusal: one table for pages, the API and sockets."""

from __future__ import annotations

from app.admin import answers as admin
from app.rooms import answers as rooms
from engine.core.refusal import GameOver, NothingToTakeBack, Refusal, Stale

FORBIDDEN = (rooms.NotYourClock, admin.NotForYou)
"""403: another person might do it."""
CONFLICTS = (
    Stale,
    GameOver,
    NothingToTakeBack,
    rooms.RoomFrozen,
    rooms.QuestionOpen,
    rooms.QuestionOver,
    rooms.SeatTaken,
    rooms.ClockStands,
    rooms.ClockGoes,
    admin.NotBegun,
    admin.NoGame,
    admin.IsFrozen,
    admin.NotFrozen,
    admin.NotPlaying,
    admin.IsVoid,
    admin.GoneOn,
    admin.NoSuchStep,
    admin.NoSuchBranch,
    admin.NoSuchSeat,
    admin.CantBeRead,
    admin.NoSuchLine,
    admin.NoFactor,
    admin.NotYourself,
    admin.LastAdmin,
    admin.IsBanned,
    admin.NotBanned,
    admin.PlaysHere,
    admin.CantBeginSo,
)
"""409: at another moment, or at another table, it might be done."""


def status_of(refusal: Refusal) -> int:
    """Return the status of a refusal: 422 if what was sent can never be done."""
    if isinstance(refusal, FORBIDDEN):
        return 403
    return 409 if isinstance(refusal, CONFLICTS) else 422
