"""The document of the API, as JSON and as a page."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.api.openapi import document
from app.api.problems import json_answer
from app.pages import page
from app.services import address_of

router = APIRouter(prefix="/api")


@router.get("/openapi.json")
async def openapi() -> Response:
    return json_answer(document())


@router.get("/docs")
async def docs(request: Request) -> Response:
    told = document()
    given: dict[str, Any] = {"address": address_of(request), "pretty": pretty, "curl": curl}
    return page(request, "api/docs.html", document=told, parts=parts(told), **given)


def parts(told: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The calls of each part, each with its method and path."""
    calls = [
        {"path": path, "method": method.upper()} | call
        for path, some in told["paths"].items()
        for method, call in some.items()
    ]
    return [(tag["name"], [call for call in calls if tag["name"] in call["tags"]]) for tag in told["tags"]]


def curl(address: str, call: dict[str, Any]) -> str:
    """How to try a call in a terminal."""
    words = ["curl"]
    if any("token" in need for need in call["security"]):
        words.append('-H "Authorization: Bearer $TOKEN"')
    if call["method"] == "POST":
        body = call["requestBody"]["content"]["application/json"]["example"]
        words += ["--json", f"'{json.dumps(body)}'"]
    return " ".join([*words, address + call["path"]])


def pretty(thing: object) -> str:
    return json.dumps(thing, indent=2, ensure_ascii=False)
