"""Refuses requests that change something but do not come from one of our own pages. The app runs `guard` before every
route, so none can leave it out: browsers say which site a form comes from, and every form carries its visitor's token.
Sockets check this themselves (`features.table.feed`).

A program with a bearer token is no browser: its cookies do not count (see `web.visitor`), so it needs no form token.
"""

from __future__ import annotations

from fastapi import HTTPException, Request
from starlette.requests import HTTPConnection

from app.base.tokens import is_form_token
from app.model.forms import TOKEN
from app.web.forms import fields_of
from app.web.origins import same_origin
from app.web.visitor import Visitor, has_bearer, is_api, visitor_of

SAFE = {"GET", "HEAD", "OPTIONS"}
FROM_ANYWHERE = {"/unsubscribe"}
"""Addresses to which mail programs post for their readers: the link itself proves that they may."""
RUN_HERE = "/admin"
HEADER = "x-horloge-token"
"""The header in which scripts of our own pages send the token."""


class ForeignForm(HTTPException):
    """The form comes from another site, or from a page shown before the visitor signed in or out."""

    def __init__(self) -> None:
        super().__init__(403)


class FactorNeeded(Exception):
    """The admin area needs a second factor, shown in this browser."""


async def guard(visit: HTTPConnection) -> None:
    if not isinstance(visit, Request):
        return
    visitor = visitor_of(visit)
    visitor.check()
    if visitor.withheld and str(visit.scope["path"]).startswith(RUN_HERE):
        raise FactorNeeded
    if visit.method in SAFE or has_bearer(visit) or visit.scope["path"] in FROM_ANYWHERE:
        return
    if not (is_ours(visit) and await has_token(visit, visitor)):
        raise ForeignForm


def is_ours(visit: HTTPConnection) -> bool:
    """Tell whether one of our pages sent it, as the browser says."""
    if visit.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return same_origin(visit, visit.app.state.services.settings.address)


async def has_token(request: Request, visitor: Visitor) -> bool:
    sent = request.headers.get(HEADER) or ("" if is_api(request) else (await fields_of(request)).get(TOKEN, ""))
    return bool(visitor.cookie) and is_form_token(sent, visitor.cookie)
