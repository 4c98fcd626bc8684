"""The fuzzer catches every planted fault, and leaves a record of it that can be opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from app.commands import record as command
from engine.core import registry
from engine.core.choice import Choice
from engine.core.door import waiting
from engine.core.fuzz import Run, play, rarest_answer
from engine.core.game import AnyGame
from engine.core.state import AnyState, Side, encode
from tests.core.digest import digests
from tests.core.planted import FAULTS, NO_OPENING
from tests.core.walks import opening, run
from tests.games.tiny import GAME

ROOT = Path(__file__).parents[2]
HASH_SEEDS = range(8)
MOST = 40
"""So many games at most are played until a planted fault shows: some show only after a rare first choice."""


def caught(game: AnyGame) -> Run:
    """Return the first of a few games in which the fault shows."""
    return next(found for number in range(MOST) if (found := run(3, number, game)).breaches)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught_and_named(fault: str) -> None:
    game, said = FAULTS[fault]
    assert any(said in breach for breach in caught(game).breaches), caught(game).breaches


@pytest.mark.parametrize("fault", FAULTS)
def test_the_run_that_catches_it_leaves_a_record_that_opens_there(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = FAULTS[fault]
    monkeypatch.setattr(registry, "games", lambda: {game.key: game})
    file = tmp_path / "breach.json"
    file.write_bytes(msgspec.json.encode(caught(game).record))
    done = CliRunner().invoke(command.app, ["show", str(file), "--json"])
    assert done.exit_code == 0, done.output
    shown = json.loads(done.stdout)
    assert shown["at"] >= shown["entries"] - 1
    assert (shown["stopped"] is not None) == (shown["at"] < shown["entries"])


def test_the_sound_game_has_no_breach() -> None:
    assert [breach for players in (2, 3) for number in range(12) for breach in run(players, number).breaches] == []


def test_a_game_that_cannot_be_set_up_is_a_breach_without_a_position() -> None:
    broken = run(3, 0, NO_OPENING)
    assert broken.state is None
    assert "the opening raised" in broken.breaches[0]


@pytest.mark.parametrize("check", [True, False])
def test_a_crash_keeps_the_choice_that_led_to_it(check: bool) -> None:
    game, _ = FAULTS["a crash in a rule"]
    runs = (play(game, opening(3, number), Random(number), check=check) for number in range(MOST))
    broken = next(run for run in runs if run.breaches)
    last = broken.record.choices[-1]
    assert last.choice.__struct_config__.tag == "collect"
    assert last.hash == ""


def test_a_crash_does_not_hide_what_was_found_before_it() -> None:
    game, _ = FAULTS["a side without an answer"]
    assert len(caught(game).breaches) > 1


def test_a_stumbling_answer_is_a_breach() -> None:
    def stumble(state: object, rng: Random) -> None:
        raise LookupError("no idea")

    broken = play(GAME, opening(), Random(1), stumble)  # type: ignore[arg-type]
    assert "the bot raised" in broken.breaches[0]
    assert broken.record.choices == []


def test_checking_changes_nothing_about_a_game() -> None:
    checked, trusted = (play(GAME, opening(), Random(1), only_asked, check=check) for check in (True, False))
    assert encode(checked.state) == encode(trusted.state)
    assert [chosen.choice for chosen in checked.record.choices] == [chosen.choice for chosen in trusted.record.choices]


def only_asked(state: AnyState, rng: Random) -> tuple[Side, Choice]:
    """Answer for the first side with the middle of its menu: this uses no chance, so checks may draw as much as they
    like."""
    side, menu = next(iter(waiting(GAME, state).items()))
    answers = list(menu)
    return side, answers[len(answers) // 2]


def kinds(*runs: Run) -> Counter[str]:
    return Counter(chosen.choice.__struct_config__.tag for run in runs for chosen in run.record.choices)


def test_the_rarest_kind_first_reaches_what_chance_seldom_does() -> None:
    answer = rarest_answer(GAME)
    sought = kinds(*(play(GAME, opening(3, number), Random(number), answer, check=False) for number in range(12)))
    found = kinds(*(run(3, number) for number in range(12)))
    every = [str(kind.__struct_config__.tag) for kind in GAME.choices]
    assert min(sought[kind] for kind in every) > min(found[kind] for kind in every)


def in_another_process(name: str, hash_seed: int, *flags: str) -> str:
    command = [sys.executable, *flags, "-m", "tests.core.digest", name, "3"]
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def elsewhere(name: str) -> Iterator[str]:
    return (in_another_process(name, hash_seed) for hash_seed in HASH_SEEDS)


def test_the_same_games_give_the_same_bytes_under_any_hash_seed() -> None:
    assert set(elsewhere("antechamber")) == {digests("antechamber")}


def test_the_same_games_give_the_same_bytes_without_asserts() -> None:
    assert in_another_process("antechamber", 1, "-O") == digests("antechamber")


def test_a_planted_set_order_shows_under_other_hash_seeds() -> None:
    assert len(set(elsewhere("set_order"))) > 1
