"""The guided game in real browsers: on a phone by touch, and with JavaScript off."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.support.browser import SIDEWAYS, Heard, VisitorOf, loaded, serious
from tests.support.serving import Served


@pytest.fixture
def complaints() -> list[str]:
    """Leave out the refused answer that one test is about; the browser reports it."""
    return Heard("422")


async def begin(page: Page, site: Served, name: str) -> None:
    """Begin from the first page, with nothing but a name."""
    await page.goto(f"{site.address}/")
    await page.locator('a[href="/learn/versailles"]').click()
    await page.locator("main a.now").click()
    await page.locator("[name=name]").fill(name)
    await page.locator("main form button").click()
    await page.locator("main form button.now").click()
    await expect(step(page, 1)).to_be_visible()
    await loaded(page)


def step(page: Page, number: int) -> Locator:
    return page.locator(".lesson .progress", has_text=f"Step {number} of")


async def test_the_first_steps_on_a_phone(site: Served, phone: Page) -> None:
    await begin(phone, site, "Ada")
    assert not await phone.evaluate(SIDEWAYS)
    assert await serious(phone) == []
    await phone.locator("#lesson button[value=go]").click()
    await expect(step(phone, 2)).to_be_visible()
    await phone.get_by_role("link", name="Show me where").click()
    await expect(phone.locator("#regions")).to_be_in_viewport()
    for number in range(3, 20):
        await phone.locator("#lesson button[value=go]").click()
        await expect(step(phone, number)).to_be_visible()
        assert not await phone.evaluate(SIDEWAYS)
    await expect(phone.locator(".result")).to_be_attached()


async def test_deciding_in_the_panel_goes_on_without_a_reload(site: Served, page: Page) -> None:
    await begin(page, site, "Bea")
    await page.evaluate("window.sameDocument = true")
    await page.locator('[id="offer-place"] > summary').click()
    await page.locator('[name="place.cubes.rheinland"]').fill("1")
    await page.locator('[name="place.cubes.palestine"]').fill("1")
    await page.locator("button[name=do][value=place]").click()
    await expect(page.locator("#refusal")).to_contain_text("the lesson is about something else")
    await page.locator('[name="place.cubes.rheinland"]').fill("")
    await page.locator('[name="place.cubes.palestine"]').fill("3")
    await page.locator('[name="place.cubes.high_seas_fleet"]').fill("2")
    await page.locator("button[name=do][value=place]").click()
    await expect(step(page, 2)).to_be_visible()
    assert await page.evaluate("window.sameDocument")


async def test_without_javascript_it_is_the_same(site: Served, visitor: VisitorOf) -> None:
    page = await visitor(java_script_enabled=False)
    await begin(page, site, "Cleo")
    for number in range(2, 20):
        await page.locator("#lesson button[value=go]").click()
        await expect(step(page, number)).to_be_visible()
