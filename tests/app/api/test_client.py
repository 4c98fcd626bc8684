"""The client of the documentation plays whole games over real HTTP and sockets, against a server process; a program
with a token for one table plays its owner's seats there, and nothing else.
"""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.base.tokens import form_token_of
from docs.client import Horloge, Refused
from tests.support.serving import Served, serving


class Owner:
    """A person with a browser, who makes tokens."""

    def __init__(self, served: Served, opened: AsyncExitStack) -> None:
        self.served, self.opened = served, opened
        self.http = httpx2.AsyncClient(base_url=served.address)
        opened.push_async_callback(self.http.aclose)

    async def post(self, path: str, **fields: str) -> httpx2.Response:
        if "horloge" not in self.http.cookies:
            await self.http.get("/guest")
        form = {"token": form_token_of(self.http.cookies["horloge"])} | fields
        return await self.http.post(path, data=form, headers={"origin": self.served.address})

    async def program(self, path: str = "/me/tokens", **fields: str) -> Horloge:
        """Make a token, and return a program that uses it."""
        page = await self.post(path, name="Client", **fields)
        token = re.findall(r'value="(hrl_[^"]+)"', page.text)[0]
        return await self.opened.enter_async_context(Horloge(self.served.address, token))


ALL = {"days": "", "read": "on", "play": "on", "tables": "on"}


@pytest_asyncio.fixture
async def served(database_url: str, tmp_path: Path) -> AsyncIterator[Served]:
    with serving(tmp_path, DATABASE_URL=database_url, HORLOGE_BOT_PACE="0") as process:
        yield process


@pytest_asyncio.fixture
async def owner(served: Served) -> AsyncIterator[Owner]:
    async with AsyncExitStack() as opened:
        ada = Owner(served, opened)
        await ada.post("/guest", name="Ada", next="/")
        yield ada


async def finished(site: Horloge, key: str) -> Any:
    async with asyncio.timeout(240):
        return await site.play(key, random.Random(1))


async def test_the_client_plays_a_whole_game_of_versailles(served: Served, owner: Owner) -> None:
    site = await owner.program(**ALL)
    key = await site.make_table("versailles", 4, bots=2)
    over = await finished(site, key)
    assert over["status"] == "finished"
    assert sorted(side for place in over["ranking"] for side in place["sides"]) == ["france", "italy", "uk", "usa"]
    log = await site.call("GET", f"/tables/{key}/log", limit=200)
    assert {"uk", "france"} <= {line["side"] for line in log["lines"]}, "the client's own sides have played"
    assert served.complaints() == []


async def test_a_seat_that_was_opened_to_a_program_is_played_by_it_and_taken_back(served: Served, owner: Owner) -> None:
    site = await owner.program(**ALL)
    key = await site.make_table("antechamber", 2, bots=1, options={"rounds": 1})
    other = await site.make_table("antechamber", 2, bots=1)
    bot = await owner.program(f"/tables/{key}/program")
    seats = (await bot.call("GET", f"/tables/{key}"))["seats"]
    assert [seat["program"] for seat in seats] == [True, False]
    for method, path, body in (
        ("GET", f"/tables/{other}", None),
        ("GET", "/tables", None),
        ("POST", f"/tables/{key}/again", {}),
        ("POST", f"/tables/{other}/act", {"key": "k", "epoch": 0, "sequence": 0, "choice": {"do": "collect"}}),
    ):
        with pytest.raises(Refused) as refused:
            await bot.call(method, path, body)
        assert (refused.value.status, refused.value.told["error"]) == (403, "one_table"), path
    with pytest.raises(InvalidStatus):
        await connect(f"ws://127.0.0.1:{served.port}/tables/{other}/feed?as=json", additional_headers=bot.headers)
    assert (await finished(bot, key))["status"] == "finished"
    page = (await owner.http.get(f"/tables/{key}/program")).text
    which = re.findall(r'name="which" value="(\d+)"', page)[0]
    async with connect(
        f"ws://127.0.0.1:{served.port}/tables/{key}/feed?as=json", additional_headers=bot.headers
    ) as feed:
        await owner.post(f"/tables/{key}/program/end", which=which)
        async with asyncio.timeout(30):
            await feed.wait_closed()
    with pytest.raises(Refused) as refused:
        await bot.call("GET", f"/tables/{key}")
    assert refused.value.status == 401


async def test_a_token_acts_over_the_feed_only_if_it_may_play(served: Served, owner: Owner) -> None:
    player, reader = await owner.program(**ALL), await owner.program(days="", read="on")
    key = await player.make_table("antechamber", 2)
    address = f"ws://127.0.0.1:{served.port}/tables/{key}/feed?as=json"
    said = '{"act": {"key": "k1", "epoch": 0, "sequence": 0, "side": "red", "choice": {"do": "collect"}}}'
    for program, status in ((reader, 403), (player, 200)):
        async with connect(address, additional_headers=program.headers) as feed:
            await feed.send(said)
            async with asyncio.timeout(30):
                while '"answer":"k1"' not in (frame := str(await feed.recv())):
                    pass
            assert f'"status":{status}' in frame
    with pytest.raises(InvalidStatus):
        await connect(address, additional_headers={"Authorization": "Bearer hrl_" + "x" * 43})
