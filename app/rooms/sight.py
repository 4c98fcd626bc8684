"""A reader's view of a room: players see it as it is, delayed spectators as it was some turns ago. Pages, the feed,
records and programs show only what `Room.sight` returns.
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
    """A room as one kind of reader sees it."""

    position: AnyState
    log: Sequence[Told]
    epoch: int
    status: str
    behind: int = 0
    """How many turns ago this was; 0 for the present."""

    @property
    def sequence(self) -> int:
        return self.position.sequence

    @cached_property
    def head(self) -> Head:
        return Head(self.epoch, self.sequence, self.status)

    def is_of(self, position: AnyState, epoch: int, status: str) -> bool:
        """Tell whether this shows the room at this position, epoch and status."""
        return self.position is position and self.epoch == epoch and self.status == status


async def shown_behind(store: RoomStore, game: AnyGame, row: RoomRow, now: AnyState, turns: int) -> Loaded:
    """Return the room as delayed spectators see it from now on, and store it for lists. If that cannot be stored, lists
    stay as they were."""
    then = await as_it_was(store, game, row, now, turns)
    waiting, moved_at = sides_waited_for(game, then.position), then.log[-1].at if then.log else row.opened_at
    shown = ShownSight(row.id, row.epoch, then.position.sequence, " ".join(waiting), moved_at)
    try:
        await SightStore(store.database).show(shown)
    except (StoreUnavailable, RoomGone) as error:
        log.warning("lists stay behind", room=row.key, sequence=shown.sequence, error=str(error))
    return then


async def as_it_was(store: RoomStore, game: AnyGame, row: RoomRow, now: AnyState, turns: int) -> Loaded:
    """Return the room at the end of the turn that is `turns` before the present one; the opening, if there was none."""
    way = Way(row.id, row.epoch, now.sequence)
    return await load(store, game, row, await last_of_turn(store, game, way, game.turn(now) - turns))


async def last_of_turn(store: RoomStore, game: AnyGame, way: Way, turn: int) -> int:
    """Return the last sequence at which the game was not past this turn."""
    for first, last in reversed(await stretches(store, way)):
        positions = await stretch(store, game, way, first, last)
        found = [sequence for sequence, position in positions if game.turn(position) <= turn]
        if found:
            return found[-1]
    return 0
