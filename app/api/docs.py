"""Routes of the API's document, as JSON and as a page."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
from fastapi import APIRouter, Depends, Request
from markupsafe import Markup, escape
from starlette.responses import Response

from app.api.openapi import document
from app.pages import environment, page
from app.web.addresses import address_of
from app.web.costly import costly
from app.words.catalogue import words_of
from app.words.language import words_for

router = APIRouter(prefix="/api")


HERE = "https://here.invalid"
"""Stands for the site's address in the cached page."""


@router.get("/openapi.json", dependencies=[Depends(costly)])
async def openapi() -> Response:
    return Response(described(), headers={"Cache-Control": "no-store"}, media_type="application/json")


@router.get("/docs", dependencies=[Depends(costly)])
async def docs(request: Request) -> Response:
    reading = drawn(words_for(request).language).replace(HERE, escape(address_of(request)))
    return page(request, "api/docs.html", reading=reading)


@cache
def described() -> bytes:
    return msgspec.json.encode(document())


@cache
def drawn(language: str) -> Markup:
    """Draw the page's text about the calls, once for each language."""
    told, words = document(), words_of(language)
    given: dict[str, Any] = {"address": HERE, "curl": curl, "say": words.say, "language": language}
    html = environment.get_template("api/reading.html").render(document=told, parts=parts(told), **given)
    return Markup(html)  # noqa: S704 - the template has escaped what is not markup


def parts(told: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the calls of each part, each with its method and path."""
    calls = [
        {"path": path, "method": method.upper()} | call
        for path, some in told["paths"].items()
        for method, call in some.items()
    ]
    return [(tag["name"], [call for call in calls if tag["name"] in call["tags"]]) for tag in told["tags"]]


def curl(address: str, call: dict[str, Any]) -> str:
    """Return a command that tries a call in a terminal."""
    words = ["curl"]
    if any("token" in need for need in call["security"]):
        words.append('-H "Authorization: Bearer $TOKEN"')
    if call["method"] == "POST":
        body = call["requestBody"]["content"]["application/json"]["example"]
        words += ["--json", f"'{json.dumps(body)}'"]
    return " ".join([*words, address + call["path"]])
