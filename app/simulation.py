"""Runs a series of simulated games on one or several processor cores, and writes the records of the games that broke.
engine.core.simulate plays the games.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import msgspec

from engine.core import registry
from engine.core.game import AnyGame, ImpossibleOpening
from engine.core.simulate import Played, Series, opening_of, play_number


class Impossible(ValueError):
    """A series that cannot be played; the message says what to ask for instead."""


def require_possible(game: AnyGame, series: Series) -> None:
    if series.players not in game.players:
        raise Impossible(f"--players {series.players}: {game.title} is for {', '.join(map(str, game.players))}")
    for kind in series.bots:
        if kind not in game.bots:
            raise Impossible(f"--bots {kind}: the kinds are {', '.join(game.bots)}")
    if len(series.bots) not in (1, series.players):
        each = f"one for each of the {series.players} seats"
        raise Impossible(f"--bots names {len(series.bots)} kinds: name one, or {each}")
    try:
        game.open(opening_of(game, series, 0))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ImpossibleOpening) as error:
        raise Impossible(f"--options: {error}") from None
    except Exception:  # noqa: BLE001 - rules that break are what a simulation is there to find
        return


def played(series: Series, games: int, jobs: int) -> Iterator[Played]:
    """Yield the games of the series in order, however many processes play them."""
    play = partial(play_number, series)
    if jobs == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(min(jobs, games), mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, range(games), chunksize=max(1, min(20, games // (4 * jobs))))


def broken_games(series: Series, games: list[Played], folder: Path) -> list[str]:
    """Write the record of each game that broke; return the names of the files."""
    files = []
    for one in games:
        if one.record is not None:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{series.game}-{series.players}-{one.record.seed[:8]}-{one.number}.json"
            path.write_bytes(msgspec.json.format(msgspec.json.encode(one.record), indent=1))
            files.append(str(path))
    return files


def game_of(key: str) -> AnyGame:
    try:
        return registry.game(key)
    except registry.UnknownGame as unknown:
        raise Impossible(str(unknown)) from None
