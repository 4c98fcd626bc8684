"""The rules in a browser: wide, narrow, dark, printed, in three languages, with and without JavaScript."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from app.words.catalogue import LANGUAGES
from tests.support.browser import NARROW, OpenPage, VisitorOf, serious
from tests.support.serving import Served

NARROWEST = 360


@pytest_asyncio.fixture(loop_scope="session")
async def narrowest(open_page: OpenPage) -> Page:
    return await open_page({"width": NARROWEST, "height": NARROW["height"]})


@pytest.mark.parametrize(
    "address", ["/rules", "/rules/versailles", "/rules/versailles?q=cube", "/rules/versailles/5.4"]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_stands_in_the_way_of_anybody(page: Page, site: Served, address: str, scheme: str) -> None:
    await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    await page.goto(site.address + address)
    assert await serious(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["/rules", "/rules/versailles", "/rules/versailles?q=cub", "/rules/versailles/8.2"])
async def test_nothing_scrolls_sideways_on_the_narrowest_phone(
    narrowest: Page, site: Served, address: str, language: str
) -> None:
    sign = "&" if "?" in address else "?"
    await narrowest.goto(f"{site.address}{address}{sign}lang={language}")
    assert await narrowest.evaluate("document.documentElement.scrollWidth") == NARROWEST


async def test_an_address_leads_to_its_clause(phone: Page, site: Served) -> None:
    await phone.goto(f"{site.address}/rules/versailles#9.3")
    await expect(phone.locator("[id='9.3']")).to_be_in_viewport()


async def test_contents_lead_to_chapters(page: Page, phone: Page, site: Served) -> None:
    await page.goto(f"{site.address}/rules/versailles")
    await page.get_by_role("navigation", name="Contents").get_by_role("link", name="Uprisings").click()
    await expect(page.get_by_role("heading", name="Uprisings")).to_be_in_viewport()
    await phone.goto(f"{site.address}/rules/versailles")
    await phone.get_by_text("Contents").locator("visible=true").click()
    await phone.locator("#contents").get_by_role("link", name="Uprisings").click()
    await expect(phone.get_by_role("heading", name="Uprisings")).to_be_in_viewport()


async def test_results_come_while_one_types(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/rules/versailles")
    box = page.get_by_role("searchbox")
    await box.press_sequentially("mutin", delay=20)
    await expect(page.get_by_role("status")).to_contain_text("2 clauses with “mutin”")
    await expect(page.locator("mark").first).to_have_text("Mutiny")
    await expect(page.get_by_role("article")).to_have_count(2)
    await expect(box).to_be_focused()
    await box.fill("")
    await expect(page.locator("[id='5.4']")).to_be_visible()
    await expect(page.get_by_role("status")).to_be_empty()


async def test_a_found_clause_leads_to_its_place_in_the_whole_text(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/rules/versailles?q=mutiny")
    await page.get_by_role("link", name="6.2", exact=True).click()
    await expect(page.locator("[id='6.2']")).to_be_in_viewport()
    await expect(page.locator("[id='6.1']")).to_be_attached()


async def test_searching_works_without_javascript(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(java_script_enabled=False)
    await page.goto(f"{site.address}/rules/versailles")
    await page.get_by_role("searchbox").fill("mutiny")
    await page.get_by_role("button", name="Search").click()
    await expect(page.get_by_role("status")).to_contain_text("2 clauses with “mutiny”")
    await page.get_by_role("link", name="Show all the rules").click()
    await expect(page.locator("[id='15.5']")).to_be_attached()


async def test_only_the_text_is_printed(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/rules/versailles")
    await page.emulate_media(media="print")
    await expect(page.locator("[id='1.1']")).to_be_visible()
    for name in ("banner", "searchbox", "navigation"):
        await expect(page.get_by_role(name)).to_have_count(0)


async def test_with_the_keyboard_one_finds_and_reads(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/rules/versailles")
    await page.get_by_role("searchbox").focus()
    await page.keyboard.type("end card 7")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile(r"\?q=end\+card\+7$"))
    await expect(page.locator("[id='5.6']")).to_be_visible()
