"""A real Chromium for tests: the fixture `page` is a wide window, `phone` a narrow one, and `open_page` opens more of
either.

Each window is a separate visitor, with cookies of its own. A test fails at its end if a page has thrown an error or
written a complaint to its console; a test that provokes one takes it out of `complaints`.

Tests that use these fixtures are async and share one event loop per worker, because the browser lives in it.
"""

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, ViewportSize, async_playwright, expect

from tests.support.needs import needs, program
from tests.support.strange_fonts import OURS, WITHHELD, machine_with

expect.set_options(timeout=20_000)  # a busy machine is no fault of the page

LIVE = re.compile(r"\blive\b")
"""The class of the sign on a table's page that shows it is receiving live updates."""
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
"""Finds targets that are too small for a finger. A link inside a sentence may be as small as the sentence."""
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
    """The complaints of a page, without those that a test provokes on purpose."""

    def __init__(self, *expected: str) -> None:
        super().__init__()
        self.expected = re.compile("|".join(expected))

    def append(self, complaint: str) -> None:
        if not self.expected.search(complaint):
            super().append(complaint)


async def loaded(page: Page) -> None:
    """Wait until the page behind a link has run its scripts, so that clicks and keys reach them."""
    await page.wait_for_load_state("load")


RUN_AXE = "rules => axe.run({ resultTypes: ['violations'], rules }).then(({ violations }) => violations)"
"""Ask axe for violations only: sending the rest takes longer than finding it."""


def axe() -> str:
    from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

    return str(AXE_SCRIPT)


async def violations(page: Page, *impacts: str, without: Sequence[str] = ()) -> list[str]:
    """Return what axe finds wrong with a page, by all its rules except some; with impacts, only violations of these
    impacts."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(axe())
    rules = {rule: {"enabled": False} for rule in without}
    found = [rule for rule in await page.evaluate(RUN_AXE, rules) if not impacts or rule["impact"] in impacts]
    return [f"{rule['id']} ({rule['help']}): {node['html'][:160]}" for rule in found for node in rule["nodes"][:3]]


async def serious(page: Page, without: Sequence[str] = ()) -> list[str]:
    """Return the violations that stand in a user's way."""
    return await violations(page, "serious", "critical", without=without)


async def unfold(page: Page) -> None:
    """Open the choices, also on a narrow screen, where they are a folded sheet."""
    bar = page.locator("#sheet:not([open]) > summary")
    if await bar.is_visible():
        await bar.click()


@asynccontextmanager
async def launched(chromium: Path, *more: str, **environment: str) -> AsyncIterator[Browser]:
    """Launch Chromium without a window and without traffic of its own."""
    env: dict[str, str | float | bool] = {**os.environ, **environment}
    async with (
        async_playwright() as playwright,
        await playwright.chromium.launch(executable_path=chromium, args=[*QUIET, *more], env=env) as browser,
    ):
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def launch(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Launch]:
    """Launch the system's Chromium once for each set of fonts. Prefer the headless shell, which opens pages in half the
    time."""
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
    """Name the fonts of a test's pages; `MEASURED` tests run under others too."""
    return OURS


@pytest_asyncio.fixture(loop_scope="session")
async def browser(launch: Launch, fonts: str) -> Browser:
    return await launch(fonts)


@pytest.fixture
def complaints() -> list[str]:
    """Collect the complaints of this test's pages."""
    return []


@pytest.fixture
def site_first(request: pytest.FixtureRequest) -> None:
    """Start the test's `site`, or any fixture whose name ends so, before the first page opens. It then outlives the
    last page, which would complain of its end."""
    for name in request.fixturenames:
        if name.endswith("site"):
            request.getfixturevalue(name)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, complaints: list[str], site_first: None) -> AsyncIterator[OpenPage]:
    """Open windows of a given size, each for a new visitor."""
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
    """Open windows with options of Playwright's own: dark, without JavaScript."""
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
