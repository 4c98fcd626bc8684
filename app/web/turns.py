"""Lets requests of one address take turns: a few are worked on at once, the others wait, so that a visitor who asks for
a hundred pages at once delays only themselves. Requests beyond the allowed number of open ones are refused.

A turn begins when all of a request has arrived and ends when its response begins, so that slow connections take no
turns. Files have limits of their own (`web.bodies`): their turn lasts until they are admitted. Of the most expensive
pages (`web.costly`) an address has one at a time.
"""

from __future__ import annotations

from asyncio import Lock, Semaphore, sleep

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts.forms import UPLOADS
from app.accounts.guard import SAFE
from app.accounts.limits import neighbourhood
from app.live.crowd import Crowd
from app.web.hosts import Networks, host_in

AT_ONCE = 3
"""Requests of one address that are worked on at once. Other visitors wait for them several times: at each query that
their own page sends to the database."""
PAUSE = 0.02
"""Seconds before a turn that had to wait. Without the pause they would fill the process one after the other; with it
they are some 130 a second, and most take one to three milliseconds."""
CROWDED = "Too many requests from your address at once. Try again in a few seconds.\n"


class Turns:
    """Middleware: `most` requests of an address may be open; visitors on a proxy's own machine are not counted."""

    def __init__(self, app: ASGIApp, most: int, proxies: str) -> None:
        self.app, self.crowd = app, Crowd(most, Networks(proxies))
        self.places: dict[str, Place] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = host_in(scope)
        if scope["type"] != "http" or host in self.crowd.uncounted:
            return await self.app(scope, receive, send)
        if not self.crowd.enter(host):
            return await PlainTextResponse(CROWDED, 429, {"Retry-After": "5"})(scope, receive, send)
        try:
            return await self.in_turn(scope, receive, send)
        finally:
            self.crowd.leave(host)

    async def in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        turn, is_file = Turn(self.places, neighbourhood(host_in(scope))), scope["path"] in UPLOADS
        scope["turn"] = turn

        async def receive_whole() -> Message:
            message = await receive()
            if is_file:
                turn.end()
            elif message["type"] == "http.request" and not message.get("more_body"):
                await turn.begin()
            return message

        async def send_and_end(message: Message) -> None:
            turn.end()
            await send(message)

        try:
            if is_file or scope["method"] in SAFE or not brings_body(scope):
                await turn.begin()
            await self.app(scope, receive_whole, send_and_end)
        finally:
            turn.end()


async def alone(scope: Scope) -> None:
    """Wait until no other costly page of this address is being worked on, and keep others waiting until the response
    begins."""
    if turn := scope.get("turn"):
        await turn.be_alone()


def brings_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


class Place:
    """The waiting requests of one address, and how many there are."""

    def __init__(self) -> None:
        self.turns, self.costly, self.here = Semaphore(AT_ONCE), Lock(), 0


class Turn:
    """The turn of one request."""

    def __init__(self, places: dict[str, Place], whose: str) -> None:
        self.places, self.whose = places, whose
        self.place: Place | None = None
        self.asked = self.has = self.is_alone = False

    async def begin(self) -> None:
        if self.asked:
            return
        self.asked = True
        self.place = self.places.setdefault(self.whose, Place())
        self.place.here += 1
        waits = self.place.turns.locked()
        self.has = await self.place.turns.acquire()
        if waits:
            await sleep(PAUSE)

    async def be_alone(self) -> None:
        if self.place and not self.is_alone:
            self.is_alone = await self.place.costly.acquire()

    def end(self) -> None:
        place, self.place = self.place, None
        if place is None:
            return
        if self.is_alone:
            place.costly.release()
        if self.has:
            place.turns.release()
        place.here -= 1
        if not place.here:
            del self.places[self.whose]
