"""The form for a new table in a real browser: the seats follow the options that are picked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.sites import come, site_in
from tests.support.browser import loaded, serious
from tests.support.serving import Served


@pytest.fixture
def heaps(tmp_path: Path) -> Iterator[Served]:
    """A site with the game of tests/games/heap."""
    with site_in(tmp_path, HORLOGE_GAMES="tests.games.heap") as served:
        yield served


async def test_the_seats_follow_the_options_that_are_picked(page: Page, heaps: Served) -> None:
    await come(page, heaps, "Ada")
    await page.goto(f"{heaps.address}/tables/new?game=heap&players=2")
    await loaded(page)
    first = page.locator("#seats label").first
    await expect(first).to_contain_text("South")
    await page.locator("[name='chair.1']").select_option("random")
    await page.locator("[name='options.pairs']").select_option("beside")
    await expect(first).to_contain_text("East")
    await expect(page.locator("[name='chair.1']")).to_have_value("random")
    assert await serious(page) == []
    await page.locator("main form.panel > button.button").click()
    await expect(page.locator(".seats li").first).to_contain_text("East")
    await loaded(page)
