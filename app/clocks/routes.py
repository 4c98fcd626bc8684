"""The route by which the host stops, starts and extends the clocks of a table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts.forms import BadForm, form_of, whole
from app.accounts.visitor import SignedInDep
from app.clocks.holding import MOST, Holding, held_by
from app.model.statuses import status_of
from app.play.decision import Draft
from app.play.routes import drawn_again, room_to_act_in
from app.services import ServicesDep, TableKey

router = APIRouter()


@router.post("/tables/{key}/clock")
async def hold_clock(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_to_act_in(services, key, person)
    refusal = await held_by(room, person, wanted(await form_of(request, "do", "minutes")))
    if refusal:
        return await drawn_again(request, services, room, person, Draft(refusal=refusal), status_of(refusal))
    return RedirectResponse(f"/tables/{key}", 303)


def wanted(form: dict[str, str]) -> Holding:
    minutes = form["minutes"]
    match form["do"]:
        case "pause" | "resume" as what:
            return Holding(what)
        case "extend" if 1 <= whole(minutes, 9) <= MOST:
            return Holding("extend", int(minutes))
    raise BadForm
