"""Notes that people keep for themselves at a table. Called by the form on its page and by the call of the API."""

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
    """Notes as they are now. `replaced` is what had been written meanwhile, elsewhere, and stands there no more."""

    note: Note
    replaced: str


async def keeper(services: Services, key: str, person: Person) -> Standing:
    """Who keeps notes at a table: whoever sits there, once its game has begun."""
    who = standing(await services.rooms.visit(key), person)
    if who is None:
        raise HTTPException(404)
    if not who.seated or not who.begun:
        raise HTTPException(403)
    return who


async def write(services: Services, who: Standing, person: Person, text: str, version: str) -> Written:
    """Whatever is written last stays; `version` is that of the notes it was written over."""
    services.talk.limits.take(WRITTEN, str(person.id))
    before, number = await services.keeping.write_note(person.id, who.table.id, text, now())
    replaced = before.text if str(before.version) != version and before.text not in ("", text) else ""
    return Written(Note(text, number), replaced)
