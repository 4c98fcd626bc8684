"""The pages of the rules: which games have some, a game's rules and what is found in them, a clause by itself."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse

from app.pages import page
from app.rules.book import Book, Chapter, Clause, book, books
from app.rules.search import Words, has, words_of
from app.words.language import language_for
from engine.core import registry

router = APIRouter(prefix="/rules")

GameKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$")]
Number = Annotated[str, Path(alias="clause", pattern=r"^\d{1,2}\.\d{1,2}$")]
Question = Annotated[str, Query(alias="q")]


@router.get("", response_class=HTMLResponse)
async def shelf(request: Request) -> HTMLResponse:
    return page(request, "rules/shelf.html", books=books(language_for(request)))


@router.get("/{game}", response_class=HTMLResponse)
async def rules(request: Request, game: GameKey, question: Question = "") -> HTMLResponse:
    found = book(game, language_for(request))
    if found is None:
        return missing(request)
    words = words_of(question)
    given = {"book": found, "question": question.strip(), "words": words, "chapters": chapters_with(found, words)}
    given["taught"] = registry.game(found.game).guide is not None
    return either(request, "rules/book.html", "rules/live.html", given)


@router.get("/{game}/{clause}", response_class=HTMLResponse)
async def clause(request: Request, game: GameKey, number: Number) -> HTMLResponse:
    whole = book(game, language_for(request))
    found = whole and whole.find(number)
    if not whole or not found:
        return missing(request, whole)
    chapter, text = found
    given = {"book": whole, "chapter": chapter, "clause": text, "around": whole.around(number)}
    return either(request, "rules/clause.html", "rules/text.html", given)


def chapters_with(whole: Book, words: Words) -> list[tuple[Chapter, list[Clause]]]:
    """The chapters in which all of these words are found, each with the clauses they are in."""
    kept = ((chapter, [text for text in chapter.clauses if has(text.search, words)]) for chapter in whole.chapters)
    return [(chapter, texts) for chapter, texts in kept if texts]


def missing(request: Request, whole: Book | None = None) -> HTMLResponse:
    """No such game or clause: the way back is to the rules there are."""
    return page(request, "rules/missing.html", 404, book=whole)


def either(request: Request, whole: str, part: str, given: dict[str, Any]) -> HTMLResponse:
    """A whole page, or the part of it that htmx asks for."""
    response = page(request, part if "hx-request" in request.headers else whole, **given)
    response.headers["Vary"] += ", HX-Request"
    return response
