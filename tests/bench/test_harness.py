"""The bench of the nothing-lost harness: the plan it asks for, and for each rule a figure that a fault turns red."""

import pytest
from msgspec.structs import replace

from bench import harness
from bench.figure import Figure
from tests.harness.checker import RULES, Fault
from tests.harness.goal import KILL, POSTGRES
from tests.harness.points import POINTS
from tests.harness.run import Outcome, Plan
from tests.support.needs import needs

CALM = {"harness_away_p50", "harness_away_p99", "harness_seen_p50", "harness_seen_p99"}


def outcome(plan: Plan, *faults: Fault) -> Outcome:
    """Return the outcome of a run in which as much has happened as the plan asked for."""
    answers = {200: 9, 503: 2}
    return Outcome(plan, 9.0, {"ok": 5_000}, answers, plan.goal.broken, [], 9, [0.1, 0.4], [0.0, 0.2], list(faults))


def figures(found: Outcome, monkeypatch: pytest.MonkeyPatch) -> dict[str, Figure]:
    monkeypatch.setattr(harness, "ran", lambda _plan: found)
    return dict(harness.figures(harness.USUALLY))


def test_usually_as_much_is_asked_for_as_by_the_tests_and_of_everything_at_least_one() -> None:
    goal = harness.planned(1).goal
    assert (goal.acknowledged, goal.kills, goal.each_point, goal.restarts) == (5_000, 60, 10, 3)
    broken = harness.planned(0.001).goal.broken
    assert all(broken[name] == 1 for name in (KILL, POSTGRES, *POINTS))


def test_what_happened_what_broke_a_rule_and_what_players_waited_has_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = figures(outcome(harness.planned(1)), monkeypatch)
    assert found["harness_acknowledged"].value == 5_000
    assert found["harness_kills"].value == 60
    assert found["harness_restarts"].value == 3
    assert {found[f"harness_point_{name}"].value for name in POINTS} == {10}
    assert {found[f"harness_{rule}"].value for rule in RULES} == {0}
    assert {name: found[name].value for name in CALM} == dict.fromkeys(CALM, 200.0) | {
        "harness_away_p50": 400.0, "harness_away_p99": 400.0,
    }  # fmt: skip
    assert all(figure.met is not False for figure in found.values())


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_was_broken_is_a_goal_that_is_missed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = figures(outcome(harness.planned(1), Fault(rule, "small-1", "")), monkeypatch)
    assert [name for name, figure in found.items() if figure.met is False] == [f"harness_{rule}"]


def test_a_run_in_which_too_little_was_broken_or_that_had_errors_misses_its_goals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    all_of_it = outcome(harness.planned(1))
    less = replace(all_of_it, done=all_of_it.done | {KILL: 59}, answers={200: 9, 500: 1})
    found = figures(less, monkeypatch)
    assert [name for name, figure in found.items() if figure.met is False] == ["harness_kills", "harness_server_errors"]


def test_a_run_is_really_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is a quiet one, at one table: the run that breaks everything is a test of its own."""
    needs("postgres")
    goal = replace(harness.ENOUGH, acknowledged=1, kills=0, each_point=0, restarts=0, hangs=0)
    quiet = replace(harness.planned(1), small=1, large=0, processes=1, redis=False, goal=goal)
    assert dict(harness.happened(harness.ran(quiet)))["harness_acknowledged"].met
