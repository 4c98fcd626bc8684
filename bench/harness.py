"""The nothing-lost harness (docs/harness.md), as the tests run it: server processes over a Postgres with fsync and a
Redis are killed, at any moment and at each named point, and the database is restarted hard, while bots play; then the
log is read. How much is required follows from `--seconds`: with the usual four, what the tests require. It ends once
all of that has happened.

Every breach of the harness's rules is counted by its rule, and there must be none. `away` is how long a player whose
connection was lost was without the table, whatever broke it; `seen` is the time from an answer until all spectators
have the action, including those whose process had just been killed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from bench.figure import DONE, Figure, figure
from bench.report import ROOT
from tests.harness.checker import RULES
from tests.harness.delays import share
from tests.harness.goal import HANG, KILL, POSTGRES, Goal
from tests.harness.nemesis import USUAL
from tests.harness.points import HANGS, POINTS
from tests.harness.run import Outcome, Plan
from tests.support.needs import NEEDS

USUALLY = 4.0
"""Seconds for each figure of other benches, by default."""
ENOUGH = Goal(acknowledged=5_000, kills=60, each_point=10, restarts=3, hangs=1)
LONGEST = 170.0
AWAY_MOST = 10.0
"""Seconds in which all players have to be back, even when the database was gone."""


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    outcome = ran(planned(seconds / USUALLY))
    yield from happened(outcome)
    yield from wrong(outcome)
    yield from waited(outcome)


def planned(part: float) -> Plan:
    """Return the plan for this part of the usual amount, with at least one of everything."""
    wanted = {name: max(1, round(part * number)) for name, number in msgspec.structs.asdict(ENOUGH).items() if number}
    today = datetime.now(UTC).date().isoformat()
    redis = NEEDS["redis"].find() is not None
    longest = max(LONGEST, part * LONGEST)
    return Plan(longest, today, (*USUAL, HANG), redis=redis, goal=Goal(**wanted), until_reached=True)


def ran(plan: Plan) -> Outcome:
    """Run the plan in a process of its own."""
    if NEEDS["postgres"].find() is None:
        raise RuntimeError(f"Postgres is missing; to install it: {NEEDS['postgres'].install}")
    with tempfile.TemporaryDirectory(prefix="horloge-bench-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # Postgres runs as another user where this runs as root
        command = [sys.executable, "-m", "tests.harness", folder]
        done = subprocess.run(command, input=msgspec.json.encode(plan), stdout=subprocess.PIPE, cwd=ROOT, check=True)
    return msgspec.json.decode(done.stdout, type=Outcome)


def happened(outcome: Outcome) -> Iterator[tuple[str, Figure]]:
    """Yield what was done, beside what was required: the figures mean something if it was as much."""
    names = {KILL: "kills", POSTGRES: "restarts", **{name: f"point_{name}" for name in (*POINTS, *HANGS)}}
    done = {"acknowledged": outcome.outcomes.get("ok", 0)}
    done |= {title: outcome.done.get(name, 0) for name, title in names.items()}
    goal = outcome.plan.goal
    wanted = {"acknowledged": goal.acknowledged} | {names[name]: goal.broken[name] for name in names}
    for title, number in done.items():
        yield f"harness_{title}", figure(float(number), DONE, "asked for", float(wanted[title]), 1)


def wrong(outcome: Outcome) -> Iterator[tuple[str, Figure]]:
    counted = Counter(fault.rule for fault in outcome.faults)
    for name, number in ({rule: counted[rule] for rule in RULES} | {"server_errors": outcome.errors}).items():
        yield f"harness_{name}", figure(float(number), "times", "the limit", 0.0, 1)


def waited(outcome: Outcome) -> Iterator[tuple[str, Figure]]:
    for name, times, most in (("away", outcome.absences, AWAY_MOST), ("seen", outcome.delays, None)):
        for title, part in (("p50", 0.5), ("p99", 0.99)):
            limit = ("the limit", 1e3 * most, 1) if most and title == "p99" else ()
            yield f"harness_{name}_{title}", figure(1e3 * share(times, part), "ms", *limit)
