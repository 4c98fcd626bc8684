"""The pages of the rules: linked from tables, translated, searchable, small, and safe to request."""

import gzip
import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from app.base.paths import STATIC
from app.words import search
from app.words.catalogue import LANGUAGES
from app.words.links import clause
from app.words.reader import reader_of
from app.words.rulebook import book
from app.words.search import folded
from engine.core import registry
from engine.core.refusal import illegal
from tests.app.words.test_rulebook import GAMES, numbers
from tests.support.moves import play

KILOBYTES = 100
LANGUAGE_NAMES = {"it": "Queste regole non sono ancora tradotte", "es": "Estas reglas aún no están traducidas"}


def get(client: TestClient, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200, address
    return answer.text


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
    from tests.app.web.test_pages import portal, with_store

    key = portal(client, with_store(client).open)
    assert '<a class="clause" href="/rules/antechamber#3.1">3.1</a>' in get(client, f"/tables/{key}")


def test_the_log_links_to_the_clauses_it_rests_on(client: TestClient) -> None:
    from tests.app.web.test_pages import portal, with_store

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
    game = next(one for one in registry.games().values() if one.showing.cards)
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
