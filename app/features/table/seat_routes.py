"""Routes of seats that change hands and of what a table can vote on."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.decide.submitting import NotYourSeat
from app.features.table.seat_offers import away, changes_hands, extensions, give_up, known_to, offered, sit_down
from app.model.statuses import status_of
from app.rooms.room import Room
from app.store.people.people import Person
from app.web.addresses import comes_back_to
from app.web.forms import form_of, seat_in
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import room_shown
from app.web.services import Services, ServicesDep, TableKey
from app.web.visitor import PersonDep, SignedInDep
from app.words.reader import reader_of
from engine.core.refusal import Refusal

router = APIRouter()


@router.get("/tables/{key}/ask", response_class=HTMLResponse)
async def ask_page(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    """Show what the table can vote on."""
    room = await room_shown(services, key, person)
    own = room.sides_of(person)
    if not own:
        raise NotYourSeat
    changes, gone = changes_hands(room), away(room, own)
    return drawn(request, "play/ask.html", room, changes=changes, away=gone, extensions=extensions(room))


@router.get("/tables/{key}/resign", response_class=HTMLResponse)
async def resign_page(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_shown(services, key, person)
    if not room.sides_of(person):
        raise NotYourSeat
    return drawn(request, "play/resign.html", room, changes=changes_hands(room), own=room.sides_of(person))


@router.post("/tables/{key}/resign")
async def resign(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    await form_of(request)
    room = await room_shown(services, key, person)
    own = room.sides_of(person)
    if refusal := await give_up(room, person):
        return drawn(request, "play/resign.html", room, refusal, changes=changes_hands(room), own=own)
    return RedirectResponse(f"/tables/{key}" if room.shown_to(person) else "/mine", 303)


@router.get("/tables/{key}/seat", response_class=HTMLResponse)
async def seat_page(request: Request, services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    """Show the seats that are offered."""
    return offers_page(request, await room_offering(services, key, person), person)


@router.post("/tables/{key}/seat")
async def take_seat(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "seat")
    room = await room_offering(services, key, person)
    outcome = await sit_down(room, person, seat_in(form))
    if isinstance(outcome, Refusal):
        return offers_page(request, room, person, outcome)
    return RedirectResponse(f"/tables/{key}" if room.shown_to(person) else f"/tables/{key}/seat", 303)


async def room_offering(services: Services, key: str, person: Person | None) -> Room:
    """Return the live room with that key, if this visitor may know that it has seats to offer."""
    room = await services.rooms.visit(key)
    if not isinstance(room, Room) or room.table is None:
        raise HTTPException(404)
    table = await services.rooms.tables.find(key)
    if table is None or not await known_to(services, table, person):
        raise HTTPException(404)
    return room


def offers_page(request: Request, room: Room, person: Person | None, refusal: Refusal | None = None) -> Response:
    comes_back_to(request, f"/tables/{room.key}/seat")
    asked = room.open_vote
    waits = bool(asked and person and asked.kind == "come_back" and asked.person == person.id)
    return drawn(
        request, "play/seat.html", room, refusal, offers=offered(room, person), shown=room.shown_to(person), waits=waits
    )  # fmt: skip


def drawn(request: Request, template: str, room: Room, refusal: Refusal | None = None, **given: object) -> Response:
    reader = reader_of(room.game, words_for(request).language)
    said = reader.refusal(refusal) if refusal else ""
    status = status_of(refusal) if refusal else 200
    return page(request, template, status, room=room, reader=reader, refused=said, **given)
