"""Answers forms for routes: faults come back on the same page beside their fields; otherwise the visitor is
redirected.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.features.accounts.account_settings import Own
from app.web.addresses import local_path
from app.web.forms import Fields, form_of
from app.web.pages import page
from app.web.services import ServicesDep
from app.web.sign_in import BrowserDep
from app.web.validation import Faults
from app.web.visitor import SignedInDep


async def own_of(services: ServicesDep, browser: BrowserDep, person: SignedInDep) -> Own:
    return Own(services.accounts, browser, person)


OwnDep = Annotated[Own, Depends(own_of)]
"""The changes open to the signed-in person."""


async def answered(
    request: Request,
    template: str,
    names: str,
    work: Callable[[Fields], Awaitable[None]],
    to: str = "",
    **context: object,
) -> Response:
    """Do what the form says and redirect, or show it again with its faults."""
    form = await form_of(request, *names.split())
    try:
        await work(form)
    except Faults as faults:
        return page(request, template, 422, form=form, faults=faults.by_field, **context)
    return RedirectResponse(local_path(to or form.get("next", "")), 303)


def only_accounts(guest: bool) -> None:
    """Raise 404 for a guest, who has neither password nor address."""
    if guest:
        raise HTTPException(404)


def kept_nowhere(response: Response) -> Response:
    """Forbid storing the page, which holds the secret of a link."""
    response.headers["Cache-Control"] = "no-store"
    return response
