"""Errors of calls, as programs are told them: a stable name, a sentence for people, facts. Calls and what they use
raise them; `app.errors` answers with one whatever goes wrong under /api.
"""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.words.language import words_for

NAMES = {
    401: "nobody",
    403: "foreign",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    415: "not_json",
    422: "unreadable",
    429: "too_many",
    503: "unavailable",
}
"""The name of an error whose status says everything."""


class Error(Struct, frozen=True):
    """The answer of every call that fails. `error` is for programs, `message` for people in their language."""

    error: str
    message: str
    facts: dict[str, Any] = {}


class Problem(HTTPException):
    """An error of a call; the sentence is `ui.api.error.<name>`, unless a message is given."""

    def __init__(self, status: int, name: str, message: str = "", **facts: Any) -> None:
        super().__init__(status)
        self.name, self.message, self.facts = name, message, facts


def json_answer(told: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(told), status, {"Cache-Control": "no-store"}, "application/json")


def problem_answer(request: Request, error: HTTPException) -> Response:
    """Answer a Problem, or another HTTP error that code shared with pages has raised."""
    seconds = int((error.headers or {}).get("Retry-After", 0))
    usual = getattr(error, "which", "") or NAMES.get(error.status_code, "failed")
    known = error if isinstance(error, Problem) else Problem(error.status_code, usual)
    facts = known.facts | ({"seconds": seconds} if seconds else {})
    message = known.message or words_for(request).say(f"ui.api.error.{known.name}", **facts).striptags()
    answer = json_answer(Error(known.name, message, facts), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def misread(error: RequestValidationError) -> Problem:
    """Return the Problem for an unknown path or an invalid parameter."""
    first = error.errors()[0]
    where, name = first["loc"][0], str(first["loc"][-1])
    return Problem(404, "not_found") if where == "path" else Problem(422, "parameter", parameter=name)
