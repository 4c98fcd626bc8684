"""The socket that a table's page listens to: /tables/{key}/feed?epoch=E&after=S&lang=L. The page says where it is, and
is told what happens from there on. It has nothing to say itself.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from app.accounts.visitor import visitor_of
from app.live.hub import Watcher
from app.rooms.room import Room
from app.security import same_origin
from app.services import Services, TableKey
from app.store.database import StoreUnavailable
from app.words.language import words_for

router = APIRouter()

FORBIDDEN, UNKNOWN, SPOKE, AGAIN = 4403, 4404, 1003, 1013
"""Codes a socket is closed with: from another site, no such table, the page spoke, it is to come back."""
GOODBYE_SECONDS = 1.0
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What sending to a page that has left raises."""
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


@router.websocket("/tables/{key}/feed")
async def feed(socket: WebSocket, key: TableKey, after: Number = 0, epoch: Number = 0) -> None:
    services: Services = socket.app.state.services
    if not same_origin(socket, services.settings.address):
        return await socket.close(FORBIDDEN)
    visitor = visitor_of(socket)
    try:
        visitor.check()
        room = await services.rooms.visit(key)
    except StoreUnavailable:
        return await socket.close(AGAIN)
    person = visitor.person
    if not isinstance(room, Room) or not room.shown_to(person):
        return await socket.close(UNKNOWN)
    await socket.accept()
    own, session = room.sides_of(person), visitor.session_id
    watcher = services.hub.join(room, own, words_for(socket), epoch, after, session)
    try:
        await serve(socket, watcher)
    finally:
        services.hub.leave(room, watcher)


async def serve(socket: WebSocket, watcher: Watcher) -> None:
    """Send until the page goes away, speaks, or is too slow."""
    tasks = [asyncio.create_task(work) for work in (listen(socket), pump(socket, watcher), watcher.dropped.wait())]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    with suppress(*GONE, TimeoutError):
        for failure in [task.exception() for task in done]:
            if failure:
                raise failure
        code = AGAIN if watcher.dropped.is_set() else SPOKE
        await asyncio.wait_for(socket.close(code), GOODBYE_SECONDS)


async def pump(socket: WebSocket, watcher: Watcher) -> None:
    while True:
        await socket.send_text(await watcher.frames.get())


async def listen(socket: WebSocket) -> None:
    """Returns when the page says something, which it should not."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
