"""The fonts of names and figures come with the page; nothing moves when they arrive, and the page stays light."""

import asyncio

import pytest
from playwright.async_api import Page, Route, ViewportSize

from tests.support.browser import COUNT_SHIFTS, NARROW, WIDE, OpenPage
from tests.support.serving import PATIENCE, Served

TYPES = """
(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(face => face.status === "loaded" && face.family.startsWith("Horloge"))
        .map(face => `${face.family} ${face.weight}`).sort();
})()
"""
WEIGHT = """
performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
    .filter(entry => !entry.name.includes("/icons/")).map(entry => [entry.name, entry.transferSize])
"""
"""The bytes transferred, headers included."""
SETTLED = "new Promise(done => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }))"
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Delay:
    """Holds the fonts of a page back until the test lets them through."""

    def __init__(self) -> None:
        self.begun, self.over = asyncio.Event(), asyncio.Event()

    async def __call__(self, route: Route) -> None:
        self.begun.set()
        await self.over.wait()
        await route.continue_()


NAMES_AND_FIGURES = ("h1", ".mat h3", ".influence dd", ".issue h3", "#log b", ".rail-tabs a")


async def foreign(page: Page) -> list[str]:
    """Return the names and figures of a table that are shown in a font of the machine."""
    session = await page.context.new_cdp_session(page)
    await session.send("DOM.enable")
    await session.send("CSS.enable")
    root = (await session.send("DOM.getDocument", {"depth": -1}))["root"]["nodeId"]
    found = []
    for what in NAMES_AND_FIGURES:
        node = await session.send("DOM.querySelector", {"nodeId": root, "selector": what})
        used = (await session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]}))["fonts"]
        found += [what] if not used or not all(font["isCustomFont"] for font in used) else []
    await session.detach()
    return found


async def test_a_table_is_shown_in_our_own_fonts(page: Page, site: Served) -> None:
    """At the first look if the line is quick, else from the next one on."""
    await page.goto(f"{site.address}/tables/four?lang=en")
    assert {"Horloge Sans 400 700", "Horloge Serif 600 700"} <= set(await page.evaluate(TYPES))
    async with asyncio.timeout(PATIENCE):
        while await foreign(page):
            await page.reload()
            await page.evaluate(TYPES)


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "phone"])
@pytest.mark.parametrize(
    "path", ["/?lang=es", "/tables/four?lang=en", "/tables/over?lang=it", "/rules/versailles?lang=en"]
)
async def test_nothing_moves_when_the_fonts_come(
    open_page: OpenPage, site: Served, path: str, viewport: ViewportSize
) -> None:
    page, delay = await open_page(viewport), Delay()
    await page.route("**/*.woff2?*", delay)
    await page.goto(f"{site.address}{path}", wait_until="domcontentloaded")
    await delay.begun.wait()
    await page.evaluate(PAINTED)
    await page.evaluate(SETTLED)
    await page.evaluate(COUNT_SHIFTS)
    delay.over.set()
    assert {"Horloge Sans 400 700", "Horloge Serif 600 700"} <= set(await page.evaluate(TYPES))
    await page.evaluate(PAINTED)
    assert await page.evaluate("window.shifts") == [0]


async def test_the_first_table_comes_with_its_fonts_in_100_kb(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four?lang=es")
    await page.evaluate(TYPES)
    sent = dict(await page.evaluate(WEIGHT))
    assert sum("woff2" in name for name in sent) >= 2
    assert all(sent.values()), "nothing was there already"
    assert sum(sent.values()) < 100_000, sent
