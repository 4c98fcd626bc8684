"""The people and bots at a live game, by side. They change while the game goes on: a move that was under way before its
side changed hands is not accepted.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.rooms.seats import bots_of, decode_seats, seated
from app.store.people.people import Person
from app.store.tables.tables import Arranged
from engine.core.state import Side

Sitters = tuple[tuple[int | None, str], ...]
"""The owner of each seat: a person's id, and the kind of bot."""


def sitters_of(table: Arranged | None) -> Sitters:
    return tuple((chair.person, chair.bot) for chair in table.chairs) if table else ()


class Seating:
    def __init__(self, kept: str, table: Arranged | None) -> None:
        self.table = table
        self.sitters = sitters_of(table)
        self.seats = seated(decode_seats(kept), table)
        self.bots = bots_of(self.seats)

    @property
    def people(self) -> set[int]:
        """The ids of the people who sit here."""
        return {chair.person for chair in self.table.chairs if chair.person is not None} if self.table else set()

    @property
    def tells(self) -> bool:
        """Whether people are notified of what happens here: in games, not in lessons or on analysis boards."""
        return self.table is not None and self.table.kind == "game"

    @property
    def guided(self) -> bool:
        """Whether the game follows a lesson."""
        return self.table is not None and self.table.guided

    @property
    def delay(self) -> int:
        """By how many turns spectators are late."""
        return self.table.delay if self.table else 0

    def sides_of(self, person: Person | None) -> tuple[Side, ...]:
        """Return the sides that a person plays here."""
        return self.table.sides_of(person.id) if self.table and person else ()

    def shown_to(self, person: Person | None) -> bool:
        """Tell whether a person may look at the room; for others it does not exist."""
        return self.table is None or self.table.shown_to(person.id if person else None)

    def sits_as_before(self, table: Arranged) -> bool:
        """Tell whether everyone sits where they sat."""
        return self.sitters == sitters_of(table)

    def arrange(self, table: Arranged) -> bool:
        """Adopt the table; return whether anything about it is different."""
        now_there = replace(table, invited=self.table.invited if self.table else ())
        if now_there == self.table:
            return False
        self.table, self.seats = now_there, seated(self.seats, now_there)
        self.sitters = sitters_of(now_there)
        self.bots = bots_of(self.seats)
        return True
