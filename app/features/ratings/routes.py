"""Routes of ratings: people, leaderboards, statistics of games, and what a game did to ratings."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from babel.numbers import format_decimal, format_percent
from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.features.ratings import pages as looking
from app.model.results.rating import FIRST, LEAST_GAMES
from app.store.ratings.leaderboards import StandingStore
from app.store.ratings.statistics import StatisticsStore
from app.web.expensive_pages import costly
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import reader_in, readers, room_shown
from app.web.services import ServicesDep, TableKey
from app.web.visitor import PersonDep
from engine.core import registry
from engine.core.game import AnyGame

router = APIRouter()

GameKey = Annotated[str, Path(max_length=64)]
Who = Annotated[str, Path(max_length=80)]
Page = Annotated[int, Query(ge=1, le=10_000)]
Players = Annotated[int, Query(ge=0, le=99)]
ALL = "all"


def game_of(key: str) -> AnyGame:
    game = registry.games().get(key)
    if game is None:
        raise HTTPException(404)
    return game


def shown(request: Request, template: str, **given: Any) -> HTMLResponse:
    """Draw a page with figures as its language writes them."""
    language = words_for(request).language
    percent = partial(format_percent, locale=language)
    decimal = partial(format_decimal, format="#,##0.#", locale=language)
    return page(request, template, percent=percent, decimal=decimal, first=FIRST, least=LEAST_GAMES, **given)


@router.get("/people/{who}", response_class=HTMLResponse)
async def profile(request: Request, services: ServicesDep, person: PersonDep, who: Who, page: Page = 1) -> Response:
    found = await looking.profile(StandingStore(services.database), who, person, page)
    if found is None:
        raise HTTPException(404)
    return shown(request, "ratings/profile.html", profile=found, readers=readers(request))


@router.get("/standings", response_class=HTMLResponse)
async def standings(request: Request) -> Response:
    return shown(request, "ratings/index.html", games=registry.games())


@router.get("/standings/{game}", response_class=HTMLResponse)
async def leaders(
    request: Request, services: ServicesDep, game: GameKey, players: Players = 0, page: Page = 1
) -> Response:
    known = game_of(game)
    found = await looking.leaders(StandingStore(services.database), known, players, page)
    return shown(request, "ratings/leaders.html", game=known, leaders=found)


@router.get("/statistics/{game}", response_class=HTMLResponse, dependencies=[Depends(costly)])
async def statistics(
    request: Request,
    services: ServicesDep,
    game: GameKey,
    players: Players = 0,
    who: Annotated[str, Query(max_length=8)] = "",
) -> Response:
    known = game_of(game)
    found = await looking.statistics(StatisticsStore(services.database), known, players, who != ALL)
    return shown(request, "ratings/statistics.html", game=known, found=found, reader=reader_in(request, game))


@router.get("/tables/{key}/ratings", response_class=HTMLResponse)
async def ratings(request: Request, services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    """Show what the game did to ratings: as a page, or only the part for the result sheet."""
    room = await room_shown(services, key, person)
    if room.status != "finished":
        raise HTTPException(404)
    found = await looking.moved(StandingStore(services.database), key, person)
    template = "ratings/moved.html" if "hx-request" in request.headers else "ratings/ratings.html"
    return shown(request, template, room=room, moved=found, reader=reader_in(request, room.game.key))
