"""Versailles 1919 on the engine, four players: whole games at random through both doors beside python-chess at random,
what a position costs, and how quickly the clerk answers.

The checking door does what the server does with one choice before it stores it: decode, check, apply, journal, hash.
"""

from __future__ import annotations

import copy
import time
import tracemalloc
from collections.abc import Callable, Iterator
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
from engine.core.state import Side, encode, fingerprint
from engine.versailles import GAME
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting

GAMES = 40
MIDDLE = 150
"""Choices after which a game is in its middle."""
MEMORY_MOST, MILLISECONDS_MOST = 20_000, 5
CHESS = "python-chess, random plies"


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    for name, contest in contests().items():
        yield name, measured(contest(), seconds)
    yield "versailles_memory", memory()
    yield "versailles_clerk", clerk(seconds)


def contests() -> dict[str, Callable[[], Contest]]:
    return {
        "versailles_trusting_door": trusting_door,
        "versailles_checking_door": checking_door,
        "versailles_clone": clone,
        "versailles_view": view,
        "versailles_widest_decision": widest_decision,
        "versailles_encode_and_decode": encode_and_decode,
    }


def trusting_door() -> Contest:
    return Contest("decisions/s", random_play(), CHESS, peers.chess_plies(Random(1)), goal=2)


def random_play() -> Work:
    rng, openings = Random(1), cycle([opened(number) for number in range(GAMES)])

    def work() -> int:
        state = GAME.clone(next(openings))
        while state.agenda:
            side, menu = next(iter(waiting(GAME, state).items()))
            apply(GAME, state, side, menu.sample(rng))
        return state.sequence

    return work


def checking_door() -> Contest:
    return Contest("decisions/s", received(), CHESS, peers.chess_plies(Random(1)), goal=1)


def received() -> Work:
    games = cycle([(opened(number), on_the_wire(played(number))) for number in range(GAMES)])

    def work() -> int:
        opening, turns = next(games)
        state = GAME.clone(opening)
        for side, raw in turns:
            msgspec.json.encode(receive(GAME, state, side, raw))
            fingerprint(state)
        return len(turns)

    return work


def clone() -> Contest:
    position = middle()
    theirs = repeated(lambda: copy.deepcopy(position), 50)
    return Contest("µs", repeated(lambda: GAME.clone(position), 500), "copy.deepcopy", theirs, goal=1 / 15)


def view() -> Contest:
    """A full view, encoded, beside one checked choice."""
    position = middle()
    ours = repeated(lambda: msgspec.json.encode(GAME.view(position, "uk")), 200)
    return Contest("µs", ours, "one checked choice", received(), goal=5)


def widest_decision() -> Contest:
    """Describing what may be placed with fifteen cubes on five issues, beside listing it."""
    position = opened(0)
    side, menu = next(iter(waiting(GAME, position).items()))
    assert isinstance(position.agenda[-1], Acting), position.agenda
    ours = repeated(lambda: waiting(GAME, position)[side].describe(), 200)
    return Contest("µs", ours, "listing it", repeated(lambda: list(menu), 20))


def encode_and_decode() -> Contest:
    position = middle()
    return Contest("µs", repeated(lambda: GAME.decode(encode(position)), 200))


def memory() -> Figure:
    """Of one position as it is loaded from the store."""
    raw = encode(middle())
    GAME.decode(raw)
    tracemalloc.start()
    kept = [GAME.decode(raw) for _ in range(100)]
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    return figure(size, "bytes", "the limit", MEMORY_MOST, goal=1)


def clerk(seconds: float) -> Figure:
    """The median of the clerk's answers over whole games of clerks; of one answer at least."""
    bot, rng = GAME.bots["clerk"], Random(1)
    times: list[float] = []
    finish = time.perf_counter() + seconds
    while not times or time.perf_counter() < finish:
        state = opened(len(times))
        while state.agenda and (not times or time.perf_counter() < finish + seconds):
            side, menu = next(iter(waiting(GAME, state).items()))
            began = time.thread_time()
            choice = bot(state, side, menu, rng)
            times.append(1_000 * (time.thread_time() - began))
            apply(GAME, state, side, choice)
    return figure(median(times), "ms", "the limit", MILLISECONDS_MOST, goal=1)


def opened(number: int) -> Versailles:
    return GAME.start(4, derived_seed("bench", number))


def played(number: int) -> list[tuple[Side, Choice]]:
    """The choices of this game played at random, nobody acting out of turn."""
    state, rng, answer = opened(number), Random(number), random_answer(GAME, 0)
    turns = []
    while state.agenda:
        side, choice = answer(state, rng)
        apply(GAME, state, side, choice)
        turns.append((side, choice))
    return turns


def middle() -> Versailles:
    state = opened(0)
    for side, choice in played(0)[:MIDDLE]:
        apply(GAME, state, side, choice)
    return state


def on_the_wire(turns: list[tuple[Side, Choice]]) -> list[tuple[Side, bytes]]:
    return [(side, msgspec.json.encode(choice)) for side, choice in turns]
