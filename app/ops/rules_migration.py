"""Checks running games when their rules have changed: which of them would go otherwise by today's rules; and asks their
tables about it.

A game is never moved by that. It goes on from the stored position by today's rules, unless everyone at the table votes
to go back to where the rules agree. For that its position has to be stored whole: `prepare` does so, with the version
of Horloge that has been running, before a newer one is installed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

import msgspec
from msgspec import Struct

from app.base.clock import now
from app.rooms.loading import Unreadable, load
from app.rooms.verifying import Verdict, prove
from app.rooms.vote_kinds import Rules
from app.rooms.votes import WAITS, is_open
from app.store.games.rooms import Head, RoomGone, RoomRow, RoomStore
from app.store.games.votes import Vote, VoteStore
from engine.core import registry
from engine.core.state import encode

KIND = "rules"
UNSTORED = "the rules have changed, and its position was not stored before: see `horloge migrate-games --prepare`"

Done = Literal["", "asked", "asked before", "busy", "stopped", "goes on"]


class Renewed(Struct, frozen=True):
    """A running game compared with today's rules, and what was done about it: its table was `asked` now or before; it
    is `busy` with another vote; the game was stopped, since its position is not known; it goes on from its position,
    since the point up to which the rules agree cannot be told."""

    verdict: Verdict
    done: Done = ""

    def __str__(self) -> str:
        return f"{self.verdict}" + (f": {self.done}" if self.done else "")


class Renewal(Struct):
    """The progress so far."""

    games: int = 0
    same: int = 0
    others: list[Renewed] = []
    unprepared: list[str] = []
    """Addresses of games whose position could not be stored, with the reason."""


async def look_through(store: RoomStore, ask_table: bool, found: Renewal) -> AsyncIterator[int]:
    """Play all running games again; yield their number before the first, and after each."""
    keys = await store.keys("playing")
    yield len(keys)
    for key in keys:
        try:
            row = await store.row(key)
            verdict = await prove(store, row)
            other = verdict.result != "same"
            if other:
                found.others.append(Renewed(verdict, await renew(store, row, verdict) if ask_table else ""))
        except RoomGone:
            continue
        found.games += 1
        found.same += not other
        yield len(keys)


async def renew(store: RoomStore, row: RoomRow, verdict: Verdict) -> Done:
    """Make sure that nothing happens to this game without its table's consent."""
    if not verdict.stored:
        await store.freeze(row.id, f"{verdict.result} at entry {verdict.at}: {UNSTORED}")
        return "stopped"
    if verdict.result == "unreadable" or not verdict.side:
        return "goes on"
    return await ask_table(VoteStore(store.database), row, verdict)


async def ask_table(votes: VoteStore, row: RoomRow, verdict: Verdict) -> Done:
    """Start a vote on going back to the last position on which the rules agree; each table is asked that once."""
    argument = msgspec.json.encode(Rules(verdict.at - 1, verdict.today)).decode()
    if argument in await votes.arguments(row.id, KIND):
        return "asked before"
    at = now()
    vote = Vote(0, row.id, KIND, None, verdict.side, argument, row.epoch, row.sequence, {}, "", at, at + WAITS)

    def decide(before: Vote | None, head: Head) -> Vote | None:
        busy = before is not None and is_open(before, head, at)
        return vote if vote.at(head) and head.status == "playing" and not busy else None

    asked = await votes.change(row.id, decide)
    return "asked" if asked and asked.argument == argument and asked.kind == KIND else "busy"


async def prepare(store: RoomStore, found: Renewal) -> AsyncIterator[int]:
    """Store the position of every running game whole, so that it can go on whatever becomes of the rules."""
    keys = await store.keys("playing")
    yield len(keys)
    for key in keys:
        try:
            row = await store.row(key)
            loaded = await load(store, registry.game(row.game), row)
            await store.keep(row, encode(loaded.position).decode())
        except (Unreadable, registry.UnknownGame) as error:
            found.unprepared.append(f"/tables/{key}: {error}")
        except RoomGone:
            continue
        found.games += 1
        yield len(keys)
