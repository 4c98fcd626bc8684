"""A player of two sides sees the table as the side that has to decide, or as the side that they pick; everything they
see and send belongs to that side.
"""

from __future__ import annotations

import re

import msgspec
import pytest
from fastapi.testclient import TestClient

from app.decide.decision import asked_of
from app.settings import Settings
from engine.core import registry
from tests.support.playing import arrange, panel, send, table_of
from tests.support.visitors import ORIGIN, another, come_as_guest, post, quick_settings, run, services_of

TAKE = '{"do":"take","coins":1}'


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, "tests.games.heap"])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games="tests.games.heap", bot_pace=3600)


@pytest.fixture
def key(client: TestClient) -> str:
    """Start a game: Ada plays north and south, Bob east and west; it is north's turn."""
    guest = another(client)
    come_as_guest(client, "Ada")
    come_as_guest(guest, "Bob")
    key = table_of(client, 2, "heap", **{"options.pairs": "across", "options.heap": "12"})
    assert arrange(guest, key, "sit", 1).status_code == 303
    assert arrange(guest, key, "ready").status_code == 303
    assert post(client, f"/tables/{key}/start").status_code == 303
    return key


def own(html: str) -> str:
    [sides] = re.findall(r'data-own="([^"]*)"', html)
    return str(sides)


def test_who_picks_nothing_looks_as_whoever_is_asked(client: TestClient, key: str) -> None:
    html = client.get(f"/tables/{key}").text
    assert own(html) == "north south"
    switch = html.split('class="eyes"')[1].split("</nav>")[0]
    assert re.findall(r'aria-current="true">([^<]*)', switch) == ["Whoever’s turn it is"]
    room = run(client, services_of(client).rooms.get, key)
    assert asked_of(room, ("north", "south")) == "north"


def test_a_side_that_was_picked_stays_so_after_an_answer(client: TestClient, key: str) -> None:
    assert own(client.get(f"/tables/{key}?eyes=south").text) == "south"
    page = {"referer": f"http://testserver/tables/{key}?eyes=north"}
    form = panel(client, key).fields | {"sure": "1", "choice": TAKE, "side": "north"}
    answer = client.post(f"/tables/{key}/act", data=form, headers=ORIGIN | page, follow_redirects=False)
    assert answer.headers["location"] == f"/tables/{key}?eyes=north"


def test_a_side_that_somebody_else_plays_can_not_be_picked(client: TestClient, key: str) -> None:
    for side in ("east", "nobody", ""):
        assert own(client.get(f"/tables/{key}?eyes={side}").text) == "north south"
    guest = another(client)
    assert own(guest.get(f"/tables/{key}?eyes=north").text) == ""


def test_a_link_without_a_side_leads_back_to_whoever_is_asked(client: TestClient, key: str) -> None:
    before = {"referer": f"http://testserver/tables/{key}?eyes=south"}
    assert own(client.get(f"/tables/{key}", headers=before).text) == "north south"


def test_the_feed_of_such_a_page_shows_that_side_and_says_that_both_are_there(client: TestClient, key: str) -> None:
    address = f"/tables/{key}/feed?own=north.south&eyes=south&epoch=9"
    with client.websocket_connect(address, headers=ORIGIN) as socket:
        html = ""
        while 'id="part-decision"' not in html:
            html = msgspec.json.decode(socket.receive_text()).get("html", "")
        assert "button[name=choice]" not in html
        assert TAKE not in html.replace("&#34;", '"'), "north is asked, and south looks"
        room = run(client, services_of(client).rooms.get, key)
        assert set(services_of(client).hub.around(room).sides) >= {"north", "south"}


def test_no_switch_for_whoever_plays_one_side(client: TestClient) -> None:
    come_as_guest(client, "Ada")
    alone = table_of(client, 1, "heap")
    assert post(client, f"/tables/{alone}/start").status_code == 303
    assert 'class="eyes"' not in client.get(f"/tables/{alone}").text
    assert send(client, alone, panel(client, alone), choice=TAKE).headers["location"] == f"/tables/{alone}"
