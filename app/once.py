"""Makes repeated requests idempotent: a double click, a lost answer and a call that is sent again get the same table,
board or token. Forms carry a key drawn with their page, calls one of their own. `store.requests` remembers what was
made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from fastapi import HTTPException, Request
from markupsafe import Markup
from msgspec import Meta

from app.accounts.forms import ONCE, TOKEN, fields_of, file_of
from app.accounts.tokens import new_token
from app.store.database import Database
from app.store.people import Person
from app.store.requests import Asked, AskedBefore, RequestStore

RequestKey = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]
"""The name that a program gives to a request."""


class KeyUsed(HTTPException):
    """The key belongs to a request for something else."""

    which = "key_used"

    def __init__(self) -> None:
        super().__init__(422)


def once_field() -> Markup:
    """Return the hidden field for the form of something that is made: `{{ once() }}`."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(ONCE, new_token())


async def asked_by_form(request: Request, person: Person) -> Asked | None:
    """Return the request that a form is; a visitor who goes back and fills it in differently makes another one."""
    fields = await fields_of(request)
    if not fields.get(ONCE):
        return None
    told = {name: text for name, text in fields.items() if name != TOKEN} | {"to": request.scope["path"]}
    key = digest(msgspec.json.encode(sorted(told.items())) + file_of(request))
    return Asked(person.id, key, key)


def asked_by_call(request: Request, person: Person, key: str | None, body: object) -> Asked | None:
    """Return the request that a call is, if it has a key: for this body at this address only."""
    if key is None:
        return None
    return Asked(person.id, key, digest(request.scope["path"].encode() + msgspec.json.encode(body)))


async def once(database: Database, asked: Asked | None, make: Callable[[], Awaitable[str]]) -> str:
    """Return what `make` makes and remembers, or what it made the first time. Raises KeyUsed."""
    if asked is None:
        return await make()
    if before := await made_before(database, asked):
        return before
    try:
        return await make()
    except AskedBefore:
        return await made_before(database, asked)


async def made_before(database: Database, asked: Asked) -> str:
    """Return what the same request made before; empty if nothing. Raises KeyUsed."""
    known = await RequestStore(database).known(asked)
    if known and known.payload != asked.payload:
        raise KeyUsed
    return known.answer if known else ""


def digest(told: bytes) -> str:
    return hashlib.sha256(told).hexdigest()
