"""Requests of one address take turns, and other addresses do not wait for them."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from app.web import turns
from app.web.turns import AT_ONCE, Turns, alone

PROXY = "10.0.0.7"


class Site:
    """Answers when allowed to; counts the requests in progress by address."""

    def __init__(self, most: int = 200) -> None:
        self.gate = asyncio.Event()
        self.at_work = Counter[str]()
        self.app = Turns(self.answer, most, PROXY)

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more and scope["method"] == "POST":
            more = (await receive()).get("more_body", False)
        whose = scope["client"][0]
        if scope["path"] == "/costly":
            await alone(scope)
        self.at_work[whose] += 1
        try:
            await self.gate.wait()
        finally:
            self.at_work[whose] -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(self, host: str, body: asyncio.Event | None = None, path: str = "/", slow: Any = None) -> int:
        status = 0

        async def receive() -> dict[str, Any]:
            if body:
                await body.wait()
            return {"type": "http.request", "body": b"x"}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            if slow and message["type"] == "http.response.body":
                await slow.wait()

        headers = [(b"content-length", b"1")] if body else []
        scope = {"type": "http", "method": "POST" if body else "GET", "path": path, "client": (host, 1)}
        await self.app(scope | {"headers": headers}, receive, send)
        return status


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_few_of_one_address_are_worked_on_at_once_and_all_are_answered() -> None:
    site = Site()
    floods = [asyncio.create_task(site.ask("192.0.2.1")) for _ in range(100)]
    await settle()
    other = asyncio.create_task(site.ask("192.0.2.2"))
    proxied = [asyncio.create_task(site.ask(PROXY)) for _ in range(50)]
    await settle()
    assert site.at_work == {"192.0.2.1": AT_ONCE, "192.0.2.2": 1, PROXY: 50}
    site.gate.set()
    assert {*await asyncio.gather(*floods, *proxied, other)} == {200}
    assert site.app.places == {}
    assert not site.app.crowd.open


async def test_an_address_that_waits_for_its_turns_gets_each_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other addresses, and those with no more requests at once than there are turns, are served at once."""
    monkeypatch.setattr(turns, "PAUSE", 3600.0)
    site = Site()
    site.gate.set()
    few = [site.ask("192.0.2.1") for _ in range(AT_ONCE)]
    assert {*await asyncio.gather(*few)} == {200}
    site.gate.clear()
    floods = [asyncio.create_task(site.ask("192.0.2.1")) for _ in range(AT_ONCE + 1)]
    await settle()
    site.gate.set()
    await settle()
    assert [one.done() for one in floods] == [True] * AT_ONCE + [False]
    assert {await site.ask("192.0.2.2"), await site.ask("192.0.2.1")} == {200}
    floods[-1].cancel()
    await asyncio.gather(*floods, return_exceptions=True)
    assert site.app.places == {}


async def test_one_costly_page_of_an_address_is_worked_on_at_once() -> None:
    site = Site()
    floods = [asyncio.create_task(site.ask("192.0.2.1", path="/costly")) for _ in range(5)]
    others = [asyncio.create_task(site.ask(host, path="/costly")) for host in ("192.0.2.2", PROXY, PROXY)]
    await settle()
    assert site.at_work == {"192.0.2.1": 1, "192.0.2.2": 1, PROXY: 2}
    site.gate.set()
    assert {*await asyncio.gather(*floods, *others)} == {200}
    assert site.app.places == {}


async def test_who_goes_away_before_a_costly_page_leaves_it_to_others() -> None:
    site = Site()
    first, second, third = (asyncio.create_task(site.ask("192.0.2.1", path="/costly")) for _ in range(3))
    await settle()
    for one in (first, second):
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
    site.gate.set()
    assert await third == 200
    assert site.app.places == {}


async def test_whoever_has_too_many_open_is_told_to_come_back() -> None:
    site = Site(most=10)
    floods = [asyncio.create_task(site.ask("192.0.2.1")) for _ in range(15)]
    await settle()
    site.gate.set()
    assert Counter(await asyncio.gather(*floods)) == {200: 10, 429: 5}
    assert await site.ask("192.0.2.1") == 200


async def test_one_house_has_one_turn_however_many_addresses_it_has() -> None:
    site = Site()
    floods = [asyncio.create_task(site.ask(f"2001:db8::{n:x}")) for n in range(1, 50)]
    await settle()
    assert site.at_work.total() == AT_ONCE
    site.gate.set()
    await asyncio.gather(*floods)


async def test_half_sent_bodies_and_slow_readers_take_no_turns() -> None:
    site, sent, read = Site(), asyncio.Event(), asyncio.Event()
    slow = [asyncio.create_task(site.ask("192.0.2.1", sent)) for _ in range(20)]
    await settle()
    site.gate.set()
    deaf = [asyncio.create_task(site.ask("192.0.2.1", slow=read)) for _ in range(20)]
    await settle()
    assert await site.ask("192.0.2.1") == 200
    assert not any(one.done() for one in (*slow, *deaf))
    sent.set()
    read.set()
    assert {*await asyncio.gather(*slow, *deaf)} == {200}
    assert site.app.places == {}


async def test_who_is_cancelled_while_waiting_leaves_the_turn_to_others() -> None:
    site = Site()
    floods = [asyncio.create_task(site.ask("192.0.2.1")) for _ in range(20)]
    await settle()
    for one in floods:
        one.cancel()
    await asyncio.gather(*floods, return_exceptions=True)
    assert site.app.places == {}
    site.gate.set()
    assert await site.ask("192.0.2.1") == 200
