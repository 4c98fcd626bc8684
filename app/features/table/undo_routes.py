"""Routes for taking back one's own last choices and for votes of the table."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.responses import Response

from app.decide.decision import Draft
from app.decide.layout import lay_own
from app.decide.submitting import answered_with, told_of
from app.decide.undo import BACK, FIELDS, filled, undo, wanted
from app.decide.votes import SAID, asking_of, move_at, moved, moved_by_program
from app.features.table.responses import drawn_again, gone_on, place_of, room_to_act_in
from app.features.table.viewing_side import eyes, picked_in
from app.model.forms import TOKEN
from app.model.refusals import Accepted
from app.web.forms import form_of, is_json
from app.web.language import words_for
from app.web.services import ServicesDep, TableKey
from app.web.visitor import SignedInDep
from engine.core.refusal import Refusal

router = APIRouter()


@router.post("/tables/{key}/undo")
async def undo_at_table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_to_act_in(services, key, person)
    if is_json(request):
        answer = await undo(room, person, wanted(await request.body()))
        return JSONResponse(told_of(answer), answered_with(answer))
    asked = filled(await form_of(request, *FIELDS))
    outcome = await undo(room, person, asked)
    if isinstance(outcome, Accepted):
        return gone_on(request, services, room, person, asked.sequence)
    return await drawn_again(request, services, room, person, Draft(refusal=outcome), answered_with(outcome))


@router.post("/tables/{key}/motion")
async def vote_at_table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_to_act_in(services, key, person)
    if is_json(request):
        outcome = await move_at(room, person, moved_by_program(await request.body()))
        if isinstance(outcome, Refusal):
            return JSONResponse(told_of(outcome), answered_with(outcome))
        return JSONResponse({"sequence": room.sequence, "motion": msgspec.to_builtins(asking_of(room))})
    fields = await form_of(request, "page", "epoch", "sequence", *SAID)
    outcome = await move_at(
        room, person, moved({name: text for name, text in fields.items() if text and name not in {TOKEN, "page"}})
    )
    if isinstance(outcome, Refusal):
        return await drawn_again(request, services, room, person, Draft(refusal=outcome), answered_with(outcome))
    if "hx-request" not in request.headers:
        return RedirectResponse(f"/tables/{room.key}" + picked_in(request, room, person), 303)
    sheet = lay_own(room, eyes(request, room, person), words_for(request))
    gone = isinstance(outcome, Accepted)
    return HTMLResponse(sheet.whole() if gone else sheet.only(BACK), headers=place_of(room) if gone else {})
