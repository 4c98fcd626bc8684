"""The decision on a phone: a bar tells which side is asked which question, and opens to a sheet; with and without
JavaScript.
"""

import pytest
from playwright.async_api import Page, expect

from tests.browser.sites import both_sit, come, decide, make
from tests.support.browser import NARROW, SIDEWAYS, Heard, VisitorOf, serious, unfold
from tests.support.serving import Served

BAR = "#sheet > summary"
BEGINS_ABOVE = """([pane, most]) => {
    const { top } = document.getElementById(pane).getBoundingClientRect();
    return top >= 0 && top < most;
}"""


@pytest.fixture
def complaints() -> list[str]:
    """Leave out refusals, which the console reports."""
    return Heard("422")


async def folded(phone: Page) -> bool:
    return not await phone.locator("#part-decision").is_visible()


async def test_the_bar_says_what_is_asked_and_whom(page: Page, phone: Page, site: Served) -> None:
    await both_sit(phone, page, site)
    await phone.keyboard.press("Escape")
    assert await folded(phone)
    await expect(phone.locator(BAR)).to_be_focused()
    for text in (phone.locator("#sheet .mine"), phone.locator(".question")):
        await expect(text).to_be_in_viewport()
    assert await serious(phone) == []
    await phone.keyboard.press("Enter")
    await expect(phone.locator("#decide .choice").first).to_be_in_viewport()
    assert not await phone.evaluate(SIDEWAYS)
    await decide(phone, "collect")
    await expect(phone.locator("#sheet")).to_have_attribute("open", "")
    await decide(phone, "tip")
    await expect(phone.locator("#sheet .mine")).to_be_hidden()


async def test_it_stays_as_it_was_while_a_rival_acts(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    for unfolded in (True, False):
        assert await folded(phone) != unfolded
        log = await phone.locator("#log").inner_text()
        await decide(page, "collect" if unfolded else "tip")
        await expect(phone.locator("#log")).not_to_have_text(log)
        assert await folded(phone) != unfolded
        await phone.keyboard.press("Escape")


async def test_a_pane_that_is_picked_is_seen_at_once_from_its_top(page: Page, phone: Page, site: Served) -> None:
    await both_sit(phone, page, site, "versailles", 2)
    for pane in ("mats", "log-pane", "regions", "talk-pane", "deals-pane", "conference"):
        await unfold(phone)
        await phone.evaluate("scrollTo(0, 9999)")
        await phone.locator(f".dock a[href='#{pane}']").click()
        await expect(phone.locator("#sheet")).not_to_have_attribute("open", "")
        await phone.wait_for_function(BEGINS_ABOVE, arg=[pane, NARROW["height"] / 3])


async def test_a_refusal_and_a_preview_open_it(page: Page, phone: Page, site: Served) -> None:
    await both_sit(phone, page, site, "versailles", 2)
    asked = phone if await phone.locator("#offer-place").count() else page
    if asked is page:
        await page.set_viewport_size(NARROW)
    await asked.keyboard.press("Escape")
    cards = asked.locator(".on-table .issue.pickable h3")
    await cards.first.click()
    assert await folded(asked)
    await asked.locator("#offer-place [name=do]").evaluate("it => it.click()")
    await expect(asked.locator("#refusal")).to_be_in_viewport()
    await asked.keyboard.press("Escape")
    await cards.nth(1).click()
    await asked.locator("#decide [name=ahead]").evaluate("it => it.click()")
    await asked.locator("#offer-place [name=do]").evaluate("it => it.click()")
    await expect(asked.locator("#decide .sure")).to_be_in_viewport()


async def test_it_opens_and_closes_without_javascript(visitor: VisitorOf, site: Served) -> None:
    phone = await visitor(java_script_enabled=False, viewport=NARROW)
    await come(phone, site, "Ada")
    await make(phone, site)
    await phone.locator("#fill").click()
    await expect(phone.locator("#sheet")).to_be_visible()
    await expect(phone.locator("#part-decision")).to_be_hidden()
    for _ in range(3):
        await phone.locator(BAR).click()
    await phone.locator("#decide [name=ahead]").check()
    await phone.locator("#decide button[value*='\"collect\"']").click()
    await expect(phone.locator("#decide .sure")).to_be_in_viewport()
    await phone.locator("#decide .sure").click()
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")
