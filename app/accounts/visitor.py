"""Who is behind a request. `Visitors` (middleware) finds out from the cookie before anything else happens; pages show
it, routes ask for it as `VisitorDep`, `PersonDep` or `SignedInDep`, sockets call `visitor_of`.

A visitor who is not signed in has a cookie too once a page with a form was shown: it is what the form's token is bound
to. Signing in and out always hands out another one.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts.tokens import digest_of, form_token_of, is_token, new_token
from app.clock import now
from app.store.database import StoreUnavailable
from app.store.people import UNUSED, PeopleStore, Person, Session

COOKIE, SECURE_COOKIE = "horloge", "__Host-horloge"
PASSING = ("/static/", "/health/")
"""Addresses that are the same for everybody."""
SEEN_EVERY = timedelta(minutes=10)
"""How exactly it is kept when a session was last used."""


class NotSignedIn(Exception):
    """The page is for somebody who has at least a name."""


class Visitor:
    """`cookie` is what the browser brought, or is to have from now on."""

    def __init__(self, cookie: str = "") -> None:
        self.cookie = cookie
        self.handed_out = False
        self.person: Person | None = None
        self.session: Session | None = None
        self.trouble: StoreUnavailable | None = None

    def hand_out(self, cookie: str) -> None:
        """The answer will bring the browser this cookie."""
        self.cookie, self.handed_out = cookie, True

    def form_token(self) -> str:
        """What a form on a page for this visitor carries."""
        if not self.cookie:
            self.hand_out(new_token())
        return form_token_of(self.cookie)

    async def look_up(self, people: PeopleStore, at: datetime) -> None:
        try:
            found = await people.recognise(digest_of(self.cookie), at)
            if found is None:
                return
            self.person, self.session = found
            if at - self.session.seen_at > SEEN_EVERY:
                await people.touch(self.session.id, at)
                self.hand_out(self.cookie)
        except StoreUnavailable as error:
            self.trouble = error


class Visitors:
    """Puts a Visitor into every request and socket, and its cookie into the answer."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self.app, self.address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or scope["path"].startswith(PASSING):
            await self.app(scope, receive, send)
            return
        secure = self.address.startswith("https:") or scope["scheme"] in {"https", "wss"}
        visit = HTTPConnection(scope)
        visitor = scope["visitor"] = Visitor(cookie_of(visit, secure))
        if visitor.cookie:
            await visitor.look_up(scope["app"].state.services.people, now())

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and visitor.handed_out and not has_bearer(visit):
                MutableHeaders(scope=message).append("set-cookie", cookie_header(visitor.cookie, secure))
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def has_bearer(visit: HTTPConnection) -> bool:
    return visit.headers.get("authorization", "")[:7].lower() == "bearer "


def cookie_of(visit: HTTPConnection, secure: bool) -> str:
    cookie = "" if has_bearer(visit) else visit.cookies.get(SECURE_COOKIE if secure else COOKIE, "")
    return cookie if is_token(cookie) else ""


def cookie_header(cookie: str, secure: bool) -> str:
    """Nobody but this site gets it, and no script; over https never without."""
    name = SECURE_COOKIE if secure else COOKIE
    made: SimpleCookie = SimpleCookie({name: cookie})
    made[name].update({"path": "/", "httponly": True, "samesite": "Lax", "secure": secure})
    made[name]["max-age"] = int(UNUSED.total_seconds()) if cookie else 0
    return made[name].OutputString()


def visitor_of(visit: HTTPConnection) -> Visitor:
    found: Visitor | None = visit.scope.get("visitor")
    return found or Visitor()


def person_of(visit: HTTPConnection) -> Person | None:
    return visitor_of(visit).person


def signed_in(visit: HTTPConnection) -> Person:
    """Whoever has no name yet is asked for one."""
    person = person_of(visit)
    if person is None:
        raise NotSignedIn
    return person


VisitorDep = Annotated[Visitor, Depends(visitor_of)]
PersonDep = Annotated[Person | None, Depends(person_of)]
"""A guest or somebody with an account; None for a visitor without a name."""
SignedInDep = Annotated[Person, Depends(signed_in)]
"""The same, but a visitor without a name gets the page that asks for one instead of an answer."""
