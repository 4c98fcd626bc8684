"""A game against bots at once: two clicks from the first page to a table where it is one's turn. Arranged and begun by
the lobby's own services.
"""

from __future__ import annotations

from contextlib import suppress
from random import SystemRandom
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.accounts.forms import ONCE, BadForm, form_of
from app.accounts.visitor import PersonDep, SignedInDep
from app.lobby import service
from app.lobby.arranging import Refused
from app.lobby.pages import reader_in
from app.lobby.service import ME, Wanted
from app.once import asked_by_form
from app.pages import page
from app.services import Services, ServicesDep
from app.store.people import Person
from app.store.requests import Asked
from app.words.language import words_for
from engine.core import registry
from engine.core.game import AnyGame, Seats

router = APIRouter()

GameKey = Annotated[str, Path(max_length=64)]
ANY = "any"


def game_of(key: str) -> AnyGame:
    game = registry.games().get(key)
    if game is None:
        raise HTTPException(404)
    return game


@router.get("/practice/{game}", response_class=HTMLResponse)
async def practice(request: Request, person: PersonDep, game: GameKey, seat: str | None = None) -> Response:
    """Who picks a seat and has no name yet is asked for one, and finds the seat picked afterwards."""
    found = game_of(game)
    seats = seats_of(found)
    if person is None and seat is not None:
        return RedirectResponse("/guest?" + urlencode({"next": f"/practice/{game}?{urlencode({'seat': seat})}"}), 303)
    picked = seat if seat and seat in map(str, range(len(seats))) else ANY
    reader = reader_in(request, game)
    return page(request, "lobby/practice.html", game=found, seats=seats, picked=picked, reader=reader)


@router.post("/practice/{game}")
async def begin(request: Request, services: ServicesDep, person: SignedInDep, game: GameKey) -> Response:
    found = game_of(game)
    form = await form_of(request, ONCE, "seat")
    title = words_for(request).say("ui.practice.title", name=person.name)
    asked = await asked_by_form(request, person)
    key = await against_bots(services, found, person, seat_of(found, form["seat"]), str(title), asked)
    return RedirectResponse(f"/tables/{key}", 303)


def seats_of(game: AnyGame) -> Seats:
    """Those of its largest table, with the usual options."""
    return game.seating(max(game.players), game.options())


def seat_of(game: AnyGame, named: str) -> int:
    """The number of a seat, picked or drawn."""
    numbers = range(len(seats_of(game)))
    if named in ("", ANY):
        return SystemRandom().choice(numbers)
    if named not in map(str, numbers):
        raise BadForm
    return int(named)


async def against_bots(
    services: Services, game: AnyGame, person: Person, seat: int, title: str, asked: Asked | None
) -> str:
    """The key of a table whose other seats are all taken by the best bots, and whose game has begun; the same request
    sent again finds it begun."""
    players = len(seats_of(game))
    chairs = tuple(ME if number == seat else game.best_bot for number in range(players))
    wanted = Wanted(title, "link", "", spectators=True, delay=0, rated=False, players=players, chairs=chairs)
    tables = services.rooms.tables
    key = await service.make(tables, services.accounts, game, person, wanted, asked)
    with suppress(Refused):
        await service.start(tables, key, person, "")
    return key
