"""Stores what a person keeps at a table: private notes, and how far they have seen the game."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct

from app.store.db.columns import locked
from app.store.db.database import Database
from app.store.db.prepared import Often
from app.store.db.schema.games import notes, visits
from app.store.db.upserts import Insert, replacing
from app.store.games.rooms import of_what_is_there


class Note(Struct, frozen=True):
    """A person's private notes at a table. The version rises with every change."""

    text: str = ""
    version: int = 0


class Visit(Struct, frozen=True):
    """The last position that a person has seen of a game."""

    epoch: int
    sequence: int
    at: datetime | None = None
    """When their browser reported it."""


NOTED = sa.select(notes.c.text, notes.c.version).where(
    notes.c.person == sa.bindparam("person"), notes.c.table == sa.bindparam("table")
)
LOOKED = sa.select(visits.c.epoch, visits.c.sequence, visits.c.at).where(
    visits.c.person == sa.bindparam("person"), visits.c.room == sa.bindparam("room")
)


class KeepingStore:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.seen = Often(database, seen_further(database.insert(visits)), tells=True)
        self.looked, self.noted = Often(database, LOOKED), Often(database, NOTED)

    async def note(self, person: int, table: int) -> Note:
        for row in await self.noted(person=person, table=table):
            return Note(*row)
        return Note()

    async def write_note(self, person: int, table: int, text: str, at: datetime) -> tuple[Note, int]:
        """Store a note, replacing the one before; return that one and the new version."""
        of = (notes.c.person == person, notes.c.table == table)
        new = (
            self.database.insert(notes)
            .values(person=person, table=table, text="", version=0, at=at)
            .on_conflict_do_nothing()
        )
        async with of_what_is_there(), self.database.writing() as connection:
            await connection.execute(new)
            found = locked(sa.select(notes.c.text, notes.c.version).where(*of))
            before = Note(*(await connection.execute(found)).one())
            if text == before.text:
                return before, before.version
            values = {"text": text, "version": before.version + 1, "at": at}
            await connection.execute(notes.update().where(*of).values(values))
        return before, before.version + 1

    async def visit(self, person: int, room: int) -> Visit | None:
        for row in await self.looked(person=person, room=room):
            return Visit(*row)
        return None

    async def saw(self, person: int, room: int, visit: Visit, at: datetime) -> None:
        """Record that the person has seen the game that far. The mark never moves back."""
        row = {"person": person, "room": room, "epoch": visit.epoch, "sequence": visit.sequence, "at": at}
        async with of_what_is_there():
            await self.seen(**row)


def seen_further(new: Insert) -> sa.Insert:
    """Complete an insert of a visit: it replaces the stored one unless that is later."""
    added, index = new.excluded, [visits.c.person, visits.c.room]
    further = sa.tuple_(visits.c.epoch, visits.c.sequence) <= sa.tuple_(added.epoch, added.sequence)
    return replacing(new, index, "epoch", "sequence", "at", where=further)
