"""The first pages as a visitor sees them: wide, narrow, dark, in three languages, with and without JavaScript, while
games go on and servers die.
"""

import asyncio
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.sites import busy_site_in, site_in
from tests.games.tiny import GAME
from tests.support.browser import COUNT_SHIFTS, LIVE, NARROW, SIDEWAYS, SMALL, WIDE, VisitorOf, loaded, violations
from tests.support.serving import Served
from tests.support.strange_fonts import MEASURED

PATIENCE = 30_000


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    """A site with a demo table on which something happens a few times a second."""
    with busy_site_in(tmp_path, GAME, b'{"rounds":100000}', pace="0.3") as served:
        yield served


@pytest.fixture(scope="module")
def calm_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One site for the tests that only look."""
    with site_in(tmp_path_factory.mktemp("calm"), "--demo", pace="2") as served:
        yield served


async def open_demo(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/")
    await page.locator('a[href="/tables/demo-1"]').click()
    await expect(page.locator("#live")).to_have_class(LIVE)
    await loaded(page)


async def steps(page: Page) -> list[int]:
    """Return the numbers of the steps in the log, latest first; there is at least one."""
    await expect(page.locator("#log .step").first).to_be_attached(timeout=PATIENCE)
    return [int(text) for text in await page.locator("#log .step").all_inner_texts()]


async def until_step(page: Page, step: int) -> None:
    """Wait for this step or a later one: a step without entries has no line."""
    async with asyncio.timeout(PATIENCE / 1000):
        while max(await steps(page)) < step:
            await page.wait_for_timeout(50)


async def test_what_happens_shows_without_a_reload(site: Served, page: Page) -> None:
    await open_demo(page, site)
    await page.evaluate("window.sameDocument = true")
    first = max(await steps(page))
    await until_step(page, first + 5)
    seen = await steps(page)
    assert seen == sorted(set(seen), reverse=True), "every step once, in order"
    assert await page.evaluate("window.sameDocument")


async def test_what_is_shown_live_is_what_a_reload_shows(site: Served, page: Page) -> None:
    await open_demo(page, site)
    await until_step(page, max(await steps(page)) + 3)
    site.process.send_signal(signal.SIGSTOP)  # so that both look at the same position
    live, step = await at_rest(page)
    site.process.send_signal(signal.SIGCONT)
    await page.goto(f"{site.address}/tables/demo-1/at/{step}")
    then = await page.locator("#table .board").inner_html()
    assert plain(then) == plain(live)


async def at_rest(page: Page) -> tuple[str, int]:
    """Return the board and its step once nothing more arrives from the stopped server."""
    shown, now = ("", -1), ("", 0)
    while shown != now:
        shown = now
        await page.wait_for_timeout(300)
        now = await page.locator("#table .board").inner_html(), max(await steps(page))
    return now


def plain(html: str) -> str:
    """Return the page without the marks of a swap."""
    return re.sub(r'\s+hx-swap-oob="\w+"|\s+changed\b|\s+(?=")', "", html)


async def test_a_page_comes_back_by_itself_when_the_server_was_killed(
    site: Served, page: Page, complaints: list[str]
) -> None:
    await open_demo(page, site)
    await page.evaluate("window.sameDocument = true")
    before = max(await steps(page))
    site.kill()
    await expect(page.locator("#live")).to_have_class(re.compile("lost"))
    site.again()
    await expect(page.locator("#live")).to_have_class(LIVE, timeout=PATIENCE)
    await until_step(page, before + 3)
    seen = await steps(page)
    assert seen == sorted(set(seen), reverse=True), "every step once, in order"
    assert await page.evaluate("window.sameDocument")
    assert all("WebSocket" in complaint or "/icons/" in complaint for complaint in complaints)  # at Chromium's own time
    complaints.clear()


@MEASURED
@pytest.mark.parametrize("path", ["/", "/tables/demo-1", "/tables/demo-1/at/0", "/nothing"])
@pytest.mark.parametrize("language", ["en", "it", "es"])
async def test_nothing_scrolls_sideways_on_a_phone(
    calm_site: Served, phone: Page, complaints: list[str], path: str, language: str
) -> None:
    await phone.goto(f"{calm_site.address}{path}?lang={language}")
    await phone.wait_for_load_state("networkidle" if path == "/nothing" else "load")
    if path == "/nothing":
        complaints.clear()
    assert not await phone.evaluate(SIDEWAYS)
    assert await phone.evaluate(SMALL) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_pages_are_accessible(calm_site: Served, visitor: VisitorOf, scheme: str, viewport: object) -> None:
    page = await visitor(color_scheme=scheme, viewport=viewport, reduced_motion="reduce")
    for path in ("/", "/tables/demo-1", "/tables/demo-1/at/0", "/nothing"):
        await page.goto(f"{calm_site.address}{path}")
        assert not await violations(page)


async def test_dark_is_dark(calm_site: Served, visitor: VisitorOf) -> None:
    page = await visitor(color_scheme="dark")
    await page.goto(f"{calm_site.address}/tables/demo-1")
    red, green, blue = map(
        int, re.findall(r"\d+", await page.evaluate("getComputedStyle(document.body).backgroundColor"))
    )
    assert max(red, green, blue) < 64


@pytest.mark.parametrize(("language", "log"), [("it", "Cronaca"), ("es", "Crónica")])
async def test_what_arrives_live_speaks_the_pages_language(site: Served, page: Page, language: str, log: str) -> None:
    await page.goto(f"{site.address}/tables/demo-1?lang={language}")
    await expect(page.locator("#log-title")).to_have_text(log)
    last = max(await steps(page))
    await until_step(page, last + 2)
    lines = await page.locator("#log li").all_inner_texts()
    english = re.compile(r"\b(collects|passes|publishes|gives|raises|shows)\b")
    assert not [line for line in lines if english.search(line)]


async def test_without_javascript_a_reload_shows_what_happened(site: Served, visitor: VisitorOf) -> None:
    page = await visitor(java_script_enabled=False)
    await page.goto(f"{site.address}/tables/demo-1")
    await expect(page.locator("#live")).to_have_text("not live")
    while not await page.locator("#log .step").count():
        await page.reload()
    first = max(await steps(page))
    async with asyncio.timeout(PATIENCE / 1000):
        while max(await steps(page)) <= first:
            await page.reload()
    await page.locator("#log .step").last.click()
    await expect(page).to_have_url(re.compile(r"/tables/demo-1/at/\d+$"))
    await page.get_by_role("link", name="One step on").click()
    await page.get_by_role("link", name="To the table", exact=True).click()
    await expect(page).to_have_url(re.compile(r"/tables/demo-1$"))


async def test_what_changes_does_not_move_what_does_not(site: Served, page: Page) -> None:
    await open_demo(page, site)
    await page.evaluate(COUNT_SHIFTS)
    last = max(await steps(page))
    await until_step(page, last + 6)
    shifted = sum(await page.evaluate("window.shifts"))  # read at once, before more steps come
    assert shifted < 0.1 * (max(await steps(page)) - last) / 6


async def test_the_keyboard_reaches_the_content_first(calm_site: Served, page: Page) -> None:
    await page.goto(f"{calm_site.address}/tables/demo-1")
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await expect(page.locator(".skip")).to_be_in_viewport()
    await page.keyboard.press("Enter")
    assert (await page.evaluate("location.hash")) == "#main"
