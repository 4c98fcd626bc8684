"""Finds channels and messages for those who may read them. Each function raises 404 for others."""

from __future__ import annotations

from fastapi import HTTPException

from app.rooms.talk_permissions import Standing, standing
from app.store.messages.talk import Line
from app.store.people.people import Person
from app.web.services import Services


async def standing_at(services: Services, key: str, person: Person | None) -> Standing:
    """Return a person's standing at a table. Raises 404 if they may not know of it."""
    found = standing(await services.rooms.visit(key), person)
    if found is None:
        raise HTTPException(404)
    return found


async def reading(services: Services, key: str, person: Person | None, channel: str) -> Standing:
    who = await standing_at(services, key, person)
    if not who.reads(channel):
        raise HTTPException(404)
    return who


async def line_of(services: Services, key: str, person: Person, channel: str, number: int) -> tuple[Standing, Line]:
    """Return a message of another person. Raises 404."""
    who = await reading(services, key, person, channel)
    line = await services.talk.store.line(who.table.id, channel, number)
    if line is None or line.person in (None, person.id):
        raise HTTPException(404)
    return who, line
