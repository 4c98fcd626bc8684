"""Admits the bodies of requests before they are read. A body has a maximum size, by its address. Where files may be
sent, only people with a name may send them, and their rate limits come first. All bodies on their way may take so many
bytes together, and those of one address a part of that: half-sent bodies do not block others.

`main` puts `Bodies` around the app. A body is refused where the route first reads it: there the error becomes a page or
an answer to a program.
"""

from __future__ import annotations

from collections import Counter
from functools import partial

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.base.rate_limits import Limit, neighbourhood
from app.web.client_address import host_in
from app.web.forms import JSON_TYPE, LARGEST, UPLOAD_TYPE, UPLOADS, media_type
from app.web.rate_limits import Limits, TooMany
from app.web.services import Services
from app.web.visitor import is_api, signed_in, visitor_of

IMPORTS = Limit("imports", 20, 15)
"""Files that one person may send."""
IMPORTS_FROM = Limit("imports from", 60, 5)
"""Files that one address may send."""
REFUSED = Limit("refused bodies", 3, 10)
"""Large bodies of one address that are received although they were refused."""
POLITELY = 16 * 1024 * 1024
SHARE = 4
"""One address may use a quarter of the room."""
EACH = 40
"""How many bodies of one address may be on their way at once."""
AGAIN = 5.0
MEGABYTE = 1024 * 1024


class Room:
    """The bytes of bodies that a process takes at once."""

    def __init__(self, most: int) -> None:
        self.most, self.taken = most, 0
        self.bytes, self.number = Counter[str](), Counter[str]()

    def take(self, whose: str, size: int) -> None:
        """Reserve room for a body. Raises TooMany."""
        crowded = self.bytes[whose] + size > self.most // SHARE or self.number[whose] >= EACH
        if crowded or self.taken + size > self.most:
            raise TooMany(AGAIN)
        self.taken += size
        self.bytes[whose] += size
        self.number[whose] += 1

    def give_back(self, whose: str, size: int) -> None:
        self.taken -= size
        self.bytes[whose] -= size
        self.number[whose] -= 1
        if not self.number[whose]:
            del self.bytes[whose], self.number[whose]


class Bodies:
    """Middleware that admits bodies. `megabytes` is the room for files; forms have as much of their own, so that files
    never block them."""

    def __init__(self, app: ASGIApp, megabytes: int) -> None:
        self.app = app
        self.files, self.forms = Room(megabytes * MEGABYTE), Room(megabytes * MEGABYTE)
        self.limits = Limits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        body = Body(self, scope, receive)
        try:
            return await self.app(scope, body.receive, partial(body.answer, send))
        finally:
            body.over()


class Body:
    """The body of one request."""

    def __init__(self, bodies: Bodies, scope: Scope, source: Receive) -> None:
        self.bodies, self.scope, self.source = bodies, scope, source
        self.is_file = is_file(scope)
        self.room = bodies.files if self.is_file else bodies.forms
        self.most = UPLOADS[scope["path"]] if self.is_file else LARGEST
        self.admitted, self.complete, self.got, self.taken = False, False, 0, 0

    async def receive(self) -> Message:
        if not self.admitted:
            await self.admit()
        message = await self.source()
        self.got += len(message.get("body", b""))
        self.complete = not message.get("more_body", False)
        if self.got > self.most:
            raise HTTPException(413)
        return message

    async def admit(self) -> None:
        """Admit the body. Raises HTTPException, NotSignedIn and StoreUnavailable."""
        size = declared(self.scope, self.most)
        if size > self.most:
            raise HTTPException(413)
        if size and self.scope["path"] in UPLOADS:
            await ask_limits(HTTPConnection(self.scope))
        self.room.take(self.whose, size)
        self.admitted, self.taken = True, size

    async def answer(self, send: Send, message: Message) -> None:
        if message["type"] == "http.response.start" and not self.complete and not self.is_let_in_anyway():
            MutableHeaders(scope=message)["connection"] = "close"
        await send(message)

    def is_let_in_anyway(self) -> bool:
        """Tell whether the rest of a refused body is received and thrown away: most browsers read no answer before they
        have sent everything. Otherwise the connection is closed once the visitor could read the answer
        (`server.http_protocol`)."""
        size = declared(self.scope, MEGABYTE * 1024)
        return size <= LARGEST or (size <= POLITELY and not self.bodies.limits.wait(REFUSED, self.whose))

    @property
    def whose(self) -> str:
        return neighbourhood(host_in(self.scope))

    def over(self) -> None:
        if self.admitted:
            self.room.give_back(self.whose, self.taken)


def is_file(scope: Scope) -> bool:
    """Tell whether it is a file: sent where files may be, with the expected type. Everything else is as small as a
    form."""
    if scope["path"] not in UPLOADS:
        return False
    expected = JSON_TYPE if is_api(HTTPConnection(scope)) else UPLOAD_TYPE
    return media_type(Headers(scope=scope).get("content-type", "")) == expected


def declared(scope: Scope, most: int) -> int:
    """Return the declared size of a body; the maximum if none is declared."""
    length = b"0"
    for name, value in scope["headers"]:
        if name == b"transfer-encoding":
            return most
        if name == b"content-length":
            length = value
    return int(length) if length.isdigit() and len(length) < 20 else most + 1


async def ask_limits(visit: HTTPConnection) -> None:
    """Apply the rate limits for files of the address and of the person. Raises NotSignedIn for visitors without a
    name."""
    services: Services = visit.app.state.services
    visitor_of(visit).check()
    if visitor_of(visit).person is None and is_api(visit):
        raise HTTPException(401)
    person = signed_in(visit)
    await services.accounts.tries.take(IMPORTS_FROM, neighbourhood(host_in(visit.scope)))
    await services.accounts.tries.take(IMPORTS, str(person.id))
