"""Finds rooms for visitors, and readers of their games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import HTTPException, Request
from starlette.responses import Response

from app.rooms.room import Room
from app.store.people.people import Person
from app.store.tables.tables import Arranged
from app.web.language import words_for
from app.web.services import Services
from app.words.reader import Reader, reader_of
from engine.core import registry

BeforeItBegins = Callable[[Request, Services, Arranged, Person | None], Awaitable[Response]]
"""Draws the page of a table whose game has not begun: `app.main` gives the lobby's to the page of a table."""


async def room_shown(services: Services, key: str, person: Person | None) -> Room:
    """Return the live room with that key, if this visitor may know of it. Raises 404."""
    room = await services.rooms.visit(key)
    if not isinstance(room, Room) or not room.shown_to(person):
        raise HTTPException(404)
    return room


def reader_in(request: Request, game: str) -> Reader:
    return reader_of(registry.game(game), words_for(request).language)


def readers(request: Request) -> dict[str, Reader]:
    """Return a reader for every game."""
    return {key: reader_in(request, key) for key in registry.games()}
