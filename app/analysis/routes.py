"""Routes of analysis boards: a person's own at /analysis, where they can bring a record; beginning one from a position
of a game; deleting one.
"""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.accounts.forms import ONCE, file_of, form_of, whole
from app.accounts.limits import Limit
from app.accounts.visitor import SignedInDep
from app.analysis.boards import from_position, from_record
from app.analysis.reading import Unfit
from app.lobby.pages import readers
from app.once import asked_by_form, once
from app.pages import page
from app.play.routes import room_shown
from app.replay.vantage import CantBeShown, Vantage, vantage
from app.rooms.loading import Unreadable
from app.services import Services, ServicesDep, TableKey, services_of
from app.store.boards import MOST, BoardStore, TooManyBoards
from app.store.people import Person
from app.store.requests import Asked
from app.web.connected import while_connected
from app.web.hosts import host_in
from app.words.language import words_for

router = APIRouter()

BOARDS = Limit("boards", 20, 15)


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


async def begun_by(request: Request, raw: bytes, person: Person, asked: Asked | None, inside: bool = False) -> str:
    """Make a board at the end of a record, or of the one `inside` a call; return its key. Raises Unfit, Twice,
    TooManyBoards, KeyUsed and TooMany."""
    services = services_of(request)

    async def begin() -> str:
        played = await while_connected(request, services.imports.play(raw, host_in(request.scope), inside))
        return await from_record(BoardStore(services.database), played, person.id, asked)

    return await once(services.database, asked, begin)


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


async def begun_from(services: Services, looking: Vantage, step: int, person: Person, asked: Asked | None) -> str:
    """Make a board that begins at a step of a game; return its key. Raises TooManyBoards and KeyUsed."""
    row = await services.store.find(looking.room.key)
    if row is None or step > looking.last:
        raise HTTPException(404)

    async def begin() -> str:
        services.accounts.limits.take(BOARDS, str(person.id))
        try:
            then = (await services.moments.at(looking.room, step)).position
        except Unreadable as error:
            raise CantBeShown(looking.room, error) from error
        return await from_position(BoardStore(services.database), looking, row, step, then, person.id, asked)

    return await once(services.database, asked, begin)


@router.post("/tables/{key}/discard")
async def discard(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    await form_of(request)
    if not await BoardStore(services.database).discard(key, person.id):
        raise HTTPException(404)
    services.rooms.forget(key)
    return RedirectResponse("/analysis", 303)
