"""Error pages: what went wrong, and what to do next."""

from __future__ import annotations

from urllib.parse import quote

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Mount

from app.accounts.guard import FactorNeeded
from app.accounts.visitor import NotSignedIn, is_api
from app.api.problems import misread, problem_answer
from app.pages import page
from app.security import headers_at
from app.services import services_of
from app.store.database import StoreUnavailable
from app.store.rooms import RoomGone
from app.web.addresses import here

KNOWN = {401, 403, 404, 405, 413, 415, 422, 429, 503}

log = structlog.get_logger(__name__)


def add_error_pages(app: FastAPI) -> None:
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(RequestValidationError, not_understood)
    app.add_exception_handler(NotSignedIn, asked_for_a_name)
    app.add_exception_handler(FactorNeeded, asked_for_a_factor)
    app.add_exception_handler(StoreUnavailable, unavailable)
    app.add_exception_handler(RoomGone, gone)
    app.add_exception_handler(ClientDisconnect, went_away)
    app.add_exception_handler(Exception, failed)


def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        error.headers = {"Allow": ", ".join(methods_at(request))}
    if is_api(request):
        return problem_answer(request, error)
    seconds = int((error.headers or {}).get("Retry-After", 0))
    response = error_page(request, error.status_code, getattr(error, "which", ""), seconds=seconds)
    response.headers.update(error.headers or {})
    return response


def methods_at(request: Request) -> list[str]:
    """Return the methods of an address. A route knows only its own method, and an address may have several routes."""
    routes = [route for route in request.app.routes if not isinstance(route, Mount)]

    def takes(method: str) -> bool:
        return any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in routes)

    posts = ["POST"] if takes("POST") else []
    return ["GET", "HEAD", *posts] if takes("GET") or not posts else posts


def not_understood(request: Request, error: Exception) -> Response:
    """Answer an address or parameter that cannot be valid."""
    assert isinstance(error, RequestValidationError)
    return problem_answer(request, misread(error)) if is_api(request) else error_page(request, 404)


def asked_for_a_name(request: Request, _error: Exception) -> Response:
    """Ask for a name. A visitor who opened a page comes back to it afterwards; a form has to be sent again."""
    if request.method == "GET":
        return RedirectResponse(f"/guest?next={quote(here(request))}", 303)
    table = request.path_params.get("key", "")
    return page(request, "error.html", 401, which="401", facts={}, back=f"/tables/{table}" if table else "/")


def asked_for_a_factor(_request: Request, _error: Exception) -> Response:
    """Redirect to the page on which the second factor is set up."""
    return RedirectResponse("/me/factor", 303)


def unavailable(request: Request, error: Exception) -> Response:
    log.warning("store unavailable", path=request.scope["path"], error=str(error))
    response = error_page(request, 503)
    response.headers["Retry-After"] = "3"
    return response


def gone(request: Request, _error: Exception) -> Response:
    """Answer for a table that another process deleted while it was in use here: there is no such table."""
    services_of(request).rooms.forget(request.path_params.get("key", ""))
    return error_page(request, 404)


def went_away(_request: Request, _error: Exception) -> Response:
    """Answer a client that disconnected while sending: nothing was done, and it will not see this."""
    return Response(status_code=400)


def failed(request: Request, _error: Exception) -> Response:
    response = error_page(request, 500)
    response.headers.update(headers_at(services_of(request).settings.address))
    return response


def error_page(request: Request, status: int, which: str = "", **facts: object) -> Response:
    """Return an error page. `which` names sentences of its own, where the status alone says too little. Programs get
    JSON, never a page."""
    if is_api(request):
        return problem_answer(request, HTTPException(status))
    usual = str(status) if status in KNOWN else "other" if status < 500 else "500"
    return page(request, "error.html", status, which=which or usual, facts=facts)
