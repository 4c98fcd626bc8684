"""Tables show people's current names: renamed, turned from a guest into an account, or deleted."""

import json

import pytest
from fastapi.testclient import TestClient

from app.settings import Settings
from tests.support.playing import arrange, begun, table_of
from tests.support.visitors import another, come_as_guest, post, quick_settings, register, run, services_of


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def beat(client: TestClient) -> None:
    """Do what the server does every few seconds."""
    rooms = services_of(client).rooms

    async def look_around() -> None:
        await rooms.look_around(*rooms.live.values())

    run(client, look_around)


def test_a_new_name_shows_on_open_pages(client: TestClient) -> None:
    other = another(client)
    key = begun(client, other)
    with client.websocket_connect(f"/tables/{key}/feed?after=0", headers={"origin": "http://testserver"}) as feed:
        for change, name in ((rename, "Robert"), (make_account, "Roberta")):
            change(other, name)
            beat(client)
            while name not in json.loads(feed.receive_text()).get("html", ""):
                pass
            assert name in client.get(f"/tables/{key}").text


def test_who_leaves_for_good_leaves_a_seat_that_is_offered(client: TestClient) -> None:
    other = another(client)
    key = begun(client, other)
    with client.websocket_connect(f"/tables/{key}/feed?after=0", headers={"origin": "http://testserver"}) as feed:
        leave(other, "Bob")
        run(client, services_of(client).rooms.live[key].refresh)
        while "has deleted their account" not in (html := json.loads(feed.receive_text()).get("html", "")):
            pass
    assert "N. N." in html
    page = client.get(f"/tables/{key}").text
    assert "has deleted their account" in page
    assert "Bob" not in page


def rename(visitor: TestClient, name: str) -> None:
    assert post(visitor, "/me/name", name=name).status_code == 303


def make_account(visitor: TestClient, name: str) -> None:
    assert register(visitor, name, "bob@example.org").status_code == 303


def leave(visitor: TestClient, name: str) -> None:
    """A guest confirms leaving with their name."""
    assert post(visitor, "/me/leave", name=name).status_code == 303


def test_nothing_is_told_where_nobody_changed(client: TestClient) -> None:
    begun(client, another(client))
    rooms = services_of(client).rooms
    told: list[str] = []
    rooms.observers.append(lambda room, _own: told.append(room.key))
    beat(client)
    assert told == []


def test_who_leaves_for_good_leaves_no_empty_chair_behind(client: TestClient) -> None:
    other = another(client)
    come_as_guest(client, "Ada")
    come_as_guest(other, "Bob")
    shared, alone = table_of(client), table_of(client)
    arrange(other, shared, "sit", 1)
    asked = table_of(other, access="named", names="Ada")
    assert post(client, "/me/leave", name="Ada").status_code == 303
    assert other.get(f"/tables/{alone}").status_code == 404, "nobody is left there"
    assert arrange(other, shared, "bot", 0, kind="random").status_code == 303, "the seat is free, and Bob is host"
    assert "N. N." not in other.get(f"/tables/{asked}").text
