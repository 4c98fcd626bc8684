"""One run in a process of its own: `python -m tests.harness FOLDER` reads a Plan as JSON from its standard input and
writes the Outcome to its standard output. A separate process contains whatever cancelled players leave behind.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import msgspec

from tests.harness.run import Outcome, Plan, run
from tests.support.needs import needs

OVERDUE = 60.0
"""Seconds after which a run that should have ended logs what it waits for."""


async def watched(plan: Plan, folder: Path) -> Outcome:
    asyncio.get_running_loop().call_later(plan.seconds + plan.calm + OVERDUE, say_what_hangs)
    return await run(plan, folder, needs("postgres"))


def say_what_hangs() -> None:
    for task in asyncio.all_tasks():
        task.print_stack(file=sys.stderr)


def stop(_signal: int, _frame: object) -> None:
    """On SIGTERM, exit as at the end of a run, leaving no server behind."""
    sys.exit(128 + signal.SIGTERM)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    outcome = asyncio.run(watched(plan, Path(sys.argv[1])))
    sys.stdout.buffer.write(msgspec.json.encode(outcome))
