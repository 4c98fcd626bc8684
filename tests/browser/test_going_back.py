"""Taking back in real browsers: one's own last choice, seen by the rival; more than that once the rival agrees."""

from playwright.async_api import Page, expect

from tests.app.serving import Served
from tests.browser.sites import both_sit, come, decide, make
from tests.support.browser import SIDEWAYS, VisitorOf


async def test_a_choice_is_taken_back_and_the_rival_sees_it(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await decide(page, "collect")
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")
    await expect(phone.locator("#undo")).to_have_count(0)
    await page.locator("#undo").focus()
    await page.keyboard.press("Enter")
    await expect(phone.locator("#log")).to_contain_text("Red takes back: Collect (step 1).")
    await expect(page.locator("#decide button[value*='\"collect\"']")).to_be_visible()
    await expect(page.locator("#undo")).to_have_count(0)
    await decide(page, "collect")
    await expect(phone.locator("#log li")).to_have_count(3)


async def test_the_table_is_asked_and_agrees(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await decide(page, "collect")
    await decide(page, "tip")
    await decide(phone, "collect")
    await expect(page.locator("#log")).to_contain_text("Blue collects 2 coins")
    await page.locator("#ask-back summary").click()
    await page.locator("#ask-back button").last.click()
    await expect(page.locator(".motion")).to_contain_text("has not answered yet")
    await expect(page.locator("#withdraw")).to_be_visible()
    await expect(phone.locator(".motion")).to_contain_text("Red asks to go back to before step 1")
    assert not await phone.evaluate(SIDEWAYS)
    await phone.locator("#refuse").click()
    await expect(page.locator(".motion")).to_contain_text("it stays as it is")
    await expect(phone.locator("#refuse")).to_have_count(0)
    await decide(phone, "tip")
    await page.locator("#ask-back summary").click()
    await page.locator("#ask-back button").last.click()
    await phone.locator("#agree").click()
    for one in (page, phone):
        await expect(one.locator("#log")).to_contain_text("By agreement the table goes back to before step 1")
    await expect(page.locator("#decide button[value*='\"collect\"']")).to_be_visible()


async def test_it_goes_without_javascript(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(java_script_enabled=False)
    await come(page, site, "Ada")
    await make(page, site)
    await page.locator("#fill").click()
    await decide(page, "collect")
    await page.locator("#undo").click()
    await expect(page.locator("#log")).to_contain_text("takes back")
    await decide(page, "call_ballot")
    await page.locator("#undo").click()
    await expect(page.locator("#decide button[value*='\"call_ballot\"']")).to_be_visible()
