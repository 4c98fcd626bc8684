"""What somebody sees of a room: its players see it as it is now, spectators perhaps as it was some turns ago. Pages,
the feed, records and programs ask `Room.sight`, and nothing else, for what they show.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import structlog
from msgspec import Struct

from app.rooms.asked import sides_waited_for
from app.rooms.loading import Loaded, Told, load
from app.rooms.walking import Way, stretch, stretches
from app.store.database import StoreUnavailable
from app.store.rooms import Head, RoomGone, RoomRow, RoomStore
from app.store.sights import ShownSight, SightStore
from engine.core.game import AnyGame
from engine.core.state import AnyState

log = structlog.get_logger(__name__)


class Sight(Struct, frozen=True, dict=True):
    """A room as somebody sees it."""

    position: AnyState
    log: Sequence[Told]
    epoch: int
    status: str
    behind: int = 0
    """How many turns of the game this is behind; 0 if it is as it is."""

    @property
    def sequence(self) -> int:
        return self.position.sequence

    @cached_property
    def head(self) -> Head:
        return Head(self.epoch, self.sequence, self.status)

    def is_of(self, position: AnyState, epoch: int, status: str) -> bool:
        """Whether this is how a room looks that is there."""
        return self.position is position and self.epoch == epoch and self.status == status


async def shown_behind(store: RoomStore, game: AnyGame, row: RoomRow, now: AnyState, turns: int) -> Loaded:
    """The room as its spectators see it from now on, in lists too. If lists can't be told, they stay as they were."""
    then = await as_it_was(store, game, row, now, turns)
    waiting, moved_at = sides_waited_for(game, then.position), then.log[-1].at if then.log else row.opened_at
    shown = ShownSight(row.id, row.epoch, then.position.sequence, " ".join(waiting), moved_at)
    try:
        await SightStore(store.database).show(shown)
    except (StoreUnavailable, RoomGone) as error:
        log.warning("lists stay behind", room=row.key, sequence=shown.sequence, error=str(error))
    return then


async def as_it_was(store: RoomStore, game: AnyGame, row: RoomRow, now: AnyState, turns: int) -> Loaded:
    """The room as it was when the turn so many turns before this one ended; the opening, if there was none."""
    way = Way(row.id, row.epoch, now.sequence)
    return await load(store, game, row, await last_of_turn(store, game, way, game.turn(now) - turns))


async def last_of_turn(store: RoomStore, game: AnyGame, way: Way, turn: int) -> int:
    """The last sequence at which it was no later than this turn."""
    for first, last in reversed(await stretches(store, way)):
        positions = await stretch(store, game, way, first, last)
        found = [sequence for sequence, position in positions if game.turn(position) <= turn]
        if found:
            return found[-1]
    return 0
