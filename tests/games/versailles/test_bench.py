"""The bench of Versailles, in a very short run: every figure comes with its goal; none is asserted."""

from typing import Any

import pytest

from engine.core.door import waiting


@pytest.fixture
def versailles(peers: None) -> Any:
    from bench import versailles

    return versailles


GOALS = {
    "versailles_trusting_door": 2,
    "versailles_checking_door": 1,
    "versailles_clone": 1 / 15,
    "versailles_view": 5,
    "versailles_widest_decision": None,
    "versailles_encode_and_decode": None,
    "versailles_memory": 1,
    "versailles_clerk": 1,
}


def test_every_figure_comes_with_its_goal(versailles: Any) -> None:
    found = dict(versailles.figures(seconds=0.001))
    assert {name: figure.goal for name, figure in found.items()} == GOALS
    assert all(figure.value > 0 for figure in found.values())


def test_a_clerk_answers_once_even_when_the_time_is_over_before_it_begins(versailles: Any) -> None:
    assert versailles.RULES.clerk(seconds=0).value > 0


def test_the_widest_decision_is_placing_all_cubes_on_five_issues(versailles: Any) -> None:
    position = versailles.RULES.opened(0)
    (menu,) = waiting(versailles.GAME, position).values()
    assert len(list(menu)) > 1_000


def test_the_position_in_the_middle_has_a_history(versailles: Any) -> None:
    position = versailles.RULES.middle()
    assert position.sequence == versailles.RULES.middle_at
    assert position.settled
    assert position.agenda
