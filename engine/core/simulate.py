"""Plays whole games by bots, for `horloge simulate`, measurements and the tests: how long they are, who wins, which
choices are rare, and with `check` whether anything breaks. A series with the same seed is the same series, on any
machine.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from random import Random

import msgspec
from msgspec import Struct

from engine.core import registry
from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.door import waiting
from engine.core.fuzz import Answer, Run, play, random_answer
from engine.core.game import AnyGame, Opening, Seats
from engine.core.record import AnyRecord
from engine.core.results import Result, results
from engine.core.state import AnyState, Side


class Series(Struct, frozen=True):
    """The games to be played. `bots` names one kind for each seat, or one for all."""

    game: str
    players: int
    seed: str
    bots: tuple[str, ...] = ("random",)
    options: bytes | None = None
    """As JSON; None: the defaults, or those of a trial where everything is checked."""
    check: bool = False
    modules: tuple[str, ...] = ()
    """Further modules with games, for the processes that play."""


class Played(Struct):
    """The outcome of one game of a series."""

    number: int
    seconds: float
    decisions: int
    totals: dict[Side, int]
    results: tuple[Result, ...]
    chosen: dict[str, int]
    """How often each type of choice was made."""
    digest: str
    """The same for the same game under the same rules, in any process."""
    breaches: list[str]
    record: AnyRecord | None = None
    """Kept when something broke."""


def play_number(series: Series, number: int) -> Played:
    """Play game `number` of the series."""
    registry.add(series.modules)
    game = registry.game(series.game)
    opening = opening_of(game, series, number)
    rng = Random(opening.seed)
    started = time.perf_counter()
    run = play(game, opening, rng, answers(game, series), check=series.check)
    return outcome(game, run, game.seats_at(opening), number, time.perf_counter() - started)


def opening_of(game: AnyGame, series: Series, number: int) -> Opening:
    options = options_of(game, series)
    sides = game.sides(series.players, options)
    return Opening(sides, options, derived_seed(series.seed, number), players=series.players)


def options_of(game: AnyGame, series: Series) -> Struct:
    if series.options is not None:
        given: Struct = msgspec.json.decode(series.options, type=game.options)
        return given
    return game.short_options if series.check else game.options()


def answers(game: AnyGame, series: Series) -> Answer:
    """Return the function by which the bots of the series answer, offers out of turn first. In games of random bots
    sides also act out of turn now and then."""
    if set(series.bots) == {"random"}:
        return random_answer(game)
    seats = game.seats_at(opening_of(game, series, 0))
    kinds = series.bots * len(seats) if len(series.bots) == 1 else series.bots
    bots = {side: game.bots[kind] for seat, kind in zip(seats, kinds, strict=False) for side in seat}

    def answer(state: AnyState, rng: Random) -> tuple[Side, Choice]:
        asked = game.out_of_turn.awaited(state) or waiting(game, state)
        side, offered = next(iter(asked.items()))
        return side, bots[side](state, side, offered, rng)

    return answer


def outcome(game: AnyGame, run: Run, seats: Seats, number: int, seconds: float) -> Played:
    over = not run.breaches
    return Played(
        number=number,
        seconds=seconds,
        decisions=run.decisions,
        totals=game.totals(run.state) if over else {},
        results=results(game, run.state, seats) if over else (),
        chosen=dict(Counter(chosen.choice.__struct_config__.tag for chosen in run.record.choices)),
        digest=digest(run),
        breaches=run.breaches,
        record=run.record if run.breaches else None,
    )


def digest(run: Run) -> str:
    """Return a hash over every choice and the last position: two runs with the same digest went the same way. Where
    rules broke there is no position."""
    whole = msgspec.json.encode((run.record, None if run.breaches else run.state))
    return hashlib.sha256(whole).hexdigest()[:16]


class Summary(Struct):
    """A series in figures, as `horloge simulate --json` prints them."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: str
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    decisions_per_second: float = 0.0
    shortest: int = 0
    longest: int = 0
    average_length: float = 0.0
    wins: dict[Side, float] = {}
    """Games won by the seat of each side, a shared first place counting as its share."""
    average_points: dict[Side, float] = {}
    rarest_choices: list[tuple[str, int]] = []
    never_chosen: list[str] = []
    breaches: list[str] = []
    records: list[str] = []
    """Files of the games that broke, if they were written."""
    digest: str = ""


def summary(series: Series, played: list[Played]) -> Summary:
    """Return the figures of the games of a series; they may come in any order."""
    played = sorted(played, key=lambda one: one.number)
    lengths = [one.decisions for one in played] or [0]
    seconds = sum(one.seconds for one in played)
    chosen: Counter[str] = Counter()
    for one in played:
        chosen.update(one.chosen)
    kinds = {kind.__struct_config__.tag for kind in registry.game(series.game).choices}
    return Summary(
        game=series.game,
        players=series.players,
        bots=series.bots,
        seed=series.seed,
        games=len(played),
        decisions=sum(lengths),
        seconds=round(seconds, 3),
        decisions_per_second=round(sum(lengths) / seconds, 1) if seconds else 0.0,
        shortest=min(lengths),
        longest=max(lengths),
        average_length=round(sum(lengths) / len(lengths), 1),
        wins=shares(played),
        average_points=averages(played),
        rarest_choices=sorted(chosen.items(), key=lambda item: (item[1], item[0]))[:5],
        never_chosen=sorted(str(kind) for kind in kinds - set(chosen)),
        breaches=[f"game {one.number}: {breach}" for one in played for breach in one.breaches],
        digest=hashlib.sha256("".join(one.digest for one in played).encode()).hexdigest()[:16],
    )


def shares(played: list[Played]) -> dict[Side, float]:
    wins: dict[Side, float] = {}
    for one in played:
        first = [result.sides for result in one.results if result.rank == 1]
        for side in one.totals:
            wins[side] = wins.get(side, 0.0) + sum(side in sides for sides in first) / len(first)
    return {side: round(won, 2) for side, won in wins.items()}


def averages(played: list[Played]) -> dict[Side, float]:
    finished = [one.totals for one in played if one.totals]
    sides = dict.fromkeys(side for totals in finished for side in totals)
    return {side: round(sum(t.get(side, 0) for t in finished) / len(finished), 2) for side in sides}
