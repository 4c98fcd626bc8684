"""Routes for talk at a table: writing, reading on, and what a reader can do about a message of another person. Pages
send these forms with and without JavaScript, each once; new messages come over the feed of the table (`talk.live`).
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup
from starlette.responses import Response

from app.accounts.forms import ONCE, BadForm, Fields, fields_of, form_of, whole
from app.accounts.visitor import PersonDep, SignedInDep
from app.once import asked_by_form, once_field
from app.pages import page
from app.services import Services, ServicesDep, TableKey
from app.store.people import Person
from app.store.talk import Line
from app.talk.channels import Standing, channel_of, sides_of, standing
from app.talk.pages import PAGE, drawn_for, reader_at, shown
from app.talk.saying import REASON, Unheard
from app.web.addresses import comes_back_to, local_path
from app.words.language import words_for

router = APIRouter()

Channel = Annotated[str, Path(pattern=r"^[a-z0-9_-]{1,200}$")]
LineNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
From = Annotated[int | None, Query(ge=0, le=2**31 - 1)]


async def standing_at(services: Services, key: str, person: Person | None) -> Standing:
    """Return a person's standing at a table. Raises 404 if they may not know of it."""
    found = standing(await services.rooms.visit(key), person)
    if found is None:
        raise HTTPException(404)
    return found


async def reading(services: Services, key: str, person: Person | None, channel: str) -> Standing:
    who = await standing_at(services, key, person)
    if not who.reads(channel):
        raise HTTPException(404)
    return who


@router.post("/tables/{key}/talk")
async def say(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    """Write a message in the named channel, or in private to the sides that are ticked."""
    who = await standing_at(services, key, person)
    fields = await fields_of(request)
    ticked = [f"with.{side}" for side in sides_of(who.table)]
    form = await form_of(request, ONCE, "channel", "text", "back", *(name for name in ticked if name in fields))
    channel = form["channel"] or channel_of(who.table, {name[5:] for name in ticked if name in form} | {*who.own})
    try:
        await services.talk.say(who, channel, form["text"], await asked_by_form(request, person))
    except Unheard as unheard:
        return await unheard_page(request, services, who, channel, form, unheard)
    if "hx-request" in request.headers:
        return HTMLResponse(next_key(channel))
    begun = f"/tables/{key}/talk/{channel}" if form["back"] == "talk" else f"/tables/{key}#channel-{channel}"
    return RedirectResponse(local_path(begun), 303)


def next_key(channel: str) -> Markup:
    """Return a new request key for a form that stays on the page, for its next message."""
    return Markup('<span id="key-{}" hidden hx-swap-oob="true">{}</span>').format(channel, once_field())


async def unheard_page(
    request: Request, services: Services, who: Standing, channel: str, form: Fields, unheard: Unheard
) -> Response:
    """Say why a message was refused; without a script, on a page with what was typed."""
    if "hx-request" in request.headers:
        return HTMLResponse(words_for(request).say(unheard.reason), unheard.status)
    if not who.reads(channel):
        raise HTTPException(unheard.status)
    return await channel_page(request, services, who, channel, None, unheard.status, form["text"], unheard.reason)


@router.post("/tables/{key}/heard")
async def read(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    """Record that everything up to a message was on the screen."""
    form = await form_of(request, "channel", "number")
    number = whole(form["number"], 9)
    who = await reading(services, key, person, form["channel"])
    await services.talk.store.read(person.id, who.table.id, form["channel"], number)
    if "hx-request" in request.headers:
        return Response(status_code=204)
    return RedirectResponse(f"/tables/{key}#channel-{form['channel']}", 303)


@router.get("/tables/{key}/talk/{channel}", response_class=HTMLResponse)
async def channel(
    request: Request,
    services: ServicesDep,
    person: PersonDep,
    key: TableKey,
    channel: Channel,
    before: From = None,
    after: From = None,
) -> Response:
    """Show a channel by itself. A page's script fetches what it has missed, `after` a message; or the whole of a
    channel that it does not have."""
    who = await reading(services, key, person, channel)
    if "hx-request" not in request.headers:
        return await channel_page(request, services, who, channel, before)
    if after is not None:
        lines = await services.talk.store.since(who.table.id, channel, after, PAGE)
        return HTMLResponse(await drawn_for(request, services.talk.store, who, lines))
    it = await shown(request, services.talk.store, who, channel)
    return page(request, "talk/new_channel.html", who=who, it=it, reader=reader_at(request, who))


async def channel_page(
    request: Request,
    services: Services,
    who: Standing,
    channel: str,
    before: int | None,
    status: int = 200,
    typed: str = "",
    fault: str = "",
) -> Response:
    comes_back_to(request, f"/tables/{who.key}/talk/{channel}")
    unread = await services.talk.store.unread(who.person.id, who.table.id) if who.person else {}
    it = await shown(request, services.talk.store, who, channel, unread.get(channel, 0), before=before, most=PAGE)
    return page(
        request, "talk/page.html", status, who=who, it=it, typed=typed, fault=fault, reader=reader_at(request, who)
    )  # fmt: skip


async def line_of(services: Services, key: str, person: Person, channel: str, number: int) -> tuple[Standing, Line]:
    """Return a message of another person. Raises 404."""
    who = await reading(services, key, person, channel)
    line = await services.talk.store.line(who.table.id, channel, number)
    if line is None or line.person in (None, person.id):
        raise HTTPException(404)
    return who, line


@router.get("/tables/{key}/talk/{channel}/{number}", response_class=HTMLResponse)
async def about(
    request: Request, services: ServicesDep, person: SignedInDep, key: TableKey, channel: Channel, number: LineNumber
) -> Response:
    """Show what the reader can do about a message: mute its author, or report it."""
    who, line = await line_of(services, key, person, channel, number)
    return about_page(request, who, line, {"reason": ""}, {})


def about_page(
    request: Request, who: Standing, line: Line, form: Fields, faults: Fields, status: int = 200, done: str = ""
) -> Response:
    reader = reader_at(request, who)
    return page(
        request, "talk/about.html", status, who=who, line=line, form=form, faults=faults, done=done, reader=reader,
        longest=REASON,
    )  # fmt: skip


@router.post("/tables/{key}/talk/{channel}/{number}")
async def object_to(
    request: Request, services: ServicesDep, person: SignedInDep, key: TableKey, channel: Channel, number: LineNumber
) -> Response:
    form = await form_of(request, "what", "reason")
    who, line = await line_of(services, key, person, channel, number)
    match form["what"]:
        case "mute":
            assert line.person is not None
            await services.talk.store.mute(person.id, line.person)
            return RedirectResponse(f"/tables/{key}#channel-{channel}", 303)
        case "report":
            try:
                first = await services.talk.report(who, person, line, form["reason"])
            except Unheard as unheard:
                return about_page(request, who, line, form, {"reason": unheard.reason}, unheard.status)
            return about_page(request, who, line, {"reason": ""}, {}, done="first" if first else "again")
    raise BadForm


@router.get("/me/mutes", response_class=HTMLResponse)
async def mutes(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    return page(request, "talk/mutes.html", muted=await services.talk.store.muted_by(person.id))


@router.post("/me/mutes")
async def unmute(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form = await form_of(request, "person")
    await services.talk.store.unmute(person.id, whole(form["person"]))
    return RedirectResponse("/me/mutes", 303)
