"""Plays an imported record through under today's rules, into what a room stores: entries and snapshots. A worker
process does this (see `importing`) within a time limit; what it returns or raises is plain data.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.clock import now
from app.rooms.budget import OverBudget, budget
from app.rooms.room import SNAPSHOT_EVERY, encoded
from app.store.ledger import digest
from app.store.rooms import StoredEntry, StoredSnapshot
from app.twice import Twice
from app.words.catalogue import Words
from app.words.plain import plain_reader_of
from engine.core import registry
from engine.core.chance import new_seed
from engine.core.game import AnyGame, Seats
from engine.core.journal import Entry
from engine.core.reading import Doubled, Unreadable, doubled_key, require_small, twice
from engine.core.record import AnyRecord, Differs, Replay, opening, require_playable, typed
from engine.core.refusal import Refusal
from engine.core.state import AnyState, encode, fingerprint

STEPS = 10_000
"""The longest accepted record. A long game has some 5,000 entries, and as many more if much is taken back."""
SECONDS = 10.0
"""CPU time of playing a record: a millisecond for each step of the longest."""
HELD = 16 * 1024 * 1024
"""Bytes of positions that a board stores. A long game stores 200 of them; only one that goes back at nearly every step
stores as many as it has steps, and would fill the database."""
INSIDE = "$.record"
"""The path of the record in the call that brings it."""


class Unfit(Exception):
    """The record cannot be played through; `place` says where, `problem` why, in plain English. `why` names the
    sentence (`ui.record.<why>`); or `refused` has the game and its refusal."""

    def __init__(
        self,
        place: str,
        problem: str,
        why: str,
        facts: dict[str, str | int] | None = None,
        refused: tuple[str, Refusal] | None = None,
    ) -> None:
        super().__init__(place, problem, why, facts or {}, refused)
        self.place, self.problem, self.why, self.facts, self.refused = place, problem, why, facts or {}, refused

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}"

    def said(self, words: Words) -> Markup:
        """Return the reason in a reader's language."""
        if self.refused is None:
            return words.say(f"ui.record.{self.why}", **self.facts)
        game, refusal = self.refused
        return words.say("ui.record.refused", reason=plain_reader_of(registry.game(game), words.language).text(refusal))


def unreadable(error: Unreadable) -> Unfit:
    return Unfit(error.place, error.problem, error.why, error.facts)


def mistaken(raw: bytes, error: Unreadable) -> str:
    """Return the name of what people bring that was never a record: nothing, or a digest of a running game."""
    if not raw.strip():
        return "empty"
    return "partial" if error.problem.endswith("`digest`") else ""


def differing(game: AnyGame, differs: Differs) -> Unfit:
    place = f"$.choices[{differs.entry - 1}]" if differs.entry else "$"
    return Unfit(place, str(differs), "differs", None, (game.key, differs.refused) if differs.refused else None)


class Played(Struct, frozen=True):
    """A whole game as a room stores it, with the facts of its record."""

    game: str
    title: str
    seats: Seats
    patched: bool
    options: str
    prologue: str
    last: bytes
    """The position at its end."""
    entries: list[StoredEntry]
    snapshots: list[StoredSnapshot]


def played(raw: bytes, games: Iterable[str] = (), inside: bool = False) -> Played:
    """Play a record, or the one `inside` a call. `games` are modules of further games. Raises Unfit and Twice."""
    registry.add(games)
    game, record = understood(raw, inside)
    if len(record.choices) > STEPS:
        raise Unfit("$.choices", f"more than {STEPS} steps", "long", {"most": STEPS})
    return Reading(game, record).through()


def understood(raw: bytes, inside: bool) -> tuple[AnyGame, AnyRecord]:
    text = bytes(BROUGHT.decode(raw).record) if inside else raw
    try:
        with budget():
            require_small(raw)
            found = typed(text)
            require_single(doubled_key(raw), inside)
            require_playable(*found)
            return found
    except Unreadable as error:
        unfit = unreadable(error)
        raise Unfit(unfit.place, unfit.problem, mistaken(text, error) or unfit.why, unfit.facts) from error
    except RecursionError as error:
        raise Unfit("$", "not a record: nested too deeply", "deep") from error
    except OverBudget as error:
        raise Unfit("$", "it takes too long to read", "slow") from error


def require_single(doubled: Doubled | None, inside: bool) -> None:
    """Refuse doubled fields; in a call, those around its record are the call's fault."""
    if doubled is None:
        return
    if inside and not doubled.place.startswith(INSIDE):
        raise Twice("a field is there twice")
    raise twice(doubled._replace(place="$" + doubled.place.removeprefix(INSIDE if inside else "$")))


class Brought(Struct):
    """The part of a call with a record that is read here."""

    record: msgspec.Raw


BROUGHT = msgspec.json.Decoder(Brought)


class Reading:
    """Plays one record."""

    def __init__(self, game: AnyGame, record: AnyRecord) -> None:
        self.game, self.record, self.at = game, record, now()
        self.patched = {patch.after for patch in record.patches}
        self.steps = iter(Replay(game, record))
        self.entries: list[StoredEntry] = []
        self.snapshots: list[StoredSnapshot] = []
        self.held = 0
        """The bytes of the snapshots."""
        self.prologue = ""
        self.last: AnyState | None = None

    def through(self) -> Played:
        """Play to the end within the time limit."""
        begun = time.thread_time()
        while self.go_on():
            if time.thread_time() - begun >= SECONDS:
                raise self.too_slow()
        return self.finished()

    def too_slow(self) -> Unfit:
        return Unfit(self.place, "it takes too long to play", "slow")

    @property
    def place(self) -> str:
        return f"$.choices[{len(self.entries)}]"

    def go_on(self) -> bool:
        """Play one step; return whether there was one."""
        try:
            with budget():
                step = next(self.steps, None)
        except Unreadable as error:
            raise unreadable(error) from error
        except Differs as differs:
            raise differing(self.game, differs) from differs
        except OverBudget as error:
            raise self.too_slow() from error
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
            self.hold(StoredSnapshot(0, sequence, encode(position).decode()))

    def hold(self, snapshot: StoredSnapshot) -> None:
        self.snapshots.append(snapshot)
        self.held += len(snapshot.state)
        if self.held > HELD:
            raise Unfit(f"$.choices[{snapshot.sequence - 1}]", "too many positions have to be kept", "large")

    def jumps(self, sequence: int) -> bool:
        """Tell whether the position is not the one to which the choice alone leads."""
        return sequence in self.patched or type(self.record.choices[sequence - 1].choice) not in self.game.choices

    def entry(self, sequence: int, position: AnyState, news: list[Entry]) -> StoredEntry:
        chosen = self.record.choices[sequence - 1]
        choice = encoded(chosen.choice)
        return StoredEntry(
            0, sequence, chosen.side, f"record.{sequence}", digest(chosen.side, choice), choice, encoded(news),
            self.game.rules, fingerprint(position), self.at,
        )  # fmt: skip

    def finished(self) -> Played:
        """Return the game. A record without a seed gets one, so that its game can go on past what was given in
        advance."""
        assert self.last is not None
        last = self.last
        if not last.seed:
            last.seed = new_seed()
            state = StoredSnapshot(0, last.sequence, encode(last).decode())
            self.snapshots = [*(one for one in self.snapshots if one.sequence != last.sequence), state]
            self.entries[-1:] = [replace(one, hash=fingerprint(last)) for one in self.entries[-1:]]
        record, begun = self.record, opening(self.game, self.record)
        return Played(
            game=self.game.key,
            title=record.title,
            seats=self.game.seats_at(begun),
            patched=bool(record.patches),
            options=encoded(begun.options),
            prologue=self.prologue,
            last=encode(last),
            entries=self.entries,
            snapshots=self.snapshots,
        )
