"""The lists of tables that pages show, whether their games have begun or not. TableStore has them; app.lobby asks."""

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
"""Tables that one list shows at most."""


class Listed(Struct, frozen=True):
    """A table as one reader may see it in a list, whether its game has begun or not; one that nobody arranged has no
    chairs. Of a delayed table those who don't play there see what its spectators see."""

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
    """What was agreed about time, and how much of it each side has; as they are kept."""
    epoch: int = 0

    @property
    def terms(self) -> Terms | None:
        return agreed(self.clock)

    def due(self, sides: Iterable[Side]) -> datetime | None:
        """When the first of these sides has to have answered."""
        clock = clock_of(self.time)
        hands = [clock.hands[side] for side in sides if side in clock.hands] if clock else []
        return min((hand.due for hand in hands if hand.due), default=None)

    @property
    def free(self) -> int:
        """Chairs that are free."""
        return sum(chair.free for chair in self.chairs)

    def sides_of(self, person: int) -> set[Side]:
        return {side for chair in self.chairs if chair.person == person for side in chair.sides}


class Filter(Struct, frozen=True):
    """What of the lobby somebody wants to see."""

    game: str = ""
    status: str = ""
    """`open`, `playing` or `finished`; empty: all of them."""
    show: str = "all"
    """`all`, `mine`, or `free`: tables with a free chair."""
    players: int = 0
    """With how many chairs; 0: any number."""
    pace: str = ""
    """`live`, by `web`, or without a clock, `none`; empty: all of them."""


class Lists:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def listed(self, status: str, person: int | None = None, wanted: Filter | None = None) -> list[Listed]:
        """Tables of a status that this person may find in a list, the liveliest first."""
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
        """All tables at which somebody sits, those that are over last."""
        return await self.rows(person, ARRANGED, NO_BOARD, SEATED, first=(OVER,))

    async def left_by(self, person: int) -> list[Listed]:
        """Tables whose game goes on without somebody who sat there, as long as nobody else has taken their seat."""
        those = (tenures.c.table == tables.c.id, tenures.c.person == person, tenures.c.ended_at.isnot(None))
        empty = (seats.c.table == tables.c.id, seats.c.number == tenures.c.seat, seats.c.person.is_(None))
        gone = sa.exists().where(*those, *empty)
        return await self.rows(person, ARRANGED, NO_BOARD, STATUS.in_(["playing"]), gone)

    async def inviting(self, person: int) -> list[Listed]:
        """Tables that have not begun and ask for somebody by name who does not sit there yet."""
        asked = sa.exists().where(invitations.c.table == tables.c.id, invitations.c.person == person)
        open_to = (tables.c.room.is_(None), tables.c.access == "named", asked, ~SEATED)
        return await self.rows(person, ARRANGED, *open_to)

    async def rows(self, person: int | None, of: sa.Join, *where: Any, first: tuple[Any, ...] = ()) -> list[Listed]:
        """These tables as a person may see them, and in the order of what they may see."""
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
"""Tables whose game may not have begun; games whose table nobody may have arranged."""
KEY = sa.func.coalesce(rooms.c.key, tables.c.key).label("key")
GAME = sa.func.coalesce(rooms.c.game, tables.c.game).label("game")
NO_BOARD = sa.func.coalesce(tables.c.kind, "game") != "analysis"
"""Boards to try things out on stand in a list of their own."""
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
"""The columns that are the same for all who may find a table."""


def kept_behind(seated: Any) -> Any:
    """Whether a reader sees the table some turns behind, as `Room.sight` has it: spectators of a delayed table do,
    until the game is over."""
    return sa.and_(sa.func.coalesce(tables.c.delay, 0) > 0, STATUS.in_(["playing", "frozen"]), sa.not_(seated))


def listing(behind: Any) -> list[Any]:
    """The columns of a table as a reader may see it who may be kept behind. Nothing else in lists is read from rooms
    that moves with a game: who is waited for, how far it is, when it moved, how much time is left."""

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
"""Made once: they take as long to make as to be asked for."""


def shown_to(seated: Any) -> Any:
    """Tables that are joined by their link stand in nobody's list but their own players', and so do games that nobody
    else may watch."""
    watched = sa.or_(tables.c.room.is_(None), tables.c.spectators)
    return sa.or_(tables.c.id.is_(None), sa.and_(tables.c.access == "public", watched), seated)
