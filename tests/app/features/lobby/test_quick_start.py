"""A game against bots, from the first page: one form, and the game has begun."""

import re

import pytest
from fastapi.testclient import TestClient

from app.rooms.room import Room
from app.settings import Settings
from tests.support.visitors import come_as_guest, post, quick_settings, run, services_of


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


@pytest.fixture
def visitor(client: TestClient) -> TestClient:
    come_as_guest(client)
    return client


def begun(visitor: TestClient, **fields: str) -> Room:
    answer = post(visitor, "/practice/versailles", **fields)
    assert answer.status_code == 303
    key = answer.headers["location"].rpartition("/")[2]
    room = run(visitor, services_of(visitor).rooms.get, key)
    assert isinstance(room, Room)
    return room


def test_the_first_page_leads_there(client: TestClient) -> None:
    assert 'href="/practice/versailles"' in client.get("/").text


def test_who_has_no_name_yet_finds_the_side_picked_once_they_have(client: TestClient) -> None:
    assert 'method="get" action="/practice/versailles"' in client.get("/practice/versailles").text
    asked = client.get("/practice/versailles", params={"seat": "2"}, follow_redirects=False)
    assert asked.status_code == 303
    page = client.get(asked.headers["location"]).text
    [then] = re.findall(r'name="next" value="([^"]+)"', page)
    answer = post(client, "/guest", name="Ada", next=then)
    assert answer.headers["location"] == "/practice/versailles?seat=2"
    shown = client.get(answer.headers["location"]).text
    assert re.findall(r'value="(\w+)" checked', shown) == ["2"]
    assert 'method="post"' in shown


@pytest.mark.parametrize("seat", ["9", "<b>", "x" * 500])
def test_a_side_there_is_not_is_not_picked(client: TestClient, seat: str) -> None:
    come_as_guest(client)
    shown = client.get("/practice/versailles", params={"seat": seat})
    assert shown.status_code == 200
    assert re.findall(r'value="(\w+)" checked', shown.text) == ["any"]


@pytest.mark.parametrize("number", [0, 3])
def test_the_side_that_was_picked_is_the_visitors_and_bots_have_the_others(visitor: TestClient, number: int) -> None:
    room = begun(visitor, seat=str(number))
    assert room.status == "playing"
    assert [not seat.bot for seat in room.seating.seats] == [at == number for at in range(4)]


def test_who_does_not_mind_gets_one_of_the_sides(visitor: TestClient) -> None:
    assert sum(not seat.bot for seat in begun(visitor, seat="any").seating.seats) == 1


@pytest.mark.parametrize("seat", ["4", "x"])
def test_a_side_there_is_not_is_refused_and_nothing_begins(visitor: TestClient, seat: str) -> None:
    assert post(visitor, "/practice/versailles", seat=seat).status_code == 422
    assert "/tables/" not in visitor.get("/mine").text.replace("/tables/new", "")


def test_a_game_there_is_not_is_not_found(visitor: TestClient) -> None:
    assert visitor.get("/practice/chess").status_code == 404
    assert post(visitor, "/practice/chess").status_code == 404
