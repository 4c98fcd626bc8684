"""The bench of La Belle Époque, in a very short run: every figure comes with its goal; none is asserted."""

from typing import Any

import pytest


@pytest.fixture
def bench(peers: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    from bench import belle_epoque

    monkeypatch.setattr(belle_epoque, "TABLES", 1)
    return belle_epoque


GOALS = {
    "belle_epoque_trusting_door": 2,
    "belle_epoque_checking_door": 1,
    "belle_epoque_clone": 1 / 15,
    "belle_epoque_view": None,
    "belle_epoque_encode_and_decode": None,
    "belle_epoque_memory": 1,
    "belle_epoque_clerk": 1,
    "belle_epoque_board_on_the_wire": 1,
    "belle_epoque_mission_update": 1,
}


def test_every_figure_comes_with_its_goal(bench: Any) -> None:
    found = dict(bench.figures(seconds=0.001))
    assert {name: figure.goal for name, figure in found.items()} == GOALS
    assert all(figure.value > 0 for figure in found.values())


def test_the_position_in_the_middle_has_a_history(bench: Any) -> None:
    position = bench.RULES.middle()
    assert position.sequence == bench.RULES.middle_at
    assert position.turn > 1
    assert position.agenda
