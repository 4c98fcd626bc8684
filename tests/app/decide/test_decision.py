"""The decision panel has something for every player who has to decide, in every kind of position of every game."""

import json
import random
from collections import deque
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from app.base import lru as kept
from app.base.paths import TEMPLATES
from app.decide.answer_kinds import greyed_answers, offers
from app.decide.decision import Draft, own_parts, place_of
from app.decide.form_templates import answer_template, answer_templates
from app.decide.submitting import kinds_of
from app.rooms.late_answers import LateAnswers
from app.rooms.loading import Told
from app.rooms.pending import asked_at
from app.words.reader import reader_of
from engine.core import door, registry
from engine.core.game import AnyGame
from engine.core.refusal import Malformed
from tests.support.games import TEST_GAMES

registry.add(TEST_GAMES)
GAMES = [(key, players) for key, game in registry.games().items() for players in game.players]
STEPS = 120
START = datetime(2026, 1, 1, tzinfo=UTC)


def panel_of(game: AnyGame, state: Any, side: str, language: str, log: Any = ()) -> str:
    room: Any = SimpleNamespace(
        key="k", game=game, position=state, status="playing", log=log,
        waiting=tuple(door.waiting(game, state)), awaited=tuple(game.out_of_turn.awaited(state)),
        asked_at=partial(asked_at, game), late=LateAnswers(game, None),
    )  # fmt: skip
    return "".join(own_parts(room, (side,), reader_of(game, language)).values())


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_whoever_is_asked_gets_a_form_in_every_language(key: str, players: int) -> None:
    game, chance = registry.game(key), random.Random(players)
    state = game.start(players, seed="5eed" * 16)
    for _ in range(STEPS):
        if not state.agenda:
            break
        asked = door.waiting(game, state)
        for side in state.sides:
            html = panel_of(game, state, side, chance.choice(("en", "it", "es")))
            assert side not in asked or 'name="choice"' in html or 'name="do"' in html
        side, menu = chance.choice([*asked.items()])
        door.apply(game, state, side, menu.sample(chance))


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_a_form_that_is_kept_is_the_one_that_would_be_drawn(key: str, players: int) -> None:
    game, chance, log = registry.game(key), random.Random(players), deque[Told](maxlen=60)
    state = game.start(players, seed="f00d" * 16)
    for step in range(STEPS // 2):
        if not state.agenda:
            break
        drawn = {side: panel_of(game, state, side, "en", log) for side in state.sides}
        kept.forget()
        assert drawn == {side: panel_of(game, state, side, "en", log) for side in state.sides}
        menus = {**door.waiting(game, state), **game.out_of_turn.awaited(state)}
        if game.out_of_turn.choices and step % 2:
            menus |= game.out_of_turn.step.waiting(state)
        side, menu = chance.choice([*menus.items()])
        log.append(Told(step + 1, side, START, door.apply(game, state, side, menu.sample(chance))))


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_what_can_be_counted_is_listed_by_itself(key: str, players: int) -> None:
    """A menu that knows its choices lists the same as going through all of them."""
    game, chance = registry.game(key), random.Random(players)
    state = game.start(players, seed="c0de" * 16)
    for _ in range(STEPS // 2):
        if not state.agenda:
            break
        menus = [*door.waiting(game, state).items(), *game.out_of_turn.awaited(state).items()]
        menus += game.out_of_turn.step.waiting(state).items() if game.out_of_turn.choices else []
        for _, menu in menus:
            for part in menu.parts():
                assert [*part.countable()] == [choice for choice in part if type(choice) not in part.open_ended]
        side, menu = chance.choice(menus)
        door.apply(game, state, side, menu.sample(chance))


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_every_answer_that_is_written_out_is_legal(key: str, players: int) -> None:
    game, chance = registry.game(key), random.Random(players)
    state = game.start(players, seed="5eed" * 16)
    for _ in range(STEPS):
        for menu in door.waiting(game, state).values():
            found = offers(game, menu)
            assert found
            assert all(menu.check(choice) is None for offer in found for choice in offer.choices)
        if not state.agenda:
            break
        side, menu = chance.choice([*door.waiting(game, state).items()])
        door.apply(game, state, side, menu.sample(chance))


@pytest.mark.parametrize(("key", "players"), GAMES)
def test_what_is_greyed_is_refused_for_a_reason_that_can_be_told(key: str, players: int) -> None:
    game, chance = registry.game(key), random.Random(players)
    state, reader = game.start(players, seed="5eed" * 16), reader_of(game, "en")
    for _ in range(STEPS):
        if not state.agenda:
            break
        for menu in door.waiting(game, state).values():
            for one in greyed_answers(menu):
                assert menu.check(one.choice) == one.refusal
                assert reader.words.sentence(one.refusal.key)
        side, menu = chance.choice([*door.waiting(game, state).items()])
        door.apply(game, state, side, menu.sample(chance))


@pytest.mark.parametrize("key", registry.games())
def test_every_template_of_an_answer_can_be_made_ready_beforehand(key: str) -> None:
    used = {answer_template(key, tag) for tag in kinds_of(registry.game(key))}
    assert used <= {*answer_templates(key)}
    assert all((TEMPLATES / template).is_file() for template in answer_templates(key))


@pytest.mark.parametrize("typed", ["16", "-1"])
def test_a_count_out_of_bounds_is_told_beside_its_field(typed: str) -> None:
    game = registry.game("versailles")
    cubes = {"place.cubes.arabia": "1", "place.cubes.thrace": typed, "place.cubes.silesia": ""}
    refusal = door.decode(game, json.dumps({"do": "place", "cubes": [["arabia", 1], ["thrace", int(typed)]]}).encode())
    assert isinstance(refusal, Malformed)
    assert place_of(Draft("place", cubes, refusal)) == "place.cubes.thrace"
