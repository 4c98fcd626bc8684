"""Reads the bodies of calls strictly: JSON of a limited size, no field twice, every field of the declared type. A call
declares it as `Annotated[Kind, body(Kind)]`. A large body is searched for doubled fields by the code that reads the
rest of it, not here in the event loop.
"""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import Depends, Request

from app.accounts.forms import is_json
from app.api.problems import Problem
from app.twice import no_field_twice
from app.words.language import words_for
from engine.core.door import malformed

LARGEST = 16 * 1024


class BodyOf:
    """Reads a body of one kind."""

    def __init__(self, kind: Any, largest: int) -> None:
        self.kind, self.largest, self.decode = kind, largest, msgspec.json.Decoder(kind).decode

    async def __call__(self, request: Request) -> Any:
        if not is_json(request):
            raise Problem(415, "not_json")
        raw = await request.body()
        if len(raw) > self.largest:
            raise Problem(413, "too_large")
        try:
            read = self.decode(raw)
            if self.largest <= LARGEST:
                no_field_twice(raw)
        except (ValueError, RecursionError) as error:
            raise unreadable(request, error) from error
        return read


def unreadable(request: Request, error: Exception) -> Problem:
    why = malformed(error)
    said = words_for(request).say(why.key, **why.facts).striptags()
    return Problem(422, "unreadable", said, **why.facts)


def body(kind: Any, largest: int = LARGEST) -> Any:
    return Depends(BodyOf(kind, largest))
