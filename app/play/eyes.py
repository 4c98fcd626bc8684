"""Finds the side as which a player of several sees a table: the one that has to decide, or the one that the page's
address picks (`?eyes=russia`). The answers of such a page count for the same side: browsers say from which page it
comes.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.rooms.room import Room
from app.store.people import Person
from app.web.addresses import parameter
from engine.core.state import Side

PICKED = "eyes"
"""The query parameter that picks a side."""


def eyes(request: HTTPConnection, room: Room, person: Person | None) -> tuple[Side, ...]:
    """Return the side that a player of several has picked, else all sides that the person plays."""
    own, picked = room.sides_of(person), parameter(request, PICKED)
    return (picked,) if len(own) > 1 and picked in own else own


def picked_in(request: HTTPConnection, room: Room, person: Person | None) -> str:
    """Return the query that picks a side, empty if none is picked."""
    own = eyes(request, room, person)
    return f"?{PICKED}={own[0]}" if own != room.sides_of(person) else ""
