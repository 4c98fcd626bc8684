"""The lobby: the first page, one's own tables, making a table, and arranging it until its game begins."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.accounts.forms import form_of
from app.accounts.visitor import PersonDep, SignedInDep
from app.lobby import lists, service
from app.lobby.arranging import Refused
from app.lobby.lists import Filter
from app.lobby.pages import chairs_part, live_part, news, reader_in, readers, table_not_begun
from app.lobby.service import Unfit, Wanted, option_blanks
from app.pages import page
from app.play.blanks import names_of
from app.rooms.room import Room
from app.services import ServicesDep, TableKey
from app.store.lobby import Arranged
from app.store.people import Person
from engine.core import registry
from engine.core.game import AnyGame

router = APIRouter()

Text = Annotated[str, Query(max_length=64)]
Players = Annotated[int, Query(ge=0, le=99)]


@router.get("/", response_class=HTMLResponse)
async def home(
    request: Request, services: ServicesDep, person: PersonDep, game: Text = "", show: Text = "all", seen: Text = ""
) -> Response:
    wanted = Filter(game if game in registry.games() else "", show if show in ("mine", "free") else "all")
    found = await lists.lobby(services.rooms.tables, person, wanted)
    address = f"/?game={wanted.game}&show={wanted.show}"
    part = live_part(request, "lobby/lists.html", address, lobby=found, readers=readers(request), wanted=wanted)
    if seen and "hx-request" in request.headers:
        return news(part, seen)
    urgent = lists.next_one(await lists.mine(services.rooms.tables, person)) if person else None
    return page(request, "lobby/home.html", live=part[0], wanted=wanted, games=registry.games(), urgent=urgent)


@router.get("/mine", response_class=HTMLResponse)
async def mine(request: Request, services: ServicesDep, person: SignedInDep, seen: Text = "") -> Response:
    found = await lists.mine(services.rooms.tables, person)
    part = live_part(request, "lobby/own.html", "/mine", found=found, readers=readers(request))
    if seen and "hx-request" in request.headers:
        return news(part, seen)
    return page(request, "lobby/mine.html", live=part[0], urgent=lists.next_one(found))


@router.get("/mine/next")
async def next_of_mine(services: ServicesDep, person: SignedInDep) -> Response:
    """To the game that waits most; to the list if none does."""
    key = lists.next_one(await lists.mine(services.rooms.tables, person))
    return RedirectResponse(f"/tables/{key}" if key else "/mine", 303)


@router.get("/tables/new", response_class=HTMLResponse)
async def new_table(request: Request, _person: SignedInDep, game: Text = "", players: Players = 0) -> Response:
    chosen = registry.games().get(game)
    if chosen is None:
        return page(request, "lobby/games.html", games=registry.games())
    return form_for(request, chosen, players if players in chosen.seats else max(chosen.seats))


class Gaps(dict[str, str]):
    """What was typed, or is wrong: an empty text for everything else."""

    def __missing__(self, name: str) -> str:
        return ""


def form_for(
    request: Request,
    game: AnyGame,
    players: int,
    typed: dict[str, str] | None = None,
    faults: dict[str, str] | None = None,
) -> Response:
    reader, blanks = reader_in(request, game.key), option_blanks(game)
    return page(
        request, "lobby/new.html", 422 if faults else 200,
        game=game, players=players, reader=reader, blanks=blanks, typed=Gaps(typed or {}), faults=Gaps(faults or {}),
    )  # fmt: skip


@router.post("/tables/new")
async def make_table(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form = await form_of(request, *every_field())
    game = registry.games().get(form["game"])
    players = int(form["players"]) if form["players"].isdecimal() and len(form["players"]) < 3 else 0
    if game is None or players not in game.seats:
        raise HTTPException(422)
    try:
        key = await service.make(services.rooms.tables, game, person, wanted_of(form, players))
    except Unfit as unfit:
        return form_for(request, game, players, {name: text for name, text in form.items() if text}, unfit.faults)
    return RedirectResponse(f"/tables/{key}", 303)


def every_field() -> set[str]:
    """What the form for any game may send."""
    games = registry.games().values()
    options = {f"options.{name}" for game in games for name in names_of(option_blanks(game))}
    chairs = {f"chair.{number}" for game in games for number in range(max(game.seats))}
    return {"game", "players", "title", "access", "seating", "spectators"} | options | chairs


def wanted_of(form: dict[str, str], players: int) -> Wanted:
    options = {name.partition(".")[2]: text for name, text in form.items() if name.startswith("options.") and text}
    chairs = tuple(form[f"chair.{number}"] for number in range(players))
    return Wanted(
        form["title"], form["access"], form["seating"], bool(form["spectators"]), players, chairs, options
    )  # fmt: skip


@router.get("/tables/{key}/seats")
async def seats(request: Request, services: ServicesDep, person: PersonDep, key: TableKey, seen: Text = "") -> Response:
    """The chairs, for a page that shows them; a table that has begun, or is gone, is opened anew."""
    table = await services.rooms.tables.find(key)
    if table is None or table.started:
        return Response(headers={"HX-Redirect": f"/tables/{key}"})
    return news(chairs_part(request, table, person), seen)


@router.post("/tables/{key}/seats")
async def arrange(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "what", "seat", "kind")
    number = int(form["seat"]) if form["seat"].isdecimal() and len(form["seat"]) < 3 else -1
    try:
        table = await service.change(services.rooms.tables, key, person, form["what"], number, form["kind"])
    except Refused as refused:
        return await refused_at(request, services, person, key, refused)
    return RedirectResponse(f"/tables/{key}" if table else "/", 303)


@router.post("/tables/{key}/start")
async def start(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "fill")
    try:
        table = await service.start(services.rooms.tables, key, person, form["fill"])
    except Refused as refused:
        return await refused_at(request, services, person, key, refused)
    if table is None:
        raise HTTPException(404)
    room = await services.rooms.get(key)
    if isinstance(room, Room):
        services.rooms.announce(room, own=True)
    return RedirectResponse(f"/tables/{key}", 303)


@router.post("/tables/{key}/again")
async def again(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    await form_of(request)
    try:
        new = await service.again(services.rooms.tables, key, person)
    except Refused as refused:
        return await refused_at(request, services, person, key, refused)
    if new is None:
        raise HTTPException(404)
    return RedirectResponse(f"/tables/{new}", 303)


async def refused_at(request: Request, services: ServicesDep, person: Person, key: str, refused: Refused) -> Response:
    """Why not, on the table's own page; whoever may not arrange anything here gets a page that says so."""
    table: Arranged | None = await services.rooms.tables.find(key)
    if table is None:
        raise HTTPException(404)
    if table.started:
        return RedirectResponse(f"/tables/{key}", 303)
    status = 403 if refused.reason in ("host_only", "not_seated") else 409
    return table_not_begun(request, table, person, refused.reason, status)
