"""A bad choice is refused and changes no byte, for every registered game and for those of the tests.

The test crosses the fields of lawful choices from random games, and sends the result as it would come over the wire, by
any side, in any position.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.door import apply, receive, submit, waiting
from engine.core.fuzz import play, random_answer, rarest_answer
from engine.core.game import AnyGame
from engine.core.menu import OneOf
from engine.core.refusal import GameOver, Illegal, Malformed, NotYourTurn, Refusal
from engine.core.state import AnyState, encode
from engine.core.step import Step, Waiting
from tests.core.walks import opening, seeking_answer
from tests.every_game.test_whole_games import GAMES, TABLES

EVERY = 5
"""Every 5th position is tested."""
TRIES = 12
"""The number of choices tried in each position of each type that is asked for; of every other type, one."""
GATHERED = 40
"""The most games for each number of players in the search for choices of every type."""
SOUGHT = 200
"""The most games in the search for every kind of question."""
CLAUSE = re.compile(r"\d+(\.\d+)+[a-z]?")

Choices = dict[type[Choice], list[Choice]]

every_table = pytest.mark.parametrize(("key", "players"), TABLES)


@cache
def choices(key: str) -> Choices:
    """Collect lawful choices of every type from many positions."""
    game = GAMES[key]
    found: Choices = defaultdict(list)
    policy = seeking_answer(game, chatter=0.2)
    for number in range(GATHERED):
        for players in game.players:
            run = play(game, opening(players, number, game), Random(number), policy, check=False)
            for chosen in run.record.choices:
                found[type(chosen.choice)].append(chosen.choice)
        if len(found) == len(game.choices):
            break
    return found


def positions(game: AnyGame, players: int) -> Iterator[AnyState]:
    """Yield positions of two games. It is always the same object."""
    for number, policy in enumerate((random_answer(game), rarest_answer(game))):
        rng = Random(players)
        state, _ = game.open(opening(players, 77 + number, game))
        while state.agenda:
            if state.sequence % EVERY == 0:
                yield state
            apply(game, state, *policy(state, rng))
        yield state


def crossed(some: list[Choice], rng: Random) -> Choice:
    """Return one choice with a field of another, now and then a number one higher or lower, or an unknown word."""
    choice, other = rng.choice(some), rng.choice(some)
    if not choice.__struct_fields__:
        return choice
    name = rng.choice(choice.__struct_fields__)
    value: Any = getattr(other, name)
    if type(value) is int and rng.random() < 0.5:
        value += rng.choice((-1, 1, 9))
    if type(value) is str and rng.random() < 0.1:
        value = "nowhere"
    return replace(choice, **{name: value})


@every_table
def test_a_wrong_choice_is_refused_with_its_clause_and_changes_no_byte(key: str, players: int) -> None:
    game, rng = GAMES[key], Random(players)
    refused: dict[str, int] = defaultdict(int)
    for state in positions(game, players):
        before = encode(state)
        asked, menu = next(iter(waiting(game, state).items()), (state.sides[0], OneOf()))
        for kind, some in choices(key).items():
            for _ in range(TRIES if kind in menu.types else 1):
                side = asked if rng.random() < 0.9 else rng.choice(state.sides)
                raw = msgspec.json.encode(crossed(some, rng))
                after = game.clone(state)
                came = receive(game, after, side, raw)
                if isinstance(came, Refusal):
                    assert encode(after) == before, (side, raw)
                    refused[type(came).__name__] += 1
                    require_reason(came, state, raw)
                else:
                    assert list(game.conserved(after)) == [], (side, raw)
    alone = len(state.sides) == 1
    assert set(refused) >= {"Illegal", "Malformed", "GameOver"} | (set() if alone else {"NotYourTurn"})


def require_reason(came: Refusal, state: AnyState, raw: bytes) -> None:
    """Check that the refusal gives its reason and clause, or the place where the text is wrong."""
    if isinstance(came, Illegal):
        assert came.reason, raw
        assert CLAUSE.fullmatch(came.clause), (came, raw)
    elif isinstance(came, Malformed):
        assert came.path.startswith("$"), raw
    else:
        assert isinstance(came, NotYourTurn | GameOver)
        assert isinstance(came, GameOver) == (not state.agenda)


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_question_refuses_all_types_of_choice_but_its_own(key: str) -> None:
    game = GAMES[key]
    left: set[type[Step[Any]]] = {step for step in game.steps if issubclass(step, Waiting)}
    for number in range(SOUGHT):
        for players in game.players:
            for state in questions(game, players, number, left):
                require_own_types(game, state)
        if not left:
            break
    assert left == set()


def questions(game: AnyGame, players: int, number: int, left: set[type[Step[Any]]]) -> Iterator[AnyState]:
    """Yield the positions of a game that ask a new kind of question."""
    state, _ = game.open(opening(players, number, game))
    rng, policy = Random(number), seeking_answer(game, chatter=0)
    while state.agenda:
        if (kind := type(state.agenda[-1])) in left:
            left.remove(kind)
            yield state
        apply(game, state, *policy(state, rng))


def require_own_types(game: AnyGame, state: AnyState) -> None:
    (side, menu), *_ = waiting(game, state).items()
    for kind, some in choices(game.key).items():
        if kind not in menu.types and kind not in game.out_of_turn.choices:
            assert isinstance(submit(game, game.clone(state), side, some[0]), Illegal), (state.agenda[-1], some[0])


@pytest.mark.parametrize("key", GAMES)
def test_every_type_of_choice_is_tried(key: str) -> None:
    assert set(choices(key)) == set(GAMES[key].choices)


@every_table
def test_whoever_is_not_asked_is_told_who_is(key: str, players: int) -> None:
    game = GAMES[key]
    for state in positions(game, players):
        asked = waiting(game, state)
        for menu in asked.values():
            for stranger in {*state.sides, "nobody"} - set(asked):
                came = submit(game, game.clone(state), stranger, next(iter(menu)))
                assert came == NotYourTurn(stranger, tuple(asked))
