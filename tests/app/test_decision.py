"""The decision panel has something for everybody who is asked, in every kind of position of every game."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from app.play.decision import decision
from app.play.offers import offers
from app.words.reader import reader_of
from engine.core import door, registry
from engine.core.game import AnyGame

registry.add(["tests.tiny"])
GAMES = [(key, players) for key, game in registry.games().items() for players in game.seats]
STEPS = 120


def panel_of(game: AnyGame, state: Any, side: str, language: str) -> str:
    room: Any = SimpleNamespace(
        key="k", game=game, position=state, status="playing",
        waiting=tuple(door.waiting(game, state)), awaited=tuple(game.awaited(state)),
    )  # fmt: skip
    return str(decision(room, (side,), reader_of(game, language)))


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
