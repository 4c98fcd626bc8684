"""Runs work for a visitor that ends when the visitor goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request
from starlette.requests import ClientDisconnect

from app.ending import end

R = TypeVar("R")


async def while_connected(request: Request, work: Coroutine[Any, Any, R]) -> R:
    """Return the result of the work, which is cancelled if the client disconnects. The request's body has to be read
    before. Raises ClientDisconnect."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        await end([working, leaving])


async def disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
