"""Reads the lists of tables that pages show, whether their games have begun or not."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from app.clocks.reckoning import clock_of
from app.clocks.terms import AGREED_LIVE, Terms, agreed
from app.store.chairs import Chair, chairs
from app.store.database import Database
from app.store.sights import OF_ROOM
from app.store.tables import invitations, rooms, seats, sights, tables, tenures
from engine.core.state import Side

LISTED = 60
"""How many tables one list shows at most."""


class Listed(Struct, frozen=True):
    """A table in a list, as one reader may see it. A room without a table has no seats. Of a delayed table, readers who
    do not play there see what its spectators see."""

    key: str
    game: str
    title: str
    status: str
    waiting: str
    awaited: str
    sequence: int
    moved_at: datetime
    chairs: tuple[Chair, ...] = ()
    host: int | None = None
    rated: bool = False
    kind: str = "game"
    clock: str = ""
    time: str = ""
    """`clock` is the stored terms about time; `time` is the stored clock of the game, with how much time each side has
    left."""
    epoch: int = 0

    @property
    def terms(self) -> Terms | None:
        return agreed(self.clock)

    def due(self, sides: Iterable[Side]) -> datetime | None:
        """Return the earliest deadline of these sides."""
        clock = clock_of(self.time)
        hands = [clock.hands[side] for side in sides if side in clock.hands] if clock else []
        return min((hand.due for hand in hands if hand.due), default=None)

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(chair.free for chair in self.chairs)

    def sides_of(self, person: int) -> set[Side]:
        return {side for chair in self.chairs if chair.person == person for side in chair.sides}


class Filter(Struct, frozen=True):
    """The filter that a reader has set in the lobby."""

    game: str = ""
    status: str = ""
    """`open`, `playing` or `finished`; empty for all."""
    show: str = "all"
    """`all`, `mine`, or `free` for tables with a free seat."""
    players: int = 0
    """The number of seats; 0 for any number."""
    pace: str = ""
    """`live`, `web` or `none` (without a clock); empty for all."""


class Lists:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def listed(self, status: str, person: int | None = None, wanted: Filter | None = None) -> list[Listed]:
        """Return the tables of a status that this person may find in a list, the liveliest first."""
        wanted = wanted or Filter()
        where: list[Any] = [NO_BOARD, STATUS.in_([status]), SEATED if wanted.show == "mine" else shown_to(SEATED)]
        if wanted.game:
            where.append(GAME.in_([wanted.game]))
        if wanted.show == "free":
            free = (seats.c.table == tables.c.id, seats.c.person.is_(None), seats.c.bot == "")
            where.append(sa.exists().where(*free))
        if wanted.players:
            chairs_there = sa.select(sa.func.count()).where(seats.c.table == tables.c.id).scalar_subquery()
            where.append(chairs_there == wanted.players)
        if wanted.pace:
            where.append(PACES[wanted.pace])
        return await self.rows(person, ARRANGED if status == "open" else BEGUN, *where)

    async def of(self, person: int) -> list[Listed]:
        """Return all tables at which a person sits, finished ones last."""
        return await self.rows(person, ARRANGED, NO_BOARD, SEATED, first=(OVER,))

    async def left_by(self, person: int) -> list[Listed]:
        """Return the tables whose game goes on without this person, who sat there, as long as nobody has taken the
        seat."""
        those = (tenures.c.table == tables.c.id, tenures.c.person == person, tenures.c.ended_at.isnot(None))
        empty = (seats.c.table == tables.c.id, seats.c.number == tenures.c.seat, seats.c.person.is_(None))
        gone = sa.exists().where(*those, *empty)
        return await self.rows(person, ARRANGED, NO_BOARD, STATUS.in_(["playing"]), gone)

    async def inviting(self, person: int) -> list[Listed]:
        """Return the open tables that invite this person by name, if the person does not sit there yet."""
        asked = sa.exists().where(invitations.c.table == tables.c.id, invitations.c.person == person)
        open_to = (tables.c.room.is_(None), tables.c.access == "named", asked, ~SEATED)
        return await self.rows(person, ARRANGED, *open_to)

    async def rows(self, person: int | None, of: sa.Join, *where: Any, first: tuple[Any, ...] = ()) -> list[Listed]:
        """Return these tables as a person may see them, sorted by what the person may see."""
        moved = next(column for column in LISTING if column.name == "moved_at")
        query = sa.select(*LISTING).select_from(of.outerjoin(sights, OF_ROOM)).where(*where)
        query = query.order_by(*first, moved.desc(), KEY).limit(LISTED)
        async with self.database.reading() as connection:
            rows = (await connection.execute(query, {"reader": person or 0})).all()
            around = await chairs(connection, [row.id for row in rows if row.id])
        return [
            Listed(
                **{name: value for name, value in row._mapping.items() if name != "id"}, chairs=around.get(row.id, ())
            )
            for row in rows
        ]


STATUS = sa.func.coalesce(rooms.c.status, "open").label("status")
ARRANGED = tables.outerjoin(rooms, tables.c.room == rooms.c.id)
BEGUN = rooms.outerjoin(tables, tables.c.room == rooms.c.id)
"""`ARRANGED` has all tables, whether or not their games have begun; `BEGUN` has all rooms, whether or not they have a
table."""
KEY = sa.func.coalesce(rooms.c.key, tables.c.key).label("key")
GAME = sa.func.coalesce(rooms.c.game, tables.c.game).label("game")
NO_BOARD = sa.func.coalesce(tables.c.kind, "game") != "analysis"
"""Analysis boards have a list of their own."""
OVER = sa.case((STATUS == "finished", 1), else_=0)
CLOCK = sa.func.coalesce(tables.c.clock, "").label("clock")
PACES = {"live": CLOCK.startswith(AGREED_LIVE), "none": CLOCK.in_([""])}
PACES["web"] = sa.not_(sa.or_(*PACES.values()))
FIXED = [
    tables.c.id,
    KEY,
    GAME,
    sa.func.coalesce(rooms.c.title, tables.c.title).label("title"),
    STATUS,
    tables.c.host,
    sa.func.coalesce(tables.c.rated, sa.false()).label("rated"),
    sa.func.coalesce(tables.c.kind, "game").label("kind"),
    CLOCK,
    sa.func.coalesce(rooms.c.epoch, 0).label("epoch"),
]
"""The columns that are the same for all readers."""


def kept_behind(seated: Any) -> Any:
    """The condition that a reader sees the table some turns late, like `Room.sight`: spectators of a delayed table do,
    until the game is over."""
    return sa.and_(sa.func.coalesce(tables.c.delay, 0) > 0, STATUS.in_(["playing", "frozen"]), sa.not_(seated))


def listing(behind: Any) -> list[Any]:
    """Return the columns of a table for a reader who may see it late. No other column of rooms in a list changes with
    the game: who has to move, how far it is, when it moved, how much time is left."""

    def seen(name: str, shown: Any, now: Any) -> Any:
        return sa.case((behind, shown), else_=now).label(name)

    waiting, moved_at = sa.func.coalesce(sights.c.waiting, ""), sa.func.coalesce(sights.c.moved_at, rooms.c.opened_at)
    return [
        *FIXED,
        seen("waiting", waiting, sa.func.coalesce(rooms.c.waiting, "")),
        seen("awaited", "", sa.func.coalesce(rooms.c.awaited, "")),
        seen("sequence", sa.func.coalesce(sights.c.sequence, 0), sa.func.coalesce(rooms.c.sequence, 0)),
        seen("moved_at", moved_at, sa.func.coalesce(rooms.c.moved_at, tables.c.moved_at)),
        seen("time", "", sa.func.coalesce(rooms.c.clock, "")),
    ]


SEATED = sa.exists().where(seats.c.table == tables.c.id, seats.c.person == sa.bindparam("reader"))
LISTING = listing(kept_behind(SEATED))
"""Built once: building them takes as long as the query."""


def shown_to(seated: Any) -> Any:
    """The condition that a reader may find a table in a list. Tables joined by link, and games that are closed to
    spectators, appear only in the lists of their own players."""
    watched = sa.or_(tables.c.room.is_(None), tables.c.spectators)
    return sa.or_(tables.c.id.is_(None), sa.and_(tables.c.access == "public", watched), seated)
