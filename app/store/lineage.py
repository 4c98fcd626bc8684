"""Branches of games as they are kept. A game that was led back goes on in an epoch of its own, which has the entries of
the one before up to where it branches off; nothing is copied, and nothing is lost. Called by the stores that read logs
and positions (`of_entries`, `of_snapshots`), and by store.deeds, which begins branches.
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
    """The epoch it branches off; None if it has an opening of its own."""
    first: int
    """The sequence of its first position."""
    last: int | None
    """The one at which it was left; None while it is played."""
    hash: str
    prologue: str
    clock: str
    opened_at: datetime
    began_at: datetime
    left_at: datetime | None


class Reach(Struct, frozen=True):
    """A stretch of a game's past: what an epoch has from the position `first` on, until the one that branches off at
    `end` begins."""

    epoch: int
    first: int = 0
    end: int | None = None


BRANCH = [branches.c[name] for name in Branch.__struct_fields__]
WHOLE = (Reach(0),)
"""What there is of a game that nobody has led anywhere."""


async def branches_of(connection: AsyncConnection, room: int) -> list[Branch]:
    """In order; none of a game that nobody has led anywhere."""
    rows = await connection.execute(sa.select(*BRANCH).where(branches.c.room == room).order_by(branches.c.epoch))
    return [Branch(**row._mapping) for row in rows]


async def lineage(connection: AsyncConnection, room: int, epoch: int) -> tuple[Reach, ...]:
    """What an epoch is made of, the latest first."""
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
    """The entries of a game, whichever epoch they were made in: each leads to a later position than its first."""
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
    """The epoch that the position of a sequence is of."""
    return next(one.epoch for one in made_of if one.first <= sequence and (one.end is None or sequence < one.end))
