"""The bench of 1933, in a very short run: every figure comes with its goal; none is asserted."""

from typing import Any

import pytest


@pytest.fixture
def bench(peers: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    from bench import nineteen33

    monkeypatch.setattr(nineteen33, "TABLES", 1)
    monkeypatch.setattr(nineteen33, "LOADED", 2)
    return nineteen33


GOALS = {
    "nineteen33_trusting_door": 2,
    "nineteen33_checking_door": 1,
    "nineteen33_clone": 1 / 15,
    "nineteen33_view": None,
    "nineteen33_encode_and_decode": None,
    "nineteen33_memory": 1,
    "nineteen33_clerk": 1,
    "nineteen33_position": 1,
    "nineteen33_standing_month": 1,
    "nineteen33_entries": None,
    "nineteen33_record": None,
    "nineteen33_replay": None,
    "nineteen33_acting_late": 1.5,
    "nineteen33_cold": 1.5,
    "nineteen33_scrub": None,
    "nineteen33_board_on_the_wire": 1,
    "nineteen33_plan_update": 1,
}


def test_every_figure_comes_with_its_goal(bench: Any) -> None:
    found = dict(bench.figures(seconds=0.001))
    assert {name: figure.goal for name, figure in found.items()} == GOALS
    assert all(figure.value > 0 for figure in found.values())


def test_the_position_in_the_middle_has_a_history(bench: Any) -> None:
    position = bench.RULES.middle()
    assert position.sequence == bench.RULES.middle_at
    assert position.month > 1
    assert position.agenda


def test_the_long_game_goes_to_december_1938_without_anybody_left_out(bench: Any) -> None:
    sides = {side for side, _ in bench.clerks()}
    assert len(sides) == bench.RULES.players
    assert len(bench.clerks()) > 1_000


def test_standing_plans_play_months_without_a_question(bench: Any) -> None:
    assert bench.standing_month().ours() >= bench.PASSED
