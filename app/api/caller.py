"""The caller and their rights: a browser by its cookie, a program by its token, or a stranger. `allowed` checks every
call first; calls get a Caller, which finds tables as far as this caller may know of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request

from app.accounts.judging import Faults
from app.accounts.limits import CALLS, neighbourhood
from app.accounts.visitor import Visitor, has_bearer, visitor_of
from app.api.problems import Problem
from app.once import asked_by_call
from app.rooms.room import Room
from app.rooms.rooms import Found, LostRoom, NotBegun
from app.services import Services, ServicesDep
from app.store.people import Person
from app.store.requests import Asked
from app.web.hosts import host_in
from app.words.catalogue import LANGUAGES, Words
from app.words.language import PARAMETER as LANGUAGE
from app.words.language import words_for
from app.words.plain import PlainReader, plain_reader_of
from engine.core import registry
from engine.core.game import AnyGame


def allowed(scope: str, parameters: set[str]) -> Callable[..., Awaitable[None]]:
    """Return a check that lets only callers with this scope and these parameters through; `scope` is empty for calls
    that are open to everyone."""

    async def check(request: Request, services: ServicesDep) -> None:
        visitor = visitor_of(request)
        if has_bearer(request) and visitor.person is None:
            raise Problem(401, "bad_token")
        if scope and not visitor.allows(scope, request.path_params.get("key", "")):
            refuse(visitor, scope)
        host = neighbourhood(host_in(request.scope))
        services.accounts.limits.take(CALLS, str(visitor.person.id) if visitor.person else host)
        for name, value in request.query_params.items():
            known = value in LANGUAGES if name == LANGUAGE else name in parameters
            if not known or len(request.query_params.getlist(name)) > 1:
                raise Problem(422, "parameter", parameter=name[:40])

    return check


def refuse(visitor: Visitor, scope: str) -> None:
    """Raise the Problem for a token that is not valid for this."""
    table = visitor.session.table if visitor.session else ""
    raise Problem(403, "one_table", table=table) if table else Problem(403, "scope", scope=scope)


class Caller:
    def __init__(self, request: Request, services: Services) -> None:
        self.request, self.services = request, services
        self.visitor = visitor_of(request)
        self.person: Person | None = self.visitor.person

    @property
    def words(self) -> Words:
        return words_for(self.request)

    def say(self, key: str, **facts: Any) -> str:
        return self.words.say(key, **facts).striptags()

    def unfit(self, faults: Faults) -> Problem:
        """Return the Problem that says what is wrong with each field."""
        said = {name: self.say(key) for name, key in faults.by_field.items()}
        return Problem(422, "unfit", " ".join(said.values()), fields=said)

    def reader(self, game: AnyGame) -> PlainReader:
        return plain_reader_of(game, self.words.language)

    def signed_in(self) -> Person:
        if self.person is None:
            raise HTTPException(401)
        return self.person

    def asked(self, key: str | None, body: object) -> Asked | None:
        """Return the request of this call for remembering it, None if it has no key."""
        return asked_by_call(self.request, self.signed_in(), key, body)

    def game(self, key: str) -> AnyGame:
        found = registry.games().get(key)
        if found is None:
            raise Problem(404, "no_game", games=list(registry.games()))
        return found

    async def find(self, key: str) -> Room | NotBegun:
        """Return the table with that key, if this caller may know of it. Raises 404."""
        found = await self.services.rooms.visit(key)
        if found is None or not self.may_know(found):
            raise HTTPException(404)
        if isinstance(found, LostRoom):
            raise Problem(409, "lost")
        return found

    def may_know(self, found: Found) -> bool:
        if isinstance(found, NotBegun):
            return found.table.shown_to(self.person.id if self.person else None)
        return found.shown_to(self.person)

    async def room(self, key: str) -> Room:
        """Return the room of a table whose game has begun. Raises a Problem otherwise."""
        found = await self.find(key)
        if isinstance(found, NotBegun):
            raise Problem(409, "not_begun")
        return found


async def caller_of(request: Request, services: ServicesDep) -> Caller:
    return Caller(request, services)


CallerDep = Annotated[Caller, Depends(caller_of)]
