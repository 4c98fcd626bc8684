"""Routes of the rules: the list of games with rules, a game's rules with search, a single clause, and cards."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse

from app.render.cards import card, cards_at, gallery, sections_with
from app.render.templates import environment
from app.web.language import language_for
from app.web.pages import page
from app.words.catalogue import LANGUAGES
from app.words.catalogue import words_of as catalogue_of
from app.words.rulebook import Book, book, books, chapters_with, is_wrong
from app.words.search import Words, words_of
from engine.core import registry
from engine.core.clauses import PATTERN

router = APIRouter(prefix="/rules")

GameKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$")]
Number = Annotated[str, Path(alias="clause", pattern=f"^{PATTERN}$")]
CardKey = Annotated[str, Path(alias="card", pattern="^[a-z0-9_]{1,32}-[a-z0-9_]{1,64}$")]
Question = Annotated[str, Query(alias="q")]
SHARED = {"Cache-Control": "public, max-age=3600"}
"""The text of a card is the same for everyone."""


@router.get("", response_class=HTMLResponse)
async def shelf(request: Request) -> HTMLResponse:
    return page(request, "rules/shelf.html", books=books(language_for(request)))


@router.get("/{game}", response_class=HTMLResponse)
async def rules(request: Request, game: GameKey, question: Question = "") -> HTMLResponse:
    found = book(game, language_for(request))
    if found is None:
        return missing(request, game=game)
    words = words_of(question)
    given = {"book": found, "question": question.strip(), "words": words, "chapters": chapters_with(found, words)}
    given |= {"taught": registry.game(found.game).teaching.guide is not None} | gallery_of(request, found.game, words)
    return either(request, "rules/book.html", "rules/live.html", given)


@router.get("/{game}/cards", response_class=HTMLResponse)
async def cards(request: Request, game: GameKey, question: Question = "") -> HTMLResponse:
    """Show the gallery."""
    words = words_of(question)
    given = {"question": question.strip(), "words": words, **gallery_of(request, game, words)}
    if not given["address"]:
        return missing(request, book(game, language_for(request)))
    given |= {"game": game, "title": registry.game(game).title, "book": book(game, language_for(request))}
    given["kinds"] = gallery(registry.game(game), language_for(request))
    return either(request, "rules/cards.html", "rules/cards_live.html", given)


@router.get("/{game}/cards/{language}/{card}", response_class=HTMLResponse)
async def one_card(request: Request, game: GameKey, language: str, key: CardKey) -> HTMLResponse:
    """Show a card on its own. It is the same for everyone who reads this language, so that browsers may cache it."""
    whole = registry.game(game) if game in registry.games() and language in LANGUAGES else None
    found = card(whole, language, key) if whole else None
    if whole is None or found is None:
        return missing(request)
    say = catalogue_of(language).say
    html = environment.get_template("rules/card_opened.html").render(card=found, address=cards_at(whole), say=say)
    return HTMLResponse(html, headers=SHARED | {"Content-Language": language})


@router.get("/{game}/{clause}", response_class=HTMLResponse)
async def clause(request: Request, game: GameKey, number: Number) -> HTMLResponse:
    whole = book(game, language_for(request))
    found = whole and whole.find(number)
    if not whole or not found:
        return missing(request, whole, game)
    chapter, text = found
    given = {"book": whole, "chapter": chapter, "clause": text, "around": whole.around(number)}
    return either(request, "rules/clause.html", "rules/text.html", given)


def gallery_of(request: Request, key: str, words: Words) -> dict[str, Any]:
    """Return the cards of a game that contain these words, and the gallery's address, empty if it has none."""
    game = registry.game(key) if key in registry.games() else None
    if game is None or not game.showing.cards:
        return {"sections": [], "address": ""}
    return {"sections": sections_with(gallery(game, language_for(request)), words), "address": cards_at(game)}


def missing(request: Request, whole: Book | None = None, game: str = "") -> HTMLResponse:
    """Answer 404 for an unknown game or clause, or rules that cannot be shown, with a link to the existing rules."""
    wrong = registry.game(game).title if whole is None and is_wrong(game, language_for(request)) else ""
    return page(request, "rules/missing.html", 404, book=whole, wrong=wrong)


def either(request: Request, whole: str, part: str, given: dict[str, Any]) -> HTMLResponse:
    """Return a whole page, or the part of it that htmx asks for."""
    response = page(request, part if "hx-request" in request.headers else whole, **given)
    response.headers["Vary"] += ", HX-Request"
    return response
