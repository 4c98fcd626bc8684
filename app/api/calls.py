"""Declares calls. `Calls` is a part of the API: each call is a function whose signature says what it takes and returns
and whose docstring says what it is for; that makes it a route and an entry of the document.

    @calls.post("/tables/{key}/act", scope=PLAY, example={...})
    async def act(caller: CallerDep, key: TableKey, sent: Annotated[Posted, body(Posted)]) -> Acted: ...
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from fastapi import APIRouter, Depends, params
from msgspec import Struct
from pydantic import TypeAdapter
from starlette.responses import Response

from app.accounts.programs import READ
from app.api.bodies import BodyOf
from app.api.caller import allowed
from app.api.problems import json_answer

PREFIX = "/api/v1"

Handler = Callable[..., Awaitable[Any]]


class Parameter(Struct, frozen=True):
    """A parameter in the path or the query."""

    name: str
    place: str
    about: str
    schema: dict[str, Any]


class Call(Struct, frozen=True):
    method: str
    path: str
    name: str
    part: str
    about: str
    scope: str
    answer: Any
    body: Any
    parameters: tuple[Parameter, ...]
    example: Any
    """A valid body."""


class Calls:
    def __init__(self, part: str) -> None:
        self.part = part
        self.router = APIRouter(prefix=PREFIX)
        self.all: list[Call] = []

    def get(self, path: str, scope: str = READ) -> Callable[[Handler], Handler]:
        return self.add("GET", path, scope, None)

    def post(self, path: str, scope: str, example: Any = None) -> Callable[[Handler], Handler]:
        return self.add("POST", path, scope, example)

    def add(self, method: str, path: str, scope: str, example: Any) -> Callable[[Handler], Handler]:
        def declared(handler: Handler) -> Handler:
            hints = get_type_hints(handler, include_extras=True)
            parameters = tuple(found for name, hint in hints.items() if (found := parameter(name, hint)))
            self.all.append(
                Call(
                    method=method,
                    path=PREFIX + path,
                    name=handler.__name__,
                    part=self.part,
                    about=inspect.cleandoc(handler.__doc__ or ""),
                    scope=scope,
                    answer=hints["return"],
                    body=next(filter(None, map(body_in, hints.values())), None),
                    parameters=parameters,
                    example=example,
                )
            )
            asked = {found.name for found in parameters if found.place == "query"}
            route = self.router.api_route(path, methods=[method], dependencies=[Depends(allowed(scope, asked))])
            route(answering(handler, hints))
            return handler

        return declared


def answering(handler: Handler, hints: dict[str, Any]) -> Callable[..., Awaitable[Response]]:
    """Return the handler with the signature that FastAPI needs."""

    @wraps(handler)
    async def answer(*args: Any, **given: Any) -> Response:
        return json_answer(await handler(*args, **given))

    taken = inspect.signature(handler).parameters.values()
    resolved = [one.replace(annotation=hints[one.name]) for one in taken]
    answer.__signature__ = inspect.Signature(resolved, return_annotation=Response)  # type: ignore[attr-defined]
    return answer


def parameter(name: str, hint: Any) -> Parameter | None:
    """Return the parameter of an annotation with Path or Query; None if it has neither."""
    if get_origin(hint) is not Annotated:
        return None
    found = next((extra for extra in get_args(hint)[1:] if isinstance(extra, params.Path | params.Query)), None)
    if found is None:
        return None
    schema = TypeAdapter(hint).json_schema()
    about = schema.pop("description", "")
    return Parameter(found.alias or name, found.in_.value, about, schema)


def body_in(hint: Any) -> Any:
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    readers = (extra.dependency for extra in extras if isinstance(extra, params.Depends))
    return next((reader.kind for reader in readers if isinstance(reader, BodyOf)), None)
