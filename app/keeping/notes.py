"""A person's private notes at a table."""

from __future__ import annotations

from fastapi import HTTPException
from msgspec import Struct

from app.accounts.limits import Limit
from app.clock import now
from app.services import Services
from app.store.people import Person
from app.store.visits import Note
from app.talk.channels import Standing, standing

LONGEST = 4_000
WRITTEN = Limit("notes", 40, 1)


class Written(Struct, frozen=True):
    """The notes as they are now. `replaced` is what was written elsewhere in the meantime and is overwritten."""

    note: Note
    replaced: str


async def keeper(services: Services, key: str, person: Person) -> Standing:
    """Return the person's standing, if they may keep notes: people who sit at the table, once its game has begun.
    Raises 404 and 403."""
    who = standing(await services.rooms.visit(key), person)
    if who is None:
        raise HTTPException(404)
    if not who.seated or not who.begun:
        raise HTTPException(403)
    return who


async def write(services: Services, who: Standing, person: Person, text: str, version: str) -> Written:
    """Replace the notes; `version` is that of the notes on which the text was based."""
    services.talk.limits.take(WRITTEN, str(person.id))
    before, number = await services.keeping.write_note(person.id, who.table.id, text, now())
    replaced = before.text if str(before.version) != version and before.text not in ("", text) else ""
    return Written(Note(text, number), replaced)
