"""Templates: one Jinja environment for all pages, and the answer to a request for one. Called by routes and errors."""

from __future__ import annotations

import hashlib
from functools import cache

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.paths import STATIC, TEMPLATES
from app.rules.links import clause
from app.words.catalogue import LANGUAGES
from app.words.language import COOKIE, PARAMETER, words_for

YEAR = 365 * 24 * 3600


@cache
def asset(name: str) -> str:
    """The address of a file of static/: it changes with the file, so browsers may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"


environment = Environment(
    loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
environment.globals.update(asset=asset, languages=LANGUAGES, clause=clause)


def page(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """A whole page in the visitor's language; picking a language is remembered."""
    words = words_for(request)
    html = environment.get_template(template).render(
        say=words.say, language=words.language, path=request.url.path, **context
    )
    response = HTMLResponse(
        html, status, headers={"Content-Language": words.language, "Vary": "Accept-Language, Cookie"}
    )
    if request.query_params.get(PARAMETER) == words.language:
        response.set_cookie(COOKIE, words.language, max_age=YEAR, samesite="lax", httponly=True)
    return response
