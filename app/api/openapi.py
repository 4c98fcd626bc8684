"""Makes the document of the API, OpenAPI 3.1, from the declared calls. `docs` serves and shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields

from app.accounts.programs import SCOPES
from app.api import boards, clocks, games, keeping, notices, people, play, records, seats, standings, tables, talk
from app.api.calls import Call, Calls
from app.api.problems import Error
from app.clock import now
from app.play.offers import tag_of
from app.words.catalogue import LANGUAGES
from app.words.language import PARAMETER
from engine.core import registry
from engine.core.game import AnyGame

PARTS: tuple[Calls, ...] = (
    *(people.calls, games.calls, tables.calls, seats.calls, play.calls, clocks.calls),
    *(records.calls, talk.calls, keeping.calls, boards.calls, notices.calls, standings.calls),
)
REF = "#/components/schemas/{name}"
KEY = "The key of a table: the last part of its address."
LANGUAGE = {
    "name": PARAMETER,
    "in": "query",
    "description": "The language of sentences; else as one's preferences or the request's Accept-Language say.",
    "required": False,
    "schema": {"enum": [*LANGUAGES]},
}

Json = dict[str, Any]


@cache
def document() -> Json:
    calls = [call for part in PARTS for call in part.all]
    kinds = [Error, *(kind for call in calls for kind in (call.answer, call.body) if kind is not None)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    named = dict(zip(map(repr, kinds), schemas, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Horloge", "version": "1", "description": "Tables of Horloge for programs."},
        "paths": {
            path: {call.method.lower(): operation(call, named) for call in some} for path, some in by_path(calls)
        },
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": f"A token from /me/tokens: {', '.join(SCOPES)}.",
                }
            },
        },
        "tags": [{"name": part.part} for part in PARTS],
    }


def by_path(calls: Iterable[Call]) -> list[tuple[str, list[Call]]]:
    found: dict[str, list[Call]] = {}
    for call in calls:
        found.setdefault(call.path, []).append(call)
    return [*found.items()]


def operation(call: Call, named: Json) -> Json:
    first, _, rest = call.about.partition(". ")
    told: Json = {
        "operationId": call.name,
        "tags": [call.part],
        "summary": first.rstrip("."),
        "description": " ".join(rest.split()),
        "parameters": [*parameters(call), LANGUAGE],
        "responses": {
            "200": {"description": "Done.", "content": content(named[repr(call.answer)])},
            "4XX": {"description": "Not done; nothing is changed.", "content": content(named[repr(Error)])},
            "503": {"description": HTTPStatus(503).phrase, "content": content(named[repr(Error)])},
        },
        "security": [{"token": [call.scope]}, {}] if call.scope else [{}],
    }
    if call.body is not None:
        shown = {"example": filled(call.example)}
        told["requestBody"] = {"required": True, "content": content(named[repr(call.body)], **shown)}
    return told


def content(schema: Json, **more: Any) -> Json:
    return {"application/json": {"schema": schema} | more}


def parameters(call: Call) -> list[Json]:
    return [
        {
            "name": one.name,
            "in": one.place,
            "description": one.about or KEY,
            "required": one.place == "path",
            "schema": one.schema,
        }
        for one in call.parameters
    ]


def filled(example: Any) -> Any:
    """Fill in an example: `{game}` stands for an existing game, `{do}` for one of its choices, dates for some in a
    month."""
    game = next(iter(registry.games().values()), None)
    first = now().date() + timedelta(days=30)
    known = {"game": game.key if game else "", "do": plain_choice(game) if game else "pass"}
    known |= {"first": str(first), "last": str(first + timedelta(days=7))}
    text = re.sub(r"\{(\w+)\}", lambda name: known[name[1]], msgspec.json.encode(example).decode())
    return msgspec.json.decode(text)


@cache
def plain_choice(game: AnyGame) -> str:
    """Return a choice without fields. It is cached, since looking through the fields of all choices takes as long as a
    page."""
    plain = (tag_of(kind) for kind in game.choices if not any(map(is_needed, fields(kind))))
    return next(plain, "pass")


def is_needed(field: FieldInfo) -> bool:
    return field.required
