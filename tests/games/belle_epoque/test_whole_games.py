"""Random whole games, with all checks after every choice."""

from __future__ import annotations

from random import Random

import pytest

from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.setup import Options
from engine.core.fuzz import Run, play, random_answer, rarest_answer
from engine.core.game import Opening
from engine.core.state import encode

LARGEST = 20_000
"""The most bytes of a position."""


def opening(players: int, number: int, options: Options) -> Opening:
    return Opening(GAME.sides(players, options), options, f"{number:064x}", players=players)


LAYOUTS = [
    *((1, Options(alone=power)) for power in POWERS),
    (2, Options(others="automated", pair="uk_and_russia", promo=True)),
    (3, Options(others="automated", without="russia", alternative_setup=True)),
    (2, Options()),
    (3, Options(promo=True)),
    (4, Options(alternative_setup=True)),
]
"""Every number of seats, with shared and with automated Powers; each Power alone."""


@pytest.mark.parametrize(("players", "options"), LAYOUTS)
def test_whatever_is_played_breaks_nothing(players: int, options: Options) -> None:
    look_at(play(GAME, opening(players, players, options), Random(players), random_answer(GAME)))


@pytest.mark.parametrize(("players", "options"), [LAYOUTS[0], LAYOUTS[-1]])
def test_nor_does_whatever_is_played_seldom(players: int, options: Options) -> None:
    look_at(play(GAME, opening(players, players, options), Random(players), rarest_answer(GAME)))


def look_at(run: Run) -> None:
    assert run.breaches == []
    assert run.state.ended in ("sarajevo", "last_turn")
    assert len(encode(run.state)) < LARGEST
