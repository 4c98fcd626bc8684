"""The least that our server could do, as a peer of bench.fanout: the same uvicorn, with an ASGI application that only
sends what one socket said to all the others. `python -m bench.bare PORT` runs it.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

from app.live.conversation import LONGEST

Message = dict[str, Any]
SENDS: set[Callable[[Message], Awaitable[None]]] = set()


async def application(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    SENDS.add(send)
    while (message := await receive())["type"] == "websocket.receive":
        for each in [*SENDS]:
            await each({"type": "websocket.send", "text": message["text"]})
    SENDS.discard(send)


def serve(port: int) -> None:
    """Serve with the settings of our server."""
    uvicorn.run(
        application, port=port, loop="uvloop", http="httptools", ws="websockets-sansio", ws_max_size=LONGEST,
        ws_per_message_deflate=False, ws_ping_interval=10, ws_ping_timeout=10, lifespan="off", access_log=False,
    )  # fmt: skip


if __name__ == "__main__":
    serve(int(sys.argv[1]))
