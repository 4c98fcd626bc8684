"""Seats that change hands, for pages and for the API: leaving one's seat, the offer of a seat, sitting down, coming
back; and what the table can vote on. `rooms.tenures` does the work.
"""

from __future__ import annotations

from msgspec import Struct

from app.decide.submitting import NotYourSeat
from app.model.refusals import AskTheTable
from app.rooms.clock_control import LONGER
from app.rooms.room import Room
from app.rooms.tenures import absent, resign, take, why_not_seated
from app.rooms.vote_kinds import ComeBack
from app.rooms.votes import propose
from app.store.games.votes import Vote
from app.store.people.people import Person
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from app.store.tables.tenures import TenureStore
from app.web.services import Services
from engine.core.refusal import Refusal
from engine.core.state import Side


class Offered(Struct, frozen=True):
    """A seat that a person may take: directly, or if the table agrees; else the reason why not."""

    chair: Chair
    before: tuple[str, ...]
    """The people who played from it, the last one first."""
    refusal: Refusal | None

    @property
    def asks(self) -> bool:
        return self.refusal == AskTheTable()


async def give_up(room: Room, person: Person) -> Refusal | None:
    if not room.sides_of(person):
        raise NotYourSeat
    return await resign(room, person.id)


async def sit_down(room: Room, person: Person, number: int) -> Refusal | Vote | None:
    """Take a seat; a person who may only come back if the table agrees starts that vote."""
    refusal = await take(room, person.id, number)
    if refusal != AskTheTable() or room.table is None:
        return refusal
    side = room.table.chairs[number].sides[0]
    asked = await propose(room, person.id, side, ComeBack(number), room.sequence)
    return asked if isinstance(asked, Refusal | Vote) else None


def changes_hands(room: Room) -> bool:
    """Tell whether seats of this table may change hands at all."""
    return room.table is not None and room.table.kind == "game" and room.status == "playing"


async def known_to(services: Services, table: Arranged, person: Person | None) -> bool:
    """Tell whether a person may know of a table whose seats are offered: people who may look at it, who may join, and
    who sat there."""
    number = person.id if person else None
    if table.shown_to(number):
        return True
    held = await TenureStore(services.database).of(table.id) if person else ()
    free = any(chair.free for chair in table.chairs)
    return (free and table.open_to(number)) or any(one.person == number for one in held)


def offered(room: Room, person: Person | None) -> list[Offered]:
    """Return the seats of a table without a person, as they are offered to a visitor."""
    if room.table is None or not changes_hands(room):
        return []
    names = {
        chair.number: tuple(one.name for one in reversed(room.tenures) if one.seat == chair.number and one.person)
        for chair in room.table.chairs
    }
    seats = [
        Offered(chair, names[chair.number], refusal_for(room, person, chair.number))
        for chair in room.table.chairs
        if chair.free or names[chair.number]
    ]
    return [one for one in seats if one.chair.person is None and (one.chair.free or not one.refusal or one.asks)]


def refusal_for(room: Room, person: Person | None, number: int) -> Refusal | None:
    return why_not_seated(room.table, room.tenures, person.id, number) if room.table and person else None


def extensions(room: Room) -> tuple[int, ...]:
    """By how many minutes the table may vote to extend the time, live or by web."""
    return LONGER[room.clock.terms.kind] if room.clock else ()


def away(room: Room, own: tuple[Side, ...]) -> list[Side]:
    """Return one side of each other player whom the table may go on without."""
    gone = absent(room)
    chairs = room.table.chairs if room.table else ()
    return [chair.sides[0] for chair in chairs if chair.person in gone and not {*chair.sides} & {*own}]
