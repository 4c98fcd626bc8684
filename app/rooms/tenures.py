"""Seats that change hands during a game: a player leaves or is gone, the seat is offered to others, a bot takes it
after the time that the table has set, and the former player may come back. The game never ends for the others. From
then on each person sees what their seat sees: a former player what spectators see, a new one what the side knows.

`store.tables.tenures` stores the changes; every process learns of them like of anything else that changes beside the
game.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec.structs import replace

from app.base.clock import now
from app.model.clocks.hands import taken_over
from app.model.refusals import AskTheTable, HasLooked, NotInvited, NotSeated, PlayedAnother, PlaysAlready, SeatTaken
from app.store.tables.seats import Chair
from app.store.tables.tables import Arranged
from app.store.tables.tenures import Decide, Held, Looked, TenureStore, sitter, vacated
from engine.core import registry
from engine.core.refusal import Refusal
from engine.core.state import Side

if TYPE_CHECKING:
    from app.rooms.room import Room

ABSENT_AFTER = timedelta(days=3)
"""At tables without a clock, a player for whom the table has waited this long counts as absent."""


async def resign(room: Room, person: int) -> Refusal | None:
    """Let a person give up all their seats here."""
    return await room.finish(change_seats(room, leaving(person), "resigned"))


async def vacate(room: Room, side: Side, why: str) -> Refusal | None:
    """Free the seats of the player of a side who is gone, with a reason such as `timed_out`. The caller holds the
    room's lock."""
    person = sitting_at(room, side)
    return NotSeated() if person is None else await change(room, leaving(person), why)


async def take(room: Room, person: int, number: int) -> Refusal | None:
    """Let a person take an offered seat, or return to their own."""

    def decide(table: Arranged, held: Held) -> Arranged | Refusal:
        return why_not_seated(table, held, person, number) or with_person(table, person, number)

    return await room.finish(change_seats(room, decide, "relieved"))


async def let_back(room: Room, person: int, number: int) -> Refusal | None:
    """Let a person return to a seat once the table has agreed. The caller holds the room's lock."""

    def decide(table: Arranged, held: Held) -> Arranged | Refusal:
        why_not = why_not_seated(table, held, person, number)
        return why_not if why_not and why_not != AskTheTable() else with_person(table, person, number)

    return await change(room, decide, "relieved")


async def stand_in(room: Room, number: int) -> Refusal | None:
    """Put a bot on a seat that nobody has taken in time."""

    def decide(table: Arranged, _: Held) -> Arranged | Refusal:
        chair = table.chairs[number]
        return with_chair(table, bot_on(chair, table.game)) if chair.bot_at and chair.bot_at <= now() else SeatTaken()

    return await room.finish(change_seats(room, decide, ""))


async def replace_player(room: Room, person: int, by_bot: bool) -> Refusal | None:
    """Let the table go on without a person. The caller holds the room's lock."""
    return await change(room, leaving(person, by_bot), "replaced")


def leaving(person: int, by_bot: bool = False) -> Decide:
    """Return a decision that removes a person; a bot takes the seats at once if the table's terms say so or it was
    agreed on."""

    def decide(table: Arranged, _: Held) -> Arranged | Refusal:
        if not table.chairs_of(person):
            return NotSeated()
        left = {chair.number for chair in table.chairs_of(person)}
        after = vacated(table, person, now())
        if not (by_bot or table.stand_in == 0):
            return after
        chairs = (bot_on(chair, table.game) if chair.number in left else chair for chair in after.chairs)
        return replace(after, chairs=tuple(chairs))

    return decide


def why_not_seated(table: Arranged, held: Held, person: int, number: int) -> Refusal | None:
    """Return why a person may not take a seat without the table's consent, None if they may. People who have played
    another side know too much."""
    chair = table.chairs[number] if 0 <= number < len(table.chairs) else None
    if table.chairs_of(person):
        return PlaysAlready()
    if any(tenure.person == person and tenure.seat != number for tenure in held):
        return PlayedAnother()
    sat_here = any(tenure.person == person for tenure in held)
    if chair is None or chair.person is not None or (chair.bot and not sat_here):
        return SeatTaken()
    if sat_here:
        return None if table.comes_back else AskTheTable()
    return None if table.open_to(person) else NotInvited()


def with_person(table: Arranged, person: int, number: int) -> Arranged:
    chair = table.chairs[number]
    return with_chair(table, Chair(chair.number, chair.sides, person=person, ready=True))


def with_chair(table: Arranged, chair: Chair) -> Arranged:
    chairs = (chair if other.number == chair.number else other for other in table.chairs)
    return replace(table, chairs=tuple(chairs))


def bot_on(chair: Chair, game: str) -> Chair:
    return Chair(chair.number, chair.sides, registry.game(game).best_bot, ready=True)


def sitting_at(room: Room, side: Side) -> int | None:
    """Return the person who plays a side."""
    chairs = room.table.chairs if room.table else ()
    return next((chair.person for chair in chairs if side in chair.sides), None)


def absent(room: Room) -> set[int]:
    """Return the people who are absent, so that votes do not wait for them and the table may go on without them: those
    who let their time run out as often in a row as the table allows; without a clock, those for whom it has waited
    long."""
    if clock := room.clock:
        late = [side for side, hand in clock.hands.items() if hand.misses >= clock.terms.misses]
        return {person for side in late if (person := sitting_at(room, side)) is not None}
    moved_at = room.log[-1].at if room.log else room.opened_at
    if now() - moved_at < ABSENT_AFTER:
        return set()
    return {person for side in room.waiting if (person := sitting_at(room, side)) is not None}


async def change_seats(room: Room, decide: Decide, why: str) -> Refusal | None:
    async with room.lock:
        return await change(room, decide, why)


async def change(room: Room, decide: Decide, why: str) -> Refusal | None:
    """Change the seats and announce it; None means it is done."""
    if room.table is None or room.table.kind != "game":
        return NotSeated()
    before, at = room.table.chairs, now()
    try:
        outcome = await TenureStore(room.store.database).change(room.key, decide, why, at)
    except Looked:
        return HasLooked()
    await room.follower.catch_up(own=True)
    if isinstance(outcome, Refusal):
        return outcome
    if room.clock:
        pairs = zip(before, outcome.chairs, strict=True)
        await wind_anew(room, [side for old, new in pairs if sitter(old) != sitter(new) for side in new.sides], at)
    return None


async def wind_anew(room: Room, sides: list[Side], at: datetime) -> None:
    """Give new owners of seats a clock without their predecessors' missed deadlines; bots have no clock."""
    waited = [side for side in room.waiting if side not in room.seating.bots]
    await room.follower.clocks.wind(room.id, lambda clock, hours: taken_over(clock, sides, at, hours, waited))
    await room.follower.catch_up(own=True)
