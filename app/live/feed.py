"""The socket of a table: /tables/{key}/feed?epoch=E&after=S&lang=L. A page or program says which position it knows, and
is sent what happens from there on, as parts of the page or, with `as=json`, as data. Players may move over it: see
`live.acts`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from app.accounts.programs import PLAY, READ, TALK
from app.accounts.visitor import Visitor, has_bearer, visitor_of
from app.live.acts import Speaker
from app.live.conversation import Conversation
from app.live.line import wire_of
from app.live.stream import Watcher
from app.live.wire import GONE, Wire
from app.play.eyes import eyes
from app.rooms.around import around_said
from app.rooms.room import Room
from app.services import Services, TableKey
from app.store.database import StoreUnavailable
from app.talk.live import Listener
from app.web.hosts import host_in
from app.web.origins import same_origin
from app.words.language import words_for

router = APIRouter()

FORBIDDEN, UNKNOWN, MOVED, CROWDED, AGAIN = 4403, 4404, 4409, 4429, 1013
"""Codes with which a socket is closed: it comes from another site or with a token that is not valid for this, the table
does not exist, its reader plays other sides by now than the page shows, too many sockets of its address are open, it
should come back. `conversation` has those for clients that send too much."""
GOODBYE_SECONDS = 1.0
Number = Annotated[int, Query(ge=0, le=2**31 - 1)]


Form = Annotated[Literal["html", "json"], Query(alias="as")]


Here = Annotated[str, Query(pattern=r"^[0-9]{1,6}(\.[a-z0-9_]{1,64}){0,16}$")]
"""The people who have the table open, as a page shows them: see `rooms.around`."""
Sides = Annotated[str, Query(pattern=r"^([a-z0-9_]{1,64}(\.[a-z0-9_]{1,64}){0,15})?$")]
"""The sides that the reader plays, as the page shows them, separated by dots."""


@router.websocket("/tables/{key}/feed")
async def feed(
    socket: WebSocket,
    key: TableKey,
    after: Number = 0,
    epoch: Number = 0,
    form: Form = "html",
    here: Here | None = None,
    own: Sides | None = None,
) -> None:
    services: Services = socket.app.state.services
    visitor = visitor_of(socket)
    if not (is_let_in(visitor, key) if has_bearer(socket) else same_origin(socket, services.settings.address)):
        return await socket.close(FORBIDDEN)
    try:
        visitor.check()
        room = await services.rooms.visit(key)
    except StoreUnavailable:
        return await socket.close(AGAIN)
    person = visitor.person
    if not isinstance(room, Room) or not room.shown_to(person):
        return await socket.close(UNKNOWN)
    await socket.accept()
    if own is not None and own != ".".join(room.sides_of(person)):
        return await socket.close(MOVED)
    with services.crowd.place(host_in(socket.scope)) as free:
        if not free:
            return await socket.close(CROWDED)
        return await attend(socket, services, room, visitor, key, Wanted(form, epoch, after, here))


class Wanted(NamedTuple):
    """The request of a page or a program: the kind of frames, the position from which on, and who is around as it shows
    it."""

    form: Form
    epoch: int
    after: int
    here: str | None


async def attend(socket: WebSocket, services: Services, room: Room, visitor: Visitor, key: str, wanted: Wanted) -> None:
    """Send and receive for as long as the socket is open."""
    person = visitor.person
    form, epoch, after, here = wanted
    words = words_for(socket) if form == "html" else None
    own, session, wire = eyes(socket, room, person), visitor.session_id, wire_of(socket)
    watcher = services.hub.join(room, own, words, epoch, after, session, wire)
    if words and here:
        services.hub.greet(room, own, words, watcher, around_said(here))
    hears = person is not None and visitor.allows(TALK, key) if has_bearer(socket) else words is not None
    listener = Listener(room, person, words, watcher) if hears else None
    services.presence.opened(room, room.sides_of(person))

    def shown(visible: bool) -> None:
        watcher.looking = person.id if person and visible else None
        services.presence.changed(room)

    try:
        if listener:
            await services.talk.live.join(listener)
        speaker = Speaker(room, person, services.settings.socket_pace, visitor.allows(PLAY, key), shown)
        await serve(socket, room, watcher, wire, speaker)
    except StoreUnavailable:
        await socket.close(AGAIN)
    finally:
        if listener:
            services.talk.live.leave(listener)
        services.hub.leave(room, watcher)
        services.presence.changed(room)


def is_let_in(visitor: Visitor, key: str) -> bool:
    """Tell whether a program's token is valid and good for looking at this table; its origin does not matter."""
    return visitor.trouble is not None or (visitor.person is not None and visitor.allows(READ, key))


async def serve(socket: WebSocket, room: Room, watcher: Watcher, wire: Wire, speaker: Speaker) -> None:
    """Listen until the client goes away, sends too much, or is dropped because it reads too slowly."""
    code, talk = AGAIN, Conversation(room, watcher, speaker, wire)
    with suppress(*GONE):
        try:
            async with asyncio.timeout(None) as until:
                watcher.let_go = talk.end = partial(until.reschedule, 0)
                wire.listen(talk.hear)
                while not watcher.dropped:
                    talk.hear(await heard(socket))
        except TimeoutError:
            code = talk.code or (MOVED if watcher.moved else AGAIN)
        finally:
            watcher.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await socket.close(code)


async def heard(socket: WebSocket) -> str | bytes:
    """Return the next message. Raises WebSocketDisconnect when the client has gone."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    said: str | bytes = message.get("text") or message.get("bytes") or ""
    return said
