"""The page previews two moves of a turn together in real browsers, and sends them together: the envoy collects, and
tips.
"""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.browser.sites import both_sit, come, make
from tests.support.browser import SIDEWAYS, VisitorOf
from tests.support.serving import Served

COLLECT, TIP_BLUE = "#decide button[value*='\"collect\"']", "#decide button[value*='\"tip\"'][value*='\"blue\"']"
SURE = "#decide .sure"
COLLECTED = "Red collects 2 coins"
TIPPED = "Blue a coin"


async def look_at_both(page: Page) -> None:
    """Preview the first move, then the question after it, then both together."""
    await page.locator("#decide [name=ahead]").check()
    await page.locator(COLLECT).click()
    await page.locator("#decide button[name=second]").click()
    await expect(page.locator("#decide .first-of-two")).to_contain_text("Collect")
    await page.locator(TIP_BLUE).click()
    await expect(page.locator("#decide .foreseen ol.two li")).to_have_count(2)


async def test_both_moves_are_seen_confirmed_and_told_to_others(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await look_at_both(page)
    news = page.locator("#decide .foreseen .news")
    await expect(news).to_contain_text(COLLECTED)
    await expect(news).to_contain_text(TIPPED)
    await expect(phone.locator("#log")).not_to_contain_text(COLLECTED)
    sure = page.locator(SURE)
    await expect(sure).to_have_text("Confirm both")
    await expect(sure).to_be_focused()
    await page.keyboard.press("Enter")
    for one in (page, phone):
        await expect(one.locator("#log")).to_contain_text(COLLECTED)
        await expect(one.locator("#log")).to_contain_text(TIPPED)
    await expect(page.locator("#decide .foreseen")).to_have_count(0)
    await expect(phone.locator(COLLECT)).to_be_visible()


async def test_who_looked_at_both_can_send_the_first_alone(page: Page, phone: Page, site: Served) -> None:
    """The envoy goes back from both to the second question, and from there to the first."""
    await both_sit(phone, page, site)
    await look_at_both(phone)
    assert not await phone.evaluate(SIDEWAYS)
    await phone.locator("#decide button[name=back]").click()
    await expect(phone.locator(TIP_BLUE)).to_be_visible()
    await phone.locator("#decide button[name=alone]").click()
    await expect(phone.locator("#decide .first-of-two")).to_have_count(0)
    await phone.locator("#decide [name=ahead]").uncheck()
    await phone.locator(COLLECT).click()
    await expect(page.locator("#log")).to_contain_text(COLLECTED)
    await expect(page.locator("#log")).not_to_contain_text(TIPPED)
    await expect(phone.locator(TIP_BLUE)).to_be_visible()


async def test_both_moves_are_sent_without_javascript(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(java_script_enabled=False)
    await come(page, site, "Ada")
    await make(page, site)
    await page.locator("#fill").click()
    await look_at_both(page)
    await page.locator(SURE).click()
    for told in (COLLECTED, TIPPED):
        await expect(page.locator("#log")).to_contain_text(told)
