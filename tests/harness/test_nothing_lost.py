"""Nothing is lost, doubled, reordered or shown too early, whatever breaks: a run of the harness, and two planted faults
that it has to find. The day says which faults, and is the seed; `horloge harness run --seed` breaks the same again.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.harness.nemesis import KILL, POINT
from tests.harness.planted import CONTROLS
from tests.harness.report import as_json, good
from tests.harness.run import Goal, Outcome, Plan, run
from tests.support.needs import NEEDS, needs

DAY = datetime.now(UTC).date()
SEED = DAY.isoformat()
ENOUGH = Goal(acknowledged=5_000, kills=60, each_point=10, restarts=3)
LONGEST = 170.0
TURNS = (2 * DAY.toordinal(), 2 * DAY.toordinal() + 1)
"""Of the planted faults, two a day."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where Postgres can go, which runs as another user where the tests run as root."""
    with TemporaryDirectory(prefix="horloge-harness-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o755)
        yield Path(made)


pytestmark = [
    pytest.mark.filterwarnings(f"ignore::{warning}")
    for warning in ("ResourceWarning", "pytest.PytestUnraisableExceptionWarning")
]
"""Players who are cut off in the middle of a handshake leave their sockets to the garbage collector."""


def outcome_of(plan: Plan, folder: Path) -> Outcome:
    try:
        return asyncio.run(run(plan, folder, needs("postgres")))
    finally:
        gc.collect()


def plan(seconds: float, **wanted: object) -> Plan:
    return Plan(seconds, SEED, redis=NEEDS["redis"].find() is not None, **wanted)  # type: ignore[arg-type]


def test_nothing_is_lost_doubled_reordered_or_shown_too_early(folder: Path) -> None:
    outcome = outcome_of(plan(LONGEST, goal=ENOUGH, until_reached=True), folder)
    assert good(outcome), as_json(outcome)


@pytest.mark.parametrize("turn", TURNS, ids=("first", "second"))
def test_a_planted_fault_is_found(folder: Path, turn: int) -> None:
    name = sorted(CONTROLS)[turn % len(CONTROLS)]
    found_by_its_rules(name, folder)


def found_by_its_rules(name: str, folder: Path) -> None:
    outcome = outcome_of(plan(5.0, faults=(KILL, POINT), control=name, small=4, large=0, calm=1.0), folder)
    rules = {fault.rule for fault in outcome.faults}
    assert rules & {*CONTROLS[name].rules}, f"{name}, seed {SEED}: {as_json(outcome)}"
