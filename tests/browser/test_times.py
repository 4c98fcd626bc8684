"""The time zone is the browser's at the first visit, and recent times update by themselves without moving the page."""

import re

from playwright.async_api import Page, expect

from tests.browser.sites import come, make
from tests.support.browser import COUNT_SHIFTS, VisitorOf
from tests.support.serving import Served

HALF_PAST_THREE = """() => {
    const time = document.querySelector("main time[data-moment]");
    return Date.parse(time.dateTime) + 210_000 - Date.parse(document.getElementById("times").dataset.now);
}"""
"""Returns the milliseconds left until the first time of the page is three and a half minutes ago."""


async def test_the_browsers_zone_counts_from_the_first_visit_on(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(timezone_id="Asia/Tokyo")
    await come(page, site, "Ada")
    await page.goto(f"{site.address}/me/sessions")
    time = page.locator("main time[data-moment]").first
    await expect(time).to_have_text("just now")
    await expect(time).to_have_attribute("title", re.compile(" JST$"))
    assert "JST" in await (await page.request.get(f"{site.address}/me/sessions")).text(), "the server knows it too"
    await page.goto(f"{site.address}/me")
    await expect(page.locator("[name=zone]")).to_have_value("Asia/Tokyo")


async def test_without_javascript_times_are_in_utc_which_is_named(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(java_script_enabled=False, timezone_id="Asia/Tokyo")
    await come(page, site, "Ada")
    await page.goto(f"{site.address}/me/sessions")
    await expect(page.locator("main time").first).to_have_attribute("title", re.compile(" UTC$"))
    await expect(page.locator("main time").first).to_have_text("just now")


async def test_a_time_goes_on_by_itself_and_moves_nothing(page: Page, site: Served) -> None:
    await come(page, site, "Ada")
    await make(page, site)
    await page.clock.install()
    await page.goto(f"{site.address}/me/sessions")
    time = page.locator("main time[data-moment]").first
    await expect(time).to_have_text("just now")
    await page.clock.fast_forward(await page.evaluate(HALF_PAST_THREE))
    await expect(time).to_have_text("3 min ago")
    await page.evaluate(COUNT_SHIFTS)
    await page.clock.fast_forward("01:00")
    await expect(time).to_have_text("4 min ago")
    assert await page.evaluate("Math.max(...window.shifts)") < 0.01
    await page.clock.fast_forward("25:00:00")
    await expect(time).to_have_text(re.compile(r"^\d+ \w+ \d{4}, \d\d:\d\d \w+"))
