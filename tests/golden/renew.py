"""Plays and writes the golden records of whole games, and renews the hashes of existing ones. README.md beside this
file tells which is right when.

    python -m tests.golden.renew                 new hashes, for the same choices with the same outcome
    python -m tests.golden.renew --play NAME...  plays these games of PLAYED again
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core import registry
from engine.core.choice import Choice
from engine.core.fuzz import Answer, play, random_answer
from engine.core.game import AnyGame
from engine.core.record import AnyRecord, Differs, Expectation, Replay, read
from engine.core.simulate import Series, answers, opening_of
from engine.core.state import AnyState, Side, fingerprint
from tests.golden.played import Played
from tests.golden.records import golden_record, golden_records
from tests.support.games import TEST_GAMES, every_game, own_part


def games_to_play() -> dict[str, Played]:
    """Return the games of every game whose tests have a `played.py`."""
    parts = (own_part(key, "played") for key in every_game())
    return {name: given for part in parts if part for name, given in part.PLAYED.items()}


PLAYED = games_to_play()


def main(arguments: list[str]) -> None:
    registry.add(TEST_GAMES)
    if arguments[:1] == ["--play"]:
        for name in arguments[1:]:
            write(golden_record(name), played(name, PLAYED[name]))
        return
    for name, path in golden_records().items():
        game, record = read(path.read_bytes())
        if record.choices and record.choices[0].hash:
            try:
                write(path, renewed(game, record))
            except Differs as differs:
                raise SystemExit(f"{name}: {differs}") from None


def played(name: str, made: Played) -> AnyRecord:
    """Play a whole game, with the hash of every position and the final view."""
    series = Series(name.partition("/")[0], made.players, name, made.bots, made.options.encode())
    game = registry.game(series.game)
    opening = opening_of(game, series, made.number)
    run = play(game, opening, Random(opening.seed), policy(game, series, made.chatter), check=False)
    if run.breaches:
        raise SystemExit(f"{name}: {run.breaches[0]}")
    record = replace(run.record, title=made.title, source=f"Played by bots: {', '.join(made.bots)}.")
    totals = game.totals(run.state)
    points = {side: totals[side] for side in record.sides}
    record = replace(record, points=points, expect=list(final_view(game, run.state, record)))
    return renewed(game, record)


def policy(game: AnyGame, series: Series, chatter: float) -> Answer:
    """Return the policy. Bots other than `random` only answer; when no side has a question, chance makes choices out of
    turn for them."""
    if series.bots == ("random",):
        return random_answer(game, chatter)
    sober, chatty = answers(game, series), random_answer(game, chatter=1.0)

    def answer(state: AnyState, rng: Random) -> tuple[Side, Choice]:
        chats = chatter and not game.out_of_turn.awaited(state) and rng.random() < chatter
        return (chatty if chats else sober)(state, rng)

    return answer


def final_view(game: AnyGame, state: AnyState, record: AnyRecord) -> Iterator[Expectation]:
    """Yield everything that the public sees at the end, so that a game which ends differently cannot be given new
    hashes."""
    seen = json.loads(msgspec.json.encode(game.view(state, None)))
    return (Expectation(len(record.choices), path, value) for path, value in seen.items())


def renewed(game: AnyGame, record: AnyRecord) -> AnyRecord:
    """Return the record with today's hashes. Raises Differs if a choice is refused or the outcome changes."""
    bare = replace(record, choices=[replace(chosen, hash="") for chosen in record.choices])
    hashes = [fingerprint(state) for entry, state, _ in Replay(game, bare) if entry]
    chosen = zip(record.choices, hashes, strict=True)
    return replace(record, choices=[replace(one, hash=mark) for one, mark in chosen])


def written(record: AnyRecord) -> str:
    """Write one entry per line, so that a difference shows where it is."""
    whole: dict[str, Any] = msgspec.to_builtins(record)
    parts = [f"{json.dumps(name)}: {in_lines(part)}" for name, part in whole.items()]
    return "{\n " + ",\n ".join(parts) + "\n}\n"


def in_lines(part: Any) -> str:
    if not isinstance(part, list) or not part or not isinstance(part[0], dict):
        return json.dumps(part, ensure_ascii=False)
    lines = ",\n  ".join(json.dumps(item, ensure_ascii=False) for item in part)
    return f"[\n  {lines}\n ]"


def write(path: Path, record: AnyRecord) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(written(record))
    print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
