"""Responses of the pages of a table: the whole page, a form drawn again, what an accepted move has changed."""

from __future__ import annotations

import secrets

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.base.rate_limits import Limit
from app.decide.decision import NOTHING, Draft
from app.decide.form_templates import DECISION
from app.decide.layout import lay_own
from app.features.table.seat_offers import changes_hands, offered
from app.features.table.sidebar import beside
from app.features.table.viewing_side import eyes, picked_in
from app.render.visits import news_for
from app.rooms.clock_control import LONGER, may_hold
from app.rooms.room import Room
from app.rooms.viewpoint import whole
from app.store.people.people import Person
from app.web.addresses import comes_back_to
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import room_shown
from app.web.services import Services

BURST_SECONDS = 30.0
"""How many seconds' worth of moves a player may make in one burst: people turn pages and undo quickly."""
SEQUENCE, EPOCH = "Horloge-Sequence", "Horloge-Epoch"
"""The headers that tell a page's script to which position the parts in a response belong."""


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


async def room_to_act_in(services: Services, key: str, person: Person) -> Room:
    """Return the room for a person who acts there, no faster than the table's socket would let them. Raises TooMany."""
    room, pace = await room_shown(services, key, person), services.settings.socket_pace
    acts = Limit("acts", max(1, round(pace * BURST_SECONDS)), 1 / pace)
    services.accounts.limits.take(acts, str(person.id))
    return room
