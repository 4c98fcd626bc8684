"""Finds a visitor's language: the one they picked (?lang=, a cookie, their preferences), else the first that their
browser asks for and that the site has, else English.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection

from app.accounts.visitor import person_of
from app.words.catalogue import DEFAULT, LANGUAGES, Words, words_of

COOKIE = "lang"
PARAMETER = "lang"


def words_for(visit: HTTPConnection) -> Words:
    return words_of(language_for(visit))


def language_for(visit: HTTPConnection) -> str:
    person = person_of(visit)
    preferred = person.language if person else ""
    picked = (visit.query_params.get(PARAMETER, ""), visit.cookies.get(COOKIE, ""), preferred)
    wanted = (*picked, *accepted(visit.headers.get("accept-language", "")))
    return next((language for language in wanted if language in LANGUAGES), DEFAULT)


def accepted(header: str) -> list[str]:
    """Return the languages of an Accept-Language header, the most wanted first, without regions."""
    weighed = []
    for item in header.split(",")[:20]:
        tag, _, weight = item.partition(";q=")
        weighed.append((-quality(weight), tag.strip().lower().partition("-")[0]))
    return [tag for _, tag in sorted(weighed, key=lambda pair: pair[0])]


def quality(weight: str) -> float:
    try:
        return float(weight) if weight else 1.0
    except ValueError:
        return 0.0
