"""The bench of several processes, in a very short run: every figure comes; the test only asserts which figures have a
goal.
"""

import pytest

from bench import resting, scale, tables
from tests.support.needs import needs


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few tables, few moves, one kill, and short rests."""
    needs("postgres")
    needs("redis")
    few = {"BUSY": 1, "ROUNDS": 1, "HOPS": 2, "KILLS": 1, "AT_TABLES": 1, "COLD": (2, 52), "PAST": 1, "LOADED": 1}
    for name, number in few.items():
        monkeypatch.setattr(scale, name, number)
    monkeypatch.setattr(resting, "SECONDS", 0.1)
    monkeypatch.setattr(resting, "PATIENCE", 0)
    monkeypatch.setattr(tables, "SLEEPING", 10)
    monkeypatch.setattr(tables, "SETTLE_SECONDS", 0.0)


GOALS = {
    "scale_cold_2_entries": None,
    "scale_cold_52_entries": 1.5,
    "scale_at_rest_sqlite": 1,
    "scale_sleeping_tables_sqlite": 1,
    "scale_at_rest_postgres": 1,
    "scale_sleeping_tables_postgres": 1,
    "scale_actions_1_process": None,
    "scale_actions_2_processes": None,
    "scale_fanout_notify_p50": None,
    "scale_fanout_notify_p99": None,
    "scale_recovery_p50": None,
    "scale_recovery_p99": 1,
    "scale_fanout_redis_p50": None,
    "scale_fanout_redis_p99": None,
}


def test_several_processes_are_measured_and_what_a_site_costs_as_it_grows(short: None) -> None:
    found = dict(scale.figures(seconds=0.05))
    assert {name: figure.goal for name, figure in found.items()} == GOALS
    assert all(figure.value >= 0 for figure in found.values())
