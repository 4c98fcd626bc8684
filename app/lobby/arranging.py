"""What may be done to a table before its game begins: each function makes of a table what it is afterwards, or says why
not. Nothing is kept here; service carries it through the store while nobody else can change the table.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from msgspec.structs import replace

from app.rooms.seats import Seat
from app.store.lobby import Arranged, Chair


class Refused(Exception):
    """It can't be done; `ui.lobby.refused.<reason>` says why."""

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
    """On a free chair. The host may sit on several, so that a few people can share a screen; others on one."""
    chair = chair_of(table, number)
    if chair.person == person:
        return table
    if not chair.free:
        raise Refused("taken")
    if table.chairs_of(person) and table.host != person:
        raise Refused("one_each")
    return with_chair(table, replace(chair, person=person))


def get_up(table: Arranged, person: int, number: int) -> Arranged:
    """Leave a chair; the host may also clear one of somebody else or of a bot. Where the host leaves the table, the
    next one becomes host."""
    chair = chair_of(table, number)
    if chair.person != person:
        only_host(table, person)
    after = with_chair(table, Chair(chair.number, chair.sides))
    if after.chairs_of(after.host):
        return after
    return replace(after, host=next((other.person for other in after.chairs if other.person), None))


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
    if chair.person is not None:
        raise Refused("taken")
    if kind not in kinds:
        raise Refused("no_bot")
    return with_chair(table, replace(chair, bot=kind, ready=True))


def begin(table: Arranged, person: int, fill: str, chance: Random) -> Arranged:
    """The host begins once every chair is taken and everybody is ready; `fill` is the bot that takes the free ones."""
    only_host(table, person)
    if table.started:
        raise Refused("started")
    filled = tuple(replace(chair, bot=fill) if chair.free and fill else chair for chair in table.chairs)
    if any(chair.free for chair in filled):
        raise Refused("not_full")
    if any(chair.person not in (None, person) and not chair.ready for chair in filled):
        raise Refused("not_ready")
    return replace(table, chairs=dealt_out(filled, chance) if table.seating == "random" else filled)


def dealt_out(chairs: tuple[Chair, ...], chance: Random) -> tuple[Chair, ...]:
    """The same people and bots, on chairs that chance gives them."""
    order = chance.sample(range(len(chairs)), len(chairs))
    return tuple(
        replace(chairs[whose], number=chair.number, sides=chair.sides)
        for whose, chair in zip(order, chairs, strict=True)
    )


def seats_of(table: Arranged) -> tuple[Seat, ...]:
    """What the game keeps of the chairs."""
    return tuple(Seat(chair.sides, chair.bot) for chair in table.chairs)


def once_more(table: Arranged, person: int, key: str) -> Arranged:
    """A table for the same people, bots and options; who asked for it is its host, and ready."""
    if not table.chairs_of(person):
        raise Refused("not_seated")
    chairs = (replace(chair, ready=bool(chair.bot) or chair.person == person) for chair in table.chairs)
    return replace(table, key=key, host=person, chairs=tuple(chairs), started=False, again="")
