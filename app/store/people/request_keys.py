"""Remembers requests that create something by their key: the same request sent again creates nothing more. A request is
remembered in the transaction that creates the thing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from app.store.db.database import Database
from app.store.db.schema.games import requests
from app.store.db.upserts import insert_into

REMEMBERED = timedelta(days=30)


class Asked(Struct, frozen=True):
    """A request that creates something: the person, the key, and a digest of what it asks for."""

    person: int
    key: str
    payload: str


class Known(Struct, frozen=True):
    """A request that was answered, and the answer."""

    payload: str
    answer: str


class AskedBefore(Exception):
    """The thing was created before, when this request was sent first."""


class RequestStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def known(self, asked: Asked) -> Known | None:
        """Return the remembered request with that key, with what was created."""
        found = sa.select(requests.c.payload, requests.c.answer)
        same = (requests.c.person == asked.person, requests.c.key == asked.key)
        async with self.database.reading() as connection:
            row = (await connection.execute(found.where(*same))).first()
        return Known(*row) if row else None

    async def sweep(self, at: datetime) -> None:
        async with self.database.writing() as connection:
            await connection.execute(requests.delete().where(requests.c.at <= at - REMEMBERED))


async def remember(connection: AsyncConnection, asked: Asked | None, answer: str, at: datetime) -> None:
    """Remember a request with its answer. Raises AskedBefore, which rolls the transaction back: the same request sent
    twice at once creates one thing."""
    if asked is None:
        return
    values = {"person": asked.person, "key": asked.key, "payload": asked.payload, "answer": answer, "at": at}
    new = (
        insert_into(requests, connection.dialect.name == "postgresql")
        .values(values)
        .on_conflict_do_nothing()
        .returning(requests.c.key)
    )
    if (await connection.execute(new)).first() is None:
        raise AskedBefore
