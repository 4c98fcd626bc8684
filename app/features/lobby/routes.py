"""Routes of the lobby: the first page, a person's own tables, making a table, and arranging it until its game
begins.
"""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from msgspec.structs import asdict, replace
from starlette.responses import Response

from app.base.numbers import number_in
from app.decide.form_fields import names_of
from app.features.lobby import lists, service
from app.features.lobby.clock_form import FIELDS, as_typed, clock_typed
from app.features.lobby.pages import CLOCKS, Gaps, chairs_part, live_part, news, said_of, table_not_begun
from app.features.lobby.service import Wanted, option_blanks, typed_options
from app.model.form_errors import Fault, Unfit
from app.model.forms import ONCE, BadForm
from app.rooms.room import Room
from app.rooms.table_rules import Refused
from app.store.people.people import Person
from app.store.tables.boards import BoardStore
from app.store.tables.tables import Arranged
from app.web.forms import form_of, seat_in
from app.web.idempotency import asked_by_form
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import reader_in, readers
from app.web.services import Services, ServicesDep, TableKey
from app.web.visitor import PersonDep, SignedInDep, signed_in
from engine.core import registry
from engine.core.game import AnyGame, Seats

router = APIRouter()

TERMS = (
    *("title", "access", "names", "spectators", "delay", "rated", "private_talk", "stand_in", "comes_back"),
    *FIELDS,
)
WISHES = tuple(f"wish.{number}" for number in range(8))
"""The fields of the seats that a person would like, best first."""
Text = Annotated[str, Query(max_length=64)]
Players = Annotated[int, Query(ge=0, le=99)]


@router.get("/", response_class=HTMLResponse)
async def home(
    request: Request,
    services: ServicesDep,
    person: PersonDep,
    game: Text = "",
    status: Text = "",
    show: Text = "all",
    players: Text = "",
    pace: Text = "",
    seen: Text = "",
) -> Response:
    wanted = lists.filter_of(game, status, show, players, pace)
    found = await lists.lobby(services.rooms.tables, person, wanted)
    address = f"/?{urlencode(asdict(wanted))}"
    part = live_part(request, "lobby/lists.html", address, lobby=found, readers=readers(request), wanted=wanted)
    if seen and "hx-request" in request.headers:
        return news(part, seen)
    urgent = lists.next_one(await lists.mine(services.rooms, person)) if person else None
    return page(
        request, "lobby/home.html", live=part[0], wanted=wanted, games=registry.games(), urgent=urgent,
        readers=readers(request), statuses=lists.STATUSES, numbers=lists.numbers_of_players(), paces=lists.PACES,
    )  # fmt: skip


@router.get("/mine", response_class=HTMLResponse)
async def mine(request: Request, services: ServicesDep, person: SignedInDep, seen: Text = "") -> Response:
    found = await lists.with_questions(services.rooms, await lists.mine(services.rooms, person))
    part = live_part(request, "lobby/own.html", "/mine", found=found, readers=readers(request), waiting=lists.WAITING)
    if seen and "hx-request" in request.headers:
        return news(part, seen)
    boards = await BoardStore(services.database).boards(person.id)
    return page(
        request, "lobby/mine.html", live=part[0], urgent=lists.next_one(found), boards=boards, readers=readers(request)
    )


@router.get("/mine/next")
async def next_of_mine(services: ServicesDep, person: SignedInDep, after: Text = "") -> Response:
    """Redirect to the table that waits most, other than the one the person comes from; to the list if none does."""
    key = lists.next_one(await lists.mine(services.rooms, person), after)
    return RedirectResponse(f"/tables/{key}" if key else "/mine", 303)


@router.get("/tables/new", response_class=HTMLResponse)
async def new_table(request: Request, _person: SignedInDep, game: Text = "", players: Players = 0) -> Response:
    games = registry.games()
    chosen = games.get(game) or (next(iter(games.values())) if len(games) == 1 else None)
    if chosen is None:
        return page(request, "lobby/games.html", games=games)
    return form_for(request, chosen, players if players in chosen.players else max(chosen.players))


def form_for(
    request: Request,
    game: AnyGame,
    players: int,
    typed: dict[str, str] | None = None,
    faults: dict[str, Fault] | None = None,
) -> Response:
    blanks = option_blanks(game, players)
    return page(
        request, "lobby/new.html", 422 if faults else 200,
        players=players, blanks=blanks, options=typed or {},
        delays=service.DELAYS, stand_ins=service.STAND_INS, clocks=CLOCKS, seating=service.seating_of(game),
        **seats_of_form(request, game, players, typed, faults),
    )  # fmt: skip


def seats_of_form(
    request: Request, game: AnyGame, players: int, typed: dict[str, str] | None, faults: dict[str, Fault] | None = None
) -> dict[str, Any]:
    """Return what the template of the seats needs, given the typed options."""
    reader = reader_in(request, game.key)
    seats = service.seats_with(game, players, {} if typed is None else options_typed(game, typed, players))
    return {
        "game": game,
        "reader": reader,
        "seats": seats,
        "shown": written(seats),
        "typed": Gaps(at_first(request) if typed is None else typed),
        "faults": said_of(reader, faults or {}),
    }


def at_first(request: Request) -> dict[str, str]:
    """Return the initial content of the form for a new table."""
    person = signed_in(request)
    title = words_for(request).say("ui.lobby.title_of", name=person.name)
    first = {"title": title, "spectators": "yes", "access": "public", "chair.0": "me"}
    return first | {"stand_in": str(service.STAND_IN)} | as_typed(None, person.zone)


@router.post("/tables/new")
async def make_table(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form = await form_of(request, *every_field())
    game, players = game_and_players(form)
    asked = await asked_by_form(request, person)
    try:
        wanted = wanted_of(game, form, players)
        require_shown(game, wanted, form["shown"])
        key = await service.make(services.rooms.tables, services.accounts, game, person, wanted, asked)
    except Unfit as unfit:
        return form_for(request, game, players, {name: text for name, text in form.items() if text}, unfit.faults)
    return RedirectResponse(f"/tables/{key}", 303)


def game_and_players(form: dict[str, str]) -> tuple[AnyGame, int]:
    game = registry.games().get(form["game"])
    players = number_in(form["players"], 2)
    if game is None or players is None or players not in game.players:
        raise HTTPException(422)
    return game, players


def require_shown(game: AnyGame, wanted: Wanted, shown: str) -> None:
    """Raise Unfit if the options seat people differently from what the form showed: the host has to look once more."""
    if shown and shown != written(service.seats_with(game, wanted.players, wanted.options)):
        raise Unfit(chairs="ui.lobby.seats.others")


def written(seats: Seats) -> str:
    """Return the seats as the form sends them."""
    return ",".join(" ".join(sides) for sides in seats)


@router.post("/tables/new/seating")
async def seats_chosen(request: Request, _person: SignedInDep) -> Response:
    """Draw the seats of the form for a new table as its options have them; nothing if these are shown already."""
    form = await form_of(request, *every_field())
    given = seats_of_form(request, *game_and_players(form), form)
    return Response(status_code=204) if form["shown"] == given["shown"] else page(request, "lobby/seats.html", **given)


def every_field() -> set[str]:
    """Return all fields that the form for any game may send."""
    games = registry.games().values()
    options = {f"options.{name}" for game in games for name in names_of(option_blanks(game))}
    chairs = {f"chair.{number}" for game in games for number in range(max(game.players))}
    return {"game", "players", "seating", "shown", ONCE, *TERMS} | options | chairs


def wanted_of(game: AnyGame, form: dict[str, str], players: int) -> Wanted:
    chairs = tuple(form[f"chair.{number}"] for number in range(players))
    terms = terms_wanted(form)
    return replace(
        terms, players=players, seating=form["seating"], chairs=chairs, options=options_typed(game, form, players)
    )


def options_typed(game: AnyGame, form: dict[str, str], players: int) -> dict[str, Any]:
    typed = {name.partition(".")[2]: text for name, text in form.items() if name.startswith("options.") and text}
    return typed_options(game, typed, players)


def terms_wanted(form: dict[str, str]) -> Wanted:
    """Return what of a table can also be changed later."""
    delay = int(form["delay"]) if form["delay"] in map(str, service.DELAYS) else -1 if form["delay"] else 0
    if form["private_talk"] not in ("", "yes", "no") or form["comes_back"] not in ("", "yes", "no"):
        raise BadForm
    stand_in = int(form["stand_in"]) if form["stand_in"] in map(str, service.STAND_INS) else -1
    spectators, rated, apart = bool(form["spectators"]), bool(form["rated"]), form["private_talk"] != "no"
    return Wanted(
        form["title"],
        form["access"],
        form["names"],
        spectators,
        delay,
        rated,
        apart,
        stand_in if form["stand_in"] else service.STAND_IN,
        form["comes_back"] != "no",
        clock_typed(form),
    )


@router.get("/tables/{key}/seats")
async def seats(request: Request, services: ServicesDep, person: PersonDep, key: TableKey, seen: Text = "") -> Response:
    """Draw the seats, for a page that shows them. A table that has begun or is gone is opened as a page instead, which
    also tells readers who may not see it."""
    table = await services.rooms.tables.find(key)
    if table is None or table.started or not table.shown_to(person.id if person else None):
        return Response(headers={"HX-Redirect": f"/tables/{key}"})
    return news(chairs_part(request, table, person), seen)


@router.post("/tables/{key}/seats")
async def arrange(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "what", "seat", "kind", *WISHES)
    await table_shown(services, key, person)
    wishes = [form[name] for name in WISHES if form[name]]
    try:
        table = await service.change(
            services.rooms.tables, key, person, form["what"], seat_in(form), form["kind"], wishes
        )
    except Refused as refused:
        return await refused_at(request, services, person, key, refused)
    return RedirectResponse(f"/tables/{key}" if table else "/", 303)


@router.post("/tables/{key}/terms")
async def rearrange(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, *TERMS)
    await table_shown(services, key, person)
    tables, accounts = services.rooms.tables, services.accounts
    try:
        table = await service.rearrange(tables, accounts, key, person, terms_wanted(form))
    except Refused as refused:
        return await refused_at(request, services, person, key, refused)
    except Unfit as unfit:
        table = await tables.find(key)
        if table and not table.started:
            return await table_not_begun(request, services, table, person, status=422, typed=form, faults=unfit.faults)
    if table is None:
        raise HTTPException(404)
    return RedirectResponse(f"/tables/{key}", 303)


@router.post("/tables/{key}/start")
async def start(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "fill")
    await table_shown(services, key, person)
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
    await table_shown(services, key, person)
    try:
        new = await service.again(services.rooms.tables, key, person)
    except Refused as refused:
        return await refused_at(request, services, person, key, refused)
    if new is None:
        raise HTTPException(404)
    return RedirectResponse(f"/tables/{new}", 303)


async def table_shown(services: Services, key: str, person: Person) -> None:
    """Raise 404 if the person may not see the table."""
    table = await services.rooms.tables.find(key)
    if table is None or not table.shown_to(person.id):
        raise HTTPException(404)


async def refused_at(request: Request, services: ServicesDep, person: Person, key: str, refused: Refused) -> Response:
    """Show the refusal on the table's own page; people who may not arrange anything here get a page that says so."""
    table: Arranged | None = await services.rooms.tables.find(key)
    if table is None:
        raise HTTPException(404)
    if table.started:
        return RedirectResponse(f"/tables/{key}", 303)
    status = 403 if refused.reason in ("host_only", "not_seated") else 409
    return await table_not_begun(request, services, table, person, refused.reason, status)
