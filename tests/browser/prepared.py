"""A real server with the people and tables of tests/app/trust, and a table of each game of engine/. A browser becomes
one of the people by their cookie.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page

from app.store.db.migrations import bring_up_to_date
from tests.app.trust.calls import Call, calls
from tests.app.trust.played_table import sitting_on
from tests.app.trust.world import world_on
from tests.support.games import site_games
from tests.support.serving import Served, serving
from tests.support.visitors import quick_settings


@dataclass
class Prepared:
    served: Served
    cookies: dict[str, dict[str, str]]
    """The cookies of each person, by name; for the people at a game's table, by `<game> <side>`."""
    tables: dict[str, str]
    """The keys of the tables, by kind; a game's table is in the middle of the game."""
    calls: list[Call]
    keys: dict[str, str]

    @property
    def address(self) -> str:
        return self.served.address

    async def become(self, page: Page, person: str) -> None:
        await page.goto("about:blank")  # requests that the page sends when it is left still go out as its person
        new = self.cookies[person]
        given = [{"name": name, "value": text, "url": self.address} for name, text in new.items()]
        await page.context.add_cookies(given)  # type: ignore[arg-type]
        for cookie in await page.context.cookies():  # never all: a visitor without any is given new ones
            if cookie["name"] not in new:
                await page.context.clear_cookies(name=cookie["name"])


@contextmanager
def prepared(folder: Path) -> Iterator[Prepared]:
    file = folder / "site.db"
    settings = quick_settings(f"sqlite+aiosqlite:///{file}")
    asyncio.run(bring_up_to_date(settings.database_url))
    with world_on(settings) as world:
        cookies, tables, keys, known = world.cookies, dict(world.tables), dict(world.keys), list(calls(world))
    for key, game in site_games().items():
        with sitting_on(settings, key, max(game.players)) as sitting:
            for _ in range(30):
                sitting.go_on()
            tables[key] = sitting.key
            cookies |= {f"{key} {name}": dict(browser.cookies) for name, browser in sitting.world.visitors.items()}
    environment = {"DATABASE_URL": f"sqlite:///{file}", "HORLOGE_BOT_PACE": "3600", "REDIS_URL": ""}
    with serving(folder, **environment) as served:
        yield Prepared(served, cookies, tables, known, keys)
