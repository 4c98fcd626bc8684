"""A body is read only once it is admitted: by its size, by the limits of its sender, and by the free capacity."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts
from fastapi.testclient import TestClient

from app.base.rate_limits import Limit
from app.base.tokens import form_token_of
from app.main import SITE
from app.web import body_limits as bodies
from app.web.body_limits import EACH, MEGABYTE, SHARE, Room
from app.web.forms import LARGEST, UPLOADS
from app.web.rate_limits import TooMany, Tries
from app.web.visitor import COOKIE
from tests.app.features.analysis.test_boards import RIGGED, upload
from tests.app.trust.calls import PARAMETERS
from tests.support.visitors import ORIGIN, another, come_as_guest, post, run, services_of, token_of

PIECE = 16 * 1024
MULTIPART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
KINDS = {
    "application/json": b'{"record": "',
    "application/x-www-form-urlencoded": b"record=",
    "multipart/form-data; boundary=x": MULTIPART,
    "text/plain": b"x",
}


class Endless:
    """A request whose body never ends; it counts how much was read before its sender's limits were checked."""

    def __init__(self, method: str, path: str, kind: str, cookie: str, client: str = "203.0.113.7") -> None:
        token = form_token_of(cookie) if cookie else ""
        headers = {"host": "testserver", "origin": "http://testserver", "content-type": kind, "x-horloge-token": token}
        headers |= {"transfer-encoding": "chunked", "cookie": f"{COOKIE}={cookie}"}
        self.headers = headers
        self.scope: dict[str, Any] = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b"",
            "client": (client, 1), "server": ("testserver", 80), "scheme": "http", "http_version": "1.1",
            "root_path": "", "state": {},
        }  # fmt: skip
        self.begun, self.taken, self.taken_unasked, self.status = KINDS[kind], 0, 0, 0
        self.asked: list[str] = []
        self.told: dict[bytes, bytes] = {}

    async def receive(self) -> dict[str, Any]:
        piece = self.begun + b"x" * (PIECE - len(self.begun)) if not self.taken else b"x" * PIECE
        self.taken += PIECE
        self.taken_unasked += 0 if self.asked else PIECE
        return {"type": "http.request", "body": piece, "more_body": True}

    async def send(self, message: dict[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.told |= dict(message.get("headers", ()))

    async def ask(self, app: Any) -> None:
        self.scope["headers"] = [(name.encode(), text.encode()) for name, text in self.headers.items()]
        async with asyncio.timeout(60):
            await app(self.scope, self.receive, self.send)


def every_address() -> Iterator[tuple[str, str]]:
    for route in iter_route_contexts(SITE.routes):
        for method in sorted(route.methods or ()):
            yield method, str(route.path).format(key="abc", **PARAMETERS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("signed_in", [True, False])
def test_no_route_reads_more_than_a_form_before_the_limits_of_its_sender_were_asked(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, kind: str, signed_in: bool
) -> None:
    come_as_guest(client)
    cookie = client.cookies[COOKIE] if signed_in else ""
    asked: list[str] = []

    async def take(_: Tries, limit: Limit, whose: str) -> None:
        asked.append(limit.name)

    monkeypatch.setattr(Tries, "take", take)
    found, walked = [], 0
    for method, path in every_address():
        request = Endless(method, path, kind, cookie)
        request.asked = asked
        asked.clear()
        run(client, request.ask, client.app)
        walked += 1
        if request.taken_unasked > LARGEST + PIECE:
            found.append((method, path, request.taken_unasked))
        assert request.taken <= max(UPLOADS.values()) + PIECE, path
    assert walked > 150
    assert found == []


@pytest.mark.parametrize("path", UPLOADS)
def test_a_file_is_not_looked_at_when_its_senders_limits_are_reached(client: TestClient, path: str) -> None:
    come_as_guest(client)
    kind = "application/json" if path.startswith("/api") else "multipart/form-data; boundary=x"
    answers = [Endless("POST", path, kind, client.cookies[COOKIE]) for _ in range(bodies.IMPORTS.at_once + 5)]
    for answer in answers:
        run(client, answer.ask, client.app)
    assert [answer.status for answer in answers] == [413] * bodies.IMPORTS.at_once + [429] * 5
    assert [answer.taken for answer in answers[-5:]] == [0] * 5


def test_the_limits_hold_for_the_person_and_for_the_address_over_all_processes(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "IMPORTS", Limit("imports", 2, 3600))
    monkeypatch.setattr(bodies, "IMPORTS_FROM", Limit("imports from", 3, 3600))
    come_as_guest(client)
    other = another(client)
    come_as_guest(other, "Bob")
    assert [upload(client, RIGGED).status_code for _ in range(3)] == [303, 303, 429]
    services_of(client).accounts.tries.here.buckets.clear()  # as in another process, which has not heard of it
    assert upload(client, RIGGED).status_code == 429
    assert upload(other, RIGGED).status_code == 429, "the person may, the address has had its three"


def test_whoever_has_no_name_sends_no_files(client: TestClient) -> None:
    for path, kind in (("/analysis", "multipart/form-data; boundary=x"), ("/api/v1/boards", "application/json")):
        request = Endless("POST", path, kind, "")
        run(client, request.ask, client.app)
        assert (request.status in (401, 403), request.taken) == (True, 0)


def test_a_body_that_says_it_is_too_large_is_not_read(client: TestClient) -> None:
    come_as_guest(client)
    for path, most in (("/guest", LARGEST), *UPLOADS.items()):
        for length in (str(most + 1), "9" * 30, "-1", "x"):
            request = Endless("POST", path, "application/json", client.cookies[COOKIE])
            del request.headers["transfer-encoding"]
            request.headers["content-length"] = length
            run(client, request.ask, client.app)
            assert request.status in (413, 415), (path, length)
            assert request.taken == 0


def test_there_is_room_for_so_much_and_one_address_has_a_part_of_it() -> None:
    room = Room(8 * MEGABYTE)
    share = 8 * MEGABYTE // SHARE
    room.take("a", share)
    with pytest.raises(TooMany) as refused:
        room.take("a", 1)
    assert refused.value.headers == {"Retry-After": "5"}
    for one in "bcd":
        room.take(one, share)
    with pytest.raises(TooMany):
        room.take("e", 1)
    room.give_back("a", share)
    room.take("e", 1)
    assert (room.taken, set(room.bytes)) == (3 * share + 1, {*"bcde"})


def test_small_bodies_of_one_address_are_bounded_in_number() -> None:
    room = Room(8 * MEGABYTE)
    for _ in range(EACH):
        room.take("a", 1)
    with pytest.raises(TooMany):
        room.take("a", 1)
    room.take("b", 1)


def test_half_sent_bodies_of_one_address_are_in_nobodys_way(client: TestClient) -> None:
    """As many forms and files as are allowed stop in the middle; others are answered, also with files."""
    come_as_guest(client)
    gate: list[asyncio.Event] = []

    async def half_sent(path: str, kind: str) -> Callable[[], Any]:
        request, stop = Endless("POST", path, kind, client.cookies[COOKIE]), asyncio.Event()
        more = asyncio.Event()
        gate.append(stop)
        whole = request.receive

        async def receive() -> dict[str, Any]:
            if request.taken:
                more.set()
                await stop.wait()
                return {"type": "http.disconnect"}
            return await whole()

        request.receive = receive  # type: ignore[method-assign]
        task = asyncio.create_task(request.ask(client.app))
        wanted = asyncio.create_task(more.wait())
        await asyncio.wait((task, wanted), return_when=asyncio.FIRST_COMPLETED)
        wanted.cancel()

        async def status() -> int:
            await asyncio.gather(task, return_exceptions=True)
            return request.status

        return status

    form, file = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
    begun = [run(client, half_sent, "/guest", form) for _ in range(EACH + 5)]
    begun += [run(client, half_sent, "/analysis", file) for _ in range(8)]
    other = another(client)
    come_as_guest(other, "Bob")
    assert upload(other, RIGGED).status_code == 303
    for one in gate:
        run(client, set_event, one)
    said = [run(client, one) for one in begun]
    assert said[EACH : EACH + 5] == [429] * 5
    assert said[-1] == 429
    assert post(client, "/guest", name="Eve", next="/").status_code in (303, 422), "there is room again"


async def set_event(event: asyncio.Event) -> None:
    event.set()


def test_a_call_with_a_field_twice_is_refused_wherever_it_stands(client: TestClient) -> None:
    come_as_guest(client)
    headers = ORIGIN | {"x-horloge-token": token_of(client), "content-type": "application/json"}

    def answered(text: str) -> tuple[int, str, str]:
        answer = client.post("/api/v1/boards", content=text, headers=headers)
        told = answer.json()
        return answer.status_code, told.get("error", ""), told.get("facts", {}).get("place", "")

    record = RIGGED.decode()
    assert answered(f'{{"record": {record}}}')[0] == 200
    assert answered(f'{{"record": 1, "record": {record}}}')[:2] == (422, "unreadable")
    assert answered(f'{{"record": {record}, "key": "a", "key": "b"}}')[:2] == (422, "unreadable")
    twice = record.rstrip()[:-1] + ', "game": "antechamber"}'
    assert answered(f'{{"record": {twice}}}') == (422, "unfit_record", "$")
    choice = json.dumps(json.loads(record)["choices"][0])
    doubled = json.dumps(json.loads(record)).replace(choice, choice[:-1] + ', "side": "red"}', 1)
    assert answered(f'{{"record": {doubled}}}') == (422, "unfit_record", "$.choices[0]")


def test_what_was_refused_is_not_taken_in_but_now_and_then(client: TestClient) -> None:
    """A browser that has sent all of a file that is too large is shown why; one that goes on doing so is
    disconnected."""
    come_as_guest(client)
    kept = []
    for size in ["3000000"] * 6 + ["99999999", "1000"]:
        request = Endless("POST", "/analysis", "multipart/form-data; boundary=x", client.cookies[COOKIE])
        del request.headers["transfer-encoding"]
        request.headers |= {"content-length": size, "x-horloge-token": "foreign"}
        run(client, request.ask, client.app)
        kept.append((request.status, request.told.get(b"connection", b"")))
    assert kept[:6] == [(403, b"")] * 3 + [(403, b"close")] * 3
    assert kept[6:] == [(403, b"close"), (403, b"")]
