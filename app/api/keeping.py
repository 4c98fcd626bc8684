"""Calls about what the caller keeps at a table: notes, and how far they have seen the game; what has happened since;
who is there now.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from app.accounts.programs import PLAY, READ, TALK
from app.api.answers import Done
from app.api.answers_keeping import Happening, Notes, Present, SeatHanded, SinceVisit
from app.api.bodies import body
from app.api.caller import CallerDep
from app.api.calls import Calls
from app.keeping.notes import LONGEST, keeper, write
from app.keeping.visits import reached, saw, since_visit
from app.play.handed import Handed, sentences
from app.play.recap import Happened
from app.services import TableKey
from app.store.visits import Visit
from app.words.plain import PlainReader

calls = Calls("keeping")

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class NewNotes(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole new text of the notes, and the version that it is based on."""

    text: Annotated[str, Meta(max_length=LONGEST)]
    version: Number


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """The last position that the caller has seen."""

    epoch: Number
    sequence: Number


@calls.get("/tables/{key}/notes", scope=TALK)
async def notes(caller: CallerDep, key: TableKey) -> Notes:
    """The caller's private notes at a table. Only they can read them."""
    person = caller.signed_in()
    who = await keeper(caller.services, key, person)
    found = await caller.services.keeping.note(person.id, who.table.id)
    return Notes(found.text, found.version)


@calls.post("/tables/{key}/notes", scope=TALK, example={"text": "Red bluffs.", "version": 0})
async def write_notes(caller: CallerDep, key: TableKey, new: Annotated[NewNotes, body(NewNotes)]) -> Notes:
    """Replace the caller's notes. The text written last stays; `replaced` is what was written elsewhere in the
    meantime."""
    person = caller.signed_in()
    who = await keeper(caller.services, key, person)
    written = await write(caller.services, who, person, new.text, str(new.version))
    return Notes(written.note.text, written.note.version, written.replaced)


@calls.get("/tables/{key}/recap", scope=READ)
async def since(caller: CallerDep, key: TableKey) -> SinceVisit:
    """The recap since the caller's last visit, as far as they may know. Asking is no visit: `seen` records one."""
    person, room = caller.signed_in(), await caller.room(key)
    head, found = reached(room, person), await since_visit(caller.services.keeping, room, person)
    if found is None:
        return SinceVisit(head.epoch, None, head.sequence)
    reader = caller.reader(room.game)
    mine, rest = (happenings(some, reader) for some in (found.told.mine, found.told.rest))
    topics = {key: happenings(some, reader) for key, some in found.told.topics.items()}
    seats = [handed(one, reader) for one in found.told.seats]
    return SinceVisit(found.now_at.epoch, found.visit.sequence, found.now_at.sequence, mine, topics, rest, seats)


def happenings(some: tuple[Happened, ...], reader: PlainReader) -> list[Happening]:
    return [Happening(one.sequence, msgspec.to_builtins(one.entry), reader.text(one.entry)) for one in some]


def handed(one: Handed, reader: PlainReader) -> SeatHanded:
    text = " ".join(sentence.striptags() for sentence in sentences(one, reader))
    return SeatHanded(one.sequence, one.at, list(one.sides), text)


@calls.post("/tables/{key}/seen", scope=PLAY, example={"epoch": 0, "sequence": 12})
async def seen(caller: CallerDep, key: TableKey, far: Annotated[Seen, body(Seen)]) -> Done:
    """Record how far the caller has seen a game. It never goes back, nor beyond the present position."""
    person, room = caller.signed_in(), await caller.room(key)
    await saw(caller.services.keeping, room, person, Visit(far.epoch, far.sequence))
    return Done()


@calls.get("/tables/{key}/present", scope=READ)
async def present(caller: CallerDep, key: TableKey) -> Present:
    """The people who have the table open at this moment, as its pages show it a moment later."""
    around = (await caller.room(key)).around
    return Present(list(around.sides), around.watching)
