from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.core.clone import NotPlain
from engine.core.door import waiting
from engine.core.game import first_answer, fixed, random_answer
from engine.core.state import encode
from engine.core.step import Automatic
from tests.core.walks import opening
from tests.games.tiny import GAME
from tests.games.tiny.choices import Collect
from tests.games.tiny.positions import SEED, position
from tests.games.tiny.state import Antechamber, Options


class Scribbling(Automatic[Antechamber], frozen=True):
    """A mutable step, which could be changed after its agenda was cloned."""

    notes: list[int]


def test_a_game_with_a_step_that_can_change_is_refused_at_registration() -> None:
    with pytest.raises(NotPlain, match=r"Scribbling\.notes: list\[int\] can change; use a tuple or a scalar"):
        replace(GAME, steps=(*GAME.steps, Scribbling))


def test_sides_come_in_the_order_of_the_seats() -> None:
    game = replace(GAME, seating=fixed({2: (("red", "green"), ("blue",))}))
    assert game.sides(2) == ("red", "green", "blue")


def test_a_game_starts_where_somebody_is_waited_for_with_its_news_handed_out() -> None:
    state, news = GAME.open(opening())
    assert list(waiting(GAME, state)) == ["red"]
    assert (news, state.news) == ([], [])


def test_the_same_opening_gives_the_same_bytes() -> None:
    assert encode(GAME.open(opening())[0]) == encode(GAME.open(opening())[0])
    assert encode(GAME.start(3, SEED)) == encode(GAME.start(3, SEED))


def test_every_start_without_a_seed_is_another_game() -> None:
    assert GAME.start(2).seed != GAME.start(2).seed


def test_options_are_those_given_or_the_usual_ones() -> None:
    assert (GAME.start(2).rounds, GAME.start(2, options=Options(rounds=9)).rounds) == (4, 9)


def test_a_short_game_has_the_options_of_its_trial_or_the_usual_ones() -> None:
    assert GAME.short_options == Options()
    assert replace(GAME, trial=Options(rounds=1)).short_options == Options(rounds=1)


def test_totals_add_the_score_sheet_up_and_name_sides_without_points() -> None:
    assert GAME.totals(position(published={"red": [3, 4], "blue": []})) == {"red": 7, "blue": 0}


def test_every_game_has_a_random_bot_and_a_caretaker() -> None:
    state = position()
    menu = waiting(GAME, state)["red"]
    assert GAME.bots["random"] is random_answer
    assert GAME.bots["random"](state, "red", menu, Random(1)) in list(menu)
    assert GAME.caretaker is first_answer
    assert GAME.caretaker(state, "red", menu, Random(1)) == Collect()
