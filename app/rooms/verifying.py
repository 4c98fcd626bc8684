"""Verifies that a game still is what its log says: the whole game is played again by today's rules, with all checks,
and each position is compared with the stored hash.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from app.base.time_limit import OverBudget, budget
from app.rooms.history import Way, stretches
from app.rooms.loading import Unreadable, decode_choice, decode_position, jumps, leads_to, load
from app.rooms.pending import asked_at
from app.store.games.rooms import RoomRow, RoomStore, StoredEntry, StoredSnapshot
from engine.core import door, registry
from engine.core.game import AnyGame
from engine.core.refusal import Refusal
from engine.core.state import AnyState, fingerprint

Result = Literal["same", "differs", "illegal", "unreadable"]
SAID = {"differs": "differs from entry", "illegal": "illegal at entry", "unreadable": "unreadable at entry"}


class Verdict(Struct, frozen=True):
    """The outcome of playing a game again: the `same`; or from entry `at` on it `differs`, or that entry is `illegal`
    by today's rules, or `unreadable`. If `at` is one past the last entry, the game cannot go on from there."""

    key: str
    title: str
    entries: int
    result: Result = "same"
    at: int = 0
    side: str = ""
    """The side of that entry."""
    rules: str = ""
    """The version of the rules under which the entry was made."""
    today: str = ""
    trouble: str = ""
    stored: bool = True
    """Whether the game can go on from its last position nevertheless, because that is stored whole."""
    branch: int | None = None
    """The epoch of a branch that the game has left; None for the one being played."""

    @property
    def other_rules(self) -> bool:
        """Tell whether the result differs only because the rules have changed since."""
        return bool(self.rules) and self.rules != self.today

    def __str__(self) -> str:
        where = f"/tables/{self.key}" + (f", branch {self.branch}" if self.branch is not None else "")
        if self.result == "same":
            return f"{where}: same, {self.entries} entries"
        by = f"; made under rules {self.rules}, today's are {self.today}" if self.other_rules else ""
        return f"{where}: {SAID[self.result]} {self.at}{by}; {self.trouble}"


class Otherwise(Exception):
    """The game differs from its log from this entry on."""

    def __init__(self, result: Result, trouble: str) -> None:
        super().__init__(trouble)
        self.result, self.trouble = result, trouble


async def prove_all(store: RoomStore, row: RoomRow) -> Verdict:
    """Play the current branch of a room again, then those it has left, each from its own first position on. Return the
    first verdict that is not the same, if there is one. Raises StoreUnavailable."""
    verdict = await prove(store, row)
    for branch in await store.branches(row.id):
        then = await store.row_of(row, branch.epoch)
        if then and verdict.result == "same":
            left = await prove(store, replace(then, status="left"), branch.first)
            verdict = verdict if left.result == "same" else replace(left, branch=branch.epoch)
    return verdict


async def prove(store: RoomStore, row: RoomRow, first: int = 0) -> Verdict:
    """Play the current branch of a room again, from the position of a sequence on. Raises StoreUnavailable."""
    verdict = Verdict(row.key, row.title, row.sequence)
    try:
        game = registry.game(row.game)
    except registry.UnknownGame as error:
        return replace(verdict, result="unreadable", at=1, trouble=str(error), stored=False)
    again = Again(store, game, row, first)
    try:
        await again.play()
    except Otherwise as other:
        stored = await loads(store, game, row)
        found = replace(verdict, result=other.result, at=again.at, trouble=other.trouble, stored=stored)
        made = {"side": again.entry.side, "rules": again.entry.rules} if again.entry else {}
        return replace(found, today=game.rules, **made)
    return verdict


async def loads(store: RoomStore, game: AnyGame, row: RoomRow) -> bool:
    """Tell whether a room can be played on: from its last snapshot on, today's rules lead to the same position."""
    try:
        await load(store, game, row)
    except Unreadable:
        return False
    return True


class Again:
    """A game that is being played again."""

    def __init__(self, store: RoomStore, game: AnyGame, row: RoomRow, first: int) -> None:
        self.store, self.game, self.row, self.first = store, game, row, first
        self.at = first + 1
        self.entry: StoredEntry | None = None
        self.position: AnyState

    async def play(self) -> None:
        """Play all entries and compare. Raises Otherwise."""
        row = self.row
        way = Way(row.id, row.epoch, row.sequence)
        starts = [one for one in await stretches(self.store, way) if one[0] >= self.first]
        if not starts:
            raise Otherwise("unreadable", "there is no position to begin with")
        before = starts[0][0]
        self.position = await self.snapshot(before)
        hash_there = fingerprint(self.position)
        for first, last in starts:
            found, kept = await self.stored_at(first), await self.snapshot(first)
            for entry in await self.store.entries(row.id, row.epoch, before, last):
                self.follow(entry, kept if leads_to(entry, found) else None)
                hash_there = entry.hash
                if entry.sequence == first and not leads_to(entry, found):
                    self.position, hash_there = kept, fingerprint(kept)
            before = last
            await asyncio.sleep(0)
        self.at, self.entry = row.sequence + 1, None
        self.require_end(hash_there)

    async def snapshot(self, sequence: int) -> AnyState:
        """Return the stored position of a sequence. Raises Otherwise."""
        found = await self.stored_at(sequence)
        with readable():
            return decode_position(self.game, found.state)

    async def stored_at(self, sequence: int) -> StoredSnapshot:
        found = await self.store.snapshot(self.row.id, self.row.epoch, sequence)
        assert found, "it was listed"
        return found

    def follow(self, entry: StoredEntry, kept: AnyState | None) -> None:
        """Play one entry and compare the position with `kept`, if there is a snapshot. An entry that is no choice of
        the game, such as going back, leads to `kept`. Raises Otherwise."""
        self.at, self.entry = self.position.sequence + 1, entry
        if entry.sequence != self.at:
            raise Otherwise("unreadable", "the entry is missing")
        with readable():
            jumped = jumps(self.game, entry)
        if jumped and kept is None:
            raise Otherwise("unreadable", "the position it leads to is not kept")
        if not jumped:
            self.choose(entry)
        for position in (self.position if not jumped else kept, kept):
            if position is not None and fingerprint(position) != entry.hash:
                raise Otherwise("differs", "it leads to another position")
        if kept is not None:
            self.position = kept

    def choose(self, entry: StoredEntry) -> None:
        with readable():
            choice = decode_choice(self.game, entry)
        with readable(), budget():
            refused = door.submit(self.game, self.position, entry.side, choice)
        if isinstance(refused, Refusal):
            raise Otherwise("illegal", f"{type(refused).__name__}: {refused}")

    def require_end(self, hash_there: str) -> None:
        """Check that the game is where its row says and can go on there. Raises Otherwise."""
        if (self.position.sequence, hash_there) != (self.row.sequence, self.row.hash):
            raise Otherwise("unreadable", "the log and the room disagree about the last position")
        if self.row.status != "playing":
            return
        with readable(), budget():
            stuck = asked_at(self.game, self.position).stuck
        if stuck:
            raise Otherwise("illegal", f"nothing to answer has {', '.join(stuck)}")


@contextmanager
def readable() -> Iterator[None]:
    """Turn whatever the rules raise on data they do not understand into Otherwise."""
    try:
        yield
    except Unreadable as error:
        raise Otherwise("unreadable", str(error)) from error
    except (Exception, OverBudget) as error:
        raise Otherwise("unreadable", f"the rules failed: {error!r}") from error
