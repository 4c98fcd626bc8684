"""Decides what a visitor may see of a game's past: as which side, and how far. While a game is running, its players see
what their sides saw and everyone else what spectators saw; once it is over, everyone may see any side.
"""

from __future__ import annotations

import structlog
from fastapi import HTTPException
from msgspec import Struct
from msgspec.structs import replace

from app.rooms.room import Room
from app.rooms.sight import Sight
from app.store.lineage import Branch
from app.store.people import Person
from app.store.rooms import RoomRow, RoomStore
from engine.core.state import Side

RECORD = "record"
"""The origin of a board from a record that followed the rules."""
PUBLIC = "public"
"""The name of the spectators' view in addresses."""
log = structlog.get_logger(__name__)


class CantBeShown(HTTPException):
    """The stored data of a step is damaged, or rules no longer installed made it; the game itself goes on."""

    which = "step"

    def __init__(self, room: Room, error: Exception) -> None:
        log.error("a step can't be shown", room=room.key, error=str(error))
        super().__init__(404)


class Vantage(Struct, frozen=True):
    room: Room
    sight: Sight
    side: Side | None
    choices: tuple[Side | None, ...]
    """The sides as which this visitor may look, None for spectators; `side` is one of them."""
    own: tuple[Side, ...]
    """The sides that they play."""
    branch: RoomRow | None = None
    """The room as it was when it left the branch they look at; None for the current branch."""
    left: tuple[Branch, ...] = ()
    """The branches that the game has left, as far as this visitor may know of them."""

    @property
    def revealed(self) -> bool:
        """Whether nothing is hidden from them: the game is over, or it is a board of their own."""
        return is_revealed(self.room, self.sight)

    @property
    def last(self) -> int:
        return self.branch.sequence if self.branch else self.sight.sequence

    @property
    def epoch(self) -> int:
        return self.branch.epoch if self.branch else self.sight.epoch

    @property
    def name(self) -> str:
        return self.side or PUBLIC


def vantage(room: Room, person: Person | None, asked: str = "") -> Vantage:
    """Return the view as the visitor asked for it, by default of a side they play. Raises 404 for a side that they may
    not see."""
    own = room.sides_of(person)
    sight = room.sight(own)
    choices: tuple[Side | None, ...] = own or (None,)
    if is_revealed(room, sight):
        choices = (None, *sight.position.sides)
    side = next(iter((*own, None))) if not asked else None if asked == PUBLIC else asked
    if side not in choices:
        raise HTTPException(404)
    return Vantage(room, sight, side, choices, own)


async def in_branch(store: RoomStore, seen: Vantage, epoch: int | None) -> Vantage:
    """Return the view of a branch that the game has left. Delayed spectators know of none. Raises 404."""
    if seen.sight.epoch == 0 or seen.sight.behind:
        found = seen
    else:
        found = replace(seen, left=tuple(one for one in await store.branches(seen.room.id) if one.last is not None))
    if epoch is None or epoch == seen.sight.epoch:
        return found
    branch = await store.row_of(await store.row(seen.room.key), epoch) if found.left else None
    if branch is None:
        raise HTTPException(404)
    return replace(found, branch=branch)


def whole(room: Room, sight: Sight) -> bool:
    """Tell whether the whole record may be exported: not of a board that began in the middle, or against the rules."""
    ordinary = room.table is None or room.table.kind != "analysis" or room.table.origin == RECORD
    return is_revealed(room, sight) and ordinary


def is_revealed(room: Room, sight: Sight) -> bool:
    over = sight.status == "finished" and not room.void
    return over or (room.table is not None and room.table.kind == "analysis")
