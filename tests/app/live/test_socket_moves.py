"""Acting over a table's socket: the same permissions and answers as by the form, and no harm from anything sent to
it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.base import rate_limits as limits
from app.base.failures import StoreUnavailable
from app.live.socket_moves import PATIENCE
from app.settings import Settings
from tests.support.visitors import ORIGIN, another, come_as_guest, post, quick_settings, run, services_of, token_of

COLLECT = {"do": "collect"}


@pytest.fixture
def settings(database_url: str) -> Settings:
    """Run on both databases."""
    return quick_settings(database_url)


def feed(client: TestClient, key: str, form: str = "json", after: int = 0) -> WebSocketTestSession:
    return client.websocket_connect(f"/tables/{key}/feed?after={after}&as={form}", headers=ORIGIN)


def act(key: str = "k1", sequence: int = 0, choice: object = COLLECT, **more: object) -> dict[str, Any]:
    return {"act": {"key": key, "epoch": 0, "sequence": sequence, "choice": choice} | more}


def answer_of(socket: WebSocketTestSession) -> dict[str, Any]:
    """Return the next message that is no frame."""
    while "answer" not in (told := socket.receive_json()):
        pass
    answer: dict[str, Any] = told
    return answer


def said(socket: WebSocketTestSession, what: object) -> dict[str, Any]:
    socket.send_json(what)
    return answer_of(socket)


@contextmanager
def closed_with(code: int) -> Iterator[None]:
    with pytest.raises(WebSocketDisconnect) as closed:
        yield
    assert closed.value.code == code


@pytest.mark.parametrize("form", ["html", "json"])
def test_a_choice_is_answered_when_everybody_has_been_told(
    client: TestClient, other: TestClient, key: str, form: str
) -> None:
    with feed(client, key, form) as red, feed(other, key) as blue:
        red.send_json(act())
        frame, answer = red.receive_json(), red.receive_json()
        assert (frame["seq"], frame["full"]) == (1, False)
        assert (answer["answer"], answer["status"], answer["sequence"], answer["epoch"]) == ("k1", 200, 1, 0)
        assert answer["news"]
        assert blue.receive_json()["seq"] == 1


def test_the_same_again_is_the_same_answer_again(client: TestClient, key: str) -> None:
    with feed(client, key) as red:
        first = said(red, act())
        assert said(red, act()) == first
        assert said(red, act(choice={"do": "tip"}))["status"] == 422, "the key belongs to another choice"
        assert said(red, act("k2"))["status"] == 409
        assert said(red, act("k2"))["refusal"] == "stale"
        assert said(red, act("k2", sequence=1))["status"] == 422, "it has collected already"


def test_a_key_is_the_same_over_the_socket_and_by_the_form(client: TestClient, key: str) -> None:
    with feed(client, key) as red:
        over_socket = said(red, act())
    headers = ORIGIN | {"x-horloge-token": token_of(client)}
    posted = client.post(f"/tables/{key}/act", json=act()["act"], headers=headers)
    assert posted.json() == {name: over_socket[name] for name in ("epoch", "sequence", "news")}


def test_only_who_plays_a_side_acts_for_it(client: TestClient, other: TestClient, key: str) -> None:
    stranger, watcher = another(client), another(client)
    come_as_guest(watcher, "Cleo")
    for visitor, status in ((stranger, 401), (watcher, 403), (other, 403)):
        with feed(visitor, key) as socket:
            assert said(socket, act(side="red"))["status"] == status
    with feed(other, key) as blue:
        assert said(blue, act())["status"] == 422, "it is not blue's turn"
    with feed(client, key) as red:
        assert said(red, act(side="red"))["status"] == 200


UNREADABLE = [
    "", "{}", "[]", "null", "{", "\0", '{"act":{}}', '{"act":1}', '{"act":' * 2_000, "[" * 9_000,
    json.dumps(act() | {"more": 1}), json.dumps(act(more=1)), json.dumps(act("x" * 41)), json.dumps(act("")),
    json.dumps(act(sequence=-1)), json.dumps(act(side=3)), '{"act":{"key":"k","epoch":0,"sequence":NaN,"choice":{}}}',
    '{"act":{"key":"k","epoch":0,"sequence":1e400,"choice":{}}}', json.dumps(act())[:-2] + ', "key": "k2"}}',
    json.dumps(act())[:-2] + ', "s\\u0065quence": 0}}', '{"act":{},' + json.dumps(act())[1:],
    json.dumps(act()).replace('"collect"', '"tip", "do": "collect"'), '{"visible":true,"visible":false}',
]  # fmt: skip
IMPOSSIBLE: list[object] = [
    None,
    1,
    [],
    {},
    {"do": "dance"},
    {"do": "collect", "more": 1},
    {"do": "raise", "coins": 10**400},
]


def test_what_can_not_be_read_is_told_so_and_changes_nothing(client: TestClient, key: str) -> None:
    with feed(client, key) as red:
        for text in UNREADABLE:
            red.send_text(text)
            answer = red.receive_json()
            assert (answer["answer"], answer["status"]) == ("", 422), text
            assert answer["because"]
        red.send_bytes(b"\xff\xfe")
        assert red.receive_json()["status"] == 422
    with feed(client, key) as red:
        for choice in IMPOSSIBLE:
            assert said(red, act(choice=choice))["status"] == 422, choice
        assert said(red, act(sequence=7))["status"] == 409
        assert said(red, act(sequence=2**40))["status"] == 409
        assert said(red, {"act": act()["act"] | {"epoch": 3}})["status"] == 409
        assert said(red, act())["status"] == 200


def test_who_says_too_much_at_once_is_closed(client: TestClient, key: str) -> None:
    with feed(client, key) as red, closed_with(1009):
        red.send_text(json.dumps(act()) + " " * 17_000)
        red.receive_json()


@pytest.fixture
def clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that no visitor earns another attempt."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))


def test_who_speaks_too_fast_is_told_to_wait_and_then_closed(client: TestClient, key: str, clock_stands: None) -> None:
    statuses: list[int] = []
    with feed(client, key) as red, closed_with(1008):
        statuses.extend(said(red, act(f"k{number}", sequence=9))["status"] for number in range(1_000))
    assert statuses == [409] * 40 + [429] * PATIENCE
    assert services_of(client).hub.streams == {}


def test_a_flood_on_one_socket_does_not_slow_another(
    client: TestClient, other: TestClient, key: str, clock_stands: None
) -> None:
    with feed(other, key) as blue, feed(client, key) as red:
        while said(blue, act(sequence=9))["status"] != 429:
            pass
        assert said(red, act())["status"] == 200


def test_a_session_that_has_ended_acts_no_more(client: TestClient, key: str) -> None:
    with feed(client, key) as red, closed_with(1013):
        post(client, "/logout")
        red.send_json(act())
        for _ in range(9):
            assert "answer" not in red.receive_json()
    assert services_of(client).rooms.live[key].sequence == 0


def test_when_the_store_can_not_tell_the_same_key_may_be_tried_again(
    client: TestClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = services_of(client).rooms.ledger

    async def fails(*_: object) -> None:
        raise StoreUnavailable("gone")

    with feed(client, key) as red:
        with monkeypatch.context() as patched:
            patched.setattr(ledger, "record", fails)
            assert said(red, act())["status"] == 503
        assert said(red, act())["status"] == 200


def test_a_table_that_has_stopped_takes_nothing(client: TestClient, key: str) -> None:
    room = services_of(client).rooms.live[key]
    run(client, room.follower.freeze, "trouble")
    with feed(client, key) as red:
        assert said(red, act())["status"] == 409


def test_the_feed_knows_two_forms(client: TestClient, key: str) -> None:
    with pytest.raises(WebSocketDisconnect), feed(client, key, "xml"):
        pass


def test_one_address_has_so_many_sockets_and_no_more(client: TestClient, key: str) -> None:
    services_of(client).crowd.most = 2
    with feed(client, key) as first, feed(client, key) as second:
        assert place(first) == place(second) == 0
        with feed(client, key) as third, closed_with(4429):
            third.receive_json()
    with feed(client, key) as again:
        assert place(again) == 0, "there is a place when one has left"


def place(feed: WebSocketTestSession) -> int:
    """Return the sequence of the table from the next frame that states it."""
    while "seq" not in (told := feed.receive_json()):
        pass
    sequence: int = told["seq"]
    return sequence
