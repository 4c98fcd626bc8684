"""Nothing is lost, doubled, reordered or shown too early, whatever breaks: a run of the harness, and two planted faults
that it has to find. The date selects the faults and is the seed; `horloge harness run --seed` breaks the same again.
"""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from tests.harness.goal import HANG, KILL, LOSSY, REDIS, Goal, stretched
from tests.harness.nemesis import USUAL
from tests.harness.planted import CONTROLS
from tests.harness.report import as_json, good
from tests.harness.run import Outcome, Plan
from tests.support.needs import NEEDS, needs
from tests.support.starting import open_folder

ROOT = Path(__file__).parents[2]
DAY = datetime.now(UTC).date()
SEED = DAY.isoformat()
ENOUGH = Goal(acknowledged=5_000, kills=60, each_point=10, restarts=3, hangs=1, backends=30)
LONGEST = 900.0
"""Seconds after which a run is given up. Each run ends as soon as its goal is reached, however long that takes: on two
cores without other work less than three minutes, with a planted fault a few seconds."""
HUNG = LONGEST + 300.0
RUNS = 6
"""So many runs at most look for a planted fault."""
TURNS = (2 * DAY.toordinal(), 2 * DAY.toordinal() + 1)
"""The planted faults of the day, two a day."""


def outcome_of(plan: Plan, folder: Path) -> Outcome:
    needs("postgres")
    command = [sys.executable, "-m", "tests.harness", str(folder)]
    said = msgspec.json.encode(plan)
    done = subprocess.run(command, input=said, stdout=subprocess.PIPE, cwd=ROOT, check=True, timeout=HUNG)
    return msgspec.json.decode(done.stdout, type=Outcome)


def plan(seed: str = SEED, **wanted: object) -> Plan:
    redis = NEEDS["redis"].find() is not None
    return Plan(LONGEST, seed, until_reached=True, redis=redis, **wanted)  # type: ignore[arg-type]


def test_nothing_is_lost_doubled_reordered_or_shown_too_early(folder: Path) -> None:
    outcome = outcome_of(plan(faults=(*USUAL, HANG), goal=ENOUGH), folder)
    assert good(outcome), as_json(outcome)


def test_with_a_bus_that_is_gone_or_hangs_or_loses_messages_play_goes_on_and_everybody_sees_it(folder: Path) -> None:
    """Everyone sees it within five seconds, by the heartbeat; plus a sixth for a busy machine, or as much more as other
    programs take from it."""
    needs("redis")
    broken = plan(faults=(REDIS, LOSSY), small=2, large=0, processes=2, pause=0.1, goal=Goal(40, bus=2))
    outcome = outcome_of(broken, folder)
    assert good(outcome), as_json(outcome)
    assert outcome.delays[-1] < 6 * stretched(outcome.hindered), as_json(outcome)


@pytest.mark.parametrize("turn", TURNS, ids=("first", "second"))
def test_a_planted_fault_is_found(turn: int) -> None:
    found_by_its_rules(sorted(CONTROLS)[turn % len(CONTROLS)])


def found_by_its_rules(name: str) -> None:
    """Look for the fault in longer and longer runs: on a busy machine two requests seldom meet between the two steps
    that should have been one."""
    control, outcomes = CONTROLS[name], list[Outcome]()
    for run in range(1, RUNS + 1):
        goal = Goal(acknowledged=run * control.acknowledged, kills=8)
        few = plan(f"{SEED}/{run}", faults=(KILL,), control=name, small=4, large=0, calm=1.0, goal=goal)
        with open_folder() as folder:
            outcomes.append(outcome_of(few, folder))
        if {fault.rule for fault in outcomes[-1].faults} & {*control.rules}:
            return
    raise AssertionError(f"{name} was not found: {[*map(as_json, outcomes)]}")
