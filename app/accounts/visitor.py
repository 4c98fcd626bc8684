"""Finds out who sent a request. The middleware `Visitors` does so before anything else, from the cookie or from a
program's token; routes get the result as `VisitorDep`, `PersonDep` or `SignedInDep`, sockets by `visitor_of`.

A visitor who is not signed in gets a cookie too once a page with a form was shown: the form's token is bound to it.
Signing in and out always sets a new cookie.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from http.cookies import SimpleCookie
from typing import Annotated

from fastapi import Depends
from msgspec.structs import replace
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.accounts.judging import zones
from app.accounts.tokens import digest_of, form_token_of, is_program_token, is_token, new_token
from app.clock import now
from app.store.clocks import ClockStore
from app.store.database import StoreUnavailable
from app.store.people import UNUSED, PeopleStore, Person, Session

PLAYER = "player"
COOKIE, DEVICE, ZONE = "horloge", "device", "zone"
PASSING = ("/static/", "/health/")
"""Paths that are the same for everyone."""
BEARER = "bearer "
SEEN_EVERY = timedelta(minutes=10)
"""How precisely the last use of a session is recorded."""


class NotSignedIn(Exception):
    """The page is for people who have at least a name."""


class Visitor:
    """The sender of a request. `cookie` is what the browser sent, or will have from now on; so is `device`, by which an
    account recognises browsers it was used in. A program sends a `bearer` token instead of both."""

    def __init__(self, cookie: str = "", device: str = "", bearer: str = "") -> None:
        self.cookie, self.device, self.bearer = cookie, device, bearer
        self.secure = False
        """Whether the request came over https: then cookies are sent over https only."""
        self.handed_out: dict[str, str] = {}
        self.masked_for = self.masked = ""
        self.browser_zone = ""
        """The browser's time zone, which js/times.js put into a cookie."""
        self.person: Person | None = None
        self.session: Session | None = None
        self.withheld = ""
        """The role that this person would have here with a second factor; it counts for nothing until then."""
        self.trouble: StoreUnavailable | None = None

    def hand_out(self, cookie: str) -> None:
        """Set this cookie in the response."""
        self.cookie = self.handed_out[COOKIE] = cookie

    def mark_device(self, device: str) -> None:
        self.device = self.handed_out[DEVICE] = device

    def form_token(self) -> str:
        """Return the token for the forms of one page; the next page masks it differently."""
        if not self.cookie:
            self.hand_out(new_token())
        if self.masked_for != self.cookie:
            self.masked_for, self.masked = self.cookie, form_token_of(self.cookie)
        return self.masked

    @property
    def told_zone(self) -> str:
        """The time zone that this visitor chose or their browser sent; empty while neither is known."""
        return self.person.zone if self.person and self.person.zone_known else self.browser_zone

    @property
    def zone(self) -> str:
        """The time zone in which times are shown to this visitor; it is never empty."""
        return self.told_zone or "UTC"

    @property
    def session_id(self) -> int | None:
        return self.session.id if self.session else None

    def allows(self, scope: str, table: str = "") -> bool:
        """Tell whether a program may do this; browsers may do everything."""
        return self.session is None or self.session.allows(scope, table)

    def check(self) -> None:
        """Raise StoreUnavailable if the visitor could not be looked up."""
        if self.trouble:
            raise self.trouble

    async def look_up(self, people: PeopleStore, at: datetime) -> None:
        try:
            found = await people.recognise(digest_of(self.bearer or self.cookie), at)
            if found is None:
                return
            self.person, self.session = self.without_role(*found), found[1]
        except StoreUnavailable as error:
            self.trouble = error
            return
        if at - self.session.seen_at > SEEN_EVERY:
            await self.still_use(self.session, people, at)

    def was_proved(self, factor: bool) -> None:
        """Note that a code was typed, for the rest of this response."""
        if self.session:
            self.session = replace(self.session, factor=factor or self.session.factor)

    def without_role(self, person: Person, session: Session) -> Person:
        """Return a person without their role where they have not shown their second factor, so that every check of a
        role also checks that."""
        if person.role == PLAYER or session.runs_site(person):
            return person
        self.withheld = person.role
        return replace(person, role=PLAYER)

    async def learn_zone(self, people: PeopleStore, at: datetime) -> None:
        """Store the browser's time zone as the person's own, unless they have one. If it cannot be written now, the
        next visit tries again."""
        if self.person and self.browser_zone and not self.person.zone_known:
            with suppress(StoreUnavailable):
                zone = {"zone": self.browser_zone, "zone_known": True}
                await ClockStore(people.database).set_hours(self.person.id, at, **zone)
                self.person = replace(self.person, **zone)

    async def still_use(self, session: Session, people: PeopleStore, at: datetime) -> None:
        """Record that a session is in use. If it cannot be written now, the next visit tries again."""
        with suppress(StoreUnavailable):
            await people.touch(session.id, at)
            if self.cookie:
                self.hand_out(self.cookie)


class Visitors:
    """Middleware that puts a Visitor into every request and socket, and its cookie into the response."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self.app, self.address = app, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"} or scope["path"].startswith(PASSING):
            await self.app(scope, receive, send)
            return
        secure = self.address.startswith("https:") or scope["scheme"] in {"https", "wss"}
        visit = HTTPConnection(scope)
        visitor = scope["visitor"] = visitor_with(visit, secure)
        visitor.secure = secure
        if visitor.cookie or visitor.bearer:
            people, at = scope["app"].state.services.people, now()
            await visitor.look_up(people, at)
            await visitor.learn_zone(people, at)

        async def send_with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start" and not has_bearer(visit):
                for name, value in visitor.handed_out.items():
                    MutableHeaders(scope=message).append("set-cookie", cookie_header(name, value, secure))
            await send(message)

        await self.app(scope, receive, send_with_cookies if scope["type"] == "http" else send)


def has_bearer(visit: HTTPConnection) -> bool:
    return visit.headers.get("authorization", "")[: len(BEARER)].lower() == BEARER


def is_api(visit: HTTPConnection) -> bool:
    """Tell whether the path belongs to the API, which takes and returns JSON."""
    return str(visit.scope["path"]).startswith("/api/")


def takes_bearers(visit: HTTPConnection) -> bool:
    """Tell whether programs may use it: they have the API and the feeds of tables; pages are for browsers."""
    return is_api(visit) or visit.scope["type"] == "websocket"


def visitor_with(visit: HTTPConnection, secure: bool) -> Visitor:
    """Return a visitor with the cookies of the request, not looked up yet; with a bearer token the cookies are
    ignored."""
    if has_bearer(visit):
        token = visit.headers["authorization"][len(BEARER) :].strip()
        return Visitor(bearer=token if takes_bearers(visit) and is_program_token(token) else "")
    cookie, device = (visit.cookies.get(cookie_name(name, secure), "") for name in (COOKIE, DEVICE))
    visitor = Visitor(cookie if is_token(cookie) else "", device)
    zone = visit.cookies.get(ZONE, "")
    visitor.browser_zone = zone if zone in zones() else ""
    return visitor


def cookie_name(name: str, secure: bool) -> str:
    """Return the name of the cookie. With this prefix browsers accept it over https only, and from no neighbouring
    site."""
    return f"__Host-{name}" if secure else name


def cookie_header(name: str, value: str, secure: bool) -> str:
    """Return a header for a cookie that only this site gets and no script can read; if `secure`, only over https."""
    full = cookie_name(name, secure)
    made: SimpleCookie = SimpleCookie({full: value})
    given = {"path": "/", "httponly": True, "samesite": "Lax", "secure": secure}
    for name_of_it, setting in (given | {"max-age": int(UNUSED.total_seconds()) if value else 0}).items():
        made[full][name_of_it] = setting
    return made[full].OutputString()


def visitor_of(visit: HTTPConnection) -> Visitor:
    found: Visitor | None = visit.scope.get("visitor")
    return found or Visitor()


def person_of(visit: HTTPConnection) -> Person | None:
    return visitor_of(visit).person


def signed_in(visit: HTTPConnection) -> Person:
    """Return the signed-in person. Raises NotSignedIn, which asks the visitor for a name."""
    person = person_of(visit)
    if person is None:
        raise NotSignedIn
    return person


async def this_visitor(visit: HTTPConnection) -> Visitor:
    return visitor_of(visit)


async def this_person(visit: HTTPConnection) -> Person | None:
    return person_of(visit)


async def this_signed_in(visit: HTTPConnection) -> Person:
    return signed_in(visit)


VisitorDep = Annotated[Visitor, Depends(this_visitor)]
PersonDep = Annotated[Person | None, Depends(this_person)]
"""A guest or a person with an account; None for a visitor without a name."""
SignedInDep = Annotated[Person, Depends(this_signed_in)]
"""Like PersonDep, but a visitor without a name gets the page that asks for one."""
