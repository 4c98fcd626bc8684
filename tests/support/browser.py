"""A real Chromium for tests: `page` is a wide window, `phone` a narrow one, `open_page` opens more of either.

Each is a visitor of its own (cookies are not shared). Whatever a page complains about on its console, or throws, fails
the test at its end; a test that provokes a complaint takes it out of `complaints`.

Tests that use these are async and run in one event loop per worker, since the browser lives in it.
"""

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, ViewportSize, async_playwright, expect

from tests.support.needs import needs, program
from tests.support.strange_fonts import OURS, WITHHELD, machine_with

expect.set_options(timeout=20_000)  # a machine that has much to do is no fault of the page

LIVE = re.compile(r"\blive\b")
"""What the sign of a table's page says while it hears of everything at once."""
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
SMALL = """
(() => {
    const block = element => getComputedStyle(element).display === "inline" ? block(element.parentElement) : element;
    const within = link => block(link).textContent.trim().length > link.textContent.trim().length;  // in a sentence
    const large = target => (({ width, height }) => width > 43.99 && height > 43.99)(target.getBoundingClientRect());
    const sentence = target => target.tagName === "A" && block(target) !== target && within(target);
    return [...document.querySelectorAll("a:not(.skip), button, summary, input:not([type=hidden]), select, textarea")]
        .filter(target => target.checkVisibility() && !sentence(target))
        .filter(target => ![target, ...target.labels ?? []].some(large))
        .map(target => target.outerHTML);
})()
"""
"""Targets that are too small for a finger. A link in a sentence may be as small as the sentence."""
COUNT_SHIFTS = """
window.shifts = [0];
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.shifts.push(entry.value) })
    .observe({ type: "layout-shift", buffered: false });
"""
WIDE: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 820, "height": 1180}
NARROW: ViewportSize = {"width": 390, "height": 844}

QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
]

Launch = Callable[[str], Awaitable[Browser]]
OpenPage = Callable[[ViewportSize], Awaitable[Page]]
VisitorOf = Callable[..., Awaitable[Page]]


class Heard(list[str]):
    """Complaints, without those that a test means to provoke."""

    def __init__(self, *expected: str) -> None:
        super().__init__()
        self.expected = re.compile("|".join(expected))

    def append(self, complaint: str) -> None:
        if not self.expected.search(complaint):
            super().append(complaint)


async def loaded(page: Page) -> None:
    """The page that a click led to has run its scripts: whatever is clicked or pressed from now on is for them."""
    await page.wait_for_load_state("load")


RUN_AXE = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
"""The browser hands over what is wrong and no more: the rest would take longer than finding it."""


async def violations(page: Page, *impacts: str) -> list[str]:
    """Tell what axe finds wrong with a page; with impacts, only what is as grave as one of them."""
    from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

    await page.evaluate(AXE_SCRIPT)
    found = [rule for rule in await page.evaluate(RUN_AXE) if not impacts or rule["impact"] in impacts]
    return [f"{rule['id']} ({rule['help']}): {node['html'][:160]}" for rule in found for node in rule["nodes"][:3]]


async def serious(page: Page) -> list[str]:
    """Tell what axe finds that stands in somebody's way."""
    return await violations(page, "serious", "critical")


async def unfold(page: Page) -> None:
    """What is asked lies open, also where the screen is narrow and it is a sheet."""
    bar = page.locator("#sheet:not([open]) > summary")
    if await bar.is_visible():
        await bar.click()


@asynccontextmanager
async def launched(chromium: Path, *more: str, **environment: str) -> AsyncIterator[Browser]:
    """Without a window and without traffic of its own."""
    env: dict[str, str | float | bool] = {**os.environ, **environment}
    async with (
        async_playwright() as playwright,
        await playwright.chromium.launch(executable_path=chromium, args=[*QUIET, *more], env=env) as browser,
    ):
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def launch(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Launch]:
    """The system's Chromium with some fonts, each launched once; the one without what is around pages, if there is one:
    it opens them in half the time."""
    chromium = program("chromium-headless-shell") or needs("chromium")
    running: dict[str, Browser] = {}
    async with AsyncExitStack() as stack:

        async def with_fonts(fonts: str) -> Browser:
            if fonts not in running:
                strange = fonts != OURS
                environment = machine_with(fonts, tmp_path_factory.mktemp(fonts)) if strange else {}
                opened = launched(chromium, *([WITHHELD] if strange else []), **environment)
                running[fonts] = await stack.enter_async_context(opened)
            return running[fonts]

        yield with_fonts


@pytest.fixture
def fonts() -> str:
    """The fonts under which a test's pages are shown; `MEASURED` tests are run under others too."""
    return OURS


@pytest_asyncio.fixture(loop_scope="session")
async def browser(launch: Launch, fonts: str) -> Browser:
    return await launch(fonts)


@pytest.fixture
def complaints() -> list[str]:
    """What this test's pages complained about so far."""
    return []


@pytest.fixture
def site_first(request: pytest.FixtureRequest) -> None:
    """The test's `site`, if it has one, is there before the first page opens, and thus until the last has closed: pages
    would complain of its end. So is any other that is called so."""
    for name in request.fixturenames:
        if name.endswith("site"):
            request.getfixturevalue(name)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, complaints: list[str], site_first: None) -> AsyncIterator[OpenPage]:
    """Opens a visitor's window of a size."""
    contexts = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.text} ({message.location['url']})")

    def catch(error: Error) -> None:
        complaints.append(f"uncaught: {error}")

    async def open_one(viewport: ViewportSize) -> Page:
        context = await browser.new_context(viewport=viewport, has_touch=viewport in (TABLET, NARROW))
        contexts.append(context)
        page = await context.new_page()
        page.on("console", hear)
        page.on("pageerror", catch)
        return page

    yield open_one
    for context in contexts:
        await context.close()
    assert not complaints, "the pages complained:\n" + "\n".join(complaints)


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(browser: Browser) -> AsyncIterator[VisitorOf]:
    """Opens a window with options of Playwright's own: dark, without JavaScript."""
    contexts = []

    async def opened(**options: object) -> Page:
        contexts.append(await browser.new_context(**options))  # type: ignore[arg-type]
        return await contexts[-1].new_page()

    yield opened
    for context in contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(open_page: OpenPage) -> Page:
    return await open_page(WIDE)


@pytest_asyncio.fixture(loop_scope="session")
async def phone(open_page: OpenPage) -> Page:
    return await open_page(NARROW)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
