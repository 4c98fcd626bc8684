"""Routes of the page of a running table, and of moves. A table that a visitor may not see does not exist for them; the
session tells who acts and for which side.
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.responses import Response

from app.decide.decision import Draft
from app.decide.submitting import act, answered_with, read_body, read_form, side_for, told_of
from app.features.table.responses import drawn_again, gone_on, room_to_act_in, table_page
from app.model.refusals import Accepted
from app.render.visits import remember
from app.rooms.room import Room
from app.rooms.rooms import LostRoom, NotBegun
from app.store.messages.notes_and_visits import Visit
from app.web.forms import fields_of, is_json
from app.web.pages import page
from app.web.rooms import BeforeItBegins
from app.web.services import ServicesDep, TableKey
from app.web.visitor import PersonDep, SignedInDep

router = APIRouter()


@router.get("/tables/{key}", response_class=HTMLResponse)
async def table(request: Request, services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    found = await services.rooms.visit(key)
    if found is None or (isinstance(found, Room | LostRoom) and not found.shown_to(person)):
        raise HTTPException(404)
    if isinstance(found, NotBegun):
        draw: BeforeItBegins = request.app.state.before_it_begins
        return await draw(request, services, found.table, person)
    if not isinstance(found, Room):
        return page(request, "play/lost.html", room=found)
    return await table_page(request, services, found, person)


@router.post("/tables/{key}/act")
async def act_at_table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_to_act_in(services, key, person)
    if not room.sides_of(person):
        side_for(room, person, "")
    if is_json(request):
        answer = await room.finish(act(room, person, read_body(await request.body())))
        assert not isinstance(answer, Draft)
        return JSONResponse(told_of(answer), answered_with(answer))
    fields = await fields_of(request)
    sent = read_form(room.game, fields)
    if isinstance(sent, Draft):
        return await drawn_again(request, services, room, person, sent)
    outcome = await room.finish(act(room, person, sent))
    if isinstance(outcome, Accepted):
        await remember(services.keeping, room, person, Visit(outcome.epoch, outcome.sequence))
        return gone_on(request, services, room, person, sent.sequence, sent.panel)
    draft = outcome if isinstance(outcome, Draft) else Draft(sent.tag, sent.typed, outcome, panel=sent.panel)
    return await drawn_again(request, services, room, person, draft, answered_with(outcome))
