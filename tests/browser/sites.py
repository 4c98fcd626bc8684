"""Actions that browser tests share: start a site, come as a guest, make a table, sit down at it together, decide."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.async_api import Page, expect

from app.rooms.rooms import open_room
from app.store.db.database import Database
from app.store.db.migrations import bring_up_to_date
from app.store.games.rooms import RoomStore
from engine.core.game import AnyGame
from tests.support.browser import LIVE, loaded, unfold
from tests.support.serving import Served, serving


@contextmanager
def site_in(folder: Path, *arguments: str, pace: str = "3600", **environment: str) -> Iterator[Served]:
    """Serve a database of its own, `site.db` in a folder. `pace` is the number of seconds a bot takes for a choice, by
    default so many that only the visitors act."""
    own = {"DATABASE_URL": f"sqlite:///{folder / 'site.db'}", "HORLOGE_BOT_PACE": pace, "REDIS_URL": ""}
    with serving(folder, *arguments, **own | environment) as served:
        yield served


@contextmanager
def busy_site_in(folder: Path, game: AnyGame, options: bytes, pace: str) -> Iterator[Served]:
    """Serve a site with a demo table at which bots go on for longer than any test looks, however slow the machine
    is."""
    asyncio.run(begin_demo(f"sqlite+aiosqlite:///{folder / 'site.db'}", game, options))
    with site_in(folder, "--demo", pace=pace, HORLOGE_DEMO_GAME=game.key) as served:
        yield served


async def begin_demo(url: str, game: AnyGame, options: bytes) -> None:
    await bring_up_to_date(url)
    database = Database(url)
    bots = [game.best_bot] * max(game.players)
    await open_room(RoomStore(database), game, "Salon de l'Horloge 1", bots, options, key="demo-1")
    await database.close()


async def come(page: Page, site: Served, name: str, to: str = "/") -> None:
    """Come as a guest of that name, or of a similar one if it is taken."""
    await page.goto(f"{site.address}/guest?lang=en&next={to}")
    await page.locator("[name=name]").fill(name)
    await page.locator("main form button").click()
    await page.wait_for_url(f"{site.address}{to}")


async def make(page: Page, site: Served, game: str = "antechamber", players: int = 2, clock: str = "none") -> str:
    """Make a table, with its maker on the first seat; return its address."""
    await page.goto(f"{site.address}/tables/new?game={game}&players={players}")
    await page.locator("#clock").select_option(clock)
    await page.locator("main form.panel > button.button").click()
    await expect(page.locator(".seats")).to_be_visible()
    await loaded(page)
    return page.url


async def both_sit(
    host: Page, guest: Page, site: Served, game: str = "antechamber", players: int = 2, named: str = "Bob",
    clock: str = "none",
) -> None:  # fmt: skip
    """Begin a game: the host has the first seat, the guest the second, bots the others."""
    await come(host, site, "Ada")
    address = await make(host, site, game, players, clock)
    await guest.goto(address)
    await guest.locator("#sit-1").click()  # this asks for a name first
    await guest.locator("[name=name]").fill(named)
    await guest.locator("main form button").click()
    await guest.locator("#sit-1").click()
    await guest.locator("#ready--1").click()
    await expect(host.locator(".seats")).to_contain_text(named)
    await expect(host.locator(".seats")).not_to_contain_text("not ready yet")
    await host.locator("#start, #fill").click()
    for page in (host, guest):
        await expect(page.locator("#live")).to_have_class(LIVE)
        await unfold(page)


async def decide(page: Page, kind: str) -> None:
    """Choose an answer, look at its preview and confirm it; return once it has been carried out."""
    await page.locator("#decide [name=ahead]").check()
    await page.locator(f"#decide button[value*='\"{kind}\"']").first.click()
    await page.locator("#decide .sure").click()
    await expect(page.locator("#decide .sure")).to_have_count(0)
