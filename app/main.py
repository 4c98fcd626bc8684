"""Puts the web server together. `horloge serve` and the tests call `create_app`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Depends, FastAPI

from app.api import docs as api_docs
from app.api.openapi import PARTS
from app.base.paths import STATIC
from app.features.accounts import account_routes as own_routes
from app.features.accounts import api_token_routes as program_routes
from app.features.accounts import dev_mailbox as mailbox
from app.features.accounts import playing_hours_routes as hours
from app.features.accounts import routes as accounts
from app.features.accounts import second_factor_routes as factor_routes
from app.features.admin import routes as admin
from app.features.analysis import routes as analysis
from app.features.health import probes as health
from app.features.health import routes as watch
from app.features.lessons import routes as guide
from app.features.lobby import quick_start as practice
from app.features.lobby import routes as lobby
from app.features.lobby.pages import table_not_begun
from app.features.notifications import routes as notices
from app.features.ratings import routes as standings
from app.features.replay import export_routes as papers
from app.features.replay import routes as replay
from app.features.rules import routes as rules
from app.features.table import clock_routes as clocks
from app.features.table import feed, routes, seat_routes
from app.features.table import undo_routes as back_routes
from app.features.talk import routes as talk
from app.features.visits import routes as keeping
from app.server.route_index import Directory, sheets_of
from app.settings import Settings, read_settings
from app.web.body_limits import Bodies
from app.web.compression import LEVEL, SMALLEST, Packing
from app.web.csrf import guard
from app.web.errors import add_error_pages
from app.web.fair_queue import Turns
from app.web.headers import Heads, SecurityHeaders
from app.web.static_files import Assets
from app.web.visitor import Visitors
from app.wiring import open_services
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
    app.state.before_it_begins = table_not_begun
    app.mount("/static", Assets(directory=STATIC), name="static")
    add_error_pages(app)
    app.add_middleware(Packing, minimum_size=SMALLEST, compresslevel=LEVEL)
    app.add_middleware(Bodies, megabytes=chosen.bodies)
    app.add_middleware(Visitors, address=chosen.address)
    app.add_middleware(Turns, most=chosen.connections, proxies=chosen.proxies)
    app.add_middleware(SecurityHeaders, address=chosen.address)
    app.add_middleware(Heads)
    return app
