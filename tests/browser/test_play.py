"""People play in real browsers: they join by a link, act and see each other's moves, on a wide screen and a phone,
while a server dies and comes back; by keyboard and without JavaScript too.
"""

import asyncio
import re

import pytest
from playwright.async_api import Page, Route, expect

from app.features.admin.actions import SHELL_DOER, do
from app.rooms.admin_actions import Asked, Reset, Rewind
from app.store.db.database import Database
from engine.core import registry
from tests.browser.sites import both_sit, come, decide, make
from tests.support.browser import LIVE, SIDEWAYS, Heard, VisitorOf, serious, unfold
from tests.support.serving import Served


@pytest.fixture
def complaints() -> list[str]:
    """Leave out the complaints about a killed server and about refused answers."""
    return Heard("WebSocket connection", "ERR_CONNECTION_(REFUSED|RESET)", "htmx:(sendError|afterRequest)", "422")


async def test_two_people_join_act_and_see_each_others_moves(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await decide(page, "collect")
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")
    await decide(page, "tip")
    await decide(phone, "collect")
    await expect(page.locator("#log")).to_contain_text("Blue collects 2 coins")
    assert not await phone.evaluate(SIDEWAYS)


async def test_a_killed_server_loses_nothing_and_play_goes_on(page: Page, phone: Page, lively_site: Served) -> None:
    await both_sit(page, phone, lively_site)
    lively_site.kill()
    await expect(page.locator("#live")).to_have_class(re.compile(r"\blost\b"))
    lively_site.again()
    for one in (page, phone):
        await expect(one.locator("#live")).to_have_class(LIVE)
    await decide(page, "collect")
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")


@pytest.mark.parametrize("asked", [Reset(), Rewind(1)], ids=["reset", "rewind"])
async def test_who_has_the_page_of_a_game_open_that_is_led_back_goes_on_there(
    page: Page, phone: Page, lively_site: Served, asked: Asked
) -> None:
    """The page shows the game as it is now, so its decisions are about the game as it is now."""
    await both_sit(page, phone, lively_site)
    for kind in ("collect", "tip"):
        await decide(page, kind)
    await expect(phone.locator("#decide")).to_contain_text("Collect")
    registry.add(["tests.games.tiny"])
    database = Database(lively_site.environment["DATABASE_URL"].replace("sqlite:", "sqlite+aiosqlite:"))
    assert await do(database, SHELL_DOER, page.url.rpartition("/")[2].partition("#")[0], asked, "Again.") is None
    await database.close()
    for one in (page, phone):
        await expect(one.locator("#log")).to_contain_text("Reason: Again.")
    await decide(page, "collect" if asked == Reset() else "tip")
    await expect(phone.locator("#log .step-line:not(.deed)").first).to_contain_text("Red")
    await expect(page.locator(".alarm:visible")).to_have_count(0)
    if asked == Reset():
        await decide(page, "tip")
    await decide(phone, "collect")
    await expect(page.locator("#log")).to_contain_text("Blue collects 2 coins")


async def test_what_one_types_stays_while_a_rival_acts(page: Page, phone: Page, lively_site: Served) -> None:
    await both_sit(page, phone, lively_site, "versailles", 3)
    while not (ones := [one for one in (page, phone) if await one.locator("#offer-place").count()]):
        await page.wait_for_timeout(100)  # until the bot begins
    asked, rival = (page, phone) if ones == [page] else (phone, page)
    await asked.locator("#offer-place > summary").click()
    field = asked.locator("#offer-place input[type=number]").first
    await field.fill("3")
    seen = asked.locator('input[form="decide"][name="sequence"]')
    before = await seen.input_value()
    await rival.goto(f"{rival.url}#deals-pane")
    await rival.locator("#offer-offer > summary").click()
    await rival.locator("#offer-offer .parties input").first.check()
    await rival.locator("#aside [name=add][value$='.words']").click()
    await rival.locator("#aside [name$='.text']").fill("Let us talk.")
    await rival.locator("#aside [name=do][value=offer]").click()
    await rival.locator("#aside .sure").click()
    await expect(seen).not_to_have_value(before)
    await expect(field).to_have_value("3")
    await expect(field).to_be_focused()
    await asked.locator("#offer-place .now").click()
    await expect(asked.locator("#refusal")).to_contain_text("two different issues")
    await expect(field).to_have_value("3")


async def test_what_one_types_goes_on_where_the_question_changes(page: Page, phone: Page, lively_site: Served) -> None:
    """A deal narrows the possible answers while a player fills one in."""
    await both_sit(page, phone, lively_site, "versailles", 3)
    while not (ones := [one for one in (page, phone) if await one.locator("#offer-place").count()]):
        await page.wait_for_timeout(100)  # until the bot begins
    asked, rival = (page, phone) if ones == [page] else (phone, page)
    fields = asked.locator("#offer-place input[type=number]")
    bound = (await fields.last.get_attribute("name") or "").rpartition(".")[2]
    side = await asked.locator('[form="decide"][name=side], #decide [name=side]').first.get_attribute("value") or ""
    await rival.goto(f"{rival.url}#deals-pane")
    await rival.locator("#offer-offer > summary").click()
    await rival.locator(f"#aside .parties input[name$='.{side}']").check()
    await rival.locator("#aside [name=add][value$='.stay_off']").click()
    await rival.locator("#aside .rows select[name$='.by']").select_option(side)
    await rival.locator("#aside .rows select[name$='.issue']").select_option(bound)
    await rival.locator("#aside [name=do][value=offer]").click()
    await rival.locator("#aside .sure").click()
    accept = asked.locator("#offered button[name=choice][value*='accept_offer']")
    await expect(accept).to_be_attached()
    await unfold(asked)
    await asked.locator("#offer-place > summary").click()
    await fields.first.fill("3")
    await accept.click()
    await asked.locator("#offered .sure").click()
    await expect(asked.locator("#decide")).to_contain_text("deal")
    await expect(fields.first).to_have_value("3")


async def test_an_answer_that_comes_late_leaves_alone_what_was_begun_since(
    page: Page, phone: Page, site: Served
) -> None:
    """The feed was faster, and the player already looks at a preview of the next choice."""
    begun = asyncio.Event()

    async def held_back(route: Route) -> None:
        answer = await route.fetch()
        if "sure=1" in (route.request.post_data or ""):
            await begun.wait()
        await route.fulfill(response=answer)

    await both_sit(page, phone, site)
    await page.route("**/act", held_back)
    await decide(page, "collect")
    await page.locator("#decide [name=ahead]").check()
    await page.locator("#decide button[value*='\"tip\"']").first.click()
    await expect(page.locator("#decide .sure")).to_be_visible()
    async with page.expect_event("requestfinished", lambda request: "sure=1" in (request.post_data or "")):
        begun.set()
    await page.evaluate("new Promise(done => setTimeout(done, 100))")
    await expect(page.locator("#decide .sure")).to_be_visible()


async def test_the_table_is_played_by_keyboard_alone(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await page.locator("#decide [name=ahead]").focus()
    await page.keyboard.press("Space")
    await page.locator("#decide button[value*='\"collect\"']").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#decide .sure")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#decide .sure")).to_have_count(0)
    await expect(page.locator("#log")).to_contain_text("collects 2 coins")
    await expect(page.locator("#part-asked .question")).to_be_focused()
    await expect(page.locator("#part-asked .question")).to_be_in_viewport()
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.closest('#asked') !== null")


async def test_it_is_played_without_javascript(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(java_script_enabled=False)
    await come(page, site, "Ada")
    await make(page, site)
    await page.locator("#fill").click()
    await decide(page, "collect")
    await expect(page.locator("#log")).to_contain_text("collects 2 coins")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_stands_in_anybodys_way(page: Page, phone: Page, site: Served, scheme: str) -> None:
    for one in (page, phone):
        await one.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    await come(page, site, "Ada")
    await page.goto(f"{site.address}/tables/new?game=versailles&players=3")
    assert await faults(page) == []
    address = await make(page, site, "versailles", 3)
    assert await faults(page) == []
    await phone.goto(address)
    assert await faults(phone) == []
    await page.locator("#fill").click()
    await expect(page.locator("#decide")).to_be_visible()
    assert await faults(page) == []
    for path in ("/", "/mine", "/tables/new"):
        await page.goto(f"{site.address}{path}")
        assert await faults(page) == []


async def faults(page: Page) -> list[str]:
    return [*await serious(page), *(["it scrolls sideways"] if await page.evaluate(SIDEWAYS) else [])]
