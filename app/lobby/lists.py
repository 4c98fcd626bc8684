"""The lists of tables: the lobby's, and everybody's own with the most urgent first. Called by lobby.routes."""

from __future__ import annotations

from msgspec import Struct

from app.store.lobby import Listed, TableStore
from app.store.people import Person
from engine.core.state import Side


class Filter(Struct, frozen=True):
    """What of the lobby somebody wants to see."""

    game: str = ""
    show: str = "all"
    """`all`, `mine`, or `free`: tables with a free chair."""


class Lobby(Struct, frozen=True):
    open: list[Listed]
    playing: list[Listed]
    finished: list[Listed]


class Mine(Struct, frozen=True):
    """A table at which somebody sits, and what it waits for: `me`, `start` (mine), `others`, nothing if it is over."""

    table: Listed
    urgency: str
    sides: tuple[Side, ...]
    """Of those waited for, mine; or all if none is mine."""


URGENCY = ("me", "start", "others", "over")


async def lobby(tables: TableStore, person: Person | None, wanted: Filter) -> Lobby:
    who, mine = person.id if person else None, wanted.show == "mine"
    found = {
        status: await tables.listed(status, who, wanted.game, mine) if status == "open" or wanted.show != "free" else []
        for status in ("open", "playing", "finished")
    }
    if wanted.show == "free":
        found["open"] = [table for table in found["open"] if any(chair.free for chair in table.chairs)]
    return Lobby(found["open"], found["playing"], found["finished"][:12])


async def mine(tables: TableStore, person: Person) -> list[Mine]:
    """The most urgent first; among equals, who has waited longest."""
    found = [urgent(table, person.id) for table in await tables.of(person.id)]
    running = sorted((one for one in found if one.urgency != "over"), key=lambda one: one.table.moved_at)
    over = [one for one in found if one.urgency == "over"]
    return sorted([*running, *over], key=lambda one: URGENCY.index(one.urgency))


def urgent(table: Listed, person: int) -> Mine:
    own = table.sides_of(person)
    waited = tuple(dict.fromkeys((table.waiting + " " + table.awaited).split()))
    if table.status == "open":
        full = not any(chair.free for chair in table.chairs)
        unready = any(chair.person == person and not chair.ready for chair in table.chairs)
        return Mine(table, "start" if full and (unready or table.host == person) else "others", ())
    if table.status != "playing":
        return Mine(table, "over", ())
    asked = tuple(side for side in waited if side in own)
    return Mine(table, "me" if asked else "others", asked or waited)


def next_one(found: list[Mine]) -> str | None:
    """The key of the table that waits for somebody most."""
    return next((one.table.key for one in found if one.urgency in ("me", "start")), None)
