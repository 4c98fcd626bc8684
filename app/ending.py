"""Ending work that runs for as long as a process lives. Called when services, buses and the like close."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

ASKED_AGAIN_SECONDS = 0.5


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel these and wait for them. A library in whose hands a task is may swallow that it was cancelled; then it
    goes on as if nothing had happened, and has to be told again."""
    going_on = set(tasks)
    while going_on:
        for task in going_on:
            task.cancel()
        _, going_on = await asyncio.wait(going_on, timeout=ASKED_AGAIN_SECONDS)
