"""The cost of an idle server: CPU time each second, with no tables and with many that sleep."""

from __future__ import annotations

import asyncio

from bench import tables
from bench.figure import Figure, figure
from bench.ours import Served

SECONDS = 15.0
STILL = 0.05
"""The part of a core below which a server that was just started has come to rest."""
PATIENCE = 30
UNIT = "ms each second"
AT_MOST = 5.0
A_MILLISECOND = 1.0
"""The time that many sleeping tables may add: none of it is theirs, but no two measurements are the same."""


async def resting(served: Served, database: str) -> dict[str, Figure]:
    """Measure a server that has just been started over a site with at least one table."""
    before = await at_rest(served)
    await tables.asleep(served, "asleep")
    more = max(0.0, await at_rest(served) - before)
    return {
        f"scale_at_rest_{database}": figure(before, UNIT, "the limit", AT_MOST, 1),
        f"scale_sleeping_tables_{database}": figure(more, UNIT, "the limit", A_MILLISECOND, 1),
    }


async def at_rest(served: Served) -> float:
    """Return the milliseconds of CPU time that it takes each second, once it has come to rest."""
    for _ in range(PATIENCE):
        if await taken(served, 1.0) < STILL:
            break
    return 1e3 * await taken(served, SECONDS)


async def taken(served: Served, seconds: float) -> float:
    """Return for which part of so many seconds its processor worked."""
    before = served.process.processor_seconds()
    await asyncio.sleep(seconds)
    return (served.process.processor_seconds() - before) / seconds
