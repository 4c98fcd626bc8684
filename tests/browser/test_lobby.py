"""Two people meet in real browsers: by a link, as guests, until the game begins. The list is live, and a name can be
changed.
"""

import pytest
from playwright.async_api import Page, expect

from tests.browser.sites import come, make
from tests.support.browser import COUNT_SHIFTS, LIVE, SIDEWAYS, serious
from tests.support.serving import Served


async def test_from_the_link_to_the_first_move_and_a_new_name(page: Page, phone: Page, site: Served) -> None:
    await come(page, site, "Ada")
    await make(page, site)
    await expect(page.locator("#link")).to_have_value(page.url)
    await page.locator("[data-copy=link]").click()
    await expect(page.locator("[data-copy=link]")).to_have_text("Copied")

    await phone.goto(page.url)
    await phone.locator("main p a.now").click()
    await phone.locator("[name=name]").fill("Bob")
    await phone.locator("main form button").click()
    await phone.wait_for_url(page.url)
    assert not await phone.evaluate(SIDEWAYS)
    await phone.locator("#sit-1").click()
    await phone.get_by_role("button", name="I’m ready").click()
    await expect(page.locator(".seats")).to_contain_text("Bob")
    await expect(page.locator(".seats")).not_to_contain_text("not ready yet")
    await page.locator("#start").click()
    await expect(phone.locator("#live")).to_have_class(LIVE)

    renamed = await phone.context.new_page()
    await renamed.goto(f"{site.address}/me/name")
    await renamed.locator("[name=name]").fill("Robert")
    await renamed.locator("main form button").click()
    await expect(page.locator("#table")).to_contain_text("Robert")


async def test_a_page_whose_line_was_gone_shows_what_is_said_before_the_game(
    page: Page, phone: Page, site: Served, complaints: list[str]
) -> None:
    await come(phone, site, "Ada")
    await page.goto(await make(phone, site))
    await page.route("**/talk/table?after=*", lambda route: route.abort())
    async with page.expect_event("requestfailed"):
        pass
    await page.unroute("**/talk/table?after=*")
    await phone.locator("#text-table").fill("Who is still missing?")
    await phone.keyboard.press("Enter")
    await expect(page.locator("#lines-table")).to_contain_text("Who is still missing?")
    complaints[:] = [said for said in complaints if "ERR_FAILED" not in said]  # the browser itself writes this


async def test_a_new_table_appears_in_the_list_and_nothing_jumps(page: Page, phone: Page, site: Served) -> None:
    await come(phone, site, "Cleo")
    await page.goto(f"{site.address}/?status=open&game=antechamber&players=3")
    await page.evaluate(COUNT_SHIFTS)
    await phone.goto(f"{site.address}/tables/new?game=antechamber&players=3")
    await phone.locator("[name=title]").fill("A table just opened")
    await phone.locator("main form.panel > button.button").click()
    await expect(page.get_by_text("A table just opened")).to_be_visible()
    assert await page.evaluate("window.shifts") == [0]


@pytest.mark.parametrize("path", ["/", "/mine", "/tables/new?game=versailles&players=4", "/learn/versailles"])
async def test_its_pages_are_for_everybody(phone: Page, site: Served, path: str) -> None:
    await come(phone, site, "Dora")
    await phone.goto(site.address + path)
    assert await serious(phone) == []
    assert not await phone.evaluate(SIDEWAYS)
