"""A figure knows whether its goal is met."""

import msgspec
import pytest

from bench.figure import Figure, figure


@pytest.mark.parametrize(
    ("value", "unit", "goal", "met"),
    [
        (80.0, "decisions/s", 8, True),
        (79.9, "decisions/s", 8, False),
        (0.5, "µs", 1 / 15, True),
        (0.7, "µs", 1 / 15, False),
        (11.5, "bytes", 1.15, True),
        (11.6, "bytes", 1.15, False),
        (10.0, "done", 1, True),
        (9.0, "done", 1, False),
    ],
)
def test_what_is_done_must_reach_its_goal_and_anything_else_stay_below(
    value: float, unit: str, goal: float, met: bool
) -> None:
    assert figure(value, unit, "a peer", 10.0, goal).met is met


def test_the_ratio_is_to_the_peer() -> None:
    assert figure(30.0, "µs", "a peer", 10.0).ratio == 3.0


@pytest.mark.parametrize(("value", "met"), [(0.0, True), (1.0, False)])
def test_where_there_must_be_none_one_is_too_many(value: float, met: bool) -> None:
    found = figure(value, "actions", "the limit", 0.0, 1)
    assert (found.ratio, found.met) == (None, met)


def test_without_a_goal_nothing_is_met_or_missed() -> None:
    assert figure(30.0, "µs", "a peer", 10.0).met is None
    assert figure(30.0, "µs") == Figure(30.0, "µs")


def test_a_goal_is_never_set_without_a_peer() -> None:
    with pytest.raises(AssertionError):
        figure(30.0, "µs", goal=2)


def test_a_figure_is_written_with_these_keys() -> None:
    keys = ["value", "unit", "peer", "peer_value", "ratio", "goal", "met"]
    assert list(msgspec.to_builtins(figure(30.0, "µs"))) == keys
