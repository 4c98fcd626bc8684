"""Calls about the caller: who they are, which tables wait for them, and their preferences."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict

from app.api.caller import Caller, CallerDep
from app.api.converting import listed_table
from app.api.declaring import Calls
from app.api.request_bodies import body
from app.api.schemas.extras import Preferences
from app.api.schemas.game import Mine, Oneself, Waiting
from app.features.accounts.account_settings import prefer
from app.features.lobby import lists
from app.model.scopes import READ, TABLES
from app.store.people.people import Person
from app.web.validation import Faults
from engine.core import registry

calls = Calls("people")

Short = Annotated[str, Meta(max_length=64)]


class NewPreferences(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of the preferences; fields left out stay."""

    language: Short | None = None
    theme: Short | None = None
    zone: Short | None = None
    confirm: bool | None = None
    sounds: bool | None = None
    profile: bool | None = None


@calls.get("/me", scope="")
async def me(caller: CallerDep) -> Oneself:
    """The caller, and what their token allows. Without a cookie or token the answer is 401."""
    person, session = caller.signed_in(), caller.visitor.session
    scopes = session.scopes.split() if session and session.scopes else None
    table = (session.table or None) if session else None
    return Oneself(person.id, person.name, person.guest, caller.words.language, scopes, table)


@calls.get("/mine", scope=READ)
async def mine(caller: CallerDep) -> Mine:
    """The caller's tables, the most urgent first, the key of the one that waits most, and how many wait."""
    person = caller.signed_in()
    rooms = caller.services.rooms
    found = await lists.with_questions(rooms, await lists.mine(rooms, person))
    number = sum(one.urgency in lists.WAITING for one in found)
    return Mine([waiting(one, caller, person) for one in found], lists.next_one(found), number)


def waiting(one: lists.Mine, caller: Caller, person: Person) -> Waiting:
    reader = caller.reader(registry.games()[one.table.game]) if one.question else None
    question = reader.told(one.question).striptags() if reader and one.question else None
    return Waiting(listed_table(one.table, person), one.urgency, list(one.sides), one.due, question)


@calls.get("/me/preferences", scope=READ)
async def preferences(caller: CallerDep) -> Preferences:
    """The caller's preferences, which apply in every browser."""
    return Preferences(**preferred(caller))


@calls.post("/me/preferences", scope=TABLES, example={"zone": "Europe/Rome", "confirm": False})
async def set_preferences(caller: CallerDep, new: Annotated[NewPreferences, body(NewPreferences)]) -> Preferences:
    """Change the caller's preferences. Deadlines follow the new time zone from then on."""
    wanted = preferred(caller) | {name: value for name, value in asdict(new).items() if value is not None}
    try:
        await prefer(caller.services.people, caller.signed_in(), **wanted)
    except Faults as faults:
        raise caller.unfit(faults) from faults
    return Preferences(**wanted)


def preferred(caller: CallerDep) -> dict[str, Any]:
    person = caller.signed_in()
    return {name: getattr(person, name) for name in Preferences.__struct_fields__}
