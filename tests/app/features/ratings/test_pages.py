"""Profiles, leaderboards, statistics of games and result sheets, as pages and as calls: what they show, and what they
hide from whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from app.base.clock import now
from app.jobs.ratings import Counting
from app.main import create_app
from app.model.names import fold_name
from app.model.results.rating import FIRST, LEAST_GAMES, Rating
from app.rooms.room import Room
from app.store.db.schema.ratings import standings
from app.store.ratings.leaderboards import PAGE
from app.web.services import Services
from tests.app.trust.hostile import HOSTILE
from tests.support import rated as playing
from tests.support.playing import arrange, table_of
from tests.support.visitors import another, come_as_guest, post, quick_settings, register, run, services_of


@pytest.fixture
def client(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client on a server that counts games only when a test says so."""

    async def idle(_counting: Counting) -> None:
        pass

    monkeypatch.setattr(Counting, "run", idle)
    with TestClient(create_app(quick_settings(database_url)), raise_server_exceptions=False) as opened:
        yield opened


def people(client: TestClient, *names: str) -> list[int]:
    found: list[int] = run(client, playing.accounts, services_of(client), *names)
    return found


def played(client: TestClient, who: list[int], times: int = 1, **terms: Any) -> Room:
    """Play this many games and count them."""

    async def work(services: Services) -> Room:
        rooms = [await playing.played(services, who, chance, **terms) for chance in range(times)]
        await playing.counted(services)
        return rooms[-1]

    room: Room = run(client, work, services_of(client))
    return room


def as_somebody(client: TestClient, name: str) -> tuple[TestClient, int]:
    """Return a browser of a person with an account, and their number."""
    browser = another(client)
    register(browser, name, f"{fold_name(name)}@example.org")
    return browser, int(browser.get("/api/v1/me").json()["id"])


def test_a_profile_tells_how_somebody_plays(client: TestClient) -> None:
    ada, bob = people(client, "Ada", "Bob")
    played(client, [ada, bob], LEAST_GAMES, title="An evening")
    text = client.get(f"/people/{ada}").text
    assert "<h1>Ada</h1>" in text
    assert f"{LEAST_GAMES} rated games" in text
    assert text.count("An evening") == LEAST_GAMES
    assert f'href="/people/{bob}">Bob</a>' in text
    assert text.count("h0") == LEAST_GAMES, "a dot for each game"
    by_name = text.replace(f"/people/{ada}?lang", "/people/ada?lang").replace(f"=/people/{ada}", "=/people/ada")
    assert client.get("/people/ada").text == by_name


def test_a_table_of_figures_stands_beside_each_line_and_bar(client: TestClient) -> None:
    ada, bob = people(client, "Ada", "Bob")
    played(client, [ada, bob], 3)
    told = client.get(f"/api/v1/people/{ada}").json()
    text = client.get(f"/people/{ada}").text
    for point in told["ratings"][0]["history"]:
        assert f'<b class="rating">{point["rating"]["rating"]}</b>' in text
    assert text.count('<svg class="bar"') == len(told["sides"])
    assert 'aria-hidden="true"' in text


def test_nobody_has_a_profile_who_is_not_there(client: TestClient) -> None:
    [ada] = people(client, "Ada")
    run(client, forget, services_of(client), ada)
    for who in (
        str(ada),
        "ada",
        "999999",
        "9" * 30,
        "-1",
        "N. N. 1",
        "%00",
        "x" * 200,
        *map(str, range(5, 9)),
    ):
        assert client.get(f"/people/{who}").status_code in (404, 422), who
        assert client.get(f"/api/v1/people/{who}").status_code in (404, 422), who


async def forget(services: Services, person: int) -> None:
    await services.people.forget(person, f"N. N. {person}", now())


def test_a_guest_has_games_and_no_rating(client: TestClient) -> None:
    async def guests(services: Services) -> list[int]:
        return [await playing.guest(services, name) for name in ("Gil", "Guy")]

    gil, guy = run(client, guests, services_of(client))
    played(client, [gil, guy])
    text = client.get(f"/people/{gil}").text
    assert "guest" in text
    assert "rated game" not in text
    assert client.get(f"/api/v1/people/{gil}").json()["ratings"] == []


@pytest.mark.parametrize("terms", [{"access": "link"}, {"access": "named"}, {"spectators": False}])
def test_private_tables_show_to_those_only_who_sat_there(client: TestClient, terms: dict[str, Any]) -> None:
    browser, ada = as_somebody(client, "Ada")
    [bob] = people(client, "Bob")
    room = played(client, [ada, bob], title="Secret evening", **terms)
    for who in (ada, bob):
        for reader, sees in ((client, False), (browser, True)):
            told = reader.get(f"/api/v1/people/{who}").json()
            for text in (reader.get(f"/people/{who}").text, reader.get(f"/api/v1/people/{who}/games").text):
                assert (room.key in text, "Secret evening" in text) == (sees, sees)
            assert (len(told["met"]), len(told["sides"])) == ((1, 1) if sees else (0, 0))
            assert [one["games"] for one in told["ratings"]] == [1], "ratings tell of no table"


def test_who_hides_their_profile_is_found_nowhere(client: TestClient) -> None:
    browser, ada = as_somebody(client, "Ada")
    [bob] = people(client, "Bob")
    room = played(client, [ada, bob], LEAST_GAMES)
    assert f"/people/{ada}" in client.get(f"/tables/{room.key}").text
    assert post(browser, "/me", theme="auto", zone="UTC", confirm="on").headers["location"] == "/me?done=preferences"
    for path in (f"/people/{ada}", "/people/ada", f"/api/v1/people/{ada}", f"/api/v1/people/{ada}/games"):
        assert client.get(path).status_code == 404
        assert browser.get(path).status_code == 200
    assert "Only you see this page" in browser.get(f"/people/{ada}").text
    run(client, services_of(client).rooms.look_around, room)
    for path in (f"/tables/{room.key}", f"/people/{bob}", "/standings/antechamber?players=2"):
        assert f"/people/{ada}" not in client.get(path).text
    assert [one["name"] for one in client.get(f"/api/v1/tables/{room.key}/ratings").json()["ratings"]] == ["Bob"]
    assert len(browser.get(f"/api/v1/tables/{room.key}/ratings").json()["ratings"]) == 2


def test_a_leaderboard_has_those_of_whom_enough_is_known(client: TestClient) -> None:
    ada, bob, eve = people(client, "Ada", "Bob", "Eve")
    played(client, [ada, bob], LEAST_GAMES)
    played(client, [ada, eve])
    lines = client.get("/api/v1/standings/antechamber?players=2").json()["lines"]
    assert {one["name"] for one in lines} == {"Ada", "Bob"}
    assert [one["place"] for one in lines] == [1, 2]
    ratings = [one["rating"]["rating"] for one in lines]
    assert ratings == sorted(ratings, reverse=True)
    text = client.get("/standings/antechamber?players=2").text
    assert text.index(lines[0]["name"]) < text.index(lines[1]["name"])
    assert f"provisional until {LEAST_GAMES} games" in client.get(f"/people/{eve}").text
    assert "The top of the list is free" in client.get("/standings/antechamber?players=3").text


def test_a_leaderboard_goes_on_page_by_page(client: TestClient) -> None:
    many = people(client, *(f"Player {number}" for number in range(PAGE + 3)))

    async def rated(services: Services) -> None:
        async with services.database.writing() as connection:
            for number, person in enumerate(many):
                one = Rating(20 + number / 10, 2)
                row = {"game": "antechamber", "players": 2, "person": person, "mean": one.mean, "spread": one.spread}
                await connection.execute(standings.insert().values(row | {"careful": one.careful, "games": 9}))

    run(client, rated, services_of(client))
    first, second = (client.get(f"/api/v1/standings/antechamber?players=2&page={page}").json() for page in (1, 2))
    assert [one["person"] for one in (*first["lines"], *second["lines"])] == many[::-1]
    assert [one["place"] for one in second["lines"]] == [PAGE + 1, PAGE + 2, PAGE + 3]
    text = client.get("/standings/antechamber?players=2").text
    assert 'rel="next" href="/standings/antechamber?players=2&amp;page=2"' in text
    assert 'rel="prev"' in client.get("/standings/antechamber?players=2&page=2").text
    assert client.get("/standings/antechamber?players=2&page=99").status_code == 200


def test_statistics_tell_who_wins_with_what_and_how_long_it_takes(client: TestClient) -> None:
    ada, bob = people(client, "Ada", "Bob")
    played(client, [ada, bob], 4)
    played(client, [ada, 0], 2)
    alone, all_of_them = (client.get(f"/api/v1/statistics/antechamber?who={who}").json() for who in ("people", "all"))
    assert (alone["games"], all_of_them["games"]) == (4, 6)
    assert sum(one["wins"] for one in alone["sides"]) == pytest.approx(4)
    assert [one["sides"] for one in alone["sides"]] == [["red"], ["blue"]]
    assert sum(one["games"] for one in alone["traits"]) == 8
    assert {one["field"] for one in alone["traits"]} == {"order"}
    assert sum(one["games"] for one in alone["turns"]) == 4
    text = client.get("/statistics/antechamber?players=2").text
    assert "2 players: 4" in text
    assert "50%" in text
    assert "No such game" in client.get("/statistics/antechamber?players=3").text


def test_statistics_of_a_game_that_is_not_there_are_not_there(client: TestClient) -> None:
    for path in ("/standings/chess", "/statistics/chess", "/api/v1/standings/chess", "/api/v1/statistics/chess"):
        assert client.get(path).status_code == 404
    for number in (0, 1, 7, 99):
        assert client.get(f"/standings/antechamber?players={number}").status_code == 200
        assert client.get(f"/statistics/antechamber?players={number}").status_code == 200


def test_a_result_sheet_says_what_the_game_did_to_ratings_once_it_is_worked_out(client: TestClient) -> None:
    ada, bob = people(client, "Ada", "Bob")
    room = run(client, playing.played, services_of(client), [ada, bob])
    address = f"/tables/{room.key}/ratings"
    assert f'hx-get="{address}"' in client.get(f"/tables/{room.key}").text
    asking = client.get(address, headers={"hx-request": "true"}).text
    assert 'hx-trigger="load delay:2s"' in asking
    assert client.get(f"/api/v1{address}").json() == {"counted": False, "ratings": []}
    run(client, playing.counted, services_of(client))
    told = client.get(f"/api/v1{address}").json()["ratings"]
    assert [one["before"]["rating"] for one in told] == [FIRST, FIRST]
    for page in (client.get(address), client.get(address, headers={"hx-request": "true"})):
        assert "hx-get" not in page.text
        for one in told:
            assert f'<b class="rating">{one["after"]["rating"]}</b>' in page.text


def test_a_game_that_goes_on_or_does_not_count_says_nothing_of_ratings(client: TestClient) -> None:
    ada, bob = people(client, "Ada", "Bob")
    going_on = run(client, playing.table, services_of(client), [ada, bob])
    assert client.get(f"/tables/{going_on.key}/ratings").status_code == 404
    assert client.get(f"/api/v1/tables/{going_on.key}/ratings").status_code == 404
    unrated = played(client, [ada, bob], rated=False)
    assert "/ratings" not in client.get(f"/tables/{unrated.key}").text
    assert client.get(f"/api/v1/tables/{unrated.key}/ratings").json() == {"counted": True, "ratings": []}


def test_hostile_names_and_titles_are_text(client: TestClient) -> None:
    hostile = [text[:24] for text in HOSTILE if "<" in text][:4]
    them = people(client, *hostile)
    played(client, them[:2], LEAST_GAMES, title="<script>alert(1)</script>")
    for path in (f"/people/{them[0]}", f"/people/{them[1]}", "/standings/antechamber?players=2"):
        text = client.get(path).text
        assert "<script>alert" not in text
        assert not [name for name in hostile if name in text]


def test_names_lead_to_profiles_where_people_sit(client: TestClient) -> None:
    browser, ada = as_somebody(client, "Ada")
    guest = another(client)
    come_as_guest(guest, "Gil")
    key = table_of(browser)
    arrange(guest, key, "sit", 1)
    assert f'href="/people/{ada}">Ada</a>' in client.get(f"/tables/{key}").text
    arrange(guest, key, "ready")
    post(browser, f"/tables/{key}/start")
    text = client.get(f"/tables/{key}").text
    assert len(re.findall(r'class="sits" href="/people/\d+"', text)) == 2
    assert f'href="/people/{ada}"' in browser.get("/").text
    assert 'href="/standings"' in client.get("/").text


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_language_has_all_of_it(client: TestClient, language: str) -> None:
    ada, bob = people(client, "Ada", "Bob")
    room = played(client, [ada, bob], 2)
    paths = (
        f"/people/{ada}",
        "/standings",
        "/standings/antechamber",
        "/statistics/antechamber",
        f"/tables/{room.key}/ratings",
    )
    for path in paths:
        text = client.get(f"{path}?lang={language}").text
        assert f'lang="{language}"' in text
        assert not re.findall(r">\s*ui\.[a-z.]+", text)
