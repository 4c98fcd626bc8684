"""A real Chromium for tests: `page` is a wide window, `phone` a narrow one, `open_page` opens more of either.

Each is a visitor of its own (cookies are not shared). Whatever a page complains about on its console, or throws, fails
the test at its end; a test that provokes a complaint takes it out of `complaints`.

Tests that use these are async and run in one event loop per worker, since the browser lives in it.
"""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Error, Page, ViewportSize, async_playwright

from tests.support.needs import needs

WIDE: ViewportSize = {"width": 1440, "height": 900}
NARROW: ViewportSize = {"width": 390, "height": 844}

QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
]

OpenPage = Callable[[ViewportSize], Awaitable[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's Chromium, without a window and without traffic of its own."""
    program = needs("chromium")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=program, args=QUIET)
        yield chromium
        await chromium.close()


@pytest.fixture
def complaints() -> list[str]:
    """What this test's pages complained about so far."""
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, complaints: list[str]) -> AsyncIterator[OpenPage]:
    """Opens a visitor's window of a size."""
    contexts = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"{message.text} ({message.location['url']})")

    def catch(error: Error) -> None:
        complaints.append(f"uncaught: {error}")

    async def open_one(viewport: ViewportSize) -> Page:
        context = await browser.new_context(viewport=viewport, has_touch=viewport == NARROW)
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
