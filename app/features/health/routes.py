"""Routes by which operators and monitors ask for the state of the site. For others they do not exist."""

from __future__ import annotations

import hmac
from functools import partial

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup, escape

from app.features.health import prometheus as metrics
from app.live.site_report import Report, report
from app.rooms.permissions import ADMIN
from app.settings import Settings
from app.store.ops.health import Table
from app.store.people.people import Person
from app.web.headers import from_this_machine
from app.web.language import words_for
from app.web.pages import page
from app.web.services import Services, ServicesDep
from app.web.visitor import BEARER, PersonDep
from app.words.reader import reader_of
from engine.core import registry

router = APIRouter()

PRIVATE = {"Cache-Control": "no-store"}


def may_watch(request: Request, settings: Settings) -> bool:
    """Tell whether the request shows the token; without a configured token, whether it comes from this machine and no
    one else can reach the site."""
    if settings.watch_token:
        shown = request.headers.get("authorization", "")
        is_bearer = shown[: len(BEARER)].lower() == BEARER
        return is_bearer and hmac.compare_digest(shown[len(BEARER) :].strip().encode(), settings.watch_token.encode())
    return settings.alone and from_this_machine(request)


async def asked_for(request: Request, services: Services, person: Person | None = None) -> Report:
    if not may_watch(request, services.settings) and not (person and person.role == ADMIN):
        raise HTTPException(404)
    await services.telling.tell()
    return await report(services.database)


@router.get("/metrics")
async def for_prometheus(request: Request, services: ServicesDep) -> Response:
    return Response(metrics.text(await asked_for(request, services)), media_type=metrics.TYPE, headers=PRIVATE)


@router.get("/health/report")
async def for_monitors(request: Request, services: ServicesDep) -> Response:
    """Report as JSON; `wrong` names what is wrong."""
    found = await asked_for(request, services)
    return Response(found.as_json(), headers=PRIVATE, media_type="application/json")


@router.get("/admin/health", response_class=HTMLResponse)
async def for_people(request: Request, services: ServicesDep, person: PersonDep) -> Response:
    found = await asked_for(request, services, person)
    return page(request, "health/health.html", found=found, awaited=partial(awaited, words_for(request).language))


def awaited(language: str, table: Table) -> Markup:
    """Return the sides that have to decide, with the names that their game gives them."""
    game = registry.games().get(table.game)
    if game is None:
        return escape(table.waiting)
    return Markup(", ").join(map(reader_of(game, language).name, table.waiting.split()))
