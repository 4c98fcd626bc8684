"""Routes of analysis boards: a person's own at /analysis, where they can bring a record; beginning one from a position
of a game; deleting one.
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.features.analysis.beginning import begun_by, begun_from
from app.features.analysis.record_import import Unfit
from app.model.forms import ONCE
from app.rooms.viewpoint import vantage
from app.store.people.people import Person
from app.store.tables.boards import MOST, BoardStore, TooManyBoards
from app.web.forms import file_of, form_of, whole
from app.web.idempotency import asked_by_form
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import readers, room_shown
from app.web.services import Services, ServicesDep, TableKey
from app.web.visitor import SignedInDep

router = APIRouter()


@router.get("/analysis", response_class=HTMLResponse)
async def boards(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    return await boards_page(request, services, person)


async def boards_page(
    request: Request, services: Services, person: Person, fault: Unfit | str = "", typed: str = "", status: int = 200
) -> Response:
    found = await BoardStore(services.database).boards(person.id)
    return page(
        request, "analysis/boards.html", status,
        found=found, readers=readers(request), most=MOST, fault=fault, typed=typed, words=words_for(request),
    )  # fmt: skip


@router.post("/analysis")
async def bring_record(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form = await form_of(request, ONCE, "record")
    raw = file_of(request) or form["record"].encode()
    try:
        key = await begun_by(request, raw, person, await asked_by_form(request, person))
    except Unfit as fault:
        return await boards_page(request, services, person, fault, form["record"], 422)
    except TooManyBoards:
        return await boards_page(request, services, person, "ui.analysis.too_many", form["record"], 409)
    return RedirectResponse(f"/tables/{key}", 303)


@router.post("/tables/{key}/analyse")
async def analyse(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    """Make a board from a position that the person may see, by default the latest."""
    form = await form_of(request, ONCE, "step", "as")
    looking = vantage(await room_shown(services, key, person), person, form["as"][:64])
    step = whole(form["step"], 9) if form["step"] else looking.last
    asked = await asked_by_form(request, person)
    try:
        new = await begun_from(services, looking, step, person, asked)
    except TooManyBoards:
        return await boards_page(request, services, person, "ui.analysis.too_many", status=409)
    return RedirectResponse(f"/tables/{new}", 303)


@router.post("/tables/{key}/discard")
async def discard(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    await form_of(request)
    if not await BoardStore(services.database).discard(key, person.id):
        raise HTTPException(404)
    services.rooms.forget(key)
    return RedirectResponse("/analysis", 303)
