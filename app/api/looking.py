"""Finds the side as which a caller sees a game, now or in the past."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from app.api.caller import Caller
from app.play.decision import asked_of
from app.replay.vantage import PUBLIC, Vantage, vantage
from app.rooms.room import Room

Eyes = Annotated[
    str,
    Query(
        max_length=64,
        description=f"Through whose eyes: one of one's own sides, once the game is over any side or `{PUBLIC}`. Empty: "
        "one's side that is waited for; spectators are `public`.",
    ),
]


def looking(room: Room, caller: Caller, named: str) -> Vantage:
    """Return what the caller sees as the named side. A side that they may not see does not exist for them."""
    return vantage(room, caller.person, named or asked_of(room, room.sides_of(caller.person)) or "")
