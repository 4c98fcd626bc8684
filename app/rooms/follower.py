"""Follows what other processes did to a live game: its position, its status, the latest vote, the admin actions and the
people who sit there. It is asked with the lock of the room held."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from app.base.failures import StoreUnavailable
from app.rooms.delayed_view import shown_behind
from app.rooms.loading import Unreadable, jumps, load, log_entry, replay
from app.store.games.clocks import ClockStore
from app.store.games.rooms import Head, RoomRow
from app.store.games.votes import VoteStore
from app.store.ops.admin_log import AdminLog
from app.store.tables.tables import TableStore
from app.store.tables.tenures import TenureStore
from engine.core.state import AnyState

if TYPE_CHECKING:
    from app.rooms.room import Room

log = structlog.get_logger(__name__)


class Follower:
    def __init__(self, room: Room) -> None:
        self.room, self.store = room, room.store
        database = room.store.database
        self.votes, self.admin_log, self.tables = VoteStore(database), AdminLog(database), TableStore(database)
        self.tenures, self.clocks = TenureStore(database), ClockStore(database)

    async def catch_up(self, own: bool = False) -> None:
        """Adopt what other processes recorded, or with `own` the vote or seats changed here."""
        room, head = self.room, await self.store.head(self.room.id)
        if head == room.head:
            return
        has_changed = (head.changes, head.clock) != (room.changes, room.wound)
        if head.changes != room.changes:
            await self.read_changes(head.changes)
            room.hours = (await self.clocks.hours([room.id]))[room.id] if head.clock else {}
        room.wind(head.clock)
        try:
            if head.epoch != room.epoch:
                await self.reload()
            elif head.sequence > room.sequence:
                await self.follow(head)
            elif head.status != room.status:
                room.move(room.position, head.status, [], own=False)
            elif has_changed:
                room.announce(room, own)
        except Unreadable as error:
            await self.freeze(str(error))

    async def read_changes(self, changes: int) -> None:
        """Read the latest vote, the admin actions and the people at the table, as of this count of changes."""
        room = self.room
        room.latest_vote, room.changes = await self.votes.latest(room.id), changes
        row, table = await self.row(), (await self.tables.of_rooms([room.id])).get(room.id)
        room.title, room.trouble, room.void = row.title, row.trouble, row.void
        if (actions := await self.admin_log.at_table(room.key)) != room.admin_actions:
            room.admin_actions = actions
        if table:
            room.tenures = await self.tenures.of(table.id)
            room.seating.arrange(table)

    async def follow(self, head: Head) -> None:
        """Replay what was recorded since; where a game went back or was ended, read it again."""
        room = self.room
        entries = await self.store.entries(room.id, room.epoch, room.sequence, head.sequence)
        if any(jumps(room.game, entry) for entry in entries):
            await self.reload()
        else:
            after = replay(room.game, room.game.clone(room.position), entries, entries[-1].hash, room.undo, room.late)
            await self.unveil(after)
            room.move(after, head.status, [log_entry(room.game, entry) for entry in entries], own=False)

    async def reload(self) -> None:
        row = await self.row()
        loaded = await load(self.store, self.room.game, row)
        room = self.room
        room.epoch, room.opened_at = row.epoch, row.opened_at
        room.log, room.undo, room.late = loaded.log, loaded.undo, loaded.late
        await self.unveil(loaded.position, anew=True)
        room.move(loaded.position, row.status, [], own=False)

    async def row(self) -> RoomRow:
        return await self.store.row(self.room.key)

    async def unveil(self, after: AnyState, anew: bool = False) -> None:
        """Show delayed spectators a new turn. If it cannot be read now, they wait."""
        room = self.room
        if room.behind and (anew or room.game.turn(after) != room.game.turn(room.position)):
            try:
                room.veiled = await shown_behind(self.store, room.game, await self.row(), after, room.behind)
            except (StoreUnavailable, Unreadable) as error:
                log.warning("spectators wait", room=room.key, sequence=after.sequence, error=str(error))

    async def freeze(self, trouble: str) -> None:
        """Let nobody move here any more, since the rules or the log failed."""
        room = self.room
        log.error("room frozen", room=room.key, epoch=room.epoch, sequence=room.sequence, trouble=trouble)
        await self.store.freeze(room.id, trouble)
        room.trouble = trouble
        room.move(room.position, "frozen", [], own=True)
