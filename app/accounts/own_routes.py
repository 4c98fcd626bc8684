"""The pages under /me, on which people change their account."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from app.accounts.answers import OwnDep, answered
from app.accounts.forms import BadForm, Fields, form_of, whole
from app.accounts.judging import zones
from app.accounts.own import THEMES, Own, prefer
from app.accounts.passwords import least_for
from app.accounts.visitor import SignedInDep, VisitorDep
from app.clock import now
from app.pages import page, remember_language
from app.services import ServicesDep

router = APIRouter(prefix="/me")

DONE = {"password", "email", "name", "preferences", "sessions"}
"""The results that the page can report."""
CHOICES: dict[str, Any] = {"zones": zones, "themes": THEMES}
TICKED = ("confirm", "sounds", "profile")
PREFERENCES = " ".join(("language", "theme", "zone", *TICKED))
ON = {"": False, "on": True}
"""The values of a checkbox."""


@router.get("")
async def me(request: Request, services: ServicesDep, person: SignedInDep, done: str = "") -> Response:
    waiting = await services.people.waiting_email(person.id, now())
    said = done if done in DONE else ""
    form = {name: getattr(person, name) for name in PREFERENCES.split()}
    return page(request, "accounts/me.html", form=form, faults={}, waiting=waiting, done=said, **CHOICES)


@router.post("")
async def set_preferences(request: Request, own: OwnDep) -> Response:
    async def set_all(form: Fields) -> None:
        if not {form[name] for name in TICKED} <= set(ON):
            raise BadForm
        ticked = {name: ON[form[name]] for name in TICKED}
        await prefer(own.accounts.people, own.person, form["language"], form["theme"], form["zone"], **ticked)

    shown = {"waiting": None, "done": ""} | CHOICES
    response = await answered(request, "accounts/me.html", PREFERENCES, set_all, to="/me?done=preferences", **shown)
    if response.status_code == 303:
        # It applies in this browser at once, over what was picked here before.
        remember_language(request, response, (await form_of(request, *PREFERENCES.split()))["language"])
    return response


@router.get("/name")
async def name(request: Request, person: SignedInDep) -> Response:
    return page(request, "accounts/name.html", form={"name": person.name}, faults={})


@router.post("/name")
async def rename(request: Request, own: OwnDep) -> Response:
    async def change(form: Fields) -> None:
        await own.rename(form["name"])

    return await answered(request, "accounts/name.html", "name", change, to="/me?done=name")


@router.get("/password")
async def password(request: Request, own: OwnDep) -> Response:
    only_accounts(own.person.guest)
    return page(request, "accounts/password.html", form={}, faults={}, least=await least_of(own))


@router.post("/password")
async def change_password(request: Request, own: OwnDep) -> Response:
    async def change(form: Fields) -> None:
        await own.change_password(form["old"], form["password"])

    only_accounts(own.person.guest)
    least, to = await least_of(own), "/me?done=password"
    return await answered(request, "accounts/password.html", "old password", change, to=to, least=least)


async def least_of(own: Own) -> int:
    """Return the minimum length of this person's password."""
    return least_for((await own.accounts.people.account_of(own.person.id)).role)


@router.get("/email")
async def email(request: Request, person: SignedInDep) -> Response:
    only_accounts(person.guest)
    return page(request, "accounts/email.html", form={}, faults={})


@router.post("/email")
async def change_email(request: Request, own: OwnDep) -> Response:
    async def change(form: Fields) -> None:
        await own.change_email(form["email"], form["password"])

    only_accounts(own.person.guest)
    return await answered(request, "accounts/email.html", "email password", change, to="/me")


@router.get("/sessions")
async def sessions(request: Request, services: ServicesDep, person: SignedInDep, visitor: VisitorDep) -> Response:
    found = await services.people.sessions_of(person.id)
    return page(request, "accounts/sessions.html", sessions=found, own=visitor.session)


@router.post("/sessions")
async def end_sessions(request: Request, own: OwnDep) -> Response:
    """End one session by its number, or all others."""

    async def end(form: Fields) -> None:
        which = form["session"]
        if which == "others":
            await own.end_other_sessions()
        elif not await own.end_session(whole(which)):
            raise HTTPException(404)

    return await answered(request, "accounts/sessions.html", "session", end, to="/me/sessions")


@router.get("/leave")
async def leave(request: Request, _person: SignedInDep) -> Response:
    return page(request, "accounts/leave.html", form={}, faults={})


@router.post("/leave")
async def leave_for_good(request: Request, own: OwnDep) -> Response:
    async def go(form: Fields) -> None:
        await own.leave_for_good(form["password"], form["name"])

    return await answered(request, "accounts/leave.html", "password name", go, to="/")


def only_accounts(guest: bool) -> None:
    """Raise 404 for a guest, who has neither password nor address."""
    if guest:
        raise HTTPException(404)
