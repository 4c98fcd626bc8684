"""Bad input to every address: each field of each form missing, repeated, unknown, oversized, of another type; bodies
that no page sends. The answer is a 4xx with a helpful sentence, or what the field allows; a refused request changes
nothing, no secret is logged, and nothing ever fails on our side.
"""

import json
import re
from itertools import cycle
from urllib.parse import quote, quote_from_bytes

import pytest
from httpx2 import Response

from app.web.csrf import FROM_ANYWHERE
from tests.app.trust.calls import Call, calls
from tests.app.trust.hostile import BYTES, HOSTILE, MARKERS, NUMBERS, ODD
from tests.app.trust.world import SOCKET, World, on_both
from tests.support.visitors import ORIGIN, PASSWORD

FORM = "application/x-www-form-urlencoded"
SENTENCE = re.compile(r">[^<>]*\w{2,}[^<>]*[.?!]\s*<")
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"}
LARGE = b"x=" + b"y" * 5_000_000
TEXTS = [text.encode() for text in (*ODD, *NUMBERS, *HOSTILE)]
FREE = {"name", "title", "names", "email", "next"}
"""Free-text fields: every text is tried there; elsewhere every eighth, on SQLite."""
DEEP = b"[" * 10_000 + b"]" * 10_000


def forms(world: World) -> list[Call]:
    """Return all forms; the calls of the API take none, and tests/app/api has their tests."""
    return [call for call in calls(world) if call.method == "POST" and not call.path.startswith("/api/")]


def where(call: Call) -> str:
    """Return a kind of table at which this can be done."""
    return "open" if call.path.endswith(("/seats", "/terms", "/start")) else "playing"


def who(call: Call) -> str:
    return (
        "admin"
        if call.path.startswith("/admin")
        else "host"
        if call.path.endswith(("/terms", "/start", "/again"))
        else "nobody"
        if call.path == "/guest"
        else "player"
    )


def encoded(fields: dict[str, bytes]) -> bytes:
    return "&".join(f"{quote(name)}={quote_from_bytes(text)}" for name, text in fields.items()).encode()


def post(world: World, call: Call, body: bytes, **headers: str) -> Response:
    """Send a body; check that nothing failed, and that a refused one changed nothing."""
    visitor = who(call)
    sent = {"content-type": FORM} | headers
    got = world.send(visitor, "POST", call.address(world, where(call)), content=body, headers=sent)
    check(world, got, f"{call.name}: {body[:300]!r} {headers}")
    return got


def check(world: World, got: Response, what: str) -> None:
    assert got.status_code < 500, what
    if got.status_code >= 400:
        assert not world.changed(), what
        assert says_why(got), f"{what}: {got.text}"
    if "html" in got.headers.get("content-type", ""):
        assert not [marker for marker in MARKERS if marker in got.text], what
    location = got.headers.get("location", "/")
    assert re.match("/(?!/)", location), what
    world.restore()


def says_why(got: Response) -> bool:
    if "json" in got.headers["content-type"]:
        return bool(got.json())
    return bool(SENTENCE.search(got.text.partition("<main")[2]))


def good(world: World, call: Call) -> dict[str, bytes]:
    given = call.good(world, who(call)).get("data", {})
    return {name: text.encode() for name, text in given.items()}


NOTHING_THERE = {
    "/tables/{key}/start",  # not all are ready
    "/tables/{key}/discard",  # it is no board of theirs
    "/tables/{key}/lesson",  # the table has no lesson
    "/tables/{key}/undo",  # nothing has been chosen yet
    "/tables/{key}/motion",
    "/tables/{key}/clock",  # they are not the host
    "/login/code",  # no password has just been typed
    "/me/hours/end",  # no vacation is planned
    "/tables/{key}/seat",  # no seat is offered
}
"""Why valid forms are refused at the tables that these tests have."""


def test_what_is_sent_here_as_good_is_good(world: World) -> None:
    """Otherwise the tests below would only prove that everything is refused."""
    taken = set()
    for call in forms(world):
        if post(world, call, encoded(good(world, call))).status_code in (200, 204, 303):
            taken.add(call.path)
    assert {call.path for call in forms(world)} - taken == NOTHING_THERE


def test_a_field_that_no_form_has_is_refused(world: World) -> None:
    for call in forms(world):
        assert post(world, call, encoded(good(world, call) | {"colour": b"red"})).status_code == 422, call.name
        many = {f"field{number}": b"" for number in range(300)}
        assert post(world, call, encoded(good(world, call) | many)).status_code == 422, call.name


def test_a_field_that_is_missing_or_repeated_does_no_harm(world: World) -> None:
    for call in forms(world):
        fields = good(world, call)
        for name, text in fields.items():
            post(world, call, encoded({other: fields[other] for other in fields if other != name}))
            twice = encoded(fields) + b"&" + encoded({name: text})
            assert post(world, call, twice).status_code == 422, f"{call.name} {name}"


@on_both
def test_whatever_stands_in_a_field_does_no_harm(world: World) -> None:
    turn = cycle(range(8))
    for call in forms(world):
        fields = good(world, call)
        for name in fields:
            for text in TEXTS if name in FREE else TEXTS[next(turn) :: 8] if world.stored.probe else ():
                post(world, call, encoded(fields | {name: text}))


def test_what_is_no_text_is_refused_in_every_field(world: World) -> None:
    turn = cycle(range(3))
    for call in forms(world):
        fields = good(world, call)
        for name in (*fields, "token"):
            for text in BYTES[next(turn) :: 3]:
                assert post(world, call, encoded(fields | {name: text})).status_code == 422, f"{call.name} {name}"


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("text/plain", b"name=Ada"),
        ("multipart/form-data", b"--x\r\n\r\nname=Ada\r\n--x--"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--x--'),
        ("application/xml", b"<name>Ada</name>"),
        ("application/json", b"{"),
        ("application/json", DEEP),
        ("application/json", b'{"key":' * 1_000 + b"1" + b"}" * 1_000),
        ("application/json", b"9" * 10_000),
        ("application/json", b"\xff\xfe"),
        ("application/json", b""),
        ("application/json; charset=utf-7", b"{}"),
        ("", b"name=Ada"),
        (FORM, LARGE),
        ("application/json", LARGE),
        (FORM, b"\xff\x00\xfe"),
        (FORM, b"&&&==&"),
        (FORM, b"%"),
        (FORM, b"%zz=%zz"),
    ],
)
def test_a_body_that_no_page_sends_is_refused(world: World, content_type: str, body: bytes) -> None:
    for call in forms(world):
        got = post(world, call, body, **{"content-type": content_type})
        assert 400 <= got.status_code < 500, f"{call.name} {content_type} {body[:40]!r}"
        if body is LARGE:
            assert got.status_code in (413, 415), call.name


JSON = {"key": "k1", "epoch": 0, "sequence": 0, "choice": {"do": "collect"}, "side": "red"}
VALUES = [
    '""',
    '"red"',
    "0",
    "-1",
    "1.5",
    "1e400",
    "9" * 400,
    "NaN",
    "Infinity",
    "true",
    "null",
    "[]",
    "{}",
    '"\\ud800"',
]
VALUES += [
    '"\\u0000"',
    '{"do":"collect","do":"tip"}',
    '{"do":"collect","more":1}',
    '{"do":7}',
    '{"do":"offer","to":"x"}',
]


@on_both
def test_json_of_another_shape_is_refused(world: World) -> None:
    call = Call("POST", "/tables/{key}/act")

    def send(body: str) -> int:
        return post(world, call, body.encode(), **{"content-type": "application/json"}).status_code

    assert send(json.dumps(JSON)) == 200
    texts = {name: json.dumps(value) for name, value in JSON.items()}
    for name in texts:
        rest = {other: text for other, text in texts.items() if other != name}
        assert name == "side" or send(joined(rest)) == 422, name
        for value in VALUES:
            status = send(joined(rest | {name: value}))
            assert status >= 400 or (name, value) in FINE, f"{name}: {value}"
    assert send(joined(texts | {"more": "1"})) == 422
    assert send(joined(texts)[:-1] + ',"sequence":0}') == 422
    assert send(joined(texts | {"choice": '{"do":"tip","do":"collect"}'})) == 422
    assert send(json.dumps([JSON])) == 422


FINE = {("epoch", "0"), ("sequence", "0"), ("side", '""'), ("side", '"red"'), ("key", '"red"')}


def joined(texts: dict[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{text}' for name, text in texts.items()) + "}"


def test_only_our_own_pages_change_anything(world: World) -> None:
    """Except what mail programs do for the reader of a mail."""
    for call in (call for call in forms(world) if call.path not in FROM_ANYWHERE):
        visitor, address = who(call), call.address(world, where(call))
        body = encoded(good(world, call))
        ours = ORIGIN | {"content-type": FORM}
        for headers in (
            ours,
            ours | {"x-horloge-token": "x" * 43},
            ours | {"x-horloge-token": ""},
            ours | {"x-horloge-token": world.token("rival")},
            ours | {"x-horloge-token": world.token(visitor), "origin": "https://evil.test"},
            ours | {"x-horloge-token": world.token(visitor), "origin": "null"},
            ours | {"x-horloge-token": world.token(visitor), "sec-fetch-site": "cross-site"},
            {"content-type": FORM, "x-horloge-token": world.token(visitor)},
        ):
            got = world.browser(visitor).post(address, content=body, headers=headers, follow_redirects=False)
            check(world, got, f"{call.name} {headers}")
            assert got.status_code == 403, f"{call.name} {headers}"


def test_another_method_is_refused(world: World) -> None:
    known: dict[str, set[str]] = {}
    for call in calls(world):
        known.setdefault(call.path, set()).add(call.method)
    for path, methods in known.items():
        address = Call("GET", path).address(world, "playing")
        for method in METHODS - methods if SOCKET not in methods else ():
            got = world.send("player", method, address, content=b"x=1")
            check(world, got, f"{method} {path}")
            assert got.status_code in (404, 405), f"{method} {path}"


@on_both
def test_whatever_stands_in_a_query_does_no_harm(world: World) -> None:
    texts = [quote_from_bytes(text) for text in (*TEXTS, *BYTES)]
    for call in calls(world):
        if call.method == "GET":
            address = call.address(world, "playing").partition("?")[0]
            for number, name in enumerate(("lang", "colour", *call.query)):
                for text in texts[number % 5 :: 5]:
                    asked(world, f"{address}?{name}={text}")


@on_both
def test_whatever_an_address_names_is_found_or_not(world: World) -> None:
    texts = [quote_from_bytes(text, safe="") for text in (*TEXTS, *BYTES) if text]
    for call in calls(world):
        for name in re.findall(r"{(\w+)}", call.path) if call.method == "GET" else ():
            for text in texts:
                asked(world, call.address(world, "playing", **{name: text}))


def asked(world: World, address: str) -> None:
    """Check that asking changes nothing, except the record of the visit."""
    got = world.send("player", "GET", address)
    assert not world.changed(but="visits"), address
    check(world, got, address)


def test_nothing_secret_is_logged(world: World, capfd: pytest.CaptureFixture[str]) -> None:
    for call in forms(world):
        fields = good(world, call)
        for text in (b"", b"\xff", b"{", b"9" * 100):
            for name in fields:
                post(world, call, encoded(fields | {name: text}))
    said = "".join(capfd.readouterr())
    secrets = [PASSWORD, "an entirely new one", *map(world.form_key, world.visitors)]
    secrets += [key for key in world.keys.values() if not key.isdecimal()]  # the number of a row is no secret
    secrets += [cookie for cookies in world.cookies.values() for cookie in cookies.values()]
    assert not [secret for secret in secrets if secret in said]
