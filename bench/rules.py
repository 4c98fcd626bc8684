"""Measures the rules of any game: whole games at random through both doors beside python-chess at random, what a
position costs, and how quickly the clerk answers. A game's own bench sets the parameters.

The checking door does what the server does with one choice before it stores it: decode, check, apply, journal, hash.
"""

from __future__ import annotations

import copy
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from random import Random
from statistics import median

import msgspec

from bench import peers
from bench.figure import Figure, figure
from bench.measure import Contest, Work, measured, repeated
from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.door import apply, receive, waiting
from engine.core.fuzz import random_answer
from engine.core.game import AnyGame
from engine.core.state import AnyState, Side, encode, fingerprint

GAMES = 40
MEMORY_MOST = 20_000
CHESS = "python-chess, random plies"


@dataclass(frozen=True)
class Rules:
    """A game as it is measured: with so many players, after so many choices in the middle of it, with limits for the
    clerk in milliseconds and, optionally, for a view in checked choices."""

    game: AnyGame
    players: int
    middle_at: int
    clerk_most: float
    view_most: float | None = None

    def figures(self, seconds: float) -> Iterator[tuple[str, Figure]]:
        key = self.game.key
        for name, contest in self.contests().items():
            yield f"{key}_{name}", measured(contest(), seconds)
        yield f"{key}_memory", self.memory()
        yield f"{key}_clerk", self.clerk(seconds)

    def contests(self) -> dict[str, Callable[[], Contest]]:
        return {
            "trusting_door": self.trusting_door,
            "checking_door": self.checking_door,
            "clone": self.clone,
            "view": self.view,
            "encode_and_decode": self.encode_and_decode,
        }

    def trusting_door(self) -> Contest:
        return Contest("decisions/s", self.random_play(), CHESS, peers.chess_plies(Random(1)), goal=2)

    def random_play(self) -> Work:
        game, rng, openings = self.game, Random(1), cycle([self.opened(number) for number in range(GAMES)])

        def work() -> int:
            state = game.clone(next(openings))
            while state.agenda:
                side, menu = next(iter(waiting(game, state).items()))
                apply(game, state, side, menu.sample(rng))
            return int(state.sequence)

        return work

    def checking_door(self) -> Contest:
        return Contest("decisions/s", self.received(), CHESS, peers.chess_plies(Random(1)), goal=1)

    def received(self) -> Work:
        game = self.game
        games = cycle([(self.opened(number), on_the_wire(self.played(number))) for number in range(GAMES)])

        def work() -> int:
            opening, turns = next(games)
            state = game.clone(opening)
            for side, raw in turns:
                msgspec.json.encode(receive(game, state, side, raw))
                fingerprint(state)
            return len(turns)

        return work

    def clone(self) -> Contest:
        position = self.middle()
        theirs = repeated(lambda: copy.deepcopy(position), 50)
        return Contest("µs", repeated(lambda: self.game.clone(position), 500), "copy.deepcopy", theirs, goal=1 / 15)

    def view(self) -> Contest:
        """Measure a full view, encoded, beside one checked choice."""
        position = self.middle()
        ours = repeated(lambda: msgspec.json.encode(self.game.view(position, position.sides[0])), 200)
        return Contest("µs", ours, "one checked choice", self.received(), goal=self.view_most)

    def encode_and_decode(self) -> Contest:
        position = self.middle()
        return Contest("µs", repeated(lambda: self.game.decode(encode(position)), 200))

    def memory(self) -> Figure:
        """Measure the memory of one position as it is loaded from the store."""
        raw = encode(self.middle())
        self.game.decode(raw)
        tracemalloc.start()
        kept = [self.game.decode(raw) for _ in range(100)]
        size = tracemalloc.get_traced_memory()[0] / len(kept)
        tracemalloc.stop()
        return figure(size, "bytes", "the limit", MEMORY_MOST, goal=1)

    def clerk(self, seconds: float) -> Figure:
        """Measure the median of the clerk's answers over whole games of clerks, at least one answer."""
        bot, rng = self.game.bots["clerk"], Random(1)
        times: list[float] = []
        finish = time.perf_counter() + seconds
        while not times or time.perf_counter() < finish:
            state = self.opened(len(times))
            while state.agenda and (not times or time.perf_counter() < finish + seconds):
                side, menu = next(iter(waiting(self.game, state).items()))
                began = time.thread_time()
                choice = bot(state, side, menu, rng)
                times.append(1_000 * (time.thread_time() - began))
                apply(self.game, state, side, choice)
        return figure(median(times), "ms", "the limit", self.clerk_most, goal=1)

    def opened(self, number: int) -> AnyState:
        position: AnyState = self.game.start(self.players, derived_seed("bench", number))
        return position

    def played(self, number: int) -> list[tuple[Side, Choice]]:
        """Return the choices of this game played at random, without acting out of turn."""
        state, rng, answer = self.opened(number), Random(number), random_answer(self.game, 0)
        turns = []
        while state.agenda:
            side, choice = answer(state, rng)
            apply(self.game, state, side, choice)
            turns.append((side, choice))
        return turns

    def middle(self) -> AnyState:
        state = self.opened(0)
        for side, choice in self.played(0)[: self.middle_at]:
            apply(self.game, state, side, choice)
        return state


def on_the_wire(turns: list[tuple[Side, Choice]]) -> list[tuple[Side, bytes]]:
    return [(side, msgspec.json.encode(choice)) for side, choice in turns]
