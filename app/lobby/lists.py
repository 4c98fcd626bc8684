"""The lists of tables: the lobby's, and a person's own with the most urgent first."""

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
    """A person's table and what it waits for: `me`, my answer to an `offer`, me to `start` it, me to sit down where I
    am `invited`, or `others`; it may be `over`, or I have `left` and might come back."""

    table: Listed
    urgency: str
    sides: tuple[Side, ...] = ()
    """My sides of those that have to decide; all of them if none is mine. Offers are shown only to the sides that have
    to answer them."""
    question: Phrase | None = None
    """The question that I have to answer."""
    due: datetime | None = None
    """My deadline, where there is a clock."""

    @property
    def names(self) -> tuple[str, ...]:
        """The people who play these sides."""
        chairs = [chair for chair in self.table.chairs if set(chair.sides) & set(self.sides)]
        return tuple(dict.fromkeys(chair.name for chair in chairs if chair.name))


URGENCY = ("me", "offer", "start", "invited", "others", "left", "over")
WAITING = URGENCY[:4]
"""The urgencies at which a table waits for the person."""


STATUSES = ("open", "playing", "finished")
PACES = ("live", "web", "none")
NEVER = datetime.max.replace(tzinfo=UTC)


def filter_of(game: str, status: str, show: str, players: str, pace: str) -> Filter:
    """Return the filter of an address; unknown values are left out."""
    return Filter(
        game if game in registry.games() else "",
        status if status in STATUSES else "",
        show if show in ("mine", "free") else "all",
        int(players) if players in map(str, numbers_of_players()) else 0,
        pace if pace in PACES else "",
    )


def numbers_of_players() -> list[int]:
    """Return the numbers of players that any game allows."""
    return sorted({number for game in registry.games().values() for number in game.players})


async def lobby(tables: TableStore, person: Person | None, wanted: Filter) -> Lobby:
    """Return the tables of a filter; the list of finished ones is shortened unless it was asked for alone."""
    who = person.id if person else None
    asked = {"free": ("open", "playing")}.get(wanted.show, STATUSES)
    found = {
        status: await tables.listed(status, who, wanted) if status in asked and wanted.status in ("", status) else []
        for status in STATUSES
    }
    return Lobby(found["open"], found["playing"], found["finished"][: None if wanted.status else 12])


async def mine(rooms: Rooms, person: Person) -> list[Mine]:
    """Return a person's tables, the most urgent first: by deadline, and among equals by how long they have waited."""
    found = [urgent(table, person.id) for table in await rooms.tables.of(person.id)]
    found += [Mine(table, "invited") for table in await rooms.tables.inviting(person.id)]
    found += [Mine(table, "left") for table in await rooms.tables.left_by(person.id)]
    running = sorted(
        (one for one in found if one.urgency != "over"), key=lambda one: (one.due or NEVER, one.table.moved_at)
    )
    over = [one for one in found if one.urgency == "over"]
    return sorted([*running, *over], key=lambda one: URGENCY.index(one.urgency))


async def with_questions(rooms: Rooms, found: list[Mine]) -> list[Mine]:
    """Add the questions of the tables that wait for the person."""
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
    """Return the key of the table that waits most for a person, other than the one they come from."""
    return next((one.table.key for one in found if one.urgency in WAITING and one.table.key != but), None)
