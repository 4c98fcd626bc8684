"""The replay of a game in a browser: by buttons, keys and the scrubber, or playing by itself; wide, on a phone, without
JavaScript; and the people it may be shared with.
"""

import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from tests.support.browser import serious
from tests.support.serving import Served

LAST = "data-last"


@pytest_asyncio.fixture(loop_scope="session")
async def without_script(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    yield await context.new_page()
    await context.close()


async def at(page: Page, step: int) -> None:
    """Check that the page shows this step, and says so everywhere."""
    await expect(page.locator("#replay-where .where b")).to_have_text(f"Step {step} of {await last(page)}")
    await expect(page.locator("#scrubber")).to_have_value(str(step))
    await expect(page).to_have_url(re.compile(rf"/at/{step}\?"))


async def last(page: Page) -> int:
    return int(await page.locator("#replay").get_attribute(LAST) or 0)


async def top(page: Page) -> float:
    box = await page.locator("h1").bounding_box()
    assert box
    return box["y"]


async def same_as_fresh(page: Page) -> None:
    """Check that parts swapped in one after the other make the same page as a fresh visit."""
    board = "[...document.querySelectorAll('#table .part')].map(part => part.id + part.textContent)"
    swapped = await page.evaluate(board)
    log = await page.locator("#log li a.step").all_text_contents()
    await page.reload()
    assert await page.evaluate(board) == swapped
    assert (await page.locator("#log li a.step").all_text_contents())[:20] == log[:20]


async def test_buttons_and_keys_go_through_a_game(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four/at/20?lang=en")
    await page.get_by_label("One step on").click()
    await at(page, 21)
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await at(page, 19)
    await same_as_fresh(page)
    await page.keyboard.press("End")
    end = await last(page)
    await at(page, end)
    await expect(page.get_by_label("One step on")).to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("Home")
    await at(page, 0)
    await same_as_fresh(page)
    await page.keyboard.press("PageDown")
    turns = [int(step) for step in (await page.locator("#replay").get_attribute("data-turns") or "").split()]
    await at(page, turns[1])
    await page.get_by_label("One turn on").click()
    await at(page, turns[2])
    said = await page.locator("#replay-where .where span").inner_text()
    assert re.fullmatch(r"turn \d+", said)
    await expect(page.locator("#scrubber")).to_have_attribute("title", said)
    await expect(page.locator("#scrubber")).to_have_attribute("aria-valuetext", f"{turns[2]} · {said}")


async def test_the_scrubber_is_dragged_and_the_log_leads_anywhere(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four/at/0?lang=en")
    box = await page.locator("#scrubber").bounding_box()
    assert box
    await page.mouse.move(box["x"] + 9, box["y"] + box["height"] / 2)
    await page.mouse.down()
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    await page.mouse.up()
    step = int(await page.locator("#scrubber").input_value())
    assert step > 10
    await at(page, step)
    await same_as_fresh(page)
    line = page.locator("#log a.step").nth(3)
    goal = int(await line.inner_text())
    await line.click()
    await at(page, goal)
    await same_as_fresh(page)


async def test_a_step_that_comes_late_does_not_pull_the_scrubber_back(page: Page, site: Served) -> None:
    held: list[Route] = []

    async def hold(route: Route) -> None:
        held.append(route)

    await page.goto(f"{site.address}/tables/four/at/0?lang=en")
    scrubber = page.locator("#scrubber")
    await page.route("**/at/30?*", hold)
    await scrubber.fill("30")
    while not held:
        await page.wait_for_timeout(10)
    await scrubber.fill("40")
    await page.route("**/at/40?*", hold)
    await held[0].continue_()
    while len(held) < 2:
        await page.wait_for_timeout(10)
    assert await scrubber.input_value() == "40"
    await held[1].continue_()
    await at(page, 40)


async def test_it_plays_by_itself_and_pauses(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four/at/3?lang=en")
    await page.get_by_label("Speed").select_option("4")
    await page.locator("h1").click()
    await page.keyboard.press("Space")
    await expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    await page.wait_for_function("() => Number(document.getElementById('scrubber').value) >= 6")
    await page.get_by_role("button", name="Pause").click()
    await expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    await page.goto(f"{site.address}/tables/four/at/{await last(page) - 1}?lang=en")
    await page.get_by_role("button", name="Play").click()
    await at(page, await last(page))
    await expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


async def test_a_step_that_can_not_be_fetched_is_told(page: Page, site: Served, complaints: list[str]) -> None:
    await page.goto(f"{site.address}/tables/four/at/3?lang=en")
    await page.route("**/at/4?*", lambda route: route.abort())
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("alert")).to_contain_text("could not be fetched")
    await page.unroute("**/at/4?*")
    await page.keyboard.press("ArrowRight")
    await at(page, 4)
    await expect(page.locator("#replay-lost")).to_be_hidden()
    complaints[:] = [said for said in complaints if "ERR_FAILED" not in said]


async def test_a_finished_game_is_seen_through_anybodys_eyes_at_the_same_step(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/over/at/5?lang=en")
    await page.keyboard.press("ArrowRight")
    await at(page, 6)
    await page.locator("#as").get_by_text("France").click()
    await at(page, 6)
    await expect(page.locator("#as [aria-current]")).to_contain_text("France")
    await page.get_by_label("To the last step").click()
    await expect(page.locator("#result-title")).to_be_visible()


async def test_on_a_phone_it_fits_and_is_large_enough_to_touch(phone: Page, site: Served) -> None:
    await phone.goto(f"{site.address}/tables/four/at/30?lang=en")
    assert await phone.evaluate("document.documentElement.scrollWidth") == 390
    # A card's name within a sentence is as high as its line; `SMALL_TARGETS` of the board gives the reason.
    small = """[...document.querySelectorAll("#replay :is(a, button, select), .beside a")]
        .filter(one => !one.matches(".see:not(:is(.peeks, .these) > .see)"))
        .filter(one => one.checkVisibility())
        .filter(one => (({ width, height }) => width < 43.5 || height < 43.5)(one.getBoundingClientRect()))
        .map(one => one.outerHTML)"""
    assert await phone.evaluate(small) == []
    before = await top(phone)
    await phone.get_by_label("One step on").tap()
    await at(phone, 31)
    assert await top(phone) == before


async def test_nothing_serious_is_wrong_with_it(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/over/at/12?lang=en")
    assert await serious(page) == []


async def test_without_a_script_it_is_a_form(without_script: Page, site: Served) -> None:
    await without_script.goto(f"{site.address}/tables/four/at/3?lang=en")
    await expect(without_script.locator("#play")).to_be_hidden()
    await without_script.get_by_label("One step on").click()
    await expect(without_script.locator("#replay-where .where b")).to_contain_text("Step 4 of")
    await without_script.locator("#scrubber").press("ArrowRight")
    await without_script.get_by_role("button", name="Go there").click()
    await expect(without_script.locator("#replay-where .where b")).to_contain_text("Step 5 of")
