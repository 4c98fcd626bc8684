"""Changes of seats, and votes, on pages: by forms alone, and visible to every spectator."""

import re

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.features.table.feed import MOVED
from app.settings import Settings
from tests.support.playing import begun, panel, send
from tests.support.visitors import ORIGIN, another, come_as_guest, post, quick_settings, services_of

COLLECT = '{"do":"collect"}'


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


@pytest.fixture
def bob(client: TestClient) -> TestClient:
    """Bob, who plays blue; the client is Ada, who plays red."""
    return another(client)


@pytest.fixture
def key(client: TestClient, bob: TestClient) -> str:
    return begun(client, bob)


@pytest.fixture
def dora(client: TestClient) -> TestClient:
    """Dora, a spectator with a name."""
    visitor = another(client)
    come_as_guest(visitor, "Dora")
    return visitor


def log_of(visitor: TestClient, key: str) -> list[str]:
    """Return the lines of the log, latest first, without tags."""
    lines = re.findall(r'<li class="step-line.*?</li>', visitor.get(f"/tables/{key}").text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def ending_of(socket: WebSocketTestSession) -> int:
    """Return the code with which the socket is closed, whatever it sends before."""
    try:
        while socket.receive_text():
            pass
    except WebSocketDisconnect as closed:
        return closed.code
    raise AssertionError("it goes on")


def propose(visitor: TestClient, key: str, **fields: str) -> int:
    return post(visitor, f"/tables/{key}/motion", epoch="0", sequence="0", **fields).status_code


def test_who_gives_up_their_seat_is_a_spectator_from_then_on(client: TestClient, bob: TestClient, key: str) -> None:
    assert "The game goes on for the others" in client.get(f"/tables/{key}/resign").text
    assert post(client, f"/tables/{key}/resign").headers["location"] == f"/tables/{key}"
    page = client.get(f"/tables/{key}").text
    assert 'data-own=""' in page
    assert 'id="decide"' not in page
    assert send(client, key, panel(bob, key), choice=COLLECT).status_code == 403
    assert "Ada has left the seat" in log_of(bob, key)[0]
    assert "is offered" in log_of(bob, key)[0]
    assert f'href="/tables/{key}/seat">seat offered' in page, "and on the mat"


def test_whoever_takes_the_seat_over_plays_on(client: TestClient, bob: TestClient, dora: TestClient, key: str) -> None:
    post(client, f"/tables/{key}/resign")
    offer = dora.get(f"/tables/{key}/seat").text
    assert "Played until now by Ada" in offer
    assert 'id="take-0"' in offer
    assert post(dora, f"/tables/{key}/seat", seat="0").headers["location"] == f"/tables/{key}"
    assert send(dora, key, panel(dora, key), choice=COLLECT).status_code == 303
    assert ["From here on Dora plays" in line for line in log_of(bob, key)] == [False, True, False]


@pytest.mark.parametrize("seat", ["1", "x", "-1", "99", "100", ""])
def test_no_other_seat_can_be_taken(client: TestClient, dora: TestClient, key: str, seat: str) -> None:
    post(client, f"/tables/{key}/resign")
    refused = post(dora, f"/tables/{key}/seat", seat=seat)
    assert refused.status_code == 409
    assert "not on offer any more" in refused.text


def test_a_table_without_spectators_is_known_to_those_who_may_join(
    client: TestClient, bob: TestClient, dora: TestClient
) -> None:
    key = begun(client, bob, spectators="", stand_in="0")
    assert dora.get(f"/tables/{key}/seat").status_code == 404
    assert post(client, f"/tables/{key}/resign").headers["location"] == "/mine"
    assert client.get(f"/tables/{key}").status_code == 404
    assert dora.get(f"/tables/{key}/seat").status_code == 404, "a bot plays: nothing is offered to others"
    assert post(client, f"/tables/{key}/seat", seat="0").headers["location"] == f"/tables/{key}"
    assert client.get(f"/tables/{key}").status_code == 200


def test_where_the_terms_say_so_the_table_is_asked_whether_one_may_come_back(
    client: TestClient, bob: TestClient
) -> None:
    key = begun(client, bob, comes_back="no")
    post(client, f"/tables/{key}/resign")
    assert "Ask to come back" in client.get(f"/tables/{key}/seat").text
    assert post(client, f"/tables/{key}/seat", seat="0").status_code == 303
    assert "The table is voting" in client.get(f"/tables/{key}/seat").text
    asked = re.search(r'id="agree" [^>]*name="agree" value="(\d+)"', bob.get(f"/tables/{key}").text)
    assert asked
    assert propose(bob, key, agree=asked[1]) == 303
    assert 'data-own="red"' in client.get(f"/tables/{key}").text


def test_the_page_of_somebody_who_plays_is_told_when_they_do_not_any_more(
    client: TestClient, bob: TestClient, key: str
) -> None:
    """Also a page that reconnects with what it showed before."""
    with client.websocket_connect(f"/tables/{key}/feed?own=red", headers=ORIGIN) as socket:
        post(client, f"/tables/{key}/resign")
        assert ending_of(socket) == MOVED
    with client.websocket_connect(f"/tables/{key}/feed?own=red", headers=ORIGIN) as socket:
        assert ending_of(socket) == MOVED
    with client.websocket_connect(f"/tables/{key}/feed?own=", headers=ORIGIN) as socket:
        assert "hx-swap-oob" in socket.receive_text()


def test_what_was_said_apart_goes_with_the_side(
    client: TestClient, bob: TestClient, dora: TestClient, key: str
) -> None:
    post(client, f"/tables/{key}/talk", channel="red-blue", text="Between us.")
    post(client, f"/tables/{key}/resign")
    assert client.get(f"/tables/{key}/talk/red-blue").status_code == 404
    assert dora.get(f"/tables/{key}/talk/red-blue").status_code == 404
    post(dora, f"/tables/{key}/seat", seat="0")
    assert "Between us." in dora.get(f"/tables/{key}/talk/red-blue").text


def test_looking_back_shows_who_sat_there_then(client: TestClient, bob: TestClient, dora: TestClient, key: str) -> None:
    send(client, key, panel(client, key), choice=COLLECT)
    post(client, f"/tables/{key}/resign")
    post(dora, f"/tables/{key}/seat", seat="0")
    mats = [bob.get(f"/tables/{key}/at/{step}").text for step in (0, 1)]
    assert [">Ada<" in mats[0], ">Dora<" in mats[0], ">Dora<" in mats[1]] == [True, False, True]


def test_the_table_ends_a_game_by_forms_alone(client: TestClient, bob: TestClient, key: str) -> None:
    assert 'value="end"' in client.get(f"/tables/{key}/ask").text
    assert propose(client, key, propose="end") == 303
    assert "asks to end the game" in bob.get(f"/tables/{key}").text
    asked = re.search(r'id="agree" [^>]*name="agree" value="(\d+)"', bob.get(f"/tables/{key}").text)
    assert asked
    assert propose(bob, key, agree=asked[1]) == 303
    page = bob.get(f"/tables/{key}").text
    assert "The players agreed to end the game" in page
    assert "By agreement the game ends here" in page
    record = bob.get(f"/tables/{key}/record.json").json()
    assert record["choices"][-1]["choice"] == {"do": "end"}


@pytest.mark.parametrize(
    "fields",
    [
        {"propose": "peace"},
        {"propose": "replace", "about": "green"},
        {"propose": "replace", "about": "blue", "by": "magic"},
        {"propose": "replace", "about": "blue"},
        {"propose": "pause"},
        {"propose": "extend", "minutes": "60"},
        {"propose": "end", "agree": "1"},
    ],
    ids=str,
)
def test_what_can_not_be_asked_is_refused(client: TestClient, key: str, fields: dict[str, str]) -> None:
    assert propose(client, key, **fields) == 422


def test_a_vote_given_twice_is_refused_with_a_sentence(client: TestClient, bob: TestClient, dora: TestClient) -> None:
    key = begun(client, bob)
    propose(client, key, propose="end")
    room = services_of(client).rooms.live[key]
    assert room.open_vote
    number = str(room.open_vote.id)
    refused = post(client, f"/tables/{key}/motion", epoch="0", sequence="0", agree=number)
    assert refused.status_code == 422
    assert "That vote is not yours" in refused.text
    assert propose(dora, key, agree=number) == 403
