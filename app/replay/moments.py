"""Past positions of games, where their turns began, and their draws. Results for live rooms are cached, so that going
through a game step by step costs little. There is one `Moments` per process.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

from msgspec import Struct

from app.replay.dice import Fall, falls
from app.rooms.loading import Loaded, load
from app.rooms.room import Room
from app.rooms.walking import Way, walk
from app.store.rooms import RoomRow, RoomStore

POSITIONS = 128
"""How many positions a process caches, each with the log that leads to it."""
GAMES = 128
"""For how many games it caches the turns and the draws."""


K = TypeVar("K")
V = TypeVar("V")


class Marks(Struct):
    """Where the turns of a game began, up to the sequence `last`."""

    last: int = -1
    turn: int | None = None
    begun: list[tuple[int, int]] = []
    """Pairs of sequence and turn."""


class Moments:
    def __init__(self, store: RoomStore) -> None:
        self.store = store
        self.positions: OrderedDict[tuple[Room, int, int], Loaded] = OrderedDict()
        self.marks: OrderedDict[tuple[Room, int], Marks] = OrderedDict()
        self.fallen: OrderedDict[tuple[Room, int], tuple[int, list[Fall]]] = OrderedDict()

    async def at(self, room: Room, step: int, branch: RoomRow | None = None) -> Loaded:
        """Return the room as it was, perhaps in a branch that it has left. Callers must not change it. Raises
        Unreadable."""
        which = (room, branch.epoch if branch else room.epoch, step)
        found = self.positions.get(which)
        if found is None:
            row = branch or await self.store.row(room.key)
            found = await load(self.store, room.game, row, step)
        return kept(self.positions, which, found, POSITIONS)

    async def turns(self, room: Room, last: int, epoch: int | None = None) -> list[tuple[int, int]]:
        """Return the sequences at which turns began, up to the last, in the current branch or another one; as far as
        the game can be read."""
        which = (room, room.epoch if epoch is None else epoch)
        marks = kept(self.marks, which, self.marks.get(which) or Marks(), GAMES)
        if marks.last < last:
            marks = kept(self.marks, which, await self.marked(*which, marks, last), GAMES)
        return [mark for mark in marks.begun if mark[0] <= last]

    async def falls(self, room: Room, last: int) -> list[Fall]:
        """Return every draw up to a step. Raises Unreadable."""
        which = (room, room.epoch)
        known, found = self.fallen.get(which) or (-1, [])
        if known < last:
            found = found + await falls(self.store, room, last, known)
            known = last
        kept(self.fallen, which, (known, found), GAMES)
        return [fall for fall in found if fall.step <= last]

    async def marked(self, room: Room, epoch: int, marks: Marks, last: int) -> Marks:
        """Return the marks extended up to `last`."""
        turn, begun = marks.turn, [*marks.begun]
        way = Way(room.id, epoch, last)
        async for sequence, position in walk(self.store, room.game, way, marks.last, leave_out=True):
            if room.game.turn(position) != turn:
                turn = room.game.turn(position)
                begun.append((sequence, turn))
        return Marks(last, turn, begun)


def kept(those: OrderedDict[K, V], key: K, value: V, most: int) -> V:
    """Cache a value as the latest used, and drop the least recently used one."""
    those[key] = value
    those.move_to_end(key)
    if len(those) > most:
        those.popitem(last=False)
    return value
