"""Records how far a person has seen a game, and makes the recap of what happened since."""

from __future__ import annotations

import structlog
from msgspec import Struct
from msgspec.structs import replace

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.render.recap import Recap, recap
from app.render.seat_changes import Handed, handed_over
from app.rooms.loading import Told, log_entry
from app.rooms.room import Room
from app.store.messages.notes_and_visits import KeepingStore, Visit
from app.store.people.people import Person
from engine.core.absence import TimedOut
from engine.core.state import Side

log = structlog.get_logger(__name__)

MOST = 150
"""How many steps a recap goes back."""


class Since(Struct, frozen=True):
    """The recap since a visit; `news` is whether others did anything."""

    visit: Visit
    now_at: Visit
    told: Recap
    news: bool


async def since_visit(keeping: KeepingStore, room: Room, person: Person) -> Since | None:
    """Return what happened since the last visit; None on the first one, or if the game was reset."""
    own = room.sides_of(person)
    last, now_at = await keeping.visit(person.id, room.id), reached(room, person)
    if last is None or last.epoch != now_at.epoch:
        return None
    lines = await lines_since(room, last.sequence, now_at.sequence)
    of_log = (replace(line, news=[*filter(room.game.showing.is_line, line.news)]) for line in lines)
    found = recap(of_log, own, handed_since(room, last, now_at), room.game.showing.topics)
    news = bool(found.seats) or (bool(found.groups) and any(by_others(line, own) for line in lines))
    return Since(last, now_at, found, news)


def handed_since(room: Room, last: Visit, now_at: Visit) -> tuple[Handed, ...]:
    """Return the seats that have changed hands after a visit, as far as the person may see."""
    handed = handed_over(room.tenures, room.seating.seats)
    return tuple(one for one in handed if last.at and one.at > last.at and one.sequence <= now_at.sequence)


def by_others(line: Told, own: tuple[Side, ...]) -> bool:
    """Tell whether others did something, including answering for the person after a timeout."""
    return line.side not in own or any(isinstance(entry, TimedOut) for entry in line.news)


async def news_for(keeping: KeepingStore, room: Room, person: Person | None) -> Recap | None:
    """Return what others did since the last visit; None if there is nothing to tell. A first visit is recorded
    instead."""
    if person is None:
        return None
    since = await since_visit(keeping, room, person)
    if since is None:
        await remember(keeping, room, person, reached(room, person))
    return since.told if since and since.news else None


async def remember(keeping: KeepingStore, room: Room, person: Person, visit: Visit) -> None:
    """Record a visit. If that fails, only a warning is logged: the page is shown all the same."""
    try:
        await keeping.saw(person.id, room.id, visit, now())
    except StoreUnavailable as error:
        log.warning("a visit is not remembered", room=room.key, person=person.id, error=str(error))


def reached(room: Room, person: Person) -> Visit:
    """Return the latest position that the person may see."""
    head = room.sight(room.sides_of(person)).head
    return Visit(head.epoch, head.sequence)


async def saw(keeping: KeepingStore, room: Room, person: Person, visit: Visit) -> None:
    """Record how far a person says they have seen the game, but not beyond the present position."""
    head = reached(room, person)
    if visit.epoch == head.epoch and visit.sequence <= head.sequence:
        await keeping.saw(person.id, room.id, visit, now())


async def lines_since(room: Room, after: int, last: int) -> list[Told]:
    if last <= after:
        return []
    entries = await room.store.entries(room.id, room.epoch, max(after, last - MOST), last)
    return [log_entry(room.game, entry) for entry in entries]
