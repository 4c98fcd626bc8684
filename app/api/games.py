"""The games of the site, with the schemas of their choices and news; and their rules, clause by clause."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec
from fastapi import HTTPException, Path, Query

from app.api.answers import Clause, Game, Games, GameSchemas, Rules
from app.api.caller import CallerDep
from app.api.calls import Calls
from app.api.problems import Problem
from app.rules.book import Book, Chapter, book, is_wrong
from app.rules.book import Clause as Written
from app.rules.routes import chapters_with
from app.rules.search import words_of
from engine.core import registry
from engine.core.clauses import PATTERN
from engine.core.game import AnyGame, one_of

calls = Calls("games")

GameKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$", description="The key of a game.")]
Number = Annotated[str, Path(pattern=f"^{PATTERN}$", description="The number of a clause, such as 5.4 or 13.4.6e.")]
Question = Annotated[str, Query(max_length=100, description="Words that are looked for; empty: all clauses.")]


@calls.get("/games", scope="")
async def games() -> Games:
    """The games that can be played here."""
    return Games([game_told(game) for game in registry.games().values()])


@calls.get("/games/{game}", scope="")
async def game(caller: CallerDep, game: GameKey) -> GameSchemas:
    """A game with the JSON schemas of its options, choices, news and views."""
    return schemas(caller.game(game))


@calls.get("/rules/{game}", scope="")
async def rules(caller: CallerDep, game: GameKey, q: Question = "") -> Rules:
    """The clauses of a game's rules that contain some words; all of them without any."""
    found = book_of(caller, game)
    chapters = chapters_with(found, words_of(q))
    return Rules(found.title, [clause_told(found, chapter, text) for chapter, texts in chapters for text in texts])


@calls.get("/rules/{game}/{clause}", scope="")
async def clause(caller: CallerDep, game: GameKey, clause: Number) -> Clause:
    """One clause of a game's rules."""
    whole = book_of(caller, game)
    found = whole.find(clause)
    if found is None:
        raise HTTPException(404)
    return clause_told(whole, *found)


def book_of(caller: CallerDep, game: str) -> Book:
    found = book(game, caller.words.language)
    if found is None and is_wrong(game, caller.words.language):
        raise Problem(404, "wrong_rules", game=registry.game(game).title)
    if found is None:
        raise HTTPException(404)
    return found


def clause_told(whole: Book, chapter: Chapter, clause: Written) -> Clause:
    text = whole.html(clause.blocks).striptags()
    return Clause(clause.number, f"{chapter.number} {chapter.title}", text, whole.language)


def game_told(game: AnyGame) -> Game:
    seats = {str(number): game.seating(number, game.options()) for number in game.players}
    players = {number: [list(sides) for sides in those] for number, those in seats.items()}
    starts = {key: [list(seat.sides) for seat in game.quick_seats(start)] for key, start in game.starts.items()}
    return Game(game.key, game.title, game.rules, players, list(game.bots), starts)


@cache
def schemas(game: AnyGame) -> GameSchemas:
    view = get_type_hints(game.view).get("return")
    options, choice, news = map(schema, (game.options, game.choice_type, one_of(game.entries)))
    return GameSchemas(game_told(game), options, choice, news, schema(view) if view else None)


def schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema(kind)
