"""Answers forms for routes: faults come back on the same page beside their fields; otherwise the visitor is
redirected.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts.forms import Fields, form_of
from app.accounts.judging import Faults
from app.accounts.limits import neighbourhood
from app.accounts.own import Own
from app.accounts.service import Browser
from app.accounts.visitor import SignedInDep, visitor_of
from app.pages import page
from app.services import ServicesDep
from app.web.addresses import local_path
from app.web.hosts import host_in
from app.words.language import words_for


async def browser_of(request: Request) -> Browser:
    host = neighbourhood(host_in(request.scope))
    return Browser(visitor_of(request), words_for(request), host, request.headers.get("user-agent", ""))


BrowserDep = Annotated[Browser, Depends(browser_of)]


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
