"""Plays moves at a room in tests, as if a player had sent them."""

from __future__ import annotations

import msgspec

from app.rooms.answers import Answer
from app.rooms.move import Move, read_move
from app.rooms.room import Room
from engine.core.choice import Choice
from engine.core.refusal import Malformed
from engine.core.state import Side
from engine.core.undo import Back

BY = "test"


async def play(room: Room, side: Side, choice: Choice | bytes, key: str, seen: int | None = None) -> Answer:
    """Play a choice, or its JSON, that answers the position of sequence `seen`, or the one that the room is at. A
    request key without a sender gets the test as its sender."""
    raw = choice if isinstance(choice, bytes) else msgspec.json.encode(choice)
    by, name = split(key)
    move = read_move(room.game, side, raw, name, room.sequence if seen is None else seen, by)
    return move if isinstance(move, Malformed) else await room.play(move)


async def go_back(room: Room, side: Side, to: int, key: str, seen: int | None = None) -> Answer:
    """Take back what a side chose since the position of sequence `to`."""
    by, name = split(key)
    return await room.play(Move(side, Back(to), name, room.sequence if seen is None else seen, by))


def split(key: str) -> tuple[str, str]:
    by, dot, name = key.partition(".")
    return (by, name) if dot else (BY, key)
