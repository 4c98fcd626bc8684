"""The pages on which people let programs act for them: everywhere (/me/tokens), or for their seats at one table. A
token appears only on the response that creates it.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts.answers import OwnDep
from app.accounts.forms import ONCE, BadForm, form_of, whole
from app.accounts.judging import Faults
from app.accounts.own import Own
from app.accounts.programs import DAYS, SCOPES, let_in, let_play, programs_of
from app.once import asked_by_form
from app.pages import page
from app.services import Services, ServicesDep, TableKey
from app.store.lobby import Arranged
from app.store.people import Session
from app.web.addresses import comes_back_to

router = APIRouter()

ON = {"": False, "on": True}


@router.get("/me/tokens")
async def tokens(request: Request, own: OwnDep) -> Response:
    return await tokens_page(request, own)


@router.post("/me/tokens")
async def make_token(request: Request, own: OwnDep) -> Response:
    form = await form_of(request, ONCE, "name", "days", *SCOPES)
    if not {form[scope] for scope in SCOPES} <= set(ON):
        raise BadForm
    asked, scopes = await asked_by_form(request, own.person), (scope for scope in SCOPES if ON[form[scope]])
    try:
        made = await let_in(own, form["name"], scopes, form["days"], asked)
    except Faults as faults:
        return await tokens_page(request, own, 422, form=form, faults=faults.by_field)
    return await tokens_page(request, own, made=made)


@router.post("/me/tokens/end")
async def end_token(request: Request, own: OwnDep) -> Response:
    await end(own, (await form_of(request, "which"))["which"], await programs_of(own))
    return RedirectResponse("/me/tokens", 303)


async def tokens_page(request: Request, own: Own, status: int = 200, **shown: Any) -> Response:
    comes_back_to(request, "/me/tokens")
    given = {"form": {"read": "on"}, "faults": {}, "made": ""} | shown
    found = await programs_of(own)
    return unkept(page(request, "accounts/tokens.html", status, programs=found, scopes=SCOPES, days=DAYS, **given))


@router.get("/tables/{key}/program")
async def program(request: Request, services: ServicesDep, own: OwnDep, key: TableKey) -> Response:
    return await program_page(request, own, await own_table(services, own, key))


@router.post("/tables/{key}/program")
async def open_to_program(request: Request, services: ServicesDep, own: OwnDep, key: TableKey) -> Response:
    table = await own_table(services, own, key)
    form = await form_of(request, ONCE, "name")
    try:
        made = await let_play(own, form["name"], key, await asked_by_form(request, own.person))
    except Faults as faults:
        return await program_page(request, own, table, 422, form=form, faults=faults.by_field)
    await tell(services, key)
    return await program_page(request, own, table, made=made)


@router.post("/tables/{key}/program/end")
async def send_away(request: Request, services: ServicesDep, own: OwnDep, key: TableKey) -> Response:
    await end(own, (await form_of(request, "which"))["which"], await programs_of(own, key))
    await tell(services, key)
    return RedirectResponse(f"/tables/{key}/program", 303)


async def program_page(request: Request, own: Own, table: Arranged, status: int = 200, **shown: Any) -> Response:
    comes_back_to(request, f"/tables/{table.key}/program")
    given = {"form": {}, "faults": {}, "made": ""} | shown
    found = await programs_of(own, table.key)
    return unkept(page(request, "accounts/program.html", status, programs=found, table=table, **given))


async def own_table(services: Services, own: Own, key: str) -> Arranged:
    """Return a table at which this person sits. Raises 404 for others."""
    table = await services.rooms.tables.find(key)
    if table is None or not table.chairs_of(own.person.id):
        raise HTTPException(404)
    return table


async def tell(services: Services, key: str) -> None:
    """Show the people who have the table open that a program plays."""
    if room := services.rooms.live.get(key):
        await services.rooms.look_around(room)


async def end(own: Own, which: str, known: list[Session]) -> None:
    number = whole(which)
    if number not in {program.id for program in known} or not await own.end_session(number):
        raise HTTPException(404)


def unkept(response: Response) -> Response:
    """Forbid storing the page, which may hold a secret."""
    response.headers["Cache-Control"] = "no-store"
    return response
