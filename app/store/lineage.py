"""Reads the branches of games. A game that was rewound goes on in a new epoch, which shares the entries of the former
one up to where it branches off: nothing is copied and nothing is lost.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.tables import entries, snapshots
from app.store.tables_run import branches


class Branch(Struct, frozen=True):
    """One epoch of a game."""

    epoch: int
    parent: int | None
    """The epoch from which it branches off; None if it has an opening of its own."""
    first: int
    """The sequence of its first position."""
    last: int | None
    """The sequence at which it was left; None while it is played."""
    hash: str
    prologue: str
    clock: str
    opened_at: datetime
    began_at: datetime
    left_at: datetime | None


class Reach(Struct, frozen=True):
    """A stretch of a game's past: the entries of an epoch from the position `first` to `end`, where the next epoch
    branches off."""

    epoch: int
    first: int = 0
    end: int | None = None


BRANCH = [branches.c[name] for name in Branch.__struct_fields__]
WHOLE = (Reach(0),)
"""The past of a game that was never rewound."""


async def branches_of(connection: AsyncConnection, room: int) -> list[Branch]:
    """Return the branches in order; none if the game was never rewound."""
    rows = await connection.execute(sa.select(*BRANCH).where(branches.c.room == room).order_by(branches.c.epoch))
    return [Branch(**row._mapping) for row in rows]


async def lineage(connection: AsyncConnection, room: int, epoch: int) -> tuple[Reach, ...]:
    """Return the stretches that an epoch consists of, the latest first."""
    if epoch == 0:
        return WHOLE
    return reaches(await branches_of(connection, room), epoch)


def reaches(known: list[Branch], epoch: int) -> tuple[Reach, ...]:
    by_epoch = {branch.epoch: branch for branch in known}
    found, end = list[Reach](), None
    at: int | None = epoch
    while at is not None:
        branch = by_epoch.get(at)
        first = branch.first if branch else 0
        found.append(Reach(at, first, end))
        at, end = (branch.parent if branch else None), first
    return tuple(found)


def of_entries(room: int, made_of: tuple[Reach, ...]) -> sa.ColumnElement[bool]:
    """Select the entries of a game in any of these epochs: each entry leads to a position after the epoch's first."""
    return sa.and_(entries.c.room == room, sa.or_(*(entered(one) for one in made_of)))


def of_snapshots(room: int, made_of: tuple[Reach, ...]) -> sa.ColumnElement[bool]:
    return sa.and_(snapshots.c.room == room, sa.or_(*(kept(one) for one in made_of)))


def entered(one: Reach) -> sa.ColumnElement[bool]:
    until: list[Any] = [] if one.end is None else [entries.c.sequence <= one.end]
    return sa.and_(entries.c.epoch == one.epoch, entries.c.sequence > one.first, *until)


def kept(one: Reach) -> sa.ColumnElement[bool]:
    until: list[Any] = [] if one.end is None else [snapshots.c.sequence < one.end]
    return sa.and_(snapshots.c.epoch == one.epoch, snapshots.c.sequence >= one.first, *until)


def owner(made_of: tuple[Reach, ...], sequence: int) -> int:
    """Return the epoch to which the position of a sequence belongs."""
    return next(one.epoch for one in made_of if one.first <= sequence and (one.end is None or sequence < one.end))
