"""Decides who may read and write what at a table.

A table has the channel `table`, in which its players talk in front of everyone who may watch; once its game has begun,
`watchers`, in which spectators with a name talk, hidden from players until the game is over; and one for each group of
sides that talk in private, named after them: `france-italy`.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from msgspec import Struct

from app.rooms.room import Room
from app.rooms.rooms import Found, NotBegun
from app.store.lobby import Arranged
from app.store.people import Person
from engine.core.state import Side

TABLE, WATCHERS = "table", "watchers"
BETWEEN = "-"


class Standing(Struct, frozen=True):
    """A person's relation to a table, and how far its game is."""

    table: Arranged
    person: Person | None
    begun: bool
    over: bool
    sequence: int = 0

    @property
    def key(self) -> str:
        return self.table.key

    @property
    def own(self) -> tuple[Side, ...]:
        return self.table.sides_of(self.person.id if self.person else None)

    @property
    def seated(self) -> bool:
        return bool(self.table.chairs_of(self.person.id if self.person else None))

    def reads(self, channel: str) -> bool:
        match channel:
            case "table":
                return self.seated or not self.delayed
            case "watchers":
                return self.begun and (self.over or not self.seated)
        return self.is_among(channel)

    def writes(self, channel: str) -> bool:
        if self.person is None:
            return False
        match channel:
            case "table":
                return self.seated
            case "watchers":
                return self.reads(channel)
        return self.is_among(channel) and self.table.private_talk and self.holders(channel) > 1

    @property
    def delayed(self) -> bool:
        """Whether spectators see the game later than it is played: then they read its players' talk later too."""
        return not self.over and self.table.delay > 0

    def is_among(self, channel: str) -> bool:
        """Tell whether they play one of the sides of a private channel."""
        return self.begun and not set(self.own).isdisjoint(members(self.table, channel))

    def holders(self, channel: str) -> int:
        """Return how many people play the sides of a channel; 0 if a bot or a free seat is among them."""
        chairs = [chair for chair in self.table.chairs for side in chair.sides if side in members(self.table, channel)]
        people = {chair.person for chair in chairs}
        return 0 if None in people else len(people)

    def hearers(self, channel: str) -> dict[int, str]:
        """Return the people at the table who may read a channel, with their names."""
        those = set(members(self.table, channel))
        heard_by_all = channel == TABLE or (channel == WATCHERS and self.over)
        chairs = [chair for chair in self.table.chairs if heard_by_all or not those.isdisjoint(chair.sides)]
        return {chair.person: chair.name for chair in chairs if chair.person is not None}

    def apart(self) -> tuple[str, ...]:
        """Return the channels of every group of sides with which they may talk in private."""
        sides = sides_of(self.table)
        groups = (BETWEEN.join(group) for size in range(2, len(sides) + 1) for group in combinations(sides, size))
        return tuple(channel for channel in groups if self.writes(channel))


def channels_of(who: Standing, begun: Collection[str]) -> tuple[str, ...]:
    """Return all channels that a person may read and in which there are messages, and those in which they could begin
    to talk with one other side."""
    pairs = [channel for channel in who.apart() if channel.count(BETWEEN) == 1]
    common = [channel for channel in (TABLE, WATCHERS) if who.reads(channel)]
    others = sorted(channel for channel in begun if channel not in (*common, *pairs) and who.reads(channel))
    return (*common, *pairs, *others)


def sides_of(table: Arranged) -> tuple[Side, ...]:
    return tuple(side for chair in table.chairs for side in chair.sides)


def members(table: Arranged, channel: str) -> tuple[Side, ...]:
    """Return the sides of a private channel; none if there is no such channel."""
    named = channel.split(BETWEEN)
    in_order = tuple(side for side in sides_of(table) if side in named)
    return in_order if list(in_order) == named and len(named) > 1 else ()


def channel_of(table: Arranged, sides: set[Side]) -> str:
    """Return the private channel of these sides."""
    return BETWEEN.join(side for side in sides_of(table) if side in sides)


def standing(found: Found | None, person: Person | None) -> Standing | None:
    """Return a person's standing at a table; None if they may not know of it, or it is a room without a table, which
    has no talk."""
    match found:
        case Room(table=Arranged(kind="game") as table) if found.shown_to(person):
            return Standing(table, person, begun=True, over=found.status == "finished", sequence=found.sequence)
        case NotBegun(table=table) if table.kind == "game" and table.shown_to(person.id if person else None):
            return Standing(table, person, begun=False, over=False)
    return None
