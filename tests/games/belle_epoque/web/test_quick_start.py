"""Games of La Belle Époque that start at once: alone with three automated Powers, or as one of four with bots."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from app.rooms.room import Room
from app.settings import Settings
from app.words.catalogue import LANGUAGES, words_of
from engine.belle_epoque.state import BelleEpoque
from engine.core import registry
from tests.app.api.programs import Program
from tests.support.playing import panel
from tests.support.visitors import come_as_guest, post, quick_settings, run, services_of

GAME = "belle_epoque"
MODULE = f"engine.{GAME}.game"
POWERS = ("uk", "france", "russia", "central_powers")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, MODULE])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games=f"{MODULE},tests.games.tiny")


@pytest.fixture
def visitor(client: TestClient) -> TestClient:
    come_as_guest(client)
    return client


def begun(visitor: TestClient, **fields: str) -> Room:
    answer = post(visitor, f"/practice/{GAME}", **fields)
    assert answer.status_code == 303
    room = run(visitor, services_of(visitor).rooms.get, answer.headers["location"].rpartition("/")[2])
    assert isinstance(room, Room)
    return room


def board(room: Room) -> BelleEpoque:
    """Return the room's position, typed."""
    assert isinstance(room.position, BelleEpoque)
    return room.position


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_offers_both_in_every_language(client: TestClient, language: str) -> None:
    html = client.get("/", headers={"accept-language": language}).text
    for start in ("alone", "four"):
        assert f'href="/practice/{GAME}?start={start}"' in html
        assert str(words_of(language, GAME).say(f"quick.{GAME}.{start}")) in html


def test_a_game_that_names_none_is_offered_against_bots_as_before(client: TestClient) -> None:
    assert 'href="/practice/antechamber"' in client.get("/").text


@pytest.mark.parametrize(("start", "seats"), [("alone", 4), ("four", 4)])
def test_each_lets_one_choose_among_the_four_powers(client: TestClient, start: str, seats: int) -> None:
    html = client.get(f"/practice/{GAME}?start={start}").text
    assert re.findall(r'name="seat" value="(\w+)"', html) == ["any", *map(str, range(seats))]
    assert client.get(f"/practice/{GAME}?start=nobody").status_code == 404


@pytest.mark.parametrize("number", range(4))
def test_alone_one_plays_the_power_that_was_picked_and_the_rest_is_automated(visitor: TestClient, number: int) -> None:
    room = begun(visitor, start="alone", seat=str(number))
    [seat] = room.seating.seats
    assert (seat.sides, seat.bot) == ((POWERS[number],), "")
    assert board(room).automata.keys() == {*POWERS} - {POWERS[number]}
    assert panel(visitor, room.key).fields["side"] == POWERS[number], "it is one's turn at once"


def test_one_of_four_plays_against_three_bots(visitor: TestClient) -> None:
    room = begun(visitor, start="four", seat="1")
    assert [(seat.sides, bool(seat.bot)) for seat in room.seating.seats] == [
        ((power,), power != "france") for power in POWERS
    ]
    assert not board(room).automata
    assert room.title == "Four Powers, with bots"


def test_without_a_choice_the_first_is_begun_and_any_power_falls_to_one(visitor: TestClient) -> None:
    [seat] = begun(visitor).seating.seats
    assert seat.sides[0] in POWERS


def test_what_there_is_not_is_refused_and_nothing_begins(visitor: TestClient) -> None:
    assert post(visitor, f"/practice/{GAME}", start="alone", seat="4").status_code == 422
    assert post(visitor, f"/practice/{GAME}", start="nobody").status_code == 404
    assert "/tables/" not in visitor.get("/mine").text.replace("/tables/new", "")


def test_who_has_no_name_yet_finds_the_start_and_the_power_picked(client: TestClient) -> None:
    asked = client.get(f"/practice/{GAME}", params={"start": "four", "seat": "2"}, follow_redirects=False)
    [then] = re.findall(r'name="next" value="([^"]+)"', client.get(asked.headers["location"]).text)
    answer = post(client, "/guest", name="Ada", next=then.replace("&amp;", "&"))
    shown = client.get(answer.headers["location"]).text
    assert re.findall(r'value="(\w+)" checked', shown) == ["2"]
    assert 'name="start" value="four"' in shown


def test_programs_begin_them_too(client: TestClient) -> None:
    program = Program(client, "Ada")
    told = program.get(f"/games/{GAME}")["game"]["quick_starts"]
    assert [*told] == ["alone", "four"]
    assert told["alone"] == [[power] for power in POWERS]
    key = program.post(f"/games/{GAME}/practice", {"start": "alone", "seat": 2})["key"]
    assert program.get(f"/tables/{key}")["own"] == ["russia"]
    key = program.post(f"/games/{GAME}/practice", {"start": "four", "seat": 3})["key"]
    assert program.get(f"/tables/{key}")["own"] == ["central_powers"]
    assert program.refused("POST", f"/games/{GAME}/practice", {"start": "alone", "seat": 9}) == (422, "no_seat")
    assert program.refused("POST", f"/games/{GAME}/practice", {"start": "nobody"})[0] == 404
