"""Routes of a player's private notes, which the last text replaces while telling people who write on two devices; and
of how far they have seen the game. Pages report that while they are on the screen; without a script a first visit
counts by itself, a move counts as having seen what it answers, and a button does the rest.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from msgspec.structs import astuple
from starlette.responses import Response

from app.features.visits.notes import LONGEST, keeper, write
from app.model.forms import BadForm
from app.render.visits import saw
from app.store.messages.notes_and_visits import Visit
from app.web.forms import form_of, whole
from app.web.pages import page
from app.web.rooms import room_shown
from app.web.services import ServicesDep, TableKey
from app.web.visitor import SignedInDep

router = APIRouter()


@router.post("/tables/{key}/notes")
async def write_notes(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "text", "version")
    who = await keeper(services, key, person)
    text = form["text"].replace("\r\n", "\n")
    if len(text) > LONGEST:
        raise BadForm
    whole(form["version"])
    note, replaced = astuple(await write(services, who, person, text, form["version"]))
    if "hx-request" not in request.headers and not replaced:
        return RedirectResponse(f"/tables/{key}#notes-pane", 303)
    template = "visits/saved.html" if "hx-request" in request.headers else "visits/replaced.html"
    return page(request, template, note=note, replaced=replaced, who=who)


@router.post("/tables/{key}/seen")
async def seen(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    """Record that the position was on the screen. A `script` gets no page for an answer: nobody would see it."""
    form = await form_of(request, "epoch", "sequence", "script")
    visit = Visit(whole(form["epoch"], 9), whole(form["sequence"], 9))
    room = await room_shown(services, key, person)
    await saw(services.keeping, room, person, visit)
    return Response(status_code=204) if form["script"] else RedirectResponse(f"/tables/{key}", 303)
