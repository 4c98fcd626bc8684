"""Cards can be read where they matter: whole on the table and beside the question, and behind every name, by pointer,
keyboard and finger, with and without JavaScript.
"""

import asyncio
import re

import pytest
from playwright.async_api import Locator, Page, Route, ViewportSize, expect

from tests.browser.sites import both_sit, come, decide
from tests.support.browser import LIVE, NARROW, SIDEWAYS, WIDE, OpenPage, VisitorOf, unfold, violations
from tests.support.serving import Served

BIDDING = "/tables/bidding?lang=en"
SHORT_TIMERS_RING_AT_ONCE = """() => {
    const later = window.setTimeout;
    window.setTimeout = (what, time) => (time < 500 ? (what(), 0) : later(what, time));
}"""
"""Makes short timers fire at once, so that no test waits for them."""


async def named_in_log(page: Page) -> tuple[Locator, str]:
    link = page.locator("#log a.see").first
    return link, await link.inner_text()


def opened(page: Page) -> Locator:
    return page.locator("#card-box")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_who_watches_a_bidding_sees_the_issue_whole(
    open_page: OpenPage, site: Served, size: ViewportSize
) -> None:
    page = await open_page(size)
    await page.goto(f"{site.address}{BIDDING}")
    issue = await page.locator(".question a.see").first.inner_text()
    lot = page.locator(".board .lot")
    await expect(lot.locator("h3").first).to_have_text(issue)
    await expect(lot.locator(".options li").first).to_be_in_viewport()
    assert not await page.evaluate(SIDEWAYS)


async def test_a_bidder_on_a_phone_sees_the_issue_whole_beside_the_question(phone: Page, site: Served) -> None:
    await phone.goto(f"{site.address}{BIDDING}")
    await unfold(phone)
    issue = await phone.locator(".question a.see").first.inner_text()
    held = phone.locator("#asked .lot")
    await expect(held.locator("h3").first).to_have_text(issue)
    await expect(held.locator(".options li").first).to_be_in_viewport()


async def test_a_lot_that_is_out_of_sight_is_shown_beside_the_question(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}{BIDDING}")
    held = page.locator("#asked .lot")
    await expect(held).to_be_hidden()
    await page.mouse.move(500, 500)
    await page.mouse.wheel(0, 2_000)
    await expect(held.locator("h3").first).to_be_in_viewport()
    await page.mouse.wheel(0, -3_000)
    await expect(held).to_be_hidden()


async def test_what_comes_to_hand_lies_in_both_its_places(page: Page, phone: Page, site: Served) -> None:
    """A move brings the card once for both places."""
    await both_sit(page, phone, site)
    own = await page.locator(".board .lot h3").all_text_contents()
    assert len(own) > 1
    await decide(page, "publish")
    places = page.locator(".board .lot"), page.locator("#asked .lot")
    for lot in places:
        await expect(lot.locator("h3")).to_have_count(1)
    on_board, beside = [await lot.locator("h3").all_text_contents() for lot in places]
    assert on_board == beside
    assert on_board[0] in own


async def test_the_lot_leaves_names_and_stakes_of_the_table_in_sight(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}{BIDDING}")
    lot = await page.locator(".board .lot").bounding_box()
    names = await page.locator(".on-table .issue h3").all()
    assert lot
    assert names
    for name in names:
        box = await name.bounding_box()
        assert box
        assert box["y"] + box["height"] <= lot["y"] + 2


async def test_a_name_opens_its_card_under_the_pointer_and_it_goes_with_it(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}{BIDDING}")
    link, name = await named_in_log(page)
    await link.hover()
    await expect(opened(page).locator("h3")).to_have_text(name)
    await expect(link).to_have_attribute("aria-describedby", "card-box")
    await page.mouse.move(2, 2)
    await expect(opened(page)).to_be_hidden()


async def test_a_pointer_that_moves_does_not_close_a_card_that_the_keyboard_asked_for(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}{BIDDING}")
    await expect(page.locator("#live")).to_have_class(LIVE)
    link, name = await named_in_log(page)
    asked, released = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        asked.set()
        await released.wait()
        await route.continue_()

    await page.route("**/cards/en/*", late)
    await page.keyboard.press("Tab")
    await link.focus()
    await asked.wait()
    await page.evaluate(SHORT_TIMERS_RING_AT_ONCE)
    await page.locator("h1").hover()
    released.set()
    await expect(opened(page).locator("h3")).to_have_text(name)


async def test_the_keyboard_opens_a_card_and_gets_back_to_its_name(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}{BIDDING}")
    await expect(page.locator("#live")).to_have_class(LIVE)
    link, name = await named_in_log(page)
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await link.focus()
    await expect(link).to_be_focused()
    await expect(opened(page).locator("h3")).to_have_text(name)
    await page.keyboard.press("Escape")
    await expect(opened(page)).to_be_hidden()
    await expect(link).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(opened(page)).to_be_focused()
    await expect(opened(page)).to_have_attribute("aria-label", name)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(link).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(opened(page)).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(opened(page)).to_be_hidden()
    await expect(link).to_be_focused()


async def test_a_tap_opens_a_card_and_another_elsewhere_closes_it(visitor: VisitorOf, site: Served) -> None:
    phone = await visitor(viewport=NARROW, has_touch=True, is_mobile=True)
    await phone.goto(f"{site.address}{BIDDING}#log-pane")
    link, name = await named_in_log(phone)
    await link.tap()
    await expect(opened(phone).locator("h3")).to_have_text(name)
    assert not await phone.evaluate(SIDEWAYS)
    await opened(phone).locator("h3").tap()
    await expect(opened(phone)).to_be_visible()
    box = await opened(phone).locator(".close").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    await opened(phone).locator(".close").tap()
    await expect(opened(phone)).to_be_hidden()


async def test_without_javascript_a_name_leads_to_its_place_in_the_gallery(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(viewport=WIDE, java_script_enabled=False)
    await page.goto(f"{site.address}{BIDDING}")
    link, name = await named_in_log(page)
    await link.click()
    await expect(page).to_have_url(re.compile(r"/rules/versailles/cards#"))
    await expect(page.locator(":target h3")).to_have_text(name)
    await expect(page.locator(":target")).to_be_in_viewport()


async def test_any_game_has_cards_that_open(page: Page, site: Served) -> None:
    await come(page, site, "Cora")
    await page.goto(f"{site.address}/rules/antechamber/cards?lang=en")
    await expect(page.locator("#dispatch-7")).to_contain_text("Worth 7 prestige")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_an_opened_card_and_the_gallery_are_accessible(
    visitor: VisitorOf, site: Served, scheme: str, viewport: object
) -> None:
    page = await visitor(color_scheme=scheme, viewport=viewport, reduced_motion="reduce")
    await page.goto(f"{site.address}{BIDDING}#log-pane")
    await (await named_in_log(page))[0].click()
    await expect(opened(page)).to_be_visible()
    assert not await violations(page)
    await page.goto(f"{site.address}/rules/versailles/cards?lang=it")
    assert not await violations(page)
    assert not await page.evaluate(SIDEWAYS)
