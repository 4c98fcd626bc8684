"""Analysis boards and dice in a browser: from a step of a game to a board of one's own; a record that is exported and
imported again.
"""

import json
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser.sites import come
from tests.support.browser import SIDEWAYS, loaded, serious
from tests.support.serving import Served


async def test_from_a_step_to_a_board_of_ones_own(page: Page, site: Served) -> None:
    await come(page, site, "Ada")
    await page.goto(f"{site.address}/tables/four/at/8?lang=en")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#replay-where .where b")).to_contain_text("Step 9 of")
    await page.get_by_role("button", name="Analyse from here").click()
    await expect(page.locator(".board-note")).to_contain_text("It began at step 9 of this game")
    await expect(page.locator("#live")).to_have_text("live")
    asked = await page.locator("#decide .as").inner_text()
    await expect(page.locator("#decide")).to_be_visible()
    assert "You decide for" in asked
    assert await serious(page) == []
    await page.get_by_role("link", name="Analysis boards").click()
    await expect(page.locator(".card")).to_have_count(1)
    await page.locator(".card").click()
    await page.get_by_role("button", name="Delete this board").click()
    await expect(page.locator(".card")).to_have_count(0)


async def test_a_record_is_taken_away_and_brought_back(
    page: Page, site: Served, tmp_path: Path, complaints: list[str]
) -> None:
    await come(page, site, "Bea")
    await page.goto(f"{site.address}/tables/over?lang=en")
    await page.locator("#about-game > summary").click()
    async with page.expect_download() as started:
        await page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    await (await started.value).save_as(file)
    steps = len(json.loads(file.read_text())["choices"])
    await page.goto(f"{site.address}/analysis?lang=en")
    await page.get_by_label("or its text").fill('{"record": 2}')
    await page.get_by_role("button", name="Open it").click()
    await expect(page.get_by_role("alert")).to_contain_text("can’t be played through")
    while not complaints:  # the browser reports the refusal with a delay
        await page.wait_for_timeout(20)
    complaints.clear()
    assert await serious(page) == []
    await page.get_by_label("or its text").fill("")
    await page.get_by_label("file").set_input_files(file)
    await page.get_by_role("button", name="Open it").click()
    await expect(page.locator("#result-title")).to_be_visible()
    await page.locator("#about-game > summary").click()
    await page.get_by_role("link", name="Look back", exact=True).click()
    await expect(page.locator("#replay-where .where")).to_contain_text(f" of {steps}")
    await loaded(page)
    await page.keyboard.press("Home")
    await expect(page.locator("#replay-where .where")).to_contain_text("Step 0 of")


async def test_the_dice_on_wide_and_narrow_screens(page: Page, phone: Page, site: Served) -> None:
    for where in (page, phone):
        await where.goto(f"{site.address}/tables/over/dice?lang=en")
        await expect(where.locator(".verdict")).to_contain_text("they follow from the seed")
        assert not await where.evaluate(SIDEWAYS)
        await where.locator(".draws summary").first.click()
        await expect(where.locator(".draws ol").first).to_be_visible()
        assert await serious(where) == []
    await page.goto(f"{site.address}/tables/four/dice?lang=en")
    await expect(page.locator(".keys")).to_contain_text("shown when the game ends")
    assert await page.locator(".verdict").count() == 0
