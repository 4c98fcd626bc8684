"""A run started at a terminal: `horloge harness run`."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.status import Status

from tests.harness import report
from tests.harness.goal import FAULTS
from tests.harness.nemesis import USUAL
from tests.harness.planted import CONTROLS
from tests.harness.run import Outcome, Plan, Stage, run
from tests.support.needs import NEEDS


class Impossible(Exception):
    """The request cannot be carried out; the message tells how to correct it."""


def main(seconds: float, seed: str, faults: str, control: str, processes: int, as_json: bool) -> int:
    """Run, print progress to standard error and the results to standard output, and return the exit code."""
    plan = planned(seconds, seed, faults, control, processes)
    folder = Path(tempfile.mkdtemp(prefix="horloge-harness-"))
    folder.chmod(0o755)  # Postgres runs as another user where this is root
    outcome = carried_out(plan, folder)
    shutil.rmtree(folder / "postgres", ignore_errors=True)
    if as_json:
        sys.stdout.write(report.as_json(outcome) + "\n")
    else:
        report.show(outcome, Console())
    if report.good(outcome):
        shutil.rmtree(folder)
    else:
        Console(stderr=True).print(f"logs of the processes: {folder}")
    return 0 if report.good(outcome) else 1


def planned(seconds: float, seed: str, faults: str, control: str, processes: int) -> Plan:
    named = FAULTS if faults == "all" else tuple(name.strip() for name in faults.split(",") if name.strip()) or USUAL
    if unknown := [name for name in named if name not in FAULTS]:
        raise Impossible(f"there is no fault {unknown[0]!r}; there are: {', '.join(FAULTS)}, all")
    if control and control not in CONTROLS:
        raise Impossible(f"there is no fault {control!r} to be planted; there are: {', '.join(CONTROLS)}")
    redis = NEEDS["redis"].find() is not None
    return Plan(seconds, seed or secrets.token_hex(4), named, control, processes, redis=redis)


def carried_out(plan: Plan, folder: Path) -> Outcome:
    programs = NEEDS["postgres"].find()
    if programs is None:
        raise Impossible(f"Postgres is missing; to install it: {NEEDS['postgres'].install}")
    with Console(stderr=True).status(f"seed {plan.seed}: a database, a bus and processes are started") as line:
        return asyncio.run(run(plan, folder, programs, partial(tell, plan, line)))


def tell(plan: Plan, line: Status, stage: Stage) -> None:
    line.update(report.status_line(plan, stage))
