"""The table and the JSON report the findings."""

import json
from io import StringIO

from rich.console import Console

from bench.figure import figure
from bench.report import as_json, cells, goal, rounded, tables

FOUND = {
    "engine": {
        "fast_door": figure(400_000.0, "decisions/s", "a peer", 40_000.0, 8),
        "slow_clone": figure(5.0, "µs", "another peer", 10.0, 1 / 15),
        "alone": figure(0.123456, "ms"),
    }
}


def printed() -> str:
    console = Console(width=160, file=StringIO(), record=True)
    console.print(*tables(FOUND))
    return console.export_text()


def test_json_has_every_figure_by_name() -> None:
    figures = json.loads(as_json(FOUND))["figures"]
    assert list(figures) == ["fast_door", "slow_clone", "alone"]
    assert figures["fast_door"] == {
        "value": 400_000.0,
        "unit": "decisions/s",
        "peer": "a peer",
        "peer_value": 40_000.0,
        "ratio": 10.0,
        "goal": 8,
        "met": True,
    }
    assert figures["slow_clone"]["met"] is False
    assert figures["alone"]["goal"] is None


def test_the_table_says_which_goals_are_met_and_missed() -> None:
    rows = {line[:13].strip(): line.split() for line in printed().splitlines()}
    assert rows["fast door"][-5:] == ["10.00", "at", "least", "8", "yes"]
    assert rows["slow clone"][-5:] == ["0.50", "at", "most", "1/15", "no"]
    assert rows["alone"][-2:] == ["0.123", "ms"]


def test_what_is_large_is_shown_whole_and_what_is_small_by_three_figures() -> None:
    assert [rounded(value) for value in (1234567.8, 99.95, 1.2345)] == ["1,234,568", "100", "1.23"]


def test_a_goal_is_said_as_people_say_it() -> None:
    said = [goal(8, "moves/s"), goal(1 / 15, "µs"), goal(1.35, "ms"), goal(0.35, "ms")]
    assert said == ["at least 8", "at most 1/15", "at most 1.35", "at most 0.35"]


def test_what_must_not_be_is_set_against_none() -> None:
    assert cells("lost", figure(2.0, "actions", "the limit", 0.0, 1))[-4:] == ("0", "", "none", "no")
