"""The route by which the host stops, starts and extends the clocks of a table."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.decide.decision import Draft
from app.features.table.responses import drawn_again, room_to_act_in
from app.model.clocks.holding import Holding
from app.model.forms import BadForm
from app.model.statuses import status_of
from app.rooms.clock_control import MOST, held_by
from app.web.forms import form_of, whole
from app.web.services import ServicesDep, TableKey
from app.web.visitor import SignedInDep

router = APIRouter()


@router.post("/tables/{key}/clock")
async def hold_clock(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    room = await room_to_act_in(services, key, person)
    refusal = await held_by(room, person, wanted(await form_of(request, "do", "minutes")))
    if refusal:
        return await drawn_again(request, services, room, person, Draft(refusal=refusal), status_of(refusal))
    return RedirectResponse(f"/tables/{key}", 303)


def wanted(form: dict[str, str]) -> Holding:
    match form["do"]:
        case "pause" | "resume" as what:
            return Holding(what)
        case "extend" if 1 <= (minutes := whole(form["minutes"], 9)) <= MOST:
            return Holding("extend", minutes)
    raise BadForm
