"""Undo in real browsers: the player's own last choice, as the rival sees it, and more than that if the rival agrees."""

from playwright.async_api import Page, expect

from tests.browser.sites import both_sit, come, decide, make
from tests.support.browser import SIDEWAYS, VisitorOf
from tests.support.serving import Served


async def test_a_choice_is_taken_back_and_the_rival_sees_it(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await decide(page, "collect")
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")
    await expect(phone.locator("#undo")).to_have_count(0)
    await page.locator("#undo").focus()
    await page.keyboard.press("Enter")
    await expect(phone.locator("#log")).to_contain_text("Red takes back: Collect from the bank (step 1).")
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
    await expect(page.locator(".motion")).to_contain_text("has not voted yet")
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


async def test_a_sealed_answer_is_changed_and_the_rivals_form_stays_as_it_is(
    page: Page, phone: Page, site: Served
) -> None:
    await both_sit(page, phone, site)
    await decide(page, "call_ballot")
    await expect(phone.locator("#decide button[value*='\"stake\"']")).to_have_count(6)
    form = await phone.locator("#decide").inner_html()
    await stake(page, 3)
    await expect(page.locator(".sealed")).to_contain_text("Stake 3 coins")
    await expect(phone.locator(".part-asked")).not_to_contain_text("Red")
    await expect(phone.locator(".sealed")).to_have_count(0)
    await page.locator("#withdraw-red").click()
    await expect(page.locator("#decide button[value*='\"stake\"']")).to_have_count(6)
    await expect(page.locator(".sealed")).to_have_count(0)
    await stake(page, 1)
    await expect(page.locator(".sealed")).to_contain_text("Stake 1 coin")
    assert await phone.locator("#decide").inner_html() == form
    await stake(phone, 2)
    for one in (page, phone):
        await expect(one.locator("#log")).to_contain_text("Blue wins.")
        await expect(one.locator(".sealed")).to_have_count(0)


async def stake(page: Page, coins: int) -> None:
    """Look at the preview of this answer, and confirm."""
    await page.locator("#decide [name=ahead]").check()
    await page.locator(f"#decide button[value*='\"coins\":{coins}']").click()
    await expect(page.locator("#decide .foreseen")).to_contain_text("of your answer alone")
    await page.locator("#decide .sure").click()
    await expect(page.locator("#decide .sure")).to_have_count(0)
