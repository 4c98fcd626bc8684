"""The site of docker-compose.yml, started as the file says but without Docker (tests/support/topology.py): two
processes over Postgres and Redis behind Caddy. `tests/house/test_compose.py` checks the file alone.
"""

import asyncio
import json
import random
import re
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import pytest
from httpx2 import Client, HTTPTransport, Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from app.base.ending import end
from app.web.rate_limits import MAILS_FROM
from tests.games.versailles.web.test_by_forms import answer_to
from tests.support.needs import ANOTHER, needs
from tests.support.playing import Panel
from tests.support.starting import free_port
from tests.support.topology import Topology, topology

TOKEN = re.compile(r'name="token" value="([^"]+)"')
WATCH_TOKEN = "of-monitors"
APPS = ("app-1", "app-2")
COMES_BACK = 1012
"""The code with which a stopping process closes its sockets."""
SHORTEST_GAME = 80
"""The fewest moves of a game alone."""
PATIENCE, AGAIN = 60, 20


@pytest.fixture(scope="module")
def site() -> Iterator[Topology]:
    for name in ("caddy", "redis", "postgres", "wget", "another address"):
        needs(name)
    port = free_port()
    with topology(port, {"HORLOGE_ADDRESS": f"https://127.0.0.1:{port}", "HORLOGE_WATCH_TOKEN": WATCH_TOKEN}) as made:
        yield made


class Visitor:
    """A browser: it trusts the site's certificate, keeps cookies, and sends the forms of the pages it got."""

    def __init__(self, site: Topology, host: str = "127.0.0.1", at: str = "proxy") -> None:
        self.again = {503}
        self.address, self.chance = site.given["HORLOGE_ADDRESS"], random.Random(2)
        root = site.home("proxy") / ".local/share/caddy/pki/authorities/local/root.crt"
        self.trust = ssl.create_default_context(cafile=root)
        transport = HTTPTransport(verify=self.trust, local_address=host)
        headers = {"origin": self.address, "x-forwarded-for": "203.0.113.7"}
        way = self.address if at == "proxy" else f"http://127.0.0.1:{site.ports[at]}"
        self.client = Client(base_url=way, transport=transport, headers=headers, timeout=PATIENCE)

    def post(self, path: str, page: str = "", **fields: str) -> Response:
        """Send a form of that page, or of the page at the same address."""
        found = TOKEN.search(self.client.get(page or path).text)
        assert found
        return self.client.post(path, data={"token": found[1]} | fields)

    def begin(self) -> str:
        """Come as a guest and begin a game alone; return the table's address."""
        assert self.post("/guest", name="Ada", next="/").status_code == 303
        asked = {"game": "versailles", "players": "1", "title": "A table", "access": "public", "seating": "pick"}
        options = {"spectators": "yes", "chair.0": "me", "options.goal": "20", "options.faction": "last"}
        made = self.post("/tables/new", **asked, **options)
        assert made.status_code == 303, made.text
        table = str(made.headers["location"])
        assert self.post(f"{table}/start", table).status_code == 303
        return table

    def move(self, table: str) -> int:
        """Make a move that the page offers, trying until it is taken; return the sequence it was based on."""
        while True:
            page = self.answer("GET", table)
            assert page.status_code == 200, page.text
            seen = Panel(page.text)
            fields = seen.fields | {"sure": "1"} | answer_to(page.text, seen, self.chance)
            answer = self.answer("POST", f"{table}/act", data=fields)
            assert answer.status_code in (303, 422), answer.text
            if answer.status_code == 303:
                return int(seen.fields["sequence"])

    def answer(self, method: str, path: str, **given: Any) -> Response:
        """Send a request; repeat it, as the page allows, if it is lost or no process is up."""
        answer, left = self.client.request(method, path, **given), AGAIN
        while answer.status_code in self.again and left:
            time.sleep(1)
            answer, left = self.client.request(method, path, **given), left - 1
        return answer

    @asynccontextmanager
    async def watching(self, table: str, after: int) -> AsyncIterator[ClientConnection]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        address = f"{self.address.replace('https', 'wss')}{table}/feed?after={after}"
        headers = {"cookie": cookies}
        async with connect(address, ssl=self.trust, origin=self.address, additional_headers=headers) as socket:  # type: ignore[arg-type]
            yield socket


@pytest.fixture
def ada(site: Topology) -> Iterator[Visitor]:
    made = Visitor(site)
    with made.client:
        yield made


@pytest.fixture
def bob(site: Topology) -> Iterator[Visitor]:
    """A visitor from another machine."""
    made = Visitor(site, ANOTHER)
    with made.client:
        yield made


@pytest.fixture
def past_the_proxy(site: Topology) -> Iterator[Visitor]:
    """Bob again, with direct access to a process."""
    made = Visitor(site, ANOTHER, "app-1")
    with made.client:
        yield made


def test_all_of_it_is_well_by_its_own_checks_and_each_backup_is_tried_out(site: Topology) -> None:
    for name in site.services:
        site.wait_for(name)
    backups = list((site.folder / "backups").iterdir())
    assert len(backups) == 1
    assert "restored on trial" in site.log("backup").read_text()


def test_a_check_fails_where_nobody_answers(site: Topology) -> None:
    """This proves that the healthchecks passed for a reason."""
    there = dict(site.ports)
    try:
        site.ports |= {name: free_port() for name in there}
        assert not any(site.is_well(name) for name in site.services if name != "backup")
    finally:
        site.ports |= there


def test_who_comes_through_the_proxy_gets_cookies_that_no_other_site_can_read(ada: Visitor) -> None:
    answer = ada.post("/guest", name="Ada", next="/")
    assert set(cookie_of(answer)[1:]) >= {"HttpOnly", "Path=/", "SameSite=Lax", "Secure"}
    assert "Ada" in ada.client.get("/").text
    ada.client.headers["origin"] = "https://elsewhere.example"
    assert ada.post("/guest", page="/tables/new", name="Eve", next="/").status_code == 403


def cookie_of(answer: Response) -> list[str]:
    """Return the cookie's value and attributes."""
    given = answer.headers.get_list("set-cookie")
    return next(one.split("; ") for one in given if one.startswith("__Host-horloge="))


@pytest.mark.parametrize(
    "path", ["/metrics", "/health/ready", "/health/report", "/METRICS", "/./metrics", "/%6detrics"]
)
def test_what_is_for_monitors_is_not_there_from_outside(ada: Visitor, past_the_proxy: Visitor, path: str) -> None:
    """Not even with the token: monitors fetch it from the processes."""
    token = {"authorization": f"Bearer {WATCH_TOKEN}"}
    assert ada.client.get(path, headers=token).status_code == 404
    assert past_the_proxy.client.get("/metrics", headers=token).status_code == 200


def test_tries_are_counted_for_the_address_of_the_visitor_whatever_they_say_it_is(
    ada: Visitor, bob: Visitor, past_the_proxy: Visitor
) -> None:
    """They are counted for all processes together, which the proxy uses in turn."""
    assert tries(bob) in (MAILS_FROM.at_once, MAILS_FROM.at_once - 1), "clocks may differ by a moment"
    assert ask(ada) == 303
    past_the_proxy.client.headers["cookie"] = f"__Host-horloge={bob.client.cookies['__Host-horloge']}"
    assert 429 in (ask(past_the_proxy), ask(past_the_proxy)), "who is no proxy is not believed, so one is left at most"


def tries(visitor: Visitor) -> int:
    for number in count():
        visitor.client.headers["x-forwarded-for"] = f"203.0.113.{number}"
        if ask(visitor) == 429:
            return number
    raise AssertionError


def ask(visitor: Visitor) -> int:
    return visitor.post("/forgot", email="nobody@example.org").status_code


async def test_play_goes_on_while_one_process_after_the_other_is_started_anew(site: Topology, ada: Visitor) -> None:
    """A page that stays open is shown every position. A request to a process may be lost just as it stops."""
    ada.again |= {502}
    table = await asyncio.to_thread(ada.begin)
    shown, closed = list[int](), list[int]()
    watcher = asyncio.create_task(watch(ada, table, shown, closed))
    restart = asyncio.create_task(asyncio.to_thread(restart_all, site))
    for _ in range(SHORTEST_GAME):
        if restart.done():
            break
        await asyncio.to_thread(ada.move, table)
        await asyncio.sleep(0.1)
    assert await restart == [0, 0], "they stop by themselves"
    sequence = await asyncio.to_thread(ada.move, table)
    async with asyncio.timeout(PATIENCE):
        await watcher_at(shown, sequence + 1)
    await end([watcher])
    assert set(closed) == {COMES_BACK}
    assert shown == sorted(shown)


async def watcher_at(shown: list[int], sequence: int) -> None:
    while sequence not in shown:  # noqa: ASYNC110 - it comes over the socket, when it comes
        await asyncio.sleep(0.1)


async def watch(visitor: Visitor, table: str, shown: list[int], closed: list[int]) -> None:
    """Watch as the page does: reconnect when closed or refused, stating what was shown last."""
    while True:
        with suppress(InvalidStatus, TimeoutError):
            async with visitor.watching(table, shown[-1] if shown else 0) as feed:
                with suppress(ConnectionClosed):
                    await follow(feed, shown)
                closed.append(feed.close_code or 0)


async def follow(feed: ClientConnection, shown: list[int]) -> None:
    async for text in feed:
        frame = json.loads(text)
        if frame.get("html") and "seq" in frame:
            assert frame.get("full") or not shown or frame["after"] <= shown[-1], "a position was left out"
            shown.append(frame["seq"])


def restart_all(site: Topology) -> list[int]:
    """Restart as docs/operating.md says: one container after the other, each once the one before is well."""
    codes = []
    for name in APPS:
        codes.append(site.stop(name))
        site.start(name)
        site.wait_for(name)
    return codes


def test_a_process_that_is_killed_is_passed_over(site: Topology, ada: Visitor) -> None:
    """At once, also for forms: the proxy gives the other process what this one cannot take."""
    table = ada.begin()
    site.processes["app-1"].kill()
    site.processes["app-1"].wait()
    for _ in range(10):
        ada.move(table)
    site.start("app-1")
    site.wait_for("app-1")
