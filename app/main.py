"""How the web server is put together. `horloge serve` and the tests call `create_app`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app import health
from app.accounts import mailbox, own_routes
from app.accounts import routes as accounts
from app.accounts.forms import SmallBodies
from app.accounts.guard import guard
from app.accounts.visitor import Visitors
from app.errors import add_error_pages
from app.live import feed
from app.lobby import routes as lobby
from app.paths import STATIC
from app.play import routes
from app.rules import routes as rules
from app.security import SecurityHeaders
from app.services import open_services
from app.settings import Settings
from engine.core import registry


def create_app(settings: Settings | None = None, demo: bool = False) -> FastAPI:
    """`demo` keeps a table of bots going."""
    chosen = settings or Settings()
    registry.add(chosen.game_modules)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_services(chosen, demo) as services:
            app.state.services = services
            yield

    guarded = [Depends(guard)]
    app = FastAPI(
        title="Horloge", lifespan=lifespan, dependencies=guarded, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.include_router(lobby.router)
    app.include_router(routes.router)
    app.include_router(accounts.router)
    app.include_router(own_routes.router)
    app.include_router(mailbox.router)
    app.include_router(feed.router)
    app.include_router(rules.router)
    app.include_router(health.router)
    app.mount("/static", Assets(directory=STATIC), name="static")
    add_error_pages(app)
    app.add_middleware(SmallBodies)
    app.add_middleware(Visitors, address=chosen.address)
    app.add_middleware(SecurityHeaders, address=chosen.address)
    return app


class Assets(StaticFiles):
    """Files whose address carries their hash never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200 and scope["query_string"].startswith(b"v="):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
