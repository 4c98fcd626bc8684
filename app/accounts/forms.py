"""Forms as they arrive: a flat list of named texts, each named once, of a sensible size. Called by the guard, which
reads every form before its route is asked, and by routes; what is in the fields is judged by services.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from fastapi import HTTPException, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 64 * 1024
"""Bytes of a form, with everything."""
FIELDS = 200
LONGEST = 4_000
"""Characters of a field."""
TOKEN = "token"  # noqa: S105 - the name of the field, not what is in it
FORM_TYPE = "application/x-www-form-urlencoded"

Fields = dict[str, str]


class BadForm(HTTPException):
    """Not what any form of ours sends."""

    def __init__(self) -> None:
        super().__init__(422)


class SmallBodies:
    """Nobody gets to send more than a form can be."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        got = 0

        async def receive_some() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > LARGEST:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_some if scope["type"] == "http" else receive, send)


async def fields_of(request: Request) -> Fields:
    """Everything a form sent, its token included; read once."""
    found: Fields | None = request.scope.get("fields")
    if found is None:
        found = request.scope["fields"] = parsed(await request.body(), request.headers.get("content-type", FORM_TYPE))
    return found


def parsed(body: bytes, content_type: str) -> Fields:
    if content_type.partition(";")[0].strip().lower() != FORM_TYPE:
        raise HTTPException(415)
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=FIELDS)
    except ValueError as error:
        raise BadForm from error
    fields = dict(pairs)
    if len(fields) < len(pairs) or any(len(text) > LONGEST or "\0" in text for pair in pairs for text in pair):
        raise BadForm
    return fields


async def form_of(request: Request, *names: str) -> Fields:
    """What was filled in. A field that a form always sends is there, empty if it wasn't; an unknown one is refused."""
    fields = await fields_of(request)
    if set(fields) - {TOKEN, *names}:
        raise BadForm
    return {name: fields.get(name, "") for name in names}


def local_path(address: str) -> str:
    """The address of a page of ours to go on to; the first page if it is anything else."""
    parts = urlsplit(address) if address.isprintable() and "\\" not in address and len(address) < 1_000 else None
    if parts is None or parts.scheme or parts.netloc or not address.startswith("/") or address.startswith("//"):
        return "/"
    return address
