"""People in a real browser: a guest within seconds, an account made from it, mails and colours; all of it by keyboard,
on a phone, and without JavaScript.
"""

import pytest
from playwright.async_api import Page, expect

from tests.browser.sites import come
from tests.support.browser import NARROW, SIDEWAYS, SMALL, WIDE, Heard, OpenPage, VisitorOf, loaded, serious
from tests.support.serving import Served
from tests.support.visitors import PASSWORD


@pytest.fixture
def complaints() -> list[str]:
    """Leave out the line that Chromium writes for every page with a 4xx."""
    return Heard("the server responded with a status of 4")


async def register(page: Page, site: Served, name: str) -> None:
    await page.goto(f"{site.address}/register")
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.locator("main form button").click()
    await page.wait_for_url(f"{site.address}/")


async def log_out(page: Page) -> None:
    await page.locator("details.who summary").click()
    await page.get_by_role("button", name="Log out").click()
    await expect(page.locator("nav.who")).to_be_visible()


async def log_in(page: Page, site: Served, name: str) -> None:
    await page.goto(f"{site.address}/login")
    await page.get_by_label("Name or e-mail address").fill(name)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.locator("main form button").click()
    await page.wait_for_url(f"{site.address}/")


async def test_a_visitor_of_a_table_gets_a_name_and_is_back_there(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/demo-1")
    await page.get_by_role("link", name="Play as a guest").click()
    await page.get_by_label("Name", exact=True).fill("Grete")
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"{site.address}/tables/demo-1")
    await expect(page.locator("details.who summary")).to_contain_text("Grete")


async def life(page: Page, site: Served, name: str) -> None:
    """Go through a life: come as a guest, make an account, confirm its address, log out and in, and delete it."""
    await come(page, site, name)
    await page.locator("details.who summary").click()
    await page.get_by_role("link", name="Create an account").click()
    await expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    await register(page, site, name)
    await page.goto(f"{site.address}/dev/mails")
    mail = page.locator("article", has_text=f"Hello {name},")
    while not await mail.count():
        await page.reload()
    await mail.locator('a[href*="/confirm?key="]').click()
    await page.get_by_role("button", name="Yes, confirm").click()
    await expect(page.locator("main")).to_contain_text("Your address is confirmed")
    await log_out(page)
    await log_in(page, site, f"{name.lower()}@example.org")
    await page.goto(f"{site.address}/me")
    await expect(page.locator("main")).to_contain_text(f"{name.lower()}@example.org")
    await page.get_by_role("link", name="Delete the account").click()
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Delete for good").click()
    await expect(page.locator("nav.who")).to_be_visible()


async def test_the_life_of_an_account(page: Page, site: Served) -> None:
    await life(page, site, "Clara")


async def test_the_life_of_an_account_on_a_phone(phone: Page, site: Served) -> None:
    await life(phone, site, "Rosa")


async def test_the_life_of_an_account_without_javascript(visitor: VisitorOf, site: Served) -> None:
    await life(await visitor(java_script_enabled=False, viewport=WIDE), site, "Bertha")


async def test_a_guest_needs_nothing_but_keys(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/guest")
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.id") == "field-name":
            break
    await page.keyboard.type("Emmy")
    await page.keyboard.press("Enter")
    summary = page.locator("details.who summary")
    await expect(summary).to_contain_text("Emmy")
    await loaded(page)
    await summary.focus()
    await page.keyboard.press("Enter")
    for _ in range(10):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.textContent") == "Log out":
            break
    assert await page.evaluate("document.activeElement.textContent") == "Log out"
    await page.keyboard.press("Enter")
    await expect(page.locator("nav.who")).to_be_visible()


async def test_what_is_wrong_stands_beside_its_field_and_is_read_with_it(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/register")
    await page.locator("main form").evaluate("form => form.noValidate = true")
    await page.get_by_label("Name", exact=True).fill("Lise")
    await page.get_by_label("E-mail address").fill("nonsense")
    await page.get_by_label("Password").fill("password12")
    await page.locator("main form button").click()
    address, password = page.get_by_label("E-mail address"), page.get_by_label("Password")
    await expect(address).to_have_attribute("aria-invalid", "true")
    await expect(address).to_be_focused()
    await expect(address).to_have_value("nonsense")
    described = "Nobody sees it. With it you can set a new password if you forget yours. "
    described += "That is not an e-mail address. It should look like name@example.org."
    await expect(address).to_have_accessible_description(described)
    await expect(password).to_have_value("")
    await expect(page.locator("#fault-password")).to_contain_text("Many people")
    await expect(page.locator("#fault-name")).to_be_hidden()


async def test_a_page_left_open_while_logging_in_elsewhere_says_what_to_do(page: Page, site: Served) -> None:
    await come(page, site, "Irene")
    other = await page.context.new_page()
    await other.goto(f"{site.address}/me/name")
    await log_out(page)
    await other.locator("main form button").click()
    await expect(other.locator("main")).to_contain_text("reload the page and try again")


async def test_the_chosen_colours_win_over_the_devices(visitor: VisitorOf, site: Served) -> None:
    page = await visitor(color_scheme="light", viewport=WIDE)
    await come(page, site, "Marie")
    light = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.goto(f"{site.address}/me")
    await page.get_by_label("Colours").select_option("dark")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("status")).to_have_text("Saved.")
    await expect(page.locator("body")).to_have_css("background-color", "rgb(21, 24, 30)")
    assert light == "rgb(246, 241, 228)"
    await page.emulate_media(color_scheme="dark")
    await page.get_by_label("Colours").select_option("light")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("body")).to_have_css("background-color", light)
    await expect(page.get_by_role("status")).to_have_text("Saved.")


async def test_the_menu_of_ones_name_fits_everybody(open_page: OpenPage, site: Served) -> None:
    """`test_every_page` looks at all pages, with this menu closed."""
    page = await open_page(NARROW)
    await register(page, site, "Lou")
    await page.emulate_media(color_scheme="dark")
    for language in ("en", "it", "es"):
        await page.goto(f"{site.address}/me?lang={language}")
        await page.locator("details.who summary").click()
        await expect(page.locator("details.who a").first).to_be_visible()
        assert not await page.evaluate(SIDEWAYS), language
        assert await page.evaluate(SMALL) == [], language
        assert await serious(page) == [], language


async def test_the_mails_of_a_development_site_fit(open_page: OpenPage, site: Served) -> None:
    page = await open_page(NARROW)
    await register(page, site, "Elsa")
    await page.goto(f"{site.address}/dev/mails")
    await expect(page.locator("main")).to_contain_text("Elsa")
    assert not await page.evaluate(SIDEWAYS)
    assert await serious(page) == []
