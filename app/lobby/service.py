"""Making tables and carrying through what arranging allows. Called by lobby.routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from app.accounts.judging import zones
from app.accounts.service import Accounts
from app.clock import now
from app.clocks.calendar import Calendar
from app.clocks.terms import Hour, agreed, as_kept
from app.clocks.terms import Terms as Time
from app.lobby import arranging
from app.lobby.arranging import DIE, LOT, Refused, Terms
from app.lobby.faults import Unfit
from app.lobby.inviting import guests_named, to_be_told
from app.once import once
from app.play.blanks import Blank, blanks_of, filled_in, names_of
from app.rooms.rooms import new_key, opening_of, room_opened
from app.store.chairs import Chair
from app.store.clocks import ClockStore
from app.store.lobby import Arranged, StillPlaying, TableStore
from app.store.people import Person
from app.store.requests import Asked
from app.store.rooms import NewRoom
from engine.core import registry
from engine.core.game import AnyGame, ImpossibleOpening, Seats
from engine.core.lots import SeatsDrawn
from engine.core.state import Side

TITLE = 80
ACCESS = ("public", "link", "named")
DELAYS = (0, 1, 2, 3, 5, 10)
STAND_INS, STAND_IN = (0, 1, 3, 7, 14), 3
"""Days before a bot plays for somebody who is gone."""
SEATING = ("pick", LOT, DIE, "order")
"""How seats are given out. By die only in games whose rules say so."""
TICKED = ("truth", "ticks", "counts")
"""Kinds of blanks that send nothing when they are left empty."""
FREE, ME = "", "me"
"""What a chair can be at first, besides a kind of bot."""


class Wanted(Struct, frozen=True):
    """A table as it was asked for."""

    title: str
    access: str
    names: str
    """Who may join if access is `named`, as typed."""
    spectators: bool
    delay: int
    """How many turns spectators are behind."""
    rated: bool
    private_talk: bool = True
    """Whether sides may talk apart."""
    stand_in: int = STAND_IN
    """Days for which the seat of somebody who is gone is offered before a bot plays on."""
    comes_back: bool = True
    """Whether they may come back by themselves."""
    clock: Time | None = None
    """What is agreed about time."""
    seating: str = "pick"
    players: int = 0
    chairs: tuple[str, ...] = ()
    """For each chair: free, me, or a kind of bot."""
    options: dict[str, Any] = {}
    """Those that were chosen, as plain data."""


def seating_of(game: AnyGame) -> tuple[str, ...]:
    """How the seats of this game can be given out."""
    return tuple(one for one in SEATING if one != DIE or game.seats_die)


def option_blanks(game: AnyGame, players: int = 0) -> tuple[Blank, ...]:
    """The options that so many players can choose; all that there are, if no number is given."""
    blanks = blanks_of(game.options) or ()
    return tuple(blank for blank in blanks if not players or players in game.option_players(blank.name))


async def make(
    tables: TableStore, accounts: Accounts, game: AnyGame, person: Person, wanted: Wanted, asked: Asked | None = None
) -> str:
    """A new table, or the one that the same request made before; its key. Raises Unfit, KeyUsed."""

    async def add() -> str:
        new, told = await made(accounts, game, person, wanted)
        await tables.add(replace(new, asked=asked), told)
        return new.key

    return await once(tables.database, asked, add)


async def made(accounts: Accounts, game: AnyGame, person: Person, wanted: Wanted) -> tuple[Arranged, list[int]]:
    """A new table, and who is told of being asked to it."""
    if wanted.players not in game.players or wanted.seating not in seating_of(game):
        raise Unfit(players="ui.lobby.players.wrong")
    terms, chosen = await terms_of(accounts, person, wanted), options(game, wanted.options, wanted.players)
    new = Arranged(
        id=0,
        key=new_key(),
        game=game.key,
        options=msgspec.json.encode(chosen).decode(),
        host=person.id,
        seating=LOT if wanted.seating == DIE else wanted.seating,
        die=wanted.seating == DIE,
        started=False,
        again="",
        opened_at=now(),
        moved_at=now(),
        chairs=chairs(game, game.seating(wanted.players, chosen), wanted, person),
        **asdict(terms),
    )
    return new, await to_be_told(accounts, person, new.invited)


async def terms_of(accounts: Accounts, person: Person, wanted: Wanted) -> Terms:
    """What was typed about who may join, judged."""
    title = " ".join(wanted.title.split())
    if not 1 <= len(title) <= TITLE or not title.isprintable():
        raise Unfit(title="ui.lobby.title.length")
    if wanted.access not in ACCESS:
        raise Unfit(access="ui.lobby.players.wrong")
    if wanted.delay not in DELAYS:
        raise Unfit(delay="ui.lobby.players.wrong")
    if wanted.stand_in not in STAND_INS:
        raise Unfit(stand_in="ui.lobby.players.wrong")
    invited = await guests_named(accounts, person, wanted.names) if wanted.access == "named" else ()
    delay = wanted.delay if wanted.spectators else 0
    rated = wanted.rated and wanted.players > 1
    return Terms(
        title,
        wanted.access,
        wanted.spectators,
        delay,
        rated,
        wanted.private_talk,
        wanted.stand_in,
        wanted.comes_back,
        invited,
        as_kept(fit_clock(wanted.clock)),
    )


def fit_clock(clock: Time | None) -> Time | None:
    """The fixed hour has to be of a place that there is."""
    if isinstance(clock, Hour) and clock.zone not in zones():
        raise Unfit(**{"clock.zone": "ui.clock.zone.unknown"})
    return clock


async def rearrange(
    tables: TableStore, accounts: Accounts, key: str, person: Person, wanted: Wanted
) -> Arranged | None:
    """The host changes the terms before the game begins; who is newly asked is told."""
    before = await tables.find(key)
    if before is None:
        return None
    arranging.only_host(before, person.id)
    terms = await terms_of(accounts, person, replace(wanted, players=len(before.chairs)))
    new = [guest for guest in terms.invited if guest not in before.invited]
    told = await to_be_told(accounts, person, new)
    return await tables.change(key, lambda table: arranging.rearranged(table, person.id, terms), told)


def chairs(game: AnyGame, seats: Seats, wanted: Wanted, person: Person) -> tuple[Chair, ...]:
    kinds = {FREE, ME, *game.bots}
    if any(kind not in kinds for kind in wanted.chairs[: wanted.players]):
        raise Unfit(players="ui.lobby.players.wrong")
    asked = [*wanted.chairs, *(FREE for _ in range(wanted.players))]
    made = [
        Chair(number, sides, person=person.id, ready=True)
        if kind == ME
        else Chair(number, sides, bot=kind, ready=bool(kind))
        for number, (sides, kind) in enumerate(zip(seats, asked, strict=False))
    ]
    if not any(chair.person for chair in made):
        raise Unfit(chairs="ui.lobby.chairs.nobody")
    return tuple(made)


def typed_options(game: AnyGame, typed: dict[str, str], players: int) -> dict[str, Any]:
    """What a form says of them. Those that don't fit the number of players are not asked for."""
    asked = {blank.name for blank in option_blanks(game, players) if blank.kind in TICKED}
    given = [blank for blank in option_blanks(game) if blank.name in asked or names_of([blank]) & typed.keys()]
    return filled_in(given, typed)


def seats_with(game: AnyGame, players: int, plain: dict[str, Any]) -> Seats:
    """The seats that follow from these options; from the usual ones, if these are none of the game's."""
    try:
        return game.seating(players, msgspec.convert(plain, game.options))
    except msgspec.ValidationError:
        return game.seating(players, game.options())


def options(game: AnyGame, plain: dict[str, Any], players: int) -> Struct:
    """The game's options, once the game can be set up with them."""
    fitting = {blank.name for blank in option_blanks(game, players)}
    if any(blank.name in plain and blank.name not in fitting for blank in option_blanks(game)):
        raise Unfit(options="ui.lobby.option.players")
    try:
        chosen: Struct = msgspec.convert(plain, game.options)
        game.start(players, options=chosen)
    except msgspec.ValidationError as error:
        name = str(error).partition(" - at ")[2].strip("`$.")
        raise Unfit(**{f"options.{name}" if name else "options": "ui.lobby.option.wrong"}) from error
    except ImpossibleOpening as error:
        raise Unfit(options=(f"opening.{game.key}.{error.reason}", error.facts)) from error
    return chosen


async def change(
    tables: TableStore, key: str, person: Person, what: str, number: int, kind: str, wishes: Sequence[Side] = ()
) -> Arranged | None:
    """One of the changes that a table's page has buttons for."""

    def decide(table: Arranged) -> Arranged:
        after = changed(table, person.id, what, number, kind, wishes)
        return replace(after, moved_at=now()) if after != table else table

    table = await tables.change(key, decide)
    if table and table.host is None:
        await tables.remove(key)
        return None
    return table


def changed(table: Arranged, person: int, what: str, number: int, kind: str, wishes: Sequence[Side] = ()) -> Arranged:
    match what:
        case "sit":
            return arranging.sit_down(table, person, number)
        case "leave":
            return arranging.get_up(table, person, number)
        case "ready" | "wait":
            return arranging.be_ready(table, person, what == "ready")
        case "bot":
            return arranging.seat_bot(table, person, number, kind, registry.game(table.game).bots)
        case "wish":
            return arranging.wish(table, person, number, wishes)
    raise Refused("no_chair")


async def start(tables: TableStore, key: str, person: Person, fill: str) -> Arranged | None:
    """The game begins, and its clock if it has one."""
    hours = await ClockStore(tables.database).hours_at(key)

    def decide(table: Arranged) -> tuple[Arranged, NewRoom]:
        game = registry.game(table.game)
        if fill and fill not in game.bots:
            raise Refused("no_bot")
        return begun(game, replace(arranging.begin(table, person.id, fill), moved_at=now()), hours)

    return await tables.begin(key, decide)


def begun(game: AnyGame, table: Arranged, hours: Mapping[int, Calendar]) -> tuple[Arranged, NewRoom]:
    """The table with everybody on their seat, and its room; where seats are drawn, the game's opening says which."""
    opening = opening_of(game, arranging.seats_of(table), table.options.encode(), lots=arranging.lots_of(table))
    position, news = game.open(opening)
    drawn = next((entry for entry in news if isinstance(entry, SeatsDrawn)), None)
    seated = arranging.seated_as_drawn(table, drawn) if drawn else table
    seats, terms = arranging.seats_of(seated), agreed(table.clock)
    opened = (position, news)
    return seated, room_opened(game, table.title, seats, opening, table.key, terms, by_side(seated, hours), opened)


def by_side(table: Arranged, hours: Mapping[int, Calendar]) -> dict[Side, Calendar]:
    """The hours of those who sit there, by what they play."""
    return {side: hours[who] for chair in table.chairs for side in chair.sides if (who := chair.person or 0) in hours}


async def again(tables: TableStore, key: str, person: Person) -> str | None:
    """The key of the table at which the same people play again, once the game is over; whoever asks first makes it."""

    def decide(table: Arranged) -> Arranged:
        if not table.started:
            raise Refused("not_started")
        return replace(arranging.once_more(table, person.id, new_key()), opened_at=now(), moved_at=now())

    try:
        return await tables.repeat(key, decide)
    except StillPlaying as error:
        raise Refused("not_over") from error
