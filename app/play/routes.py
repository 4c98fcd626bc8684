"""The pages of a table that is played, a table as it was, and acting. What a visitor may not see does not exist for
them; who acts, and as which side, comes from their session.
"""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.responses import Response

from app.accounts.forms import fields_of
from app.accounts.visitor import PersonDep, SignedInDep
from app.lobby.pages import table_not_begun
from app.pages import comes_back_to, page
from app.play.acting import act, filled, posted, side_for, status_of, told_of
from app.play.decision import NAME, NOTHING, Draft
from app.play.scene import scene_then
from app.play.table import lay_own, lay_scene
from app.rooms.answers import Accepted
from app.rooms.loading import Unreadable, load
from app.rooms.room import Room
from app.rooms.rooms import NotBegun
from app.services import Services, ServicesDep, TableKey
from app.store.people import Person
from app.words.language import words_for

router = APIRouter()

Step = Annotated[int, Path(ge=0, le=2**31 - 1)]
SEQUENCE = "Horloge-Sequence"
"""The header that tells a page's script which position the parts in an answer belong to."""


@router.get("/tables/{key}", response_class=HTMLResponse)
async def table(request: Request, services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    found = await services.rooms.visit(key)
    if found is None or (isinstance(found, Room) and not found.shown_to(person)):
        raise HTTPException(404)
    if isinstance(found, NotBegun):
        return table_not_begun(request, found.table, person)
    if not isinstance(found, Room):
        return page(request, "play/lost.html", room=found)
    return table_page(request, found, person)


def table_page(
    request: Request, room: Room, person: Person | None, draft: Draft = NOTHING, status: int = 200
) -> Response:
    comes_back_to(request, f"/tables/{room.key}")
    own = room.sides_of(person)
    sheet = lay_own(room, own, words_for(request), draft)
    content, again = sheet.content(), bool(own) and room.status == "finished"
    return page(
        request, "play/table.html", status, room=room, content=content, own=own, again=again, page_key=page_key(),
        notice=draft.refusal if draft.refusal and status == 409 else None, reader=sheet.reader,
    )  # fmt: skip


def page_key() -> str:
    """What the answers that one page sends are told apart from those of others by."""
    return secrets.token_urlsafe(12)


@router.post("/tables/{key}/act")
async def act_at_table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_shown(services, key, person)
    if not room.sides_of(person):
        side_for(room, person, "")
    if is_json(request):
        answer = await act(room, person, posted(await request.body()))
        assert not isinstance(answer, Draft)
        return JSONResponse(told_of(answer), status_of(answer))
    fields = await fields_of(request)
    sent = filled(room.game, fields)
    if isinstance(sent, Draft):
        return drawn_again(request, room, person, sent)
    outcome = await act(room, person, sent)
    if isinstance(outcome, Accepted):
        return gone_on(request, services, room, person, sent.sequence)
    draft = outcome if isinstance(outcome, Draft) else Draft(sent.tag, sent.typed, refusal=outcome)
    return drawn_again(request, room, person, draft, status_of(outcome))


def gone_on(request: Request, services: Services, room: Room, person: Person, seen: int) -> Response:
    """It was accepted: back to the table, or what changed on it."""
    if "hx-request" not in request.headers:
        return RedirectResponse(f"/tables/{room.key}", 303)
    own, words = room.sides_of(person), words_for(request)
    sheet = lay_own(room, own, words)
    changes = services.hub.changes(room, own, words, seen)
    html = sheet.whole() if changes is None else changes + ("" if PANEL in changes else sheet.only(NAME))
    return HTMLResponse(html, headers={SEQUENCE: str(room.sequence)})


PANEL = f'id="part-{NAME}"'


def drawn_again(request: Request, room: Room, person: Person, draft: Draft, status: int = 200) -> Response:
    """The panel with what was filled in, and what is to be said about it; the whole table if it has gone on."""
    if "hx-request" not in request.headers:
        return table_page(request, room, person, draft, status)
    sheet = lay_own(room, room.sides_of(person), words_for(request), draft)
    if status != 409:
        return HTMLResponse(sheet.only(NAME), status)
    return HTMLResponse(sheet.whole(), status, headers={SEQUENCE: str(room.sequence)})


def is_json(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


async def room_shown(services: Services, key: str, person: Person | None) -> Room:
    """The live room of that key, if this visitor may know of it."""
    room = await services.rooms.visit(key)
    if not isinstance(room, Room) or not room.shown_to(person):
        raise HTTPException(404)
    return room


@router.get("/tables/{key}/at/{step}", response_class=HTMLResponse)
async def table_then(
    request: Request, services: ServicesDep, person: PersonDep, key: TableKey, step: Step
) -> HTMLResponse:
    room = await room_shown(services, key, person)
    if step > room.sequence:
        raise HTTPException(404)
    content = await past(services, room, step, request)
    return page(request, "play/past.html", room=room, step=step, content=content)


async def past(services: Services, room: Room, step: int, request: Request) -> str:
    row = await services.store.find(room.key)
    try:
        if row is None or step > row.sequence:
            raise HTTPException(404)
        loaded = await load(services.store, room.game, row, step)
    except Unreadable as error:
        raise HTTPException(404) from error
    return lay_scene(scene_then(room, loaded.position, loaded.log), words_for(request)).content()
