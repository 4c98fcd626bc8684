"""Making tables and carrying through what arranging allows. Called by lobby.routes."""

from __future__ import annotations

from random import SystemRandom

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.clock import now
from app.lobby import arranging
from app.lobby.arranging import Refused
from app.play.blanks import Blank, blanks_of, filled_in
from app.rooms.rooms import new_key, new_room
from app.store.lobby import Arranged, Chair, TableStore
from app.store.people import Person
from app.store.rooms import NewRoom
from engine.core import registry
from engine.core.game import AnyGame, ImpossibleOpening

TITLE = 80
FREE, ME = "", "me"
"""What a chair can be at first, besides a kind of bot."""


class Unfit(ValueError):
    """A table that can't be made so: for each field the key of a sentence, or a sentence."""

    def __init__(self, **faults: str) -> None:
        super().__init__(faults)
        self.faults = faults


class Wanted(Struct, frozen=True):
    """A table as it was asked for."""

    title: str
    access: str
    seating: str
    spectators: bool
    players: int
    chairs: tuple[str, ...]
    """For each chair: free, me, or a kind of bot."""
    options: dict[str, str]
    """As typed."""


def option_blanks(game: AnyGame) -> tuple[Blank, ...]:
    return blanks_of(game.options) or ()


async def make(tables: TableStore, game: AnyGame, person: Person, wanted: Wanted) -> str:
    """A new table; its key."""
    title = " ".join(wanted.title.split())
    if not 1 <= len(title) <= TITLE or not title.isprintable():
        raise Unfit(title="ui.lobby.title.length")
    if wanted.players not in game.seats or wanted.access not in ("public", "link"):
        raise Unfit(players="ui.lobby.players.wrong")
    if wanted.seating not in ("pick", "random"):
        raise Unfit(players="ui.lobby.players.wrong")
    new = Arranged(
        id=0,
        key=new_key(),
        game=game.key,
        title=title,
        options=options(game, wanted.options, wanted.players),
        host=person.id,
        access=wanted.access,
        seating=wanted.seating,
        spectators=wanted.spectators,
        started=False,
        again="",
        opened_at=now(),
        moved_at=now(),
        chairs=chairs(game, wanted, person),
    )
    await tables.add(new)
    return new.key


def chairs(game: AnyGame, wanted: Wanted, person: Person) -> tuple[Chair, ...]:
    kinds = {FREE, ME, *game.bots}
    if any(kind not in kinds for kind in wanted.chairs[: wanted.players]):
        raise Unfit(players="ui.lobby.players.wrong")
    asked = [*wanted.chairs, *(FREE for _ in range(wanted.players))]
    made = [
        Chair(number, sides, person=person.id, ready=True)
        if kind == ME
        else Chair(number, sides, bot=kind, ready=bool(kind))
        for number, (sides, kind) in enumerate(zip(game.seats[wanted.players], asked, strict=False))
    ]
    if not any(chair.person for chair in made):
        raise Unfit(chairs="ui.lobby.chairs.nobody")
    return tuple(made)


def options(game: AnyGame, typed: dict[str, str], players: int) -> str:
    """The game's options as JSON, once the game can be set up with them."""
    try:
        chosen = msgspec.convert(filled_in(option_blanks(game), typed), game.options)
        game.start(players, options=chosen)
    except msgspec.ValidationError as error:
        path = str(error).partition(" - at ")[2]
        raise Unfit(**{f"options.{path.strip('`$.')}": "ui.lobby.option.wrong"}) from error
    except ImpossibleOpening as error:
        raise Unfit(options=str(error)) from error
    return msgspec.json.encode(chosen).decode()


async def change(tables: TableStore, key: str, person: Person, what: str, number: int, kind: str) -> Arranged | None:
    """One of the changes that a table's page has buttons for."""

    def decide(table: Arranged) -> Arranged:
        after = changed(table, person.id, what, number, kind)
        return replace(after, moved_at=now()) if after != table else table

    table = await tables.change(key, decide)
    if table and table.host is None:
        await tables.remove(key)
        return None
    return table


def changed(table: Arranged, person: int, what: str, number: int, kind: str) -> Arranged:
    match what:
        case "sit":
            return arranging.sit_down(table, person, number)
        case "leave":
            return arranging.get_up(table, person, number)
        case "ready" | "wait":
            return arranging.be_ready(table, person, what == "ready")
        case "bot":
            return arranging.seat_bot(table, person, number, kind, registry.game(table.game).bots)
    raise Refused("no_chair")


async def start(tables: TableStore, key: str, person: Person, fill: str) -> Arranged | None:
    """The game begins."""

    def decide(table: Arranged) -> tuple[Arranged, NewRoom]:
        game = registry.game(table.game)
        if fill and fill not in game.bots:
            raise Refused("no_bot")
        after = replace(arranging.begin(table, person.id, fill, SystemRandom()), moved_at=now())
        return after, new_room(game, table.title, arranging.seats_of(after), table.options.encode(), table.key)

    return await tables.begin(key, decide)


async def again(tables: TableStore, key: str, person: Person) -> str | None:
    """The key of the table at which the same people play again; whoever asks first makes it."""

    def decide(table: Arranged) -> Arranged:
        if not table.started:
            raise Refused("not_started")
        return replace(arranging.once_more(table, person.id, new_key()), opened_at=now(), moved_at=now())

    return await tables.repeat(key, decide)
