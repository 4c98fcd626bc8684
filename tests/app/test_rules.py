"""The rules can be read: every clause that a game names is there in every language, linked, searchable and safe to
request.
"""

import ast
import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.paths import STATIC
from app.rules import search
from app.rules.book import NAMED, Book, Clause, book, books, parse, parsed, read
from app.rules.links import clause
from app.rules.search import folded, has, marked, words_of
from app.words.catalogue import LANGUAGES
from app.words.reader import reader_of
from engine.core import registry
from engine.core.clauses import PATTERN, place_of
from engine.core.journal import Entry
from engine.core.refusal import illegal
from tests.support.moves import play

GAMES = sorted(registry.games())
NUMBER = re.compile(rf"({PATTERN})( [a-z])?")
KILOBYTES = 100
LANGUAGE_NAMES = {"it": "Queste regole non sono ancora tradotte", "es": "Estas reglas aún no están traducidas"}

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


def get(client: TestClient, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    return answer.text


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


# Links


def test_a_clause_is_linked_wherever_it_is_shown() -> None:
    link = '<a class="clause" href="/rules/versailles#5.4">5.4</a>'
    assert clause("versailles", "5.4") == link
    assert link in reader_of(registry.game("versailles"), "en").refusal(illegal("not_offered", "5.4"))


@pytest.mark.parametrize("number", ["99.1", "", "<b>"])
def test_what_is_no_clause_is_shown_without_a_link(number: str) -> None:
    assert "<a" not in clause("versailles", number)
    assert "<b>" not in clause("versailles", number)


def test_a_table_links_to_the_clause_it_asks_by(client: TestClient) -> None:
    from tests.app.test_pages import portal, with_store

    key = portal(client, with_store(client).open)
    assert '<a class="clause" href="/rules/antechamber#3.1">3.1</a>' in get(client, f"/tables/{key}")


def test_the_log_links_to_the_clauses_it_rests_on(client: TestClient) -> None:
    from tests.app.test_pages import portal, with_store

    async def collected() -> str:
        process = with_store(client)
        room = await process.opened()
        await play(room, "red", b'{"do":"collect"}', "k1", 0)
        return room.key

    log = get(client, f"/tables/{portal(client, collected)}").partition('id="log"')[2]
    assert '<a class="clause" href="/rules/antechamber#3.1">3.1</a>' in log


# The pages


def test_the_shelf_lists_the_games_with_rules(client: TestClient) -> None:
    page = get(client, "/rules")
    assert 'href="/rules/versailles"' in page
    assert 'href="/rules/antechamber"' in page


def test_every_page_leads_to_the_rules(client: TestClient) -> None:
    assert 'href="/rules"' in get(client, "/")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_rules_have_an_anchor_for_everything(client: TestClient, game: str, language: str) -> None:
    page, found = get(client, f"/rules/{game}", language), book(game, language)
    assert found
    anchors = re.findall(r'id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert {*numbers(found), *(chapter.number for chapter in found.chapters)} <= set(anchors)
    inside = re.findall(rf'href="(?:/rules/{game})?#([^"]+)"', page)
    assert set(inside) <= set(anchors)


@pytest.mark.parametrize(
    "address", ["/rules", "/rules/versailles", "/rules/versailles?q=cube", "/rules/versailles/5.4"]
)
def test_links_lead_somewhere(client: TestClient, address: str) -> None:
    links = set(re.findall(r'(?:href|action)="(/[^"#]*)', get(client, address)))
    assert links
    assert {link: client.get(link.replace("&amp;", "&")).status_code for link in links} == dict.fromkeys(links, 200)


def test_the_rules_are_read_in_the_visitors_language(client: TestClient) -> None:
    assert "Risolvere una questione" in get(client, "/rules/versailles", "it")
    assert "Resolver un asunto" in get(client, "/rules/versailles?lang=es")


@pytest.mark.parametrize(("language", "note"), LANGUAGE_NAMES.items())
def test_rules_without_a_translation_are_shown_in_english_with_a_note(
    client: TestClient, language: str, note: str
) -> None:
    for address in ("/rules/antechamber", "/rules/antechamber/3.1"):
        page = get(client, address, language)
        assert note in page
        assert '<div id="text" lang="en">' in page or '<div lang="en">' in page
        assert note not in get(client, address.replace("antechamber", "versailles"), language)


def found_in(page: str) -> Iterator[str]:
    return (hit[1] for hit in re.finditer(r'<article class="rule" id="([\d.]+)"', page))


def test_searching_shows_the_clauses_found_and_says_how_many(client: TestClient) -> None:
    page = get(client, "/rules/versailles?q=strategies+first")
    assert list(found_in(page)) == ["2.6", "9.7"]
    assert "2 clauses with “strategies first”" in page
    assert "<mark>Strategies</mark>" in page
    assert 'value="strategies first"' in page


def test_what_is_searched_is_folded_once_and_not_for_each_reader(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(one for one in registry.games().values() if one.cards)
    address, questions = f"/rules/{game.key}", ("", "?q=nothing-like-it")
    before = [client.get(address + question).status_code for question in questions]
    characters = 0

    def counted(text: str) -> str:
        nonlocal characters
        characters += len(text)
        return folded(text)

    monkeypatch.setattr(search, "folded", counted)
    assert [client.get(address + question).status_code for question in questions] == before == [200, 200]
    assert 0 < characters < 100


def test_searching_works_without_accents(client: TestClient) -> None:
    assert "6.1" in found_in(get(client, "/rules/versailles?q=felicita", "it"))


def test_searching_for_a_number_finds_the_clause(client: TestClient) -> None:
    assert "5.4" in found_in(get(client, "/rules/versailles?q=5.4"))


def test_searching_in_vain_says_what_to_try(client: TestClient) -> None:
    page = get(client, "/rules/versailles?q=spaceship")
    assert list(found_in(page)) == []
    assert "No clause has all of “spaceship”" in page


def test_htmx_gets_what_was_found_alone(client: TestClient) -> None:
    answer = client.get("/rules/versailles?q=mutiny", headers={"hx-request": "true"})
    assert "<html" not in answer.text
    assert 'hx-swap-oob="innerHTML:#found"' in answer.text
    assert "6.2" in found_in(answer.text)
    alone = client.get("/rules/versailles/6.2", headers={"hx-request": "true"}).text
    assert "<html" not in alone
    assert list(found_in(alone)) == ["6.2"]
    assert "HX-Request" in answer.headers["vary"]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        '"><img src=x>',
        "{{ 7*7 }}",
        "{words}",
        "%00",
        "\\",
        "(((((",
        "a" * 5_000,
        "[z-a]",
        "\ud83d",
    ],
    ids=range(10),
)
def test_hostile_questions_are_shown_as_they_are(client: TestClient, hostile: str) -> None:
    page = get(client, "/rules/versailles?q=" + hostile.encode("utf-8", "replace").hex("%").join(("%", "")))
    assert "<script>alert" not in page
    assert "<img" not in page
    assert ">49<" not in page


@pytest.mark.parametrize(
    "address",
    [
        "/rules/nothing",
        "/rules/nothing/1.1",
        "/rules/versailles/99.1",
        "/rules/UP",
        "/rules/versailles/x",
        "/rules/versailles/1",
        "/rules/versailles/5.4/x",
    ],
)
def test_what_is_not_there_is_answered_with_a_way_back(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert 'class="button" href="/' in answer.text


def test_a_clause_that_is_not_there_leads_back_to_its_rules(client: TestClient) -> None:
    answer = client.get("/rules/versailles/99.1")
    assert 'class="button" href="/rules/versailles"' in answer.text


def test_a_clause_by_itself_has_neighbours_and_its_place(client: TestClient) -> None:
    page = get(client, "/rules/versailles/5.4")
    assert list(found_in(page)) == ["5.4"]
    assert 'href="/rules/versailles/5.3"' in page
    assert 'href="/rules/versailles/5.5"' in page
    assert 'href="/rules/versailles#5.4"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_rules_stay_small_on_the_wire(client: TestClient, language: str) -> None:
    page = get(client, "/rules/versailles", language)
    files = re.findall(r'(?:href|src)="/static/([^"?]+)', page)
    assert "css/rules.css" in files
    parts = [page.encode(), *((STATIC / name).read_bytes() for name in files)]
    assert sum(len(gzip.compress(part)) for part in parts) < KILOBYTES * 1000
