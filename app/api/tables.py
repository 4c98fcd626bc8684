"""Calls about tables: listing and making them, arranging one until its game begins, and rematches."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import HTTPException, Path, Query
from markupsafe import Markup
from msgspec import Meta, Struct
from msgspec.structs import replace

from app.api.caller import CallerDep
from app.api.converting import listed_table, open_table, running_table
from app.api.converting import refusal_body as as_told
from app.api.declaring import Calls
from app.api.request_bodies import body
from app.api.schemas.game import Done, Made, Seating, Table, Tables
from app.features.admin.actions import LONGEST_REASON, Doer, do
from app.features.admin.table_page import told
from app.features.lobby import lists, service
from app.features.lobby.pages import said_of
from app.features.lobby.service import ME, TITLE, Wanted
from app.model.clocks.terms import Days, Hour, Live
from app.model.form_errors import Unfit
from app.model.scopes import READ, TABLES
from app.model.statuses import status_of
from app.rooms.admin_actions import Rename
from app.rooms.permissions import HOST
from app.rooms.room import Room
from app.rooms.table_rules import Refused
from app.store.tables.lists import Filter
from app.store.tables.tables import Arranged
from app.web.idempotency import RequestKey
from app.web.problems import Problem
from app.web.services import TableKey
from engine.core.game import AnyGame

calls = Calls("tables")

GameKey = Annotated[str, Query(pattern="^[a-z0-9_]{0,32}$", description="Tables of this game only.")]
Show = Annotated[
    Literal["all", "free", "mine"], Query(description="All tables, those with a free seat, or one's own only.")
]
Status = Annotated[Literal["", "open", "playing", "finished"], Query(description="Tables of this status only.")]
Pace = Annotated[
    Literal["", "live", "web", "none"], Query(description="Tables with such a clock, or without any, only.")
]
Players = Annotated[int, Query(ge=0, le=99, description="Tables with so many seats only.")]
PlayedKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$", description="The key of a game.")]
Many = Annotated[int, Query(ge=1, le=99, description="How many people are to sit down.")]
Chosen = Annotated[str, Query(max_length=2_000, description="Options of the game, as JSON; the rest as usual.")]

decode_options = msgspec.json.Decoder(dict[str, Any]).decode


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a table, which the host may change until its game begins. `names` are the people who may sit down if
    access is named; `delay` is by how many turns spectators are late; `private_talk`: whether sides may talk in
    private; `stand_in`: for how many days the seat of a player who left is offered before a bot takes it (0: at once);
    `comes_back`: whether such a player may come back without asking; `clock`: the terms about time, live or by web,
    null for no clock."""

    title: Annotated[str, Meta(max_length=TITLE)]
    access: Literal["public", "link", "named"] = "public"
    names: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=20)] = ()
    spectators: bool = True
    delay: Annotated[int, Meta(ge=0, le=99)] = 0
    rated: bool = False
    private_talk: bool = True
    stand_in: Literal[0, 1, 3, 7, 14] = 3
    comes_back: bool = True
    clock: Live | Days | Hour | None = None

    def wanted(self) -> Wanted:
        names = ", ".join(self.names)
        return Wanted(
            self.title,
            self.access,
            names,
            self.spectators,
            self.delay,
            self.rated,
            self.private_talk,
            self.stand_in,
            self.comes_back,
            self.clock,
        )


class NewTable(Terms, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be made. `seats` says for each seat what is there at first: me, the name of a bot, or nothing; the
    rest is free. `seating`: everyone picks, seats are drawn by lot when the game begins, chosen in the order of a die
    then (in games whose rules say so), or taken in the order of joining. `options` are those of the game. With the same
    `key` the same call makes one table."""

    game: str
    players: Annotated[int, Meta(ge=1, le=99)]
    seats: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=99)] = (ME,)
    seating: Literal["pick", "random", "die", "order"] = "pick"
    options: dict[str, Any] = {}
    key: RequestKey | None = None


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="sit"):
    """Take a free seat."""

    seat: int


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="leave"):
    """Leave a seat; the host may clear those of others."""

    seat: int


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="bot"):
    """Put a bot on a free seat, as host."""

    seat: int
    bot: str


class BeReady(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ready"):
    """Say whether the caller is ready to begin."""

    ready: bool = True


class Wish(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="wish"):
    """Say which seats the caller would like, best first, where a die decides the order of choosing. A side stands for
    the seat that holds it."""

    seat: int
    sides: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=99)] = ()


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """`fill` is the bot that takes the seats that are still free."""

    fill: str = ""


class NewTitle(Struct, frozen=True, forbid_unknown_fields=True):
    """The new title of a table, and the reason, which the players are told."""

    title: Annotated[str, Meta(max_length=TITLE)]
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)]


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


Change = Sit | Leave | SeatBot | BeReady | Wish


@calls.get("/tables", scope=READ)
async def tables(
    caller: CallerDep,
    game: GameKey = "",
    status: Status = "",
    show: Show = "all",
    players: Players = 0,
    pace: Pace = "",
) -> Tables:
    """The listed tables: those that need players, those in play, and those just finished."""
    person = caller.person
    found = await lists.lobby(caller.services.rooms.tables, person, Filter(game, status, show, players, pace))
    return Tables(
        *([listed_table(table, person) for table in some] for some in (found.open, found.playing, found.finished))
    )  # fmt: skip


@calls.post(
    "/tables", scope=TABLES, example={"game": "{game}", "players": 2, "title": "A table", "seats": ["me", "random"]}
)
async def make_table(caller: CallerDep, wanted: Annotated[NewTable, body(NewTable)]) -> Made:
    """Make a table and sit down at it."""
    person, game = caller.signed_in(), caller.game(wanted.game)
    asked = replace(
        wanted.wanted(), seating=wanted.seating, players=wanted.players, chairs=wanted.seats, options=wanted.options
    )  # fmt: skip
    services, request = caller.services, caller.asked(wanted.key, wanted)
    try:
        return Made(await service.make(services.rooms.tables, services.accounts, game, person, asked, request))
    except Unfit as unfit:
        raise unfit_as(caller, game, unfit) from unfit


@calls.get("/games/{game}/seats", scope="")
async def seating(caller: CallerDep, game: PlayedKey, players: Many, options: Chosen = "") -> Seating:
    """The seats of a table with these options."""
    found = caller.game(game)
    if players not in found.players:
        raise HTTPException(404)
    try:
        chosen = service.options(found, decode_options(options or "{}"), players)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Problem(422, "parameter", parameter="options") from error
    except Unfit as unfit:
        raise unfit_as(caller, found, unfit) from unfit
    return Seating([list(sides) for sides in found.seating(players, chosen)])


@calls.get("/tables/{key}", scope=READ)
async def table(caller: CallerDep, key: TableKey) -> Table:
    """A table: who sits where and, once its game has begun, its position and which sides have to decide."""
    found = await caller.find(key)
    if not isinstance(found, Room):
        return open_table(found.table, caller)
    told = running_table(found, caller)
    now = await caller.services.rooms.tables.find(key) if told.status == "finished" else None
    return replace(told, again=now.again) if now else told


@calls.post("/tables/{key}/seats", scope=TABLES, example={"do": "sit", "seat": 1})
async def arrange(caller: CallerDep, key: TableKey, change: Annotated[Change, body(Change)]) -> Table:
    """Sit down, leave, be ready, seat a bot. A table that its last player leaves is deleted: the answer then shows it
    as it was."""
    person = caller.signed_in()
    before = await arrangeable(caller, key)
    match change:
        case BeReady():
            asked = ("ready" if change.ready else "wait", -1, "")
        case SeatBot():
            asked = ("bot", change.seat, change.bot)
        case Wish():
            asked = ("wish", change.seat, "")
        case _:
            asked = ("sit" if isinstance(change, Sit) else "leave", change.seat, "")
    try:
        wishes = change.sides if isinstance(change, Wish) else ()
        after = await service.change(caller.services.rooms.tables, key, person, *asked, wishes)
    except Refused as refused:
        raise not_done(caller, refused) from refused
    return open_table(after or before, caller)


@calls.post("/tables/{key}/terms", scope=TABLES, example={"title": "A table for two", "access": "link"})
async def rearrange(caller: CallerDep, key: TableKey, terms: Annotated[Terms, body(Terms)]) -> Table:
    """Change the terms of a table; only the host may, and only before the game begins."""
    person, services = caller.signed_in(), caller.services
    before = await arrangeable(caller, key)
    try:
        after = await service.rearrange(services.rooms.tables, services.accounts, key, person, terms.wanted())
    except Refused as refused:
        raise not_done(caller, refused) from refused
    except Unfit as unfit:
        raise unfit_as(caller, caller.game(before.game), unfit) from unfit
    return open_table(after or before, caller)


@calls.post("/tables/{key}/start", scope=TABLES, example={"fill": "random"})
async def start(caller: CallerDep, key: TableKey, wanted: Annotated[Start, body(Start)]) -> Table:
    """Begin the game; only the host may."""
    person = caller.signed_in()
    await arrangeable(caller, key)
    try:
        await service.start(caller.services.rooms.tables, key, person, wanted.fill)
    except Refused as refused:
        raise not_done(caller, refused) from refused
    room = await caller.room(key)
    caller.services.rooms.announce(room, own=True)
    return running_table(room, caller)


@calls.post("/tables/{key}/again", scope=TABLES, example={})
async def again(caller: CallerDep, key: TableKey, _: Annotated[Nothing, body(Nothing)]) -> Made:
    """Make a rematch table for the same people, bots and options, once the game is over; it is made once, for the first
    who asks."""
    person = caller.signed_in()
    await caller.find(key)
    try:
        new = await service.again(caller.services.rooms.tables, key, person)
    except Refused as refused:
        raise not_done(caller, refused) from refused
    if new is None:
        raise HTTPException(404)
    return Made(new)


@calls.post("/tables/{key}/rename", scope=TABLES, example={"title": "Our table", "reason": "It is ours."})
async def rename(caller: CallerDep, key: TableKey, wanted: Annotated[NewTitle, body(NewTitle)]) -> Done:
    """Rename a table as its host, also once its game has begun. Everyone at it is told, with the reason."""
    person, found = caller.signed_in(), await caller.find(key)
    if found.table is None or found.table.host != person.id:
        raise Problem(403, "host_only", caller.say("ui.lobby.refused.host_only"))
    host, services = Doer(person.id, HOST), caller.services
    refusal = await do(services.database, host, key, Rename(wanted.title), wanted.reason)
    if refusal:
        said = as_told(refusal, caller.reader(caller.game(found.table.game)))
        raise Problem(status_of(refusal), said.error, said.message, **said.facts)
    await told(services, key)
    return Done()


async def arrangeable(caller: CallerDep, key: str) -> Arranged:
    found = await caller.find(key)
    if isinstance(found, Room):
        raise Problem(409, "started", caller.say("ui.lobby.refused.started"))
    return found.table


def unfit_as(caller: CallerDep, game: AnyGame, unfit: Unfit) -> Problem:
    """Return the Problem that says what is wrong with each field."""
    said = said_of(caller.reader(game), unfit.faults)
    faults = {name: Markup(fault).striptags() for name, fault in said.items()}  # noqa: S704 - it is markup already
    return Problem(422, "unfit", " ".join(faults.values()), fields=faults)


def not_done(caller: CallerDep, refused: Refused) -> Problem:
    status = 403 if refused.reason in ("host_only", "not_seated") else 409
    return Problem(status, refused.reason, caller.say(f"ui.lobby.refused.{refused.reason}"))
