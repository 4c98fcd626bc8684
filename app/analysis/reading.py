"""A record that somebody brought, played through under today's rules into what a room keeps: entries and snapshots. It
is played slice by slice, so that everybody else is answered meanwhile, and for so long and no longer. Called by boards.
"""

from __future__ import annotations

import asyncio
import time

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.clock import now
from app.rooms.budget import OverBudget, budget
from app.rooms.room import SNAPSHOT_EVERY, encoded
from app.store.ledger import digest
from app.store.rooms import StoredEntry, StoredSnapshot
from app.words.catalogue import Words
from app.words.plain import plain_reader_of
from engine.core.chance import new_seed
from engine.core.game import AnyGame
from engine.core.journal import Entry
from engine.core.reading import Unreadable
from engine.core.record import AnyRecord, Differs, Replay, opening, read
from engine.core.refusal import Refusal
from engine.core.state import AnyState, encode, fingerprint

STEPS = 5_000
"""The longest record that is taken."""
SLICE, WHOLE = 0.02, 10.0
"""Seconds of play at once, and in all."""


class Unfit(Exception):
    """The record can't be played through; `place` says where, `problem` why, in plain English. `why` names the sentence
    that says so (`ui.record.<why>`); or the game refused something."""

    def __init__(self, place: str, problem: str, why: str, **facts: str | int) -> None:
        super().__init__(f"{place}: {problem}")
        self.place, self.problem, self.why, self.facts = place, problem, why, facts
        self.refused: tuple[AnyGame, Refusal] | None = None

    def said(self, words: Words) -> Markup:
        """Why, in a reader's words."""
        if self.refused is None:
            return words.say(f"ui.record.{self.why}", **self.facts)
        game, refusal = self.refused
        return words.say("ui.record.refused", reason=plain_reader_of(game, words.language).text(refusal))


def unreadable(error: Unreadable) -> Unfit:
    return Unfit(error.place, error.problem, error.why, **error.facts)


def mistaken(raw: bytes, error: Unreadable) -> str:
    """What people bring that was never a record: nothing, or what they may know of a game that goes on."""
    if not raw.strip():
        return "empty"
    return "partial" if error.problem.endswith("`digest`") else ""


def differing(game: AnyGame, differs: Differs) -> Unfit:
    unfit = Unfit(f"$.choices[{differs.entry - 1}]" if differs.entry else "$", str(differs), "differs")
    unfit.refused = (game, differs.refused) if differs.refused else None
    return unfit


class Played(Struct, frozen=True):
    """A whole game as a room keeps it."""

    game: AnyGame
    record: AnyRecord
    options: str
    prologue: str
    last: AnyState
    entries: list[StoredEntry]
    snapshots: list[StoredSnapshot]


async def played(raw: bytes) -> Played:
    """Raises Unfit."""
    try:
        with budget():
            game, record = read(raw)
    except Unreadable as error:
        unfit = unreadable(error)
        unfit.why = mistaken(raw, error) or unfit.why
        raise unfit from error
    except OverBudget as error:
        raise Unfit("$", "it takes too long to read", "slow") from error
    if len(record.choices) > STEPS:
        raise Unfit("$.choices", f"more than {STEPS} steps", "long", most=STEPS)
    return await Reading(game, record).through()


class Reading:
    """One record being played."""

    def __init__(self, game: AnyGame, record: AnyRecord) -> None:
        self.game, self.record, self.at = game, record, now()
        self.patched = {patch.after for patch in record.patches}
        self.steps = iter(Replay(game, record))
        self.entries: list[StoredEntry] = []
        self.snapshots: list[StoredSnapshot] = []
        self.prologue = ""
        self.last: AnyState | None = None

    async def through(self) -> Played:
        """To the end, in slices."""
        spent = 0.0
        while spent < WHOLE:
            begun, slice_spent = time.thread_time(), 0.0
            while slice_spent <= SLICE:
                if not self.go_on():
                    return self.finished()
                slice_spent = time.thread_time() - begun
            spent += slice_spent
            await asyncio.sleep(0)
        raise Unfit(self.place, "it takes too long to play", "slow")

    @property
    def place(self) -> str:
        return f"$.choices[{len(self.entries)}]"

    def go_on(self) -> bool:
        """One step; whether there was one."""
        try:
            with budget():
                step = next(self.steps, None)
        except Unreadable as error:
            raise unreadable(error) from error
        except Differs as differs:
            raise differing(self.game, differs) from differs
        except OverBudget as error:
            raise Unfit(self.place, "it takes too long to play", "slow") from error
        if step is not None:
            self.keep(*step)
        return step is not None

    def keep(self, sequence: int, position: AnyState, news: list[Entry]) -> None:
        self.last = position
        if sequence == 0:
            self.prologue = encoded(news)
        else:
            self.entries.append(self.entry(sequence, position, news))
        if sequence % SNAPSHOT_EVERY == 0 or self.jumps(sequence):
            self.snapshots.append(StoredSnapshot(0, sequence, encode(position).decode()))

    def jumps(self, sequence: int) -> bool:
        """Whether the position is not the one that the choice alone leads to."""
        return sequence in self.patched or type(self.record.choices[sequence - 1].choice) not in self.game.choices

    def entry(self, sequence: int, position: AnyState, news: list[Entry]) -> StoredEntry:
        chosen = self.record.choices[sequence - 1]
        choice = encoded(chosen.choice)
        return StoredEntry(
            0, sequence, chosen.side, f"record.{sequence}", digest(chosen.side, choice), choice, encoded(news),
            self.game.rules, fingerprint(position), self.at,
        )  # fmt: skip

    def finished(self) -> Played:
        """A record without a seed gets one, so that its game can go on past what was given in advance."""
        assert self.last is not None
        last = self.last
        if not last.seed:
            last.seed = new_seed()
            state = StoredSnapshot(0, last.sequence, encode(last).decode())
            self.snapshots = [*(one for one in self.snapshots if one.sequence != last.sequence), state]
            self.entries[-1:] = [replace(one, hash=fingerprint(last)) for one in self.entries[-1:]]
        options = encoded(opening(self.game, self.record).options)
        return Played(self.game, self.record, options, self.prologue, last, self.entries, self.snapshots)
