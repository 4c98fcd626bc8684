"""Property tests over whole games, played at random and with the rarest kind of choice first, for every registered game
and for those of the tests. A new game is tested here without an added line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from app.words.catalogue import words_of
from engine.core import registry
from engine.core.choice import Choice
from engine.core.door import apply, submit, waiting
from engine.core.ending import Ended, ended
from engine.core.fuzz import Run, broken_secrecy, play, random_answer, rarest_answer
from engine.core.journal import seen
from engine.core.record import Chosen, Replay, read, schema
from engine.core.refusal import Refusal
from engine.core.sealed import Sealed, WithdrawAnswer, sealed_step
from engine.core.sides import sides_in
from engine.core.state import AnyState, encode
from engine.core.undo import Back, Undo, stays_good
from tests.core.digest import digests
from tests.core.walks import opening, seeking_answer
from tests.support.games import TEST_GAMES, every_game

ROOT = Path(__file__).parents[2]
GAMES = every_game()
TABLES = [(key, players) for key, game in GAMES.items() for players in game.players]
PLAYED = 3
"""The number of games of each kind for each number of players."""
ENOUGH = 1_000
"""Once games in which everything is checked had so many decisions, they are enough."""
SOUGHT = 60
"""The most games in the search for every type of choice."""
EVERY = 7
"""Costly checks are made at every 7th position."""

each_game = pytest.mark.parametrize("key", GAMES)
every_table = pytest.mark.parametrize(("key", "players"), TABLES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*TEST_GAMES])


def games_of(key: str, players: int, check: bool) -> Iterator[Iterator[Run]]:
    """Yield the games of each policy."""
    game = GAMES[key]
    for policy in (random_answer(game), rarest_answer(game)):
        yield (play(game, opening(players, number, game), Random(number), policy, check) for number in range(PLAYED))


@cache
def played(key: str, players: int) -> list[Run]:
    """Play whole games, without the costly checks."""
    return [run for runs in games_of(key, players, check=False) for run in runs]


def checked(key: str, players: int) -> Iterator[Run]:
    """Play whole games and check everything after every choice: a few games, or one or two long ones of each policy."""
    for runs in games_of(key, players, check=True):
        decisions = 0
        for run in runs:
            yield run
            decisions += run.decisions
            if decisions >= ENOUGH:
                break


def positions(key: str, players: int) -> Iterator[AnyState]:
    """Yield some positions of two of these games."""
    game = GAMES[key]
    for run in played(key, players)[::PLAYED]:
        state, _ = game.open(opening(players, 0, game))
        for number, chosen in enumerate(run.record.choices):
            if number % EVERY == 0:
                yield state
            apply(game, state, chosen.side, chosen.choice)
        yield state


@cache
def samples(key: str) -> dict[type[Choice], Choice]:
    """Return a choice of every type, after as many further games as it takes to find them all."""
    game, found = GAMES[key], dict[type[Choice], Choice]()
    policy = seeking_answer(game, chatter=0.3)
    for number in range(SOUGHT):
        for players in game.players:
            run = play(game, opening(players, number, game), Random(number), policy, check=False)
            found.update((type(chosen.choice), chosen.choice) for chosen in run.record.choices)
        if len(found) == len(game.choices):
            break
    return found


@every_table
def test_whatever_is_played_breaks_nothing(key: str, players: int) -> None:
    """The games answer for all sides that are asked, and all answers are accepted; storing, cloning, secrecy, undo,
    conservation and the bound are checked."""
    assert [breach for run in checked(key, players) for breach in run.breaches] == []


@each_game
def test_every_type_of_choice_is_made_sometimes(key: str) -> None:
    assert set(GAMES[key].choices) - set(samples(key)) == set()


@every_table
def test_the_ranking_names_every_side_once_and_the_score_only_sides(key: str, players: int) -> None:
    """An opponent without a player may be ranked too."""
    game = GAMES[key]
    for run in played(key, players):
        ranked = [side for level in game.ranking(run.state) for side in level]
        assert [ranked.count(side) for side in game.sides(players)] == [1] * len(game.sides(players))
        assert set(game.totals(run.state)) == set(run.state.sides)


@every_table
def test_everybody_knows_which_turn_it_is_and_it_never_falls(key: str, players: int) -> None:
    game = GAMES[key]
    for side in (None, game.sides(players)[0]):
        for position in positions(key, players):
            assert game.turn(game.redeal(position, side, Random(1))) == game.turn(position)
    for run in played(key, players)[::PLAYED]:
        state, _ = game.open(opening(players, 0, game))
        turns = [game.turn(state)]
        for chosen in run.record.choices:
            apply(game, state, chosen.side, chosen.choice)
            turns.append(game.turn(state))
        assert turns == sorted(turns)
        assert turns[-1] > turns[0]


@every_table
def test_entries_name_sides_by_type_unless_a_thing_has_that_id(key: str, players: int) -> None:
    game, words = GAMES[key], words_of("en", key).sentences
    sides = [side for side in game.sides(players) if f"word.{key}.{side}" not in words]
    for run in played(key, players)[::PLAYED]:
        state, told = game.open(opening(players, 0, game))
        for chosen in run.record.choices:
            told += apply(game, state, chosen.side, chosen.choice)
        for entry in told:
            by_letters = {side for side in sides if f'"{side}"'.encode() in msgspec.json.encode(entry)}
            assert by_letters <= set(sides_in(entry)), f"{entry}: annotate the field as Side"


@every_table
def test_alerts_tell_a_side_nothing_that_it_may_not_know(key: str, players: int) -> None:
    """Alerts follow from what the side may read and see: they stay the same under every redeal."""
    game = GAMES[key]
    known = {kind.name for kind in game.out_of_turn.alert_kinds}
    for run in played(key, players)[::PLAYED] if known else ():
        state, told = game.open(opening(players, 0, game))
        for chosen in run.record.choices:
            told += apply(game, state, chosen.side, chosen.choice)
            for side in game.sides(players) if state.sequence % EVERY == 0 else ():
                dealt = game.redeal(state, side, Random(state.sequence))
                alerts = [[*game.out_of_turn.alerts(one, side, seen(told, side))] for one in (state, dealt)]
                assert alerts[0] == alerts[1]
                assert {alert.kind for alert in alerts[0]} <= known


@every_table
def test_a_recorded_game_replays_to_the_byte(key: str, players: int) -> None:
    for run in played(key, players)[::PLAYED]:
        *_, (entry, state, _) = Replay(*read(msgspec.json.encode(run.record)))
        assert entry == len(run.record.choices)
        assert encode(state) == encode(run.state)


@every_table
def test_a_game_in_which_much_was_taken_back_ends_as_if_nothing_had_been(key: str, players: int) -> None:
    """At intervals the test takes back all choices that can be, alone or several, and makes them again, except once the
    game is over. Secret answers of others since then stay, and are not made again."""
    game, run = GAMES[key], played(key, players)[0]
    state, _ = game.open(opening(players, 0, game))
    undo, entries, kept = Undo(state), list[Chosen[Any]](), {0: game.clone(state)}
    possible = False
    for number, chosen in enumerate(run.record.choices):
        entries.append(Chosen(chosen.side, chosen.choice))
        news = apply(game, state, chosen.side, chosen.choice)
        state.sequence = len(entries)
        undo.remember(chosen.side, chosen.choice, news, state)
        kept[state.sequence] = game.clone(state)
        taken, side = undo.taken[-1 - number % 3 :], undo.side or ""
        possible = possible or bool(taken and state.agenda)
        since = [one for one in entries[taken[0].step - 1 :] if one.side == side] if taken else []
        withdrawn = any(isinstance(one.choice, WithdrawAnswer) for one in since)
        wanted = number % EVERY == 0 or sealed_step(state) is not None
        if taken and not withdrawn and state.agenda and wanted and stays_good(state, kept[taken[0].to], side):
            entries += [Chosen(side, Back(taken[0].to)), *since]
            state.sequence = len(entries)
            undo, kept[state.sequence] = Undo(state), game.clone(state)
    record = msgspec.structs.replace(run.record, choices=entries)
    *_, (_, end, _) = Replay(*read(msgspec.json.encode(record)))
    assert end.sequence == len(entries)
    assert len(entries) > len(run.record.choices) or not possible
    end.sequence = run.state.sequence
    assert encode(end) == encode(run.state)


@every_table
def test_a_game_in_which_sealed_answers_were_withdrawn_ends_as_if_none_had_been(key: str, players: int) -> None:
    """After every choice, each side with a sealed answer withdraws it and gives it again, whatever others have answered
    since."""
    game, entries = GAMES[key], list[Chosen[Any]]()
    run = play(game, opening(players, 0, game), Random(0), rarest_answer(game), check=False)
    state, _ = game.open(opening(players, 0, game))
    for chosen in run.record.choices:
        entries.append(Chosen(chosen.side, chosen.choice))
        apply(game, state, chosen.side, chosen.choice)
        step = sealed_step(state)
        for side, choice in step.answers if step else ():
            entries += [Chosen(side, WithdrawAnswer()), Chosen(side, choice)]
    *_, (_, end, _) = Replay(*read(msgspec.json.encode(msgspec.structs.replace(run.record, choices=entries))))
    assert end.sequence == len(entries)
    seals = len(run.state.sides) > 1 and any(issubclass(step, Sealed) for step in game.steps)
    assert (len(entries) > len(run.record.choices)) == seals
    end.sequence = run.state.sequence
    assert encode(end) == encode(run.state)


@every_table
def test_every_position_can_be_ended_as_it_stands(key: str, players: int) -> None:
    """An ended position is scored, ranked and shown like a game that ended by itself; no side is asked anything more,
    and a card or piece held by a step of the agenda belongs to no side."""
    game = GAMES[key]
    for number, state in enumerate(positions(key, players)):
        if state.agenda and number % EVERY == 0:
            after, news = ended(game, state, state.sides[0])
            assert news[0] == Ended(state.sides[0])
            assert not waiting(game, after)
            assert not game.out_of_turn.awaited(after)
            assert game.ranking(after)
            assert game.decode(encode(after)) == after
            assert not [*broken_secrecy(game, after, Random(0))]


@every_table
def test_a_recorded_game_fits_the_schema(key: str, players: int) -> None:
    run = played(key, players)[0]
    jsonschema.validate(json.loads(msgspec.json.encode(run.record)), schema(GAMES[key]))


@every_table
def test_a_clone_is_a_deep_copy(key: str, players: int) -> None:
    game = GAMES[key]
    for state in positions(key, players):
        before = encode(state)
        clone = game.clone(state)
        assert clone == deepcopy(state)
        assert not mutable(state) & mutable(clone)
        assert encode(state) == before


def mutable(data: Any) -> set[int]:
    """Return the identity of everything in plain data that can be changed."""
    found: set[int] = set()
    if isinstance(data, list | dict) or (isinstance(data, msgspec.Struct) and not data.__struct_config__.frozen):
        found.add(id(data))
    parts: list[Any] = list(data) if isinstance(data, list | tuple) else []
    parts = list(data.values()) if isinstance(data, dict) else parts
    parts = [getattr(data, name) for name in data.__struct_fields__] if isinstance(data, msgspec.Struct) else parts
    return found.union(*map(mutable, parts))


@every_table
def test_any_choice_by_anybody_at_any_time_is_carried_out_or_refused_without_a_trace(key: str, players: int) -> None:
    game = GAMES[key]
    for state in positions(key, players):
        before = encode(state)
        for side in (*state.sides, "nobody"):
            for choice in samples(key).values():
                clone = game.clone(state)
                if isinstance(submit(game, clone, side, choice), Refusal):
                    assert encode(clone) == before


@every_table
def test_every_bot_and_the_caretaker_play_to_the_end(key: str, players: int) -> None:
    game = GAMES[key]
    for bot in (*game.bots.values(), game.caretaker):

        def answer(state: AnyState, rng: Random, bot: Any = bot) -> tuple[str, Choice]:
            side, menu = next(iter(waiting(game, state).items()))
            return side, bot(state, side, menu, rng)

        run = play(game, opening(players, 1, game), Random(1), answer, check=False)
        assert run.breaches == []
        assert not run.state.agenda


@each_game
@pytest.mark.parametrize(("hash_seed", "flags"), [("1", []), ("2", ["-O"])])
def test_the_same_games_give_the_same_bytes_in_another_process(key: str, hash_seed: str, flags: list[str]) -> None:
    command = [sys.executable, *flags, "-m", "tests.core.digest", key, "3"]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == digests(key, 3)
