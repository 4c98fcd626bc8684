"""A program that plays at Horloge, in about a hundred lines: it makes a table, sits down, seats bots, and plays a whole
game by choosing among the legal choices. It speaks the calls of /api/v1 and listens to the table's feed.

    python client.py http://127.0.0.1:8000 hrl_... [game] [players]        (needs: pip install httpx2 websockets)

The token needs the scopes read, play and tables; make one at /me/tokens. docs/api.md explains the calls.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Self

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
NOWHERE = 2**31 - 1
"""A sequence that no table has reached: the feed then sends the whole table."""


class Refused(Exception):
    """A refused call: its status, a stable name and a sentence."""

    def __init__(self, status: int, told: Json) -> None:
        super().__init__(f"{status} {told['error']}: {told['message']}")
        self.status, self.told = status, told


class Horloge:
    """The calls and feeds of a site, with the token of one person."""

    def __init__(self, address: str, token: str) -> None:
        self.address, self.headers = address.rstrip("/"), {"Authorization": f"Bearer {token}"}
        self.http = httpx2.AsyncClient(base_url=f"{self.address}/api/v1", headers=self.headers, timeout=30)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, body: Json | None = None, **parameters: Any) -> Json:
        """Make one call, and repeat it when the server asks for that; an action with a key takes effect once."""
        while True:
            answer = await self.http.request(method, path, json=body, params=parameters)
            if answer.status_code in (429, 503):
                await asyncio.sleep(int(answer.headers.get("retry-after", 1)))
            elif answer.status_code >= 400:
                raise Refused(answer.status_code, answer.json())
            else:
                told: Json = answer.json()
                return told

    async def make_table(self, game: str, players: int, bots: int = 0, **wanted: Any) -> str:
        """Begin a game with bots on some seats and this program on all others; return the table's key."""
        kinds = {one["key"]: one["bots"] for one in (await self.call("GET", "/games"))["games"]}
        seats = ["me"] * (players - bots) + [kinds[game][-1]] * bots
        asked = {"game": game, "players": players, "title": "Programs at play", "seats": seats} | wanted
        key: str = (await self.call("POST", "/tables", asked))["key"]
        await self.call("POST", f"/tables/{key}/start", {})
        return key

    async def play(self, key: str, chance: random.Random) -> Json:
        """Play all seats of this program until the game is over; return the table."""
        own = set((await self.call("GET", f"/tables/{key}"))["own"])
        async with aclosing(self.watch(key)) as feed:
            async for now in feed:
                for side in own & {*now["waiting"], *now["awaited"]}:
                    await self.decide(key, side, chance)
                if now["status"] != "playing":
                    break
        return await self.call("GET", f"/tables/{key}")

    async def decide(self, key: str, side: str, chance: random.Random) -> None:
        """Make one decision. A refused late choice is dropped: the feed sends the next question."""
        seen = await self.call("GET", f"/tables/{key}/choices", side=side)
        menus = [menu["choices"] for menu in seen["asked"] or seen["offered"] if menu["choices"]]
        if not menus:
            return
        choice = chance.choice(chance.choice(menus))
        at = {"epoch": seen["epoch"], "sequence": seen["sequence"]}
        action = {"key": f"{side}-{seen['sequence']}", **at, "side": side, "choice": choice}
        try:
            await self.call("POST", f"/tables/{key}/act", action)
        except Refused as refused:
            if refused.status != 409:
                raise

    async def watch(self, key: str) -> AsyncGenerator[Json]:
        """Yield the table as data, at first and after each change; reopen a lost connection."""
        address = f"{self.address.replace('http', 'ws', 1)}/tables/{key}/feed?as=json&after={NOWHERE}"
        while True:
            with suppress(OSError, ConnectionClosed):
                async with connect(address, additional_headers=self.headers) as feed:
                    async for frame in feed:
                        if "now" in (told := json.loads(frame)):
                            yield told["now"]
            await asyncio.sleep(1)


async def main(address: str, token: str, game: str = "versailles", players: str = "4") -> None:
    async with Horloge(address, token) as site:
        key = await site.make_table(game, int(players), bots=1)
        print(f"{address}/tables/{key}")
        over = await site.play(key, random.Random())  # noqa: S311 - it guards no secret
    for place in over["ranking"]:
        print(place["rank"], *place["sides"], place["points"])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
