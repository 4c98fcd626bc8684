"""Steps through the positions of a stored game, one stretch after the other. A stretch begins at a snapshot and ends
before the next one, so that nothing is computed twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext, suppress

from msgspec import Struct

from app.base.time_limit import OverBudget, budget
from app.rooms.loading import Unreadable, decode_position
from app.store.games.rooms import RoomStore, StoredEntry
from engine.core.door import apply
from engine.core.game import AnyGame
from engine.core.state import AnyState

Walked = tuple[int, AnyState]
"""A sequence and its position. The same object changes as the walk goes on."""


class Way(Struct, frozen=True):
    """A game up to a sequence."""

    room: int
    epoch: int
    last: int


async def stretches(store: RoomStore, way: Way) -> list[tuple[int, int]]:
    """Return the first and the last sequence of each stretch."""
    starts = await store.snapshots(way.room, way.epoch, way.last)
    return list(zip(starts, [*(start - 1 for start in starts[1:]), way.last], strict=True))


async def walk(
    store: RoomStore, game: AnyGame, way: Way, after: int = -1, leave_out: bool = False
) -> AsyncIterator[Walked]:
    """Yield all positions later than `after`, letting other tasks run between two stretches. If a stretch cannot be
    read to its end, `leave_out` skips the rest of it; otherwise it raises Unreadable."""
    for first, last in await stretches(store, way):
        if last > after:
            with suppress(Unreadable) if leave_out else nullcontext():
                for sequence, position in await stretch(store, game, way, first, last):
                    if sequence > after:
                        yield sequence, position
            await asyncio.sleep(0)


async def stretch(store: RoomStore, game: AnyGame, way: Way, first: int, last: int) -> Iterator[Walked]:
    snapshot = await store.snapshot(way.room, way.epoch, first)
    if snapshot is None or snapshot.sequence != first:
        raise Unreadable(f"there is no snapshot at {first}")
    return steps(
        game, decode_position(game, snapshot.state), first, await store.entries(way.room, way.epoch, first, last)
    )


def steps(game: AnyGame, position: AnyState, first: int, entries: list[StoredEntry]) -> Iterator[Walked]:
    yield first, position
    for entry in entries:
        try:
            with budget():
                apply(game, position, entry.side, game.choice_decoder.decode(entry.choice))
        except (Exception, OverBudget) as error:
            raise Unreadable(f"the log can't be replayed: {error!r}") from error
        yield entry.sequence, position
