"""The pages of the admin area (/admin), and what hosts may do to their tables."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from msgspec.structs import replace
from starlette.responses import Response

from app.decide.layout import lay_scene
from app.features.admin import people
from app.features.admin.actions import Doer
from app.features.admin.log import lines
from app.features.admin.reauthentication import PROOF, asks_again
from app.features.admin.rewind_preview import comparison
from app.features.admin.table_page import (
    ARGUMENTS,
    Desk,
    Leading,
    admin,
    asked_by,
    carried_out,
    desk_at,
    looked_through,
    staff,
    told,
)
from app.live.site_report import report
from app.model.statuses import status_of
from app.render.scene import scene_now
from app.rooms.admin_actions import See
from app.rooms.permissions import ADMIN, ROLES
from app.store.ops.admin_log import LISTED, AdminLog
from app.store.ops.search import SearchStore
from app.store.people.roles import RoleStore
from app.web.addresses import comes_back_to
from app.web.expensive_pages import costly
from app.web.forms import form_of
from app.web.language import words_for
from app.web.pages import page
from app.web.services import ServicesDep, TableKey
from app.web.visitor import SignedInDep
from app.words.notification_names import setting_called
from app.words.reader import reader_of
from engine.core import registry
from engine.core.refusal import Refusal

router = APIRouter()

Text = Annotated[str, Query(max_length=80)]
Number = Annotated[int, Path(ge=1, le=2**53)]
STATUSES = ("open", "playing", "frozen", "finished")
SEEN = ("at_epoch", "at_step", "after")
ADMIN_ACTION = ("do", "reason", *SEEN, *ARGUMENTS)


@router.get("/admin", response_class=HTMLResponse)
async def search(
    request: Request, services: ServicesDep, person: SignedInDep, q: Text = "", status: Text = ""
) -> Response:
    """Search for people, tables and deliveries, and show what is wrong with the site."""
    who, text, store = staff(person), q.strip().replace("\0", ""), SearchStore(services.database)
    chosen = status if status in STATUSES else ""
    return page(
        request, "admin/search.html", games=registry.games(), q=text, chosen=chosen, statuses=STATUSES,
        people=await store.people(text, addresses=who.role == ADMIN), tables=await store.tables(text, chosen),
        deliveries=await store.deliveries(text) if who.role == ADMIN else [],
        called=partial(setting_called, words_for(request)),
        wrong=(await report(services.database)).wrong if who.role == ADMIN else (),
    )  # fmt: skip


@router.get("/admin/deeds", response_class=HTMLResponse)
async def actions(request: Request, services: ServicesDep, person: SignedInDep, before: int | None = None) -> Response:
    """Show the admin log."""
    staff(person)
    earlier = before if before and 0 < before < 2**53 else None
    found = await AdminLog(services.database).latest(earlier)
    return page(request, "admin/log.html", actions=lines(found, words_for(request)), more=len(found) == LISTED)


@router.get("/admin/tables/{key}", response_class=HTMLResponse)
async def table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    return drawn(request, await desk_at(services, person, key))


@router.post("/admin/tables/{key}")
async def act_on_table(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form, desk = await form_of(request, *ADMIN_ACTION, PROOF), await desk_at(services, person, key)
    if asked := await asks_again(request, services, person, desk.doer.role, form, f"tables/{key}"):
        return asked
    refusal = await carried_out(services, desk, person, form)
    if refusal:
        return drawn(request, await desk_at(services, person, key), refusal, form)
    if isinstance(asked_by(form), See):
        told = await AdminLog(services.database).at_table(key)
        mine = [one.id for one in told if (one.kind, one.person) == ("see", person.id)]
        return RedirectResponse(f"/admin/tables/{key}/seen/{mine[-1]}", 303)
    return RedirectResponse(f"/admin/tables/{key}", 303)


@router.get("/admin/tables/{key}/compare", response_class=HTMLResponse, dependencies=[Depends(costly)])
async def compare(
    request: Request, services: ServicesDep, person: SignedInDep, key: TableKey,
    do: Text = "", to: Text = "", epoch: Text = "", same_seed: Text = "",
) -> Response:  # fmt: skip
    """Show what moving the game would change before it is done."""
    desk = await desk_at(services, admin(person), key)
    asked = asked_by({"do": do, "to": to, "epoch": epoch, "same_seed": same_seed})
    if not isinstance(asked, Leading) or desk.game is None:
        raise HTTPException(404)
    reader = reader_of(desk.game, words_for(request).language)
    before, found = await comparison(services.database, key, asked, reader)
    desk = replace(desk, before=before)
    if isinstance(found, Refusal):
        return drawn(request, desk, found)
    return page(request, "admin/compare.html", desk=desk, asked=asked, it=found, reader=reader)


@router.get("/admin/tables/{key}/seen/{number}", response_class=HTMLResponse)
async def seen(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey, number: Number) -> Response:
    """Show the table as a side sees it, marked as such."""
    room, side, action = await looked_through(services, admin(person), key, number)
    sheet = lay_scene(scene_now(room, side), words_for(request))
    return page(request, "admin/seen.html", room=room, side=side, action=action, sheet=sheet, reader=sheet.reader)


@router.get("/admin/people/{number}", response_class=HTMLResponse)
async def somebody(request: Request, services: ServicesDep, person: SignedInDep, number: Number) -> Response:
    return await person_page(request, services, staff(person), number)


@router.post("/admin/people/{number}")
async def act_on_person(request: Request, services: ServicesDep, person: SignedInDep, number: Number) -> Response:
    form, who = await form_of(request, "do", "reason", "role", "seats", PROOF), staff(person)
    found = await SearchStore(services.database).person(number)
    if found is None:
        raise HTTPException(404)
    if asked := await asks_again(request, services, person, who.role, form, f"people/{number}"):
        return asked
    doer, database = Doer(who.id, who.role), services.database
    sits_at = {key for key, _ in await RoleStore(database).seats_of(number)}
    match form["do"]:
        case "ban":
            close, seats_too = services.hub.close_sessions, form["seats"] == "on"
            refusal = await people.ban(database, doer, found.name, form["reason"], close, seats_too)
        case "hand_on":
            refusal = await people.hand_on(database, doer, found.name, form["reason"])
        case "unban":
            refusal = await people.unban(database, doer, found.name, form["reason"])
        case "reset_factor":
            account_mails, close = services.accounts.account_mails, services.hub.close_sessions
            refusal = await people.reset_factor(database, doer, found.name, form["reason"], account_mails, close)
        case _:
            refusal = await people.appoint(database, doer, found.name, form["role"], form["reason"])
    if refusal:
        return await person_page(request, services, who, number, refusal, form)
    for key in sits_at:
        await told(services, key)
    return RedirectResponse(f"/admin/people/{number}", 303)


async def person_page(
    request: Request,
    services: ServicesDep,
    who: SignedInDep,
    number: int,
    refusal: Refusal | None = None,
    form: dict[str, str] | None = None,
) -> Response:
    store = SearchStore(services.database)
    found = await store.person(number)
    if found is None:
        raise HTTPException(404)
    comes_back_to(request, f"/admin/people/{number}")
    done = await AdminLog(services.database).about(number)
    return page(
        request, "admin/person.html", status_of(refusal) if refusal else 200,
        it=found, tables=await store.tables_of(number), roles=ROLES,
        actions=lines(done, words_for(request)), refusal=refusal, form=form or {}, whole=who.role == ADMIN,
        seats=len(await RoleStore(services.database).seats_of(number)), games=registry.games(),
        has_factor=await services.accounts.second.is_on(number),
    )  # fmt: skip


def drawn(request: Request, desk: Desk, refusal: Refusal | None = None, form: dict[str, str] | None = None) -> Response:
    comes_back_to(request, f"/admin/tables/{desk.key}")
    reader = reader_of(desk.game, words_for(request).language) if desk.game else None
    return page(
        request, "admin/table.html", status_of(refusal) if refusal else 200,
        desk=desk, reader=reader, refusal=refusal, form=form or {},
        actions=lines(desk.actions[::-1], words_for(request)),
    )  # fmt: skip
