"""Deals and the board in real browsers: two people compose, counter and accept, on a wide screen and a phone, by
keyboard, and without JavaScript; clicks on the board fill in the form beside it.
"""

from typing import get_args

import pytest
from playwright.async_api import Page, expect

from engine.versailles.clauses import Clauses
from tests.browser.sites import both_sit, come, make
from tests.support.browser import SIDEWAYS, Heard, VisitorOf, unfold
from tests.support.serving import Served


@pytest.fixture
def complaints() -> list[str]:
    """Leave out refusals, which the console reports."""
    return Heard("422")


async def active_and_idle(one: Page, two: Page) -> tuple[Page, Page]:
    await expect(one.locator("#decide")).to_be_visible()
    return (one, two) if await one.locator("#offer-place").count() else (two, one)


async def compose(page: Page, *kinds: str) -> None:
    """Open the composer with rows of these kinds."""
    await page.goto(f"{page.url.partition('#')[0]}#deals-pane")
    await page.locator("#offer-offer > summary").click()
    for number, kind in enumerate(kinds):
        await page.locator(f"#aside [name=add][value='offer.clauses.{kind}']").click()
        await expect(page.locator(f"[id='offer.clauses.{number}']")).to_be_focused()


async def send_offer(page: Page, kind: str = "offer") -> None:
    await page.locator(f"#aside [name=do][value={kind}]").click()
    await page.locator("#aside .sure").click()
    await expect(page.locator("#aside[data-draft]")).to_have_count(0)


async def test_two_people_compose_counter_accept_and_are_held_to_it(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, "versailles", 2)
    active, idle = await active_and_idle(page, phone)
    await compose(idle, "stay_off", "words")
    side = await active.locator("#decide [name=side]").input_value()
    await idle.locator("[name='offer.clauses.0.by']").select_option(side)
    issues = idle.locator("[name='offer.clauses.0.issue']")
    issue = str(await issues.locator("option").nth(1).get_attribute("value"))
    await issues.select_option(issue)
    await idle.locator("[name='offer.clauses.1.text']").fill("I shall be grateful.")
    await expect(idle.locator("[id='offer.clauses.0'] .binds")).to_be_visible()
    await idle.locator("[name='offer.clauses.0.later']").check()
    await expect(idle.locator("[id='offer.clauses.0'] .binds")).to_be_hidden()
    await idle.locator("[name='offer.clauses.0.later']").uncheck()
    await send_offer(idle)

    await expect(active.locator("#offered")).to_contain_text("I shall be grateful.")
    await unfold(active)
    await active.locator("#offered [name=fill]").click()
    await active.locator("#aside [name=drop][value='counter.clauses.1']").click()
    await expect(active.locator("#aside")).not_to_contain_text("gives its word")
    await send_offer(active, "counter")
    await unfold(idle)
    await idle.locator("#offered .yes").click()
    await idle.locator("#offered .sure").click()

    await unfold(active)
    await expect(active.locator("#decide .terms")).to_be_visible()
    await active.locator(f"#table .issue[data-thing='{issue}'] h3").evaluate("it => it.click()")
    other = active.locator(f"#offer-place input:not([name$='.{issue}'])").first
    await other.fill("1")
    await active.locator("#offer-place [name=do]").click()
    await expect(active.locator("#refusal")).to_be_visible()
    for one in (page, phone):
        assert not await one.evaluate(SIDEWAYS)


async def test_a_click_on_the_board_fills_in_the_form_beside_it(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, "versailles", 2)
    active, _ = await active_and_idle(page, phone)
    cards = active.locator(".on-table .issue.pickable h3")
    issue = await active.locator(".on-table .issue.pickable").first.get_attribute("data-thing")
    field = active.locator(f"[name='place.cubes.{issue}']")
    ghost = active.locator(f"[data-spot^='cubes-{issue}-'][data-then]")
    for _ in range(2):
        await cards.first.evaluate("it => it.click()")
    await expect(field).to_have_value("2")
    await expect(ghost).to_have_attribute("data-then", "+2")
    await cards.first.evaluate("it => it.dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}))")
    await expect(field).to_have_value("1")
    await cards.nth(1).evaluate("it => it.click()")
    await active.locator("#decide [name=ahead]").check()
    await active.locator("#offer-place [name=do]").click()
    await expect(ghost).to_have_attribute("data-then", "→ 1")
    await expect(active.locator(".foreseen .would")).to_contain_text("15")
    await active.locator("#decide [name=back]").click()
    await expect(active.locator(".foreseen")).to_have_count(0)
    await expect(field).to_have_value("1")
    await active.locator(".track li[data-thing='europe.6']").evaluate("it => it.click()")
    await expect(active.locator(".foreseen")).to_contain_text("column 6")
    await expect(active.locator("#log")).not_to_contain_text("deploys")


async def test_every_kind_of_clause_can_be_added_and_stands_in_one_group(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, "versailles", 2)
    await compose(page)
    added = page.locator("#aside [name=add]")
    tags = [it.__struct_config__.tag for it in get_args(Clauses)]
    offered = [await it.get_attribute("value") for it in await added.all()]
    assert sorted(map(str, offered)) == sorted(f"offer.clauses.{tag}" for tag in tags)
    outside = page.locator("#aside .add > :not([role=group]) [name=add]")
    assert [await it.get_attribute("value") for it in await outside.all()] == ["offer.clauses.words"]


async def test_a_deal_is_made_by_keyboard_alone(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, "versailles", 2)
    await page.goto(f"{page.url.partition('#')[0]}#deals-pane")
    await page.locator("#offer-offer > summary").focus()
    await page.keyboard.press("Enter")
    await page.locator("#aside [name=add][value='offer.clauses.words']").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("[id='offer.clauses.0']")).to_be_focused()
    while not await page.locator("[name='offer.clauses.0.text']").evaluate("it => it === document.activeElement"):
        await page.keyboard.press("Tab")
    await page.keyboard.type("Let us talk.")
    await page.locator("#aside [name=ahead]").focus()
    await page.keyboard.press("Space")
    await page.locator("[name='offer.clauses.0.text']").focus()
    while not await page.locator("#aside [name=do][value=offer]").evaluate("it => it === document.activeElement"):
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("#aside .sure")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#aside .sure")).to_have_count(0)
    await expect(phone.locator("#offered")).to_contain_text("Let us talk.")


async def test_a_deal_is_composed_without_javascript(visitor: VisitorOf, site: Served) -> None:
    plain = await visitor(java_script_enabled=False)
    await come(plain, site, "Ada")
    await make(plain, site, "versailles", 2)
    await plain.locator("#fill").click()
    await plain.goto(f"{plain.url}#deals-pane")
    await plain.locator("#offer-offer > summary").click()
    await plain.locator("[name=add][value='offer.clauses.decide']").click()
    events = plain.locator("[name='offer.clauses.0.event']")
    last = await events.locator("option").last.get_attribute("value")
    await events.select_option(last)
    await plain.locator("[id='offer.clauses.0'] .redraw").click()
    await expect(events).to_have_value(str(last))
    await plain.locator("[name=drop]").click()
    await plain.locator("[name=add][value='offer.clauses.stay_off']").click()
    await plain.locator("[name='offer.clauses.0.later']").check()
    for field in ("by", "issue"):
        await plain.locator(f"[name='offer.clauses.0.{field}']").select_option(index=1)
    await plain.locator("#aside [name=ahead]").check()
    await plain.locator("#aside [name=do][value=offer]").click()
    await expect(plain.locator("#aside .foreseen")).to_contain_text("promise")
    await plain.locator("#aside .sure").click()
    await expect(plain.locator("#part-deals")).to_contain_text("promise")
