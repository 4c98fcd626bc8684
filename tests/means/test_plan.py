"""A plan as a form: what its numbers change before and after, how much is placed, with a script and without."""

from playwright.async_api import Page, expect

from tests.means.specimens import look_at
from tests.support.browser import VisitorOf, loaded

FOOD, GOODS = "[name='plan.deals.spain']", "[name='plan.deals.belgium']"


async def rows(page: Page) -> dict[str, list[str]]:
    """Each figure, before and after."""
    found = await page.locator(".plan-figures tbody tr").all()
    return {
        await row.locator("th").inner_text(): [
            await row.locator("td").first.inner_text(),
            await row.locator("output").inner_text(),
        ]
        for row in found
    }


async def test_the_figures_follow_what_is_filled_in(page: Page) -> None:
    await look_at(page, "plan")
    await loaded(page)
    for _ in range(3):
        await page.get_by_role("button", name="One more: Buy food in Spain").click()
    await page.locator(GOODS).fill("2")
    found = await rows(page)
    assert found["Food"] == ["−2", "1"]
    assert found["Civil goods"] == ["5", "3"]
    assert found["Treasury"] == ["12", "40"]
    assert found["Brigades"] == ["7", "8"], "what the numbers don't change stays as the server worked it out"
    await expect(page.locator(".plan-placed output")).to_have_text("5 of 5 placed")
    await page.get_by_role("button", name="One fewer: Buy food in Spain").click()
    await expect(page.locator(".plan-placed output")).to_have_text("4 of 5 placed")


async def test_what_falls_short_or_is_too_much_shows(page: Page) -> None:
    await look_at(page, "plan")
    await loaded(page)
    food = page.locator("[data-figure=food]")
    await expect(food).to_have_class("short")
    await page.locator(FOOD).fill("6")
    await expect(food).not_to_have_class("short")
    await expect(page.locator("[data-figure=treasury]")).to_have_class("short")
    await expect(page.locator(".plan-placed")).to_have_class("plan-placed over")
    await expect(page.locator(".plan-placed output")).to_have_text("6 of 5 placed")


async def test_a_stepper_keeps_within_its_bounds(page: Page) -> None:
    await look_at(page, "plan")
    await loaded(page)
    sold = page.locator(GOODS)
    for _ in range(5):
        await page.get_by_role("button", name="One more: Sell civil goods to Belgium").click()
    await expect(sold).to_have_value("3")
    for _ in range(5):
        await page.get_by_role("button", name="One fewer: Sell civil goods to Belgium").click()
    await expect(sold).to_have_value("")


async def test_without_javascript_the_plan_is_typed_and_says_what_the_server_worked_out(visitor: VisitorOf) -> None:
    page = await visitor(java_script_enabled=False)
    await look_at(page, "plan")
    await expect(page.locator(".plan-steps button").first).to_be_hidden()
    await page.locator(FOOD).fill("3")
    assert (await rows(page))["Brigades"] == ["7", "8"]
