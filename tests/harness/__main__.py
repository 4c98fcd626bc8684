"""One run in a process of its own: `python -m tests.harness FOLDER`, with a Plan as JSON on its standard input and the
Outcome on its standard output. The tests call it, so that what players leave behind who are cut off in the middle of
something is nobody else's.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import msgspec

from tests.harness.run import Plan, run
from tests.support.needs import needs

if __name__ == "__main__":
    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    outcome = asyncio.run(run(plan, Path(sys.argv[1]), needs("postgres")))
    sys.stdout.buffer.write(msgspec.json.encode(outcome))
