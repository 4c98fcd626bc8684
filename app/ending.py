"""Ends tasks that run for as long as a process lives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

ASKED_AGAIN_SECONDS = 0.5


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel these tasks and wait for them. A library that a task is inside may swallow the cancellation; the task then
    goes on and has to be cancelled again."""
    going_on = set(tasks)
    while going_on:
        for task in going_on:
            task.cancel()
        _, going_on = await asyncio.wait(going_on, timeout=ASKED_AGAIN_SECONDS)
