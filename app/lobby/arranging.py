"""The rules for changing a table before its game begins: each function returns the table afterwards, or raises why not.
Nothing is stored here; `service` runs these functions in the store while nothing else can change the table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from app.rooms.seats import Seat
from app.store.chairs import Chair
from app.store.lobby import Arranged, Guest
from engine.core.lots import Lots, SeatsDrawn
from engine.core.state import Side

LOT, DIE = "random", "die"
"""Seats that are dealt out when the game begins: by lot, or by a die that decides who chooses first."""


class Terms(Struct, frozen=True):
    """The terms of a table, which the host may change until its game begins: fields of Arranged."""

    title: str
    access: str
    spectators: bool
    delay: int
    rated: bool
    private_talk: bool
    stand_in: int
    comes_back: bool
    invited: tuple[Guest, ...]
    clock: str


class Refused(Exception):
    """It is not allowed; `ui.lobby.refused.<reason>` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def chair_of(table: Arranged, number: int) -> Chair:
    if table.started:
        raise Refused("started")
    if not 0 <= number < len(table.chairs):
        raise Refused("no_chair")
    return table.chairs[number]


def with_chair(table: Arranged, chair: Chair) -> Arranged:
    return replace(
        table, chairs=tuple(chair if other.number == chair.number else other for other in table.chairs)
    )  # fmt: skip


def only_host(table: Arranged, person: int) -> None:
    if table.host != person:
        raise Refused("host_only")


def sit_down(table: Arranged, person: int, number: int) -> Arranged:
    """Take a free seat; where seats go by the order of joining, the next one. The host may take several, so that a few
    people can share a screen; others one."""
    chair = chair_of(table, number)
    if chair.person == person:
        return table
    if not table.open_to(person):
        raise Refused("not_invited")
    if table.seating == "order":
        chair = next((other for other in table.chairs if other.free), chair)
    if not chair.free:
        raise Refused("taken")
    if table.chairs_of(person) and table.host != person:
        raise Refused("one_each")
    return with_chair(table, replace(chair, person=person))


def get_up(table: Arranged, person: int, number: int) -> Arranged:
    """Leave a seat. The host may also clear the seat of another person or a bot. If the host leaves the table, the next
    person becomes host."""
    chair = chair_of(table, number)
    if chair.person != person:
        only_host(table, person)
    after = moved_up(with_chair(table, Chair(chair.number, chair.sides)))
    if after.chairs_of(after.host):
        return after
    return replace(after, host=next((other.person for other in after.chairs if other.person), None))


def moved_up(table: Arranged) -> Arranged:
    """Move people up to a seat that has become free, where seats go by the order of joining."""
    if table.seating != "order":
        return table
    order = sorted(range(len(table.chairs)), key=lambda number: table.chairs[number].free)
    return replace(table, chairs=seated_anew(table.chairs, order))


def be_ready(table: Arranged, person: int, ready: bool) -> Arranged:
    if table.started:
        raise Refused("started")
    if not table.chairs_of(person):
        raise Refused("not_seated")
    chairs = (replace(chair, ready=ready) if chair.person == person else chair for chair in table.chairs)
    return replace(table, chairs=tuple(chairs))


def seat_bot(table: Arranged, person: int, number: int, kind: str, kinds: Collection[str]) -> Arranged:
    only_host(table, person)
    chair = chair_of(table, number)
    if table.seating == "order" and chair.free:
        chair = next(other for other in table.chairs if other.free)
    if chair.person is not None:
        raise Refused("taken")
    if kind not in kinds:
        raise Refused("no_bot")
    return with_chair(table, replace(chair, bot=kind, ready=True))


def wish(table: Arranged, person: int, number: int, sides: Sequence[Side]) -> Arranged:
    """Store the seats that the owner would take when their turn to choose comes, best first. Each seat counts once, by
    the first of its sides."""
    chair = chair_of(table, number)
    if not table.die:
        raise Refused("no_die")
    if chair.person != person:
        raise Refused("not_seated")
    first = {side: other.sides[0] for other in table.chairs for side in other.sides}
    if any(side not in first for side in sides):
        raise Refused("no_chair")
    return with_chair(table, replace(chair, wishes=tuple(dict.fromkeys(first[side] for side in sides))))


def begin(table: Arranged, person: int, fill: str) -> Arranged:
    """Begin the game, if the host asks for it, every seat is taken and everyone is ready; `fill` is the bot that takes
    the free ones."""
    only_host(table, person)
    if table.started:
        raise Refused("started")
    filled = tuple(replace(chair, bot=fill) if chair.free and fill else chair for chair in table.chairs)
    if any(chair.free for chair in filled):
        raise Refused("not_full")
    if any(chair.person not in (None, person) and not chair.ready for chair in filled):
        raise Refused("not_ready")
    return replace(table, chairs=filled, rated=table.rated and ratable(filled))


def ratable(chairs: tuple[Chair, ...]) -> bool:
    """Tell whether the result says something about people: several of them, each on one seat, no bot and no guest."""
    people = {chair.person for chair in chairs}
    return None not in people and len(people) == len(chairs) > 1 and not any(chair.guest for chair in chairs)


def lots_of(table: Arranged) -> Lots | None:
    """Return how the seats are drawn when the game begins, None if they are not."""
    if table.die:
        return Lots("die", tuple(chair.wishes for chair in table.chairs))
    return Lots() if table.seating == LOT else None


def seated_as_drawn(table: Arranged, drawn: SeatsDrawn) -> Arranged:
    """Put the people and bots on the seats that were drawn for their places."""
    places = {sides: place for place, sides in enumerate(drawn.seats)}
    return replace(table, chairs=seated_anew(table.chairs, [places[chair.sides] for chair in table.chairs]))


def seated_anew(chairs: tuple[Chair, ...], order: Sequence[int]) -> tuple[Chair, ...]:
    """Put the people and bots on the seats in another order: `order` lists for each seat the number of the seat whose
    owner moves there."""
    return tuple(
        replace(chairs[whose], number=chair.number, sides=chair.sides)
        for whose, chair in zip(order, chairs, strict=True)
    )


def seats_of(table: Arranged) -> tuple[Seat, ...]:
    """Return what the game stores of the seats."""
    return tuple(Seat(chair.sides, chair.bot) for chair in table.chairs)


def once_more(table: Arranged, person: int, key: str) -> Arranged:
    """Return a table for the same people, bots and options; the person who asked for it is its host, and ready."""
    if not table.chairs_of(person):
        raise Refused("not_seated")
    chairs = (replace(chair, ready=bool(chair.bot) or chair.person == person) for chair in table.chairs)
    new = replace(table, key=key, host=person, chairs=tuple(chairs), started=False, again="", kind="game", origin="")
    return replace(new, access="link") if table.guided else new


def rearranged(table: Arranged, person: int, terms: Terms) -> Arranged:
    """Change the terms, which the host may do until the game begins; people who sit there stay."""
    only_host(table, person)
    if table.started:
        raise Refused("started")
    return replace(table, **asdict(terms))
