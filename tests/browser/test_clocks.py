"""Clocks on a table's page tick by themselves, second by second, and stop where they are stopped. The tests put the
browser's own clock forward instead of waiting.
"""

import re

from playwright.async_api import Page, expect

from tests.browser.sites import both_sit, decide
from tests.support.browser import LIVE
from tests.support.serving import Served


async def places(page: Page) -> list[float]:
    """Return the positions of the mats."""
    found: list[float] = await page.locator(".place").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().y)"
    )
    return found


async def test_a_clock_ticks_runs_short_and_stands_when_it_is_stopped(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, clock="live")
    await page.clock.install()
    await page.reload()
    await expect(page.locator("#live")).to_have_class(LIVE)
    left = page.locator("#part-clock-red .left")
    await expect(left).to_have_text(re.compile(r"^(30:[0-3]|29:[0-5])\d left$"))
    before = await places(page)
    await page.clock.fast_forward("29:00")
    await expect(left).to_have_text(re.compile(r"^(1:[0-3]|0:[0-5])\d left$"))
    await page.clock.fast_forward("01:00")
    await expect(left).to_have_text(re.compile(r"^0:[0-3]\d left$"))
    await expect(left).to_have_class(re.compile(r"\bshort\b"))
    await page.clock.fast_forward("10:00")
    await expect(left).to_have_text("0:00 left")
    await page.locator("#about-game > summary").click()
    await page.locator(".hold button[value=pause]").click()
    await expect(page.locator("#part-clock-red")).to_contain_text("clock stopped")
    await expect(page.locator("#part-asked")).to_contain_text("The clocks are stopped (")
    await expect(left).to_have_count(0)
    assert await places(page) == before, "nothing jumps"


async def test_when_a_clock_passes_on_to_another_the_mats_stay(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, clock="live")
    await expect(page.locator("#part-clock-red .left")).to_contain_text("left")
    before = await places(page)
    for kind in ("collect", "tip"):
        await decide(page, kind)
    await expect(page.locator("#part-clock-blue .left")).to_contain_text("left")
    await expect(page.locator("#part-clock-red .left")).to_have_count(0)
    assert await places(page) == before
