"""Bad input to every call: fields missing, unknown, repeated, of another type, oversized; bodies that no program sends;
impossible parameters. Each is refused with 4xx and an Error with a reason; nothing is changed, and nothing fails here.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from app.api.declaring import Call
from app.api.openapi import PARTS
from app.settings import Settings
from tests.app.api.programs import Program, hold_to_document
from tests.app.trust.calls import FORMS, PARAMETERS
from tests.app.trust.hostile import HOSTILE, ODD
from tests.app.trust.world import OUTSIDERS, World, world_on
from tests.support.visitors import quick_settings

CALLS = [call for part in PARTS for call in part.all]
POSTS = [(call, body) for call in CALLS if call.body for body in FORMS[call.path]]
names = pytest.mark.parametrize(("call", "good"), POSTS, ids=lambda one: getattr(one, "name", None))
KINDS: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x" * 5_000,
    [],
    [[]],
    {},
    {"do": "x"},
    "\0",
    "\ud800\udc00",
    *ODD[:6],
    *HOSTILE[:6],
]
TEXTS = [
    b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b'{"a":NaN}', b'{"a":1e999}', b"[" * 10_000 + b"]" * 10_000,
    b'{"a":' * 5_000 + b"1" + b"}" * 5_000, b'{"a":"' + b"x" * 70_000 + b'"}', b'{"a":1}{"b":2}', b"\xef\xbb\xbf{}",
]  # fmt: skip


@pytest.fixture(scope="module")
def world(migrated_sqlite: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    file = tmp_path_factory.mktemp("world") / "horloge.db"
    file.write_bytes(migrated_sqlite.read_bytes())
    with world_on(quick_settings(f"sqlite+aiosqlite:///{file}", bot_pace=3600)) as made:
        yield made


def send(world: World, call: Call, content: bytes, **headers: str) -> Response:
    """Send a body; if it is refused, check that the answer has a reason and that nothing has changed."""
    key = world.tables["open" if is_arranging(call) else "playing"]
    address = call.path.format(**PARAMETERS | {"key": key})
    visitor = "host" if is_arranging(call) else "player"
    sent = {"content-type": "application/json"} | headers
    answer = world.send(visitor, "POST", address, content=content, headers=sent)
    hold_to_document("POST", address, answer)
    assert answer.status_code < 500, content[:200]
    if answer.status_code != 200:
        assert not world.changed(), content[:200]
    world.restore()
    return answer


def is_arranging(call: Call) -> bool:
    return call.path.endswith(("/seats", "/terms", "/start"))


@names
def test_a_field_too_many_or_too_few_is_refused(world: World, call: Call, good: dict[str, Any]) -> None:
    assert send(world, call, json.dumps(good | {"colour": "red"}).encode()).status_code == 422
    for name in good:
        send(world, call, json.dumps({other: good[other] for other in good if other != name}).encode())
        twice = json.dumps(good)[:-1] + f', "{name}": {json.dumps(good[name])}}}'
        assert send(world, call, twice.encode()).status_code == 422, name


@names
def test_a_field_of_another_kind_does_no_harm(world: World, call: Call, good: dict[str, Any]) -> None:
    for name in good:
        for value in KINDS:
            send(world, call, json.dumps(good | {name: value}).encode())


@pytest.mark.parametrize("call", [call for call in CALLS if call.body], ids=lambda call: call.name)
def test_what_is_no_body_is_refused(world: World, call: Call) -> None:
    for text in TEXTS:
        assert send(world, call, text).status_code in (413, 422), text[:50]
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/xml", ""):
        assert send(world, call, b"{}", **{"content-type": kind}).status_code == 415
    large = b'{"x":"' + b"y" * 5_000_000 + b'"}'
    assert send(world, call, large).status_code == 413


@pytest.mark.parametrize("call", [call for call in CALLS if call.method == "GET"], ids=lambda call: call.name)
def test_a_parameter_that_can_not_be_is_refused(world: World, call: Call) -> None:
    here = PARAMETERS | {"key": world.tables["playing"], "game": "antechamber"}
    address = call.path.format(**here)
    asked = {one.name: one.schema for one in call.parameters if one.place == "query"}
    wrong = ["colour=red", "lang=it&lang=es", "lang=xx", "lang=", *(f"{name}=" + "x" * 300 for name in asked)]
    wrong += [
        f"{name}={value}"
        for name, schema in asked.items()
        if schema.get("type") == "integer"
        for value in ("-7", "1.5", "9" * 40)
    ]
    for query in wrong:
        answer = world.send("player", "GET", f"{address}?{query}")
        assert answer.status_code in (404, 422), query
        hold_to_document("GET", address, answer)
    for name, text in {"key": "A" * 40, "game": "../x", "clause": "x", "step": "-1"}.items():
        if f"{{{name}}}" in call.path:
            assert world.send("player", "GET", call.path.format(**here | {name: text})).status_code == 404


def test_a_call_that_there_is_not_is_answered_as_json(world: World) -> None:
    for method, path, status in (
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/api/v2", 404),
        ("DELETE", "/api/v1/me", 405),
        ("PUT", "/api/v1/tables", 405),
    ):
        answer = world.send("player", method, path)
        assert answer.status_code == status
        hold_to_document(method, path, answer)


def test_what_fails_here_says_so_as_json(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("hrl_secret")

    monkeypatch.setattr("app.api.people.Oneself", fail)
    answer = world.send("player", "GET", "/api/v1/me")
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")
    assert "secret" not in answer.text


def test_what_one_may_not_see_looks_as_if_it_were_not_there_to_programs_too(world: World, client: TestClient) -> None:
    for call in CALLS:
        if "{key}" in call.path:
            for visitor in OUTSIDERS:
                absent, *hidden = (
                    world.send(
                        visitor, call.method, call.path.format(**PARAMETERS, key=world.tables[table]), **body_of(call)
                    ).text
                    for table in ("absent", "closed", "finished-closed")
                )
                assert hidden == [absent, absent], f"{call.name} by {visitor}"
    world.restore()


def body_of(call: Call) -> dict[str, Any]:
    return {"json": FORMS[call.path][0]} if call.body else {}


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


def test_hostile_texts_come_back_as_they_were(client: TestClient) -> None:
    """JSON needs no escaping; what cannot be a title is refused with a sentence. On both databases."""
    program = Program(client, "Ada")
    for text in (*HOSTILE, *ODD):
        answer = program.send("POST", "/tables", {"game": "antechamber", "players": 2, "title": text})
        assert answer.status_code in (200, 422)
        if answer.status_code == 200:
            assert program.get(f"/tables/{answer.json()['key']}")["title"] == " ".join(text.split())
