"""Puts the web server together. `horloge serve` and the tests call `create_app`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI

from app import health
from app.accounts import factor_routes, mailbox, own_routes, program_routes
from app.accounts import routes as accounts
from app.accounts.guard import guard
from app.accounts.visitor import Visitors
from app.admin import routes as admin
from app.analysis import routes as analysis
from app.api import docs as api_docs
from app.api.openapi import PARTS
from app.clocks import hours_routes as hours
from app.clocks import routes as clocks
from app.directory import Directory, sheets_of
from app.errors import add_error_pages
from app.guide import routes as guide
from app.keeping import routes as keeping
from app.live import feed
from app.lobby import practice
from app.lobby import routes as lobby
from app.notices import routes as notices
from app.paths import STATIC
from app.play import back_routes, routes, seat_routes
from app.replay import papers
from app.replay import routes as replay
from app.rules import routes as rules
from app.security import Heads, SecurityHeaders
from app.services import open_services
from app.settings import Settings, read_settings
from app.standings import routes as standings
from app.talk import routes as talk
from app.watch import routes as watch
from app.web.assets import Assets
from app.web.bodies import Bodies
from app.web.packing import LEVEL, SMALLEST, Packing
from app.web.turns import Turns
from engine.core import registry

SITE = APIRouter(dependencies=[Depends(guard)])
"""Every page and call. It is built once and shared by all apps, since analysing the routes takes a while."""
for router in (
    lobby.router,
    practice.router,
    routes.router,
    replay.router,
    papers.router,
    back_routes.router,
    seat_routes.router,
    clocks.router,
    hours.router,
    analysis.router,
    accounts.router,
    own_routes.router,
    factor_routes.router,
    program_routes.router,
    notices.router,
    mailbox.router,
    feed.router,
    talk.router,
    keeping.router,
    rules.router,
    guide.router,
    standings.router,
    admin.router,
    health.router,
    watch.router,
    api_docs.router,
    *(part.router for part in PARTS),
):
    SITE.include_router(router)

SHEETS = sheets_of(SITE.routes)


def create_app(settings: Settings | None = None, demo: bool = False) -> FastAPI:
    """Return the app; `demo` keeps a table of bots going."""
    chosen = settings or read_settings()
    registry.add(chosen.game_modules)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(chosen, demo) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Horloge", lifespan=lifespan, routes=SITE.routes, docs_url=None, redoc_url=None, openapi_url=None,
        redirect_slashes=False,
    )  # fmt: skip
    app.router.middleware_stack = Directory(app.router.middleware_stack, SHEETS)
    app.mount("/static", Assets(directory=STATIC), name="static")
    add_error_pages(app)
    app.add_middleware(Packing, minimum_size=SMALLEST, compresslevel=LEVEL)
    app.add_middleware(Bodies, megabytes=chosen.bodies)
    app.add_middleware(Visitors, address=chosen.address)
    app.add_middleware(Turns, most=chosen.connections, proxies=chosen.proxies)
    app.add_middleware(SecurityHeaders, address=chosen.address)
    app.add_middleware(Heads)
    return app
