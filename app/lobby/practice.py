"""A game against bots: two clicks from the first page to a table where it is the player's turn. The services of the
lobby arrange it and begin it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import SystemRandom
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from msgspec import Struct
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
from app.words.catalogue import Words
from app.words.language import words_for
from app.words.reader import reader_of
from engine.core import registry
from engine.core.game import AnyGame, QuickSeat, QuickStart

router = APIRouter()

GameKey = Annotated[str, Path(max_length=64)]
StartKey = Annotated[str, Query(max_length=64)]
ANY = "any"


def game_of(key: str) -> AnyGame:
    game = registry.games().get(key)
    if game is None:
        raise HTTPException(404)
    return game


def start_of(game: AnyGame, key: str) -> QuickStart:
    """Return the quick start of that key, or the game's first one. Raises 404."""
    start = game.starts.get(key) if key else next(iter(game.starts.values()))
    if start is None:
        raise HTTPException(404)
    return start


@router.get("/practice/{game}", response_class=HTMLResponse)
async def practice(
    request: Request, person: PersonDep, game: GameKey, seat: str | None = None, start: StartKey = ""
) -> Response:
    """Show the choice of seats. A visitor without a name is asked for one first and then finds the picked seat
    again."""
    found = game_of(game)
    begun_so = start_of(found, start)
    seats = found.quick_seats(begun_so)
    if person is None and seat is not None:
        picked_so = {"seat": seat} | ({"start": start} if start else {})
        return RedirectResponse("/guest?" + urlencode({"next": f"/practice/{game}?{urlencode(picked_so)}"}), 303)
    picked = seat if seat and seat in map(str, range(len(seats))) else ANY
    reader = reader_in(request, game)
    return page(request, "lobby/practice.html", game=found, start=begun_so, seats=seats, picked=picked, reader=reader)


@router.post("/practice/{game}")
async def begin(request: Request, services: ServicesDep, person: SignedInDep, game: GameKey) -> Response:
    found = game_of(game)
    form = await form_of(request, ONCE, "seat", "start")
    start = start_of(found, form["start"])
    seat = seat_of(found.quick_seats(start), form["seat"])
    title = title_of(words_for(request), found, start, person)
    key = await against_bots(services, found, start, person, seat, title, await asked_by_form(request, person))
    return RedirectResponse(f"/tables/{key}", 303)


def title_of(words: Words, game: AnyGame, start: QuickStart, person: Person) -> str:
    """Return the title of the table."""
    if not start.key:
        return str(words.say("ui.practice.title", name=person.name))
    return reader_of(game, words.language).word("quick", start.key)


def seat_of(seats: Sequence[QuickSeat], named: str) -> QuickSeat:
    """Return the seat picked by its number, or a random one."""
    if named in ("", ANY):
        return SystemRandom().choice(seats)
    if named not in map(str, range(len(seats))):
        raise BadForm
    return seats[int(named)]


async def against_bots(
    services: Services,
    game: AnyGame,
    start: QuickStart,
    person: Person,
    seat: QuickSeat,
    title: str,
    asked: Asked | None,
) -> str:
    """Make a table whose other seats are taken by the best bots, and begin its game; return its key. The same request
    sent again finds it begun."""
    chairs = tuple(ME if number == seat.number else game.best_bot for number in range(start.players))
    wanted = Wanted(
        title, "link", "", spectators=True, delay=0, rated=False,
        players=start.players, chairs=chairs, options=unusual(game, seat.options),
    )  # fmt: skip
    tables = services.rooms.tables
    key = await service.make(tables, services.accounts, game, person, wanted, asked)
    with suppress(Refused):
        await service.start(tables, key, person, "")
    return key


def unusual(game: AnyGame, options: Struct) -> dict[str, Any]:
    """Return the options that differ from the defaults, as plain data: others may not exist for this number of
    players."""
    plain, usual = msgspec.to_builtins(options), msgspec.to_builtins(game.options())
    return {name: value for name, value in plain.items() if value != usual[name]}
