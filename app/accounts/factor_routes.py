"""The page on which people set up a second factor and switch it off (/me/factor). The secret for an app, and recovery
codes, appear only on the response that creates them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts.answers import OwnDep
from app.accounts.forms import BadForm, Fields, form_of
from app.accounts.judging import Faults
from app.accounts.own import Own
from app.accounts.own_routes import only_accounts
from app.accounts.passwords import FAIR, FOR_STAFF, WEAK
from app.accounts.routes import kept_nowhere
from app.clock import now
from app.pages import page
from app.web.addresses import comes_back_to

router = APIRouter()


@router.get("/me/factor")
async def factor(request: Request, own: OwnDep, done: str = "") -> Response:
    only_accounts(own.person.guest)
    return await factor_page(request, own, done=done if done == "off" else "")


@router.post("/me/factor")
async def change_factor(request: Request, own: OwnDep) -> Response:
    only_accounts(own.person.guest)
    form = await form_of(request, "do", "password", "code")
    work = WORK.get(form["do"])
    if work is None:
        raise BadForm
    try:
        return await work(request, own, form)
    except Faults as faults:
        return await factor_page(request, own, 422, faults=faults.by_field)


async def begin(request: Request, own: Own, form: Fields) -> Response:
    """Offer a new secret for an app; the present one stays in use until the new one is confirmed."""
    account = await own.proved(form["password"], "password")
    if await own.accounts.second.is_on(account.id):
        await own.accounts.second.prove(account, form["code"], own.browser.words)
    if session := own.browser.visitor.session:
        await own.accounts.people.prove(session.id, now(), factor=False)
    return await factor_page(request, own, offered=await own.accounts.second.offer(account))


async def confirm(request: Request, own: Own, form: Fields) -> Response:
    """Confirm the new secret by a code. If the code is wrong, show the secret again, but only to a person who has just
    typed the password."""
    account, session = await own.accounts.people.account_of(own.person.id), own.browser.visitor.session
    if session is None or not session.is_fresh(now()):
        raise Faults(password="ui.factor.again")  # noqa: S106 - the key of a sentence
    second = own.accounts.second
    try:
        codes = await second.switch_on(account, form["code"], session.id, own.browser.words)
    except Faults as faults:
        offered = await second.offered(account)
        return await factor_page(request, own, 422, faults=faults.by_field, offered=offered)
    own.browser.visitor.was_proved(factor=True)
    return await factor_page(request, own, codes=codes)


async def renew(request: Request, own: Own, form: Fields) -> Response:
    account = await own.proved(form["password"], "password")
    codes = await own.accounts.second.renew_codes(account, form["code"], own.browser.words)
    return await factor_page(request, own, codes=codes)


async def switch_off(_request: Request, own: Own, form: Fields) -> Response:
    account = await own.proved(form["password"], "password")
    await own.accounts.second.switch_off(account, form["code"], own.browser.words)
    return RedirectResponse("/me/factor?done=off", 303)


async def show(_request: Request, own: Own, form: Fields) -> Response:
    """Take a code in a session that was begun without one."""
    account, session = await own.accounts.people.account_of(own.person.id), own.browser.visitor.session
    await own.accounts.second.prove(account, form["code"], own.browser.words)
    if session:
        await own.accounts.people.prove(session.id, now(), factor=True)
    return RedirectResponse("/me/factor", 303)


WORK: dict[str, Callable[[Request, Own, Fields], Awaitable[Response]]] = {
    "begin": begin,
    "confirm": confirm,
    "codes": renew,
    "off": switch_off,
    "show": show,
}


async def factor_page(request: Request, own: Own, status: int = 200, **shown: Any) -> Response:
    comes_back_to(request, "/me/factor")
    people, second = own.accounts.people, own.accounts.second
    account, session = await people.account_of(own.person.id), own.browser.visitor.session
    given: dict[str, Any] = {
        "faults": {},
        "form": {},
        "offered": None,
        "codes": [],
        "done": "",
        "is_on": await second.is_on(account.id),
        "codes_left": await second.store.left(account.id),
        "shown_here": session is not None and session.factor,
        "runs_site": account.role != "player",
        "too_short": account.grade in (WEAK, FAIR),
        "least": FOR_STAFF,
    }
    return kept_nowhere(page(request, "accounts/factor.html", status, **given | shown))
