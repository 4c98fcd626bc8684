"""The rules can be read: every clause that a game names is there in every language."""

import ast
import re
from pathlib import Path

import pytest

from app.words.catalogue import LANGUAGES
from app.words.links import clause
from app.words.rulebook import NAMED, Book, Clause, book, books, parse, parsed, read
from app.words.search import folded, has, marked, words_of
from engine.core import registry
from engine.core.clauses import PATTERN, place_of
from engine.core.journal import Entry

GAMES = sorted(registry.games())
NUMBER = re.compile(rf"({PATTERN})( [a-z])?")

PLANTED = """# Chess

Two *sides*, one king each.

## 1 The board

1.1 **Squares.** There are 64.

- light ones, see 2.1;
- dark ones, see 9.9 and [chapter 2](#2).

1.2 Version 1.1.3 is <b>bold</b>.

## 2 Moves

Everybody moves.

2.1 The king can't be taken.

| Piece | Worth |
|---|---|
| queen | 9 |
"""


def planted() -> Book:
    return parse("chess", "en", PLANTED)


def texts(game: str) -> list[Book]:
    """Return a game's rules in every language that they are written in."""
    return [found for language in LANGUAGES if (found := read(game, language))]


def named_in_code(game: str) -> set[str]:
    """Return every clause on which a step, a menu or a refusal of the game rests: nothing else in its code looks like
    one."""
    sources = (path for path in registry.folder(game).rglob("*.py") if not path.name.startswith("test_"))
    nodes = (node for path in sources for node in ast.walk(ast.parse(path.read_text())))
    constants = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {found[1] for constant in constants if (found := NUMBER.fullmatch(constant))}


def numbers(found: Book) -> list[str]:
    return [text.number for _, text in found.each()]


# Texts


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_the_code_names_can_be_read(game: str) -> None:
    named = named_in_code(game)
    assert {step.clause for step in registry.game(game).steps} - {""} <= named
    assert texts(game)
    assert {found.language: named - found.known for found in texts(game)} == {
        found.language: set() for found in texts(game)
    }


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_in_public_names_the_clause_it_rests_on(game: str) -> None:
    public = [entry for entry in registry.game(game).entries if entry.seen_by is Entry.seen_by]
    found = book(game, "en")
    assert found
    assert [entry.__name__ for entry in public if entry.rule not in found.known] == []


@pytest.mark.parametrize("game", GAMES)
def test_each_language_has_the_same_clauses_in_order(game: str) -> None:
    first, *others = texts(game)
    assert numbers(first) == sorted(set(numbers(first)), key=place_of)
    assert {found.language: numbers(found) for found in others} == {found.language: numbers(first) for found in others}


def test_games_that_are_shipped_have_rules_in_every_language() -> None:
    shipped = [game for game in GAMES if "engine" in registry.modules()[game].__name__.split(".")]
    assert shipped
    assert {game: [found.language for found in texts(game)] for game in shipped} == {
        game: list(LANGUAGES) for game in shipped
    }


@pytest.mark.parametrize("game", GAMES)
def test_chapters_number_their_own_clauses(game: str) -> None:
    for found in texts(game):
        assert [chapter.number for chapter in found.chapters] == [str(n + 1) for n in range(len(found.chapters))]
        assert all(text.number.startswith(f"{chapter.number}.") for chapter, text in found.each())
        assert found.title
        assert all(chapter.title for chapter in found.chapters)


@pytest.mark.parametrize("game", GAMES)
def test_clauses_named_in_a_text_are_there(game: str) -> None:
    for found in texts(game):
        mentioned = {number for _, text in found.each() for number in NAMED.findall(text.search)}
        assert mentioned <= found.known


@pytest.mark.parametrize("game", GAMES)
def test_each_language_has_the_same_figures(game: str) -> None:
    """This finds translations that lost a table, a ruling or a number."""

    def figures(text: Clause) -> tuple[list[str], list[str]]:
        return [block[0].type for block in text.blocks], sorted(re.findall(r"\d+", text.search))

    first, *others = texts(game)
    wanted = {text.number: figures(text) for _, text in first.each()}
    for found in others:
        assert {text.number: figures(text) for _, text in found.each()} == wanted


# Reading


def test_a_text_is_read_into_chapters_and_clauses() -> None:
    found = planted()
    assert found.title == "Chess"
    assert [(chapter.number, chapter.title) for chapter in found.chapters] == [("1", "The board"), ("2", "Moves")]
    assert numbers(found) == ["1.1", "1.2", "2.1"]
    assert "Everybody moves" in found.html(found.chapters[1].intro)
    assert "<em>sides</em>" in found.html(found.intro)


def shown(number: str, words: tuple[str, ...] = ()) -> str:
    found = planted()
    inside = found.find(number)
    assert inside
    return found.html(inside[1].blocks, words)


def test_the_number_of_a_clause_stands_outside_its_text() -> None:
    assert shown("2.1").startswith("<p>The king")
    assert shown("1.1").startswith("<p><strong>Squares.</strong>")


def test_clauses_that_are_named_become_links_and_others_do_not() -> None:
    assert '<a href="/rules/chess#2.1">2.1</a>' in shown("1.1")
    assert '<a href="/rules/chess#2">chapter 2</a>' in shown("1.1")
    assert "9.9 and" in shown("1.1")
    assert "1.1.3" in shown("1.2")


def test_no_markup_gets_through_a_text() -> None:
    assert "&lt;b&gt;bold" in shown("1.2")


def test_neighbours_of_a_clause() -> None:
    assert planted().around("1.1") == (None, "1.2")
    assert planted().around("2.1") == ("1.2", None)


def test_a_game_without_rules_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "folder", lambda _: tmp_path)
    parsed.cache_clear()
    try:
        assert book("versailles", "it") is None
        assert books("en") == []
        assert clause("versailles", "5.4") == "5.4"
    finally:
        parsed.cache_clear()


# Searching


@pytest.mark.parametrize(
    ("question", "text", "found"),
    [
        ("felicita", "La felicità va da 0 a 30", True),
        ("FELICITÀ", "la felicita", True),
        ("unit", "three units", True),
        ("unit", "the community", False),
        ("king taken", "The king can't be taken.", True),
        ("king queen", "The king can't be taken.", False),
        ("can't", "The king can’t be taken.", True),
        ("5.1", "see 5.1", True),
        ("5.1", "see 15.1", False),
        ("5.1", "see 5.10", False),
        ("2", "20 cards", False),
        ("", "anything", True),
        ("?!", "anything", True),
        ("(.*", "anything", False),
        ("“king”,", "the king", True),
    ],
)
def test_what_is_found(question: str, text: str, found: bool) -> None:
    assert has(folded(text), words_of(question)) is found


def test_found_words_are_marked_and_everything_is_escaped() -> None:
    assert marked("Più felicità & <b>", ("felicita",)) == "Più <mark>felicità</mark> &amp; &lt;b&gt;"
    assert marked("units, unit", ("unit",)) == "<mark>units</mark>, <mark>unit</mark>"
    assert marked("a < b", ("lt",)) == "a &lt; b"
    assert "<mark>2.1</mark></a>" in shown("1.1", ("2.1",))


@pytest.mark.parametrize("text", ["ﬁ İ ß ǆ é", "Straße", "a\u0301b", "\u1e9e", "😀 x"])
def test_folding_keeps_each_character_in_its_place(text: str) -> None:
    assert len(folded(text)) == len(text)


def test_of_a_long_question_only_the_beginning_counts() -> None:
    assert len(words_of(" ".join(map(str, range(10_000))))) == 8
    assert sum(map(len, words_of("x" * 10_000))) == 100
