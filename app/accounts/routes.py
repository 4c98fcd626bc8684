"""The pages on which people arrive and leave: as guests, with accounts, by links from their mail."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts.answers import BrowserDep, answered
from app.accounts.forms import ONCE, Fields, form_of
from app.accounts.judging import Faults
from app.accounts.passwords import least_for
from app.accounts.second import CodeNeeded
from app.accounts.visitor import PersonDep
from app.pages import page
from app.services import ServicesDep
from app.web.addresses import comes_back_to, local_path

router = APIRouter()

Next = Annotated[str, Query(alias="next")]
Key = Annotated[str, Query()]
FORGOTTEN = {"Clear-Site-Data": '"cache"'}
"""Logging out clears the browser's cache, so that the next user cannot go back to its pages."""


@router.get("/guest")
async def guest(request: Request, person: PersonDep, to: Next = "/") -> Response:
    if person:
        return RedirectResponse(local_path(to), 303)
    return page(request, "accounts/guest.html", form={"name": "", "next": local_path(to)}, faults={})


@router.post("/guest")
async def come_as_guest(request: Request, services: ServicesDep, browser: BrowserDep, person: PersonDep) -> Response:
    async def come(form: Fields) -> None:
        """Do nothing for a person who is signed in."""
        if person is None:
            await services.accounts.come_as_guest(browser, form["name"], form[ONCE])

    return await answered(request, "accounts/guest.html", f"name next {ONCE}", come)


@router.get("/register")
async def register(request: Request, person: PersonDep, to: Next = "/") -> Response:
    if person and not person.guest:
        return RedirectResponse("/me", 303)
    form = {"name": person.name if person else "", "email": "", "password": "", "next": local_path(to)}
    return page(request, "accounts/register.html", form=form, faults={})


@router.post("/register")
async def make_account(request: Request, services: ServicesDep, browser: BrowserDep, person: PersonDep) -> Response:
    async def make(form: Fields) -> None:
        """Do nothing for a person with an account: the same form sent twice makes one."""
        if person is None or person.guest:
            await services.accounts.register(browser, form["name"], form["email"], form["password"])

    return await answered(request, "accounts/register.html", "name email password next", make)


@router.get("/login")
async def login(request: Request, person: PersonDep, to: Next = "/") -> Response:
    if person and not person.guest:
        return RedirectResponse(local_path(to), 303)
    return page(request, "accounts/login.html", form={"who": "", "password": "", "next": local_path(to)}, faults={})


@router.post("/login")
async def log_in(request: Request, services: ServicesDep, browser: BrowserDep) -> Response:
    async def enter(form: Fields) -> None:
        await services.accounts.log_in(browser, form["who"], form["password"])

    try:
        return await answered(request, "accounts/login.html", "who password next", enter)
    except CodeNeeded as half_way:
        to = (await form_of(request, "who", "password", "next"))["next"]
        return code_page(request, {"key": half_way.key, "next": local_path(to)})


@router.post("/login/code")
async def log_in_by_code(request: Request, services: ServicesDep, browser: BrowserDep) -> Response:
    form = await form_of(request, "key", "code", "next")
    try:
        await services.accounts.enter_by_code(browser, form["key"], form["code"])
    except Faults as faults:
        return code_page(request, form, 422, faults.by_field)
    return RedirectResponse(local_path(form["next"]), 303)


def code_page(request: Request, form: Fields, status: int = 200, faults: dict[str, str] | None = None) -> Response:
    """Show the second step of logging in."""
    comes_back_to(request, "/login")
    return kept_nowhere(page(request, "accounts/code.html", status, form=form, faults=faults or {}))


@router.post("/logout")
async def log_out(request: Request, services: ServicesDep, browser: BrowserDep) -> Response:
    await form_of(request)
    await services.accounts.log_out(browser.visitor)
    return RedirectResponse("/", 303, FORGOTTEN)


@router.get("/forgot")
async def forgot(request: Request) -> Response:
    return page(request, "accounts/forgot.html", form={"email": ""}, faults={}, sent=False)


@router.post("/forgot")
async def ask_for_reset(request: Request, services: ServicesDep, browser: BrowserDep) -> Response:
    async def ask(form: Fields) -> None:
        await services.accounts.ask_for_reset(browser, form["email"])

    return await answered(request, "accounts/forgot.html", "email", ask, to="/forgot/sent", sent=False)


@router.get("/forgot/sent")
async def reset_is_on_its_way(request: Request) -> Response:
    return page(request, "accounts/forgot.html", form={}, faults={}, sent=True)


@router.get("/reset")
async def reset(request: Request, services: ServicesDep, key: Key = "") -> Response:
    found = await services.accounts.owner_of("reset", key)
    if found is None:
        return dead_link(request, "reset")
    form, least = {"key": key, "password": ""}, least_for(found[0].role)
    return kept_nowhere(page(request, "accounts/reset.html", form=form, faults={}, least=least))


@router.post("/reset")
async def set_password(request: Request, services: ServicesDep, browser: BrowserDep) -> Response:
    async def set_new(form: Fields) -> None:
        await services.accounts.reset(browser, form["key"], form["password"])

    found = await services.accounts.owner_of("reset", (await form_of(request, "key", "password"))["key"])
    least, to = least_for(found[0].role if found else "player"), "/me?done=password"
    try:
        return await answered(request, "accounts/reset.html", "key password", set_new, to=to, least=least)
    except CodeNeeded as half_way:
        return code_page(request, {"key": half_way.key, "next": to})


@router.get("/confirm")
async def confirm(request: Request, services: ServicesDep, key: Key = "") -> Response:
    """Ask before confirming: programs that scan mails open the links in them."""
    found = await services.accounts.owner_of("confirm", key)
    if found is None:
        return dead_link(request, "confirm")
    account, email = found
    form = {"key": key}
    return kept_nowhere(page(request, "accounts/confirm.html", form=form, faults={}, name=account.name, email=email))


@router.post("/confirm")
async def confirm_email(request: Request, services: ServicesDep, browser: BrowserDep) -> Response:
    async def do(form: Fields) -> None:
        await services.accounts.confirm(browser, form["key"])

    return await answered(request, "accounts/confirm.html", "key", do, to="/confirm/done", name="", email="")


@router.get("/confirm/done")
async def confirmed(request: Request) -> Response:
    return page(request, "accounts/confirmed.html")


def kept_nowhere(response: Response) -> Response:
    """Forbid storing the page, which holds the secret of a link."""
    response.headers["Cache-Control"] = "no-store"
    return response


def dead_link(request: Request, purpose: str) -> Response:
    return page(request, "accounts/dead.html", 404, purpose=purpose)
