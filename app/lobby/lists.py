"""The lists of tables: the lobby's, and everybody's own with the most urgent first. Called by lobby.routes."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from app.lobby.questions import question_at
from app.rooms.rooms import Rooms
from app.store.listing import Filter, Listed
from app.store.lobby import TableStore
from app.store.people import Person
from engine.core import registry
from engine.core.phrase import Phrase
from engine.core.state import Side


class Lobby(Struct, frozen=True):
    open: list[Listed]
    playing: list[Listed]
    finished: list[Listed]


class Mine(Struct, frozen=True):
    """A table of somebody's, and what it waits for: `me`, an answer of mine to an `offer`, me to `start` it, me to sit
    down where I am `invited`, `others`, or nothing if it is `over`, or I have `left` and might come back."""

    table: Listed
    urgency: str
    sides: tuple[Side, ...] = ()
    """Of those waited for, mine; or all if none is mine. Who has an offer to answer is nobody else's business."""
    question: Phrase | None = None
    """What I am asked."""
    due: datetime | None = None
    """By when I have to answer, where there is a clock."""

    @property
    def names(self) -> tuple[str, ...]:
        """The people who play these sides."""
        chairs = [chair for chair in self.table.chairs if set(chair.sides) & set(self.sides)]
        return tuple(dict.fromkeys(chair.name for chair in chairs if chair.name))


URGENCY = ("me", "offer", "start", "invited", "others", "left", "over")
WAITING = URGENCY[:4]
"""What makes a table wait for oneself."""


STATUSES = ("open", "playing", "finished")
PACES = ("live", "web", "none")
NEVER = datetime.max.replace(tzinfo=UTC)


def filter_of(game: str, status: str, show: str, players: str, pace: str) -> Filter:
    """What an address asks for; what there is no such thing of is left out."""
    return Filter(
        game if game in registry.games() else "",
        status if status in STATUSES else "",
        show if show in ("mine", "free") else "all",
        int(players) if players in map(str, numbers_of_players()) else 0,
        pace if pace in PACES else "",
    )


def numbers_of_players() -> list[int]:
    """How many may sit at a table of any game."""
    return sorted({number for game in registry.games().values() for number in game.players})


async def lobby(tables: TableStore, person: Person | None, wanted: Filter) -> Lobby:
    """The tables that somebody asked for; the finished ones are shortened unless only they were."""
    who = person.id if person else None
    asked = {"free": ("open", "playing")}.get(wanted.show, STATUSES)
    found = {
        status: await tables.listed(status, who, wanted) if status in asked and wanted.status in ("", status) else []
        for status in STATUSES
    }
    return Lobby(found["open"], found["playing"], found["finished"][: None if wanted.status else 12])


async def mine(rooms: Rooms, person: Person) -> list[Mine]:
    """The most urgent first: what is due first; among equals, who has waited longest."""
    found = [urgent(table, person.id) for table in await rooms.tables.of(person.id)]
    found += [Mine(table, "invited") for table in await rooms.tables.inviting(person.id)]
    found += [Mine(table, "left") for table in await rooms.tables.left_by(person.id)]
    running = sorted(
        (one for one in found if one.urgency != "over"), key=lambda one: (one.due or NEVER, one.table.moved_at)
    )
    over = [one for one in found if one.urgency == "over"]
    return sorted([*running, *over], key=lambda one: URGENCY.index(one.urgency))


async def with_questions(rooms: Rooms, found: list[Mine]) -> list[Mine]:
    """The same; those that wait for me say what they ask."""
    return [replace(one, question=await question_at(rooms, one.table)) if one.urgency == "me" else one for one in found]


def urgent(table: Listed, person: int) -> Mine:
    own = table.sides_of(person)
    if table.status == "open":
        unready = any(chair.person == person and not chair.ready for chair in table.chairs)
        return Mine(table, "start" if not table.free and (unready or table.host == person) else "others")
    if table.status != "playing":
        return Mine(table, "over")
    waiting, awaited = table.waiting.split(), table.awaited.split()
    for urgency, those in (("me", waiting), ("offer", awaited)):
        if asked := tuple(side for side in those if side in own):
            return Mine(table, urgency, asked, due=table.due(asked))
    return Mine(table, "others", tuple(waiting))


def next_one(found: list[Mine], but: str = "") -> str | None:
    """The key of the table that waits for somebody most, other than the one they come from."""
    return next((one.table.key for one in found if one.urgency in WAITING and one.table.key != but), None)
