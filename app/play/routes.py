"""Routes of the page of a running table, and of moves. A table that a visitor may not see does not exist for them; the
session tells who acts and for which side.
"""

from __future__ import annotations

import secrets

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.responses import Response

from app.accounts.forms import fields_of, is_json
from app.accounts.limits import Limit
from app.accounts.visitor import PersonDep, SignedInDep
from app.clocks.holding import LONGER, may_hold
from app.keeping.visits import news_for, remember
from app.lobby.pages import table_not_begun
from app.pages import page
from app.play.acting import act, answered_with, filled, posted, side_for, told_of
from app.play.beside import beside
from app.play.decision import NOTHING, Draft
from app.play.eyes import eyes, picked_in
from app.play.looks import DECISION
from app.play.seats import changes_hands, offered
from app.play.table import lay_own
from app.replay.vantage import whole
from app.rooms.answers import Accepted
from app.rooms.room import Room
from app.rooms.rooms import LostRoom, NotBegun
from app.services import Services, ServicesDep, TableKey
from app.store.people import Person
from app.store.visits import Visit
from app.web.addresses import comes_back_to
from app.words.language import words_for

router = APIRouter()

BURST_SECONDS = 30.0
"""How many seconds' worth of moves a player may make in one burst: people turn pages and undo quickly."""
SEQUENCE, EPOCH = "Horloge-Sequence", "Horloge-Epoch"
"""The headers that tell a page's script to which position the parts in a response belong."""


@router.get("/tables/{key}", response_class=HTMLResponse)
async def table(request: Request, services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    found = await services.rooms.visit(key)
    if found is None or (isinstance(found, Room | LostRoom) and not found.shown_to(person)):
        raise HTTPException(404)
    if isinstance(found, NotBegun):
        return await table_not_begun(request, services, found.table, person)
    if not isinstance(found, Room):
        return page(request, "play/lost.html", room=found)
    return await table_page(request, services, found, person)


async def table_page(
    request: Request, services: Services, room: Room, person: Person | None, draft: Draft = NOTHING, status: int = 200
) -> Response:
    comes_back_to(request, f"/tables/{room.key}" + picked_in(request, room, person))
    own = eyes(request, room, person)
    looked_at = is_before_eyes(request)
    if looked_at:
        services.presence.call(room, room.sides_of(person))
    sheet = lay_own(room, own, words_for(request), draft)
    takes_whole = whole(room, room.sight(own))
    news = await news_for(services.keeping, room, person) if looked_at and draft is NOTHING else None
    again = bool(own) and not (room.table and room.table.kind == "analysis")
    return page(
        request, "play/table.html", status, room=room, sheet=sheet, own=own, plays=room.sides_of(person), again=again,
        takes_whole=takes_whole, page_key=page_key(),
        notice=draft.refusal if draft.refusal and status == 409 else None, reader=sheet.reader,
        hands=changes_hands(room), offered=[] if own else offered(room, person),
        beside=await beside(request, services, room, person, sheet, news),
        longer=LONGER[room.clock.terms.kind] if room.clock and may_hold(room, person) else (),
    )  # fmt: skip


def is_before_eyes(request: Request) -> bool:
    """Tell whether the page is shown to a person, and not fetched by a browser or a script for another purpose. Older
    browsers do not say."""
    return request.headers.get("sec-fetch-mode", "navigate") == "navigate" and "sec-purpose" not in request.headers


def page_key() -> str:
    """Return a key that distinguishes the answers sent by one page from those of others."""
    return secrets.token_urlsafe(12)


@router.post("/tables/{key}/act")
async def act_at_table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_to_act_in(services, key, person)
    if not room.sides_of(person):
        side_for(room, person, "")
    if is_json(request):
        answer = await room.finish(act(room, person, posted(await request.body())))
        assert not isinstance(answer, Draft)
        return JSONResponse(told_of(answer), answered_with(answer))
    fields = await fields_of(request)
    sent = filled(room.game, fields)
    if isinstance(sent, Draft):
        return await drawn_again(request, services, room, person, sent)
    outcome = await room.finish(act(room, person, sent))
    if isinstance(outcome, Accepted):
        await remember(services.keeping, room, person, Visit(outcome.epoch, outcome.sequence))
        return gone_on(request, services, room, person, sent.sequence, sent.panel)
    draft = outcome if isinstance(outcome, Draft) else Draft(sent.tag, sent.typed, outcome, panel=sent.panel)
    return await drawn_again(request, services, room, person, draft, answered_with(outcome))


def gone_on(
    request: Request, services: Services, room: Room, person: Person, seen: int, panel: str = DECISION
) -> Response:
    """Return to the table after an accepted move, or send what changed on it, with the form that sent it as it is
    now."""
    if "hx-request" not in request.headers:
        return RedirectResponse(f"/tables/{room.key}" + picked_in(request, room, person), 303)
    own, words = eyes(request, room, person), words_for(request)
    sheet = lay_own(room, own, words)
    changes = services.hub.changes(room, own, words, seen)
    again = "" if f'id="part-{panel}"' in (changes or "") else sheet.only(panel)
    html = sheet.whole() if changes is None else changes + again
    return HTMLResponse(html, headers=place_of(room))


def place_of(room: Room) -> dict[str, str]:
    return {EPOCH: str(room.epoch), SEQUENCE: str(room.sequence)}


async def drawn_again(
    request: Request, services: Services, room: Room, person: Person, draft: Draft, status: int = 200
) -> Response:
    """Return the form with what was filled in and what there is to say about it; the whole table if it has gone on."""
    if "hx-request" not in request.headers:
        return await table_page(request, services, room, person, draft, status)
    sheet = lay_own(room, eyes(request, room, person), words_for(request), draft)
    if status != 409:
        return HTMLResponse(sheet.only(draft.panel), status)
    return HTMLResponse(sheet.whole(), status, headers=place_of(room))


async def room_shown(services: Services, key: str, person: Person | None) -> Room:
    """Return the live room with that key, if this visitor may know of it. Raises 404."""
    room = await services.rooms.visit(key)
    if not isinstance(room, Room) or not room.shown_to(person):
        raise HTTPException(404)
    return room


async def room_to_act_in(services: Services, key: str, person: Person) -> Room:
    """Return the room for a person who acts there, no faster than the table's socket would let them. Raises TooMany."""
    room, pace = await room_shown(services, key, person), services.settings.socket_pace
    acts = Limit("acts", max(1, round(pace * BURST_SECONDS)), 1 / pace)
    services.accounts.limits.take(acts, str(person.id))
    return room
