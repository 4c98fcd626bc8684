"""The panes beside the board in real browsers: talk reaches the right people, the page shows who is present, rules and
notes open.
"""

import asyncio
import re

import pytest
from playwright.async_api import Page, Route, expect

from tests.app.trust.hostile import PAYLOADS
from tests.browser.sites import both_sit, come, decide
from tests.support.browser import NARROW, WIDE, OpenPage, VisitorOf, loaded, serious, unfold
from tests.support.serving import Served

OVERLAP = """
(() => {
    const [one, two] = ["recap", "part-asked"].map((id) => document.getElementById(id).getBoundingClientRect());
    return one.right > two.left && one.bottom > two.top && two.bottom > one.top;
})()
"""


async def opens(page: Page, pane: str) -> None:
    await page.locator(f'.rail-tabs a[href="#{pane}"]').click()
    await expect(page.locator(f"#{pane}")).to_be_visible()


async def says(page: Page, text: str) -> None:
    field = page.locator(".channel textarea:visible")
    await field.fill(text)
    await field.press("Enter")
    await expect(field).to_have_value("")


async def test_what_is_said_reaches_whom_it_may(open_page: OpenPage, site: Served) -> None:
    ada, bob, wim, eve = [await open_page(size) for size in (WIDE, NARROW, WIDE, NARROW)]
    await both_sit(ada, bob, site, named="Bruno")
    for name, watcher in (("Wim", wim), ("Eve", eve)):
        await come(watcher, site, name)
        await watcher.goto(ada.url)
        await opens(watcher, "talk-pane")
    await opens(ada, "talk-pane")
    await says(ada, "Good evening, @Bruno")
    await expect(bob.locator("#unread")).to_have_text(re.compile("1"))
    await opens(bob, "talk-pane")
    await expect(bob.locator("mark.mention")).to_have_text("@Bruno")
    await expect(bob.locator("#unread")).to_be_hidden()
    await bob.locator('.channels a[href="#channel-red-blue"]').click()
    await bob.reload()
    await expect(bob.locator('.channels [aria-current="true"]')).to_have_attribute("href", "#channel-red-blue")
    await says(bob, "Shall we share?")
    await expect(ada.locator("#unread-red-blue")).to_have_text(re.compile("1"))
    await wim.locator('.channels a[href="#channel-watchers"]').click()
    await says(wim, "They share!")
    await expect(eve.locator("#unread-watchers")).to_have_text(re.compile("1"))
    await says(ada, "We begin")
    for page, hidden in ((ada, "They share"), (bob, "They share"), (wim, "Shall we"), (eve, "Shall we")):
        await expect(page.locator("#lines-table")).to_contain_text("We begin")
        assert hidden not in await page.content()
    hostile = " ".join(PAYLOADS[::7])[:490]
    await says(ada, hostile)
    for page in (ada, bob):
        await expect(page.locator("#lines-table")).to_contain_text(hostile)
        assert await page.locator("[data-hostile]").count() == 0


async def test_who_is_there_shows_and_that_they_left(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await expect(page.locator("#part-presence-blue")).to_have_text("at the table")
    await expect(phone.locator("#live")).to_have_class(re.compile("live"))
    await phone.goto(f"{site.address}/rules")
    await expect(page.locator("#part-presence-blue")).to_have_text("away")
    await expect(page.locator("#part-presence-red")).to_have_text("at the table")


async def test_who_comes_back_sees_what_happened_and_puts_it_away(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    address = phone.url
    await phone.goto(f"{site.address}/rules")
    await decide(page, "collect")
    await phone.goto(address)
    await expect(phone.locator("#recap")).to_contain_text("collects 2 coins")
    await phone.set_viewport_size(WIDE)
    await expect(phone.locator("#recap")).to_be_in_viewport(ratio=1)
    await expect(phone.locator("#part-asked")).to_be_in_viewport(ratio=1)
    assert not await phone.evaluate(OVERLAP), "beside each other"
    assert await serious(phone) == []
    await phone.set_viewport_size(NARROW)
    await phone.locator("#recap button").click()
    await expect(phone.locator("#recap")).to_have_count(0)
    await phone.reload()
    await expect(phone.locator("#live")).to_have_class(re.compile("live"))
    await expect(phone.locator("#recap")).to_have_count(0)


async def test_a_page_that_says_how_far_it_was_looked_at_asks_for_no_other(
    page: Page, phone: Page, site: Served
) -> None:
    await both_sit(page, phone, site)
    await loaded(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(f"{request.method} {request.url.removeprefix(site.address)}"))
    for choice in ("collect", "tip"):  # had the first led to another request, that would have gone before the second
        async with phone.expect_response(re.compile("/seen$")) as said:
            await decide(page, choice)
        assert (await said.value).status == 204
    assert {one.partition(" ")[0] for one in asked} == {"POST"}, asked


@pytest.mark.parametrize("late", [0.0, 1.0], ids=["answer", "feed"])
async def test_who_comes_back_and_decides_has_read_what_happened(
    page: Page, phone: Page, site: Served, late: float
) -> None:
    """This holds whether the answer arrives first or the feed."""

    async def pass_on(route: Route) -> None:
        answer = await route.fetch()
        await asyncio.sleep(late)
        await route.fulfill(response=answer)

    await both_sit(page, phone, site)
    address = phone.url
    await phone.goto(f"{site.address}/rules")
    for choice in ("collect", "tip"):
        await decide(page, choice)
    await phone.goto(address)
    await expect(phone.locator("#recap")).to_be_visible()
    await unfold(phone)
    await phone.route("**/act", pass_on)
    await decide(phone, "collect")
    await expect(phone.locator("#recap")).to_have_count(0)


async def test_rules_notes_and_filters_beside_the_board(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await expect(page).to_have_title(re.compile(r"^\(•\) your turn"))
    await page.locator(".asked-panel .clause").click()
    await expect(page.locator("#rules-found .rule")).to_have_count(1)
    assert "/rules/" not in page.url
    await page.locator("#rules-q").fill("coins")
    await expect(page.locator("#rules-found")).to_contain_text("coins")
    await opens(page, "notes-pane")
    await page.locator("#notes-text").fill("Blue bluffs")
    await expect(page.locator("#notes-said")).to_contain_text("Saved")
    await opens(page, "log-pane")
    await decide(page, "collect")
    await decide(page, "tip")
    await expect(page).not_to_have_title(re.compile("your turn"))
    await decide(phone, "collect")
    await expect(page.locator("#log")).to_contain_text("Blue collects")
    await page.locator("#log-filters input[value=mine]").check()
    await expect(page.get_by_text("Blue collects")).to_be_hidden()
    await page.reload()
    await opens(page, "notes-pane")
    await expect(page.locator("#notes-text")).to_have_value("Blue bluffs")
    for one in (page, phone):
        for pane in ("log-pane", "talk-pane", "rules-pane", "notes-pane"):
            await opens(one, pane)
            assert await serious(one) == []


async def test_talk_and_notes_need_no_javascript(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(java_script_enabled=False)
    await come(page, site, "Ada")
    await page.goto(f"{site.address}/tables/new?game=antechamber&players=2")
    await page.locator("main form.panel > button.button").click()
    await page.locator("#text-table").fill("Is anybody there?")
    await page.locator("#say-table button").click()
    await expect(page.locator("#lines-table")).to_contain_text("Is anybody there?")
    await page.locator("#fill").click()
    await opens(page, "talk-pane")
    await expect(page.locator("#lines-table")).to_contain_text("Is anybody there?")
    await opens(page, "notes-pane")
    await page.locator("#notes-text").fill("A bot")
    await page.locator("#notes-pane form.notes button").click()
    await expect(page.locator("#notes-text")).to_have_value("A bot")
