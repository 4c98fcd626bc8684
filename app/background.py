"""Work in the background, for as long as the process lives. `open_services` starts it; `over_and_over` sets how often
it runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from app.store.database import StoreUnavailable

Work = Callable[[], Coroutine[Any, Any, None]]

AGAIN_SECONDS = 1.0

log = structlog.get_logger(__name__)


async def over_and_over(round_of_it: Callable[[], Awaitable[bool | None]], seconds: float, trouble: str) -> None:
    """Run rounds for ever, with a pause after each unless it returns that there may be more to do. `trouble` is logged
    while the store cannot be reached."""
    while True:
        busy = None
        try:
            busy = await round_of_it()
        except StoreUnavailable as error:
            log.warning(trouble, error=str(error))
        if not busy:
            await asyncio.sleep(seconds)


async def steadily(run: Work) -> None:
    """Run work that never ends, and start it again if it fails."""
    while True:
        try:
            return await run()
        except Exception:
            log.exception("work in the background failed", work=getattr(run, "__qualname__", repr(run)))
            await asyncio.sleep(AGAIN_SECONDS)
