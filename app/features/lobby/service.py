"""Makes tables and carries out what `arranging` allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from app.base.clock import now
from app.decide.form_fields import Blank, blanks_of, filled_in, names_of
from app.features.lobby.invitations import guests_named, to_be_told
from app.model.clocks.calendar import Calendar
from app.model.clocks.terms import Hour, agreed, as_kept
from app.model.clocks.terms import Terms as Time
from app.model.form_errors import Unfit
from app.rooms import table_rules as arranging
from app.rooms.rooms import new_key, opening_of, room_opened
from app.rooms.table_rules import DIE, LOT, Refused, Terms
from app.store.games.clocks import ClockStore
from app.store.games.rooms import NewRoom
from app.store.people.people import Person
from app.store.people.request_keys import Asked
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged, StillPlaying, TableStore
from app.web.idempotency import once
from app.web.sign_in import Accounts
from app.web.validation import zones
from engine.core import registry
from engine.core.game import AnyGame, ImpossibleOpening, Seats
from engine.core.lots import SeatsDrawn
from engine.core.state import Side

TITLE = 80
ACCESS = ("public", "link", "named")
DELAYS = (0, 1, 2, 3, 5, 10)
STAND_INS, STAND_IN = (0, 1, 3, 7, 14), 3
"""Days before a bot takes the seat of a player who left."""
SEATING = ("pick", LOT, DIE, "order")
"""How seats are given out; by die only in games whose rules say so."""
TICKED = ("truth", "ticks", "counts")
"""Kinds of blanks that send nothing when they are left empty."""
FREE, ME = "", "me"
"""The initial owners of a seat, apart from kinds of bots."""


class Wanted(Struct, frozen=True):
    """A table as it was asked for."""

    title: str
    access: str
    names: str
    """The people who may join if access is `named`, as typed."""
    spectators: bool
    delay: int
    """By how many turns spectators are late."""
    rated: bool
    private_talk: bool = True
    """Whether sides may talk in private."""
    stand_in: int = STAND_IN
    """For how many days the seat of a player who left is offered before a bot takes it."""
    comes_back: bool = True
    """Whether a player who left may come back without asking."""
    clock: Time | None = None
    """The terms about time."""
    seating: str = "pick"
    players: int = 0
    chairs: tuple[str, ...] = ()
    """For each seat: free, me, or a kind of bot."""
    options: dict[str, Any] = {}
    """The chosen options, as plain data."""


def seating_of(game: AnyGame) -> tuple[str, ...]:
    """Return how the seats of this game can be given out."""
    return tuple(one for one in SEATING if one != DIE or game.seats_die)


def option_blanks(game: AnyGame, players: int = 0) -> tuple[Blank, ...]:
    """Return the options that this number of players can choose; all options without a number."""
    blanks = blanks_of(game.options) or ()
    return tuple(blank for blank in blanks if not players or players in game.option_players(blank.name))


async def make(
    tables: TableStore, accounts: Accounts, game: AnyGame, person: Person, wanted: Wanted, asked: Asked | None = None
) -> str:
    """Make a table and return its key. The same request sent again returns the same table. Raises Unfit and KeyUsed."""

    async def add() -> str:
        new, told = await new_table(accounts, game, person, wanted)
        await tables.add(replace(new, asked=asked), told)
        return new.key

    return await once(tables.database, asked, add)


async def new_table(accounts: Accounts, game: AnyGame, person: Person, wanted: Wanted) -> tuple[Arranged, list[int]]:
    """Return a new table and the people to notify of an invitation to it."""
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
    """Return the validated terms. Raises Unfit."""
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
    """Return the terms about time; a fixed hour needs an existing time zone."""
    if isinstance(clock, Hour) and clock.zone not in zones():
        raise Unfit(**{"clock.zone": "ui.clock.zone.unknown"})
    return clock


async def rearrange(
    tables: TableStore, accounts: Accounts, key: str, person: Person, wanted: Wanted
) -> Arranged | None:
    """Change the terms for the host before the game begins; people newly invited are notified."""
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
    chairs = [
        Chair(number, sides, person=person.id, ready=True)
        if kind == ME
        else Chair(number, sides, bot=kind, ready=bool(kind))
        for number, (sides, kind) in enumerate(zip(seats, asked, strict=False))
    ]
    if not any(chair.person for chair in chairs):
        raise Unfit(chairs="ui.lobby.chairs.nobody")
    return tuple(chairs)


def typed_options(game: AnyGame, typed: dict[str, str], players: int) -> dict[str, Any]:
    """Return the options of a form. Options that do not exist for this number of players are left out."""
    asked = {blank.name for blank in option_blanks(game, players) if blank.kind in TICKED}
    given = [blank for blank in option_blanks(game) if blank.name in asked or names_of([blank]) & typed.keys()]
    return filled_in(given, typed)


def seats_with(game: AnyGame, players: int, plain: dict[str, Any]) -> Seats:
    """Return the seats that follow from these options; from the defaults if the options are invalid."""
    try:
        return game.seating(players, msgspec.convert(plain, game.options))
    except msgspec.ValidationError:
        return game.seating(players, game.options())


def options(game: AnyGame, plain: dict[str, Any], players: int) -> Struct:
    """Return the game's options, after trying to set the game up with them. Raises Unfit."""
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
    """Carry out one of the changes for which a table's page has buttons; return None if the table is gone."""

    def decide(table: Arranged) -> Arranged:
        after = change_seat(table, person.id, what, number, kind, wishes)
        return replace(after, moved_at=now()) if after != table else table

    table = await tables.change(key, decide)
    if table and table.host is None:
        await tables.remove(key)
        return None
    return table


def change_seat(
    table: Arranged, person: int, what: str, number: int, kind: str, wishes: Sequence[Side] = ()
) -> Arranged:
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
    """Begin the game, and its clock if it has one."""
    hours = await ClockStore(tables.database).hours_at(key)

    def decide(table: Arranged) -> tuple[Arranged, NewRoom]:
        game = registry.game(table.game)
        if fill and fill not in game.bots:
            raise Refused("no_bot")
        return begin_game(game, replace(arranging.begin(table, person.id, fill), moved_at=now()), hours)

    return await tables.begin(key, decide)


def begin_game(game: AnyGame, table: Arranged, hours: Mapping[int, Calendar]) -> tuple[Arranged, NewRoom]:
    """Return the table with everyone on their seats, and its room; where seats are drawn, the game's opening says
    which."""
    opening = opening_of(game, arranging.seats_of(table), table.options.encode(), lots=arranging.lots_of(table))
    position, news = game.open(opening)
    drawn = next((entry for entry in news if isinstance(entry, SeatsDrawn)), None)
    seated = arranging.seated_as_drawn(table, drawn) if drawn else table
    seats, terms = arranging.seats_of(seated), agreed(table.clock)
    opened = (position, news)
    return seated, room_opened(game, table.title, seats, opening, table.key, terms, by_side(seated, hours), opened)


def by_side(table: Arranged, hours: Mapping[int, Calendar]) -> dict[Side, Calendar]:
    """Return the hours of the people at the table by their sides."""
    return {side: hours[who] for chair in table.chairs for side in chair.sides if (who := chair.person or 0) in hours}


async def again(tables: TableStore, key: str, person: Person) -> str | None:
    """Return the key of the rematch table once the game is over; the first person who asks makes it."""

    def decide(table: Arranged) -> Arranged:
        if not table.started:
            raise Refused("not_started")
        return replace(arranging.once_more(table, person.id, new_key()), opened_at=now(), moved_at=now())

    try:
        return await tables.repeat(key, decide)
    except StillPlaying as error:
        raise Refused("not_over") from error
