"""A second factor in a real browser: people set it up with a picture, type it at login, and again before a weighty
action; with and without JavaScript, on a phone, in the dark, in every language.
"""

import base64
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.sites import site_in
from tests.browser.test_accounts import log_out, register
from tests.support.browser import NARROW, SIDEWAYS, SMALL, WIDE, Heard, VisitorOf, serious
from tests.support.serving import Served
from tests.support.visitors import PASSWORD, code_of

PICTURES = os.environ.get("FACTOR_PICTURES", "")
"""A folder for pictures of the pages, for people to look at."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    with site_in(tmp_path) as served:
        yield served


@pytest.fixture
def complaints() -> list[str]:
    """Leave out the line that Chromium writes for every page with a 4xx."""
    return Heard("the server responded with a status of 4")


async def fine(page: Page, name: str) -> None:
    """Check in light and dark that nothing scrolls sideways, everything is big enough, and axe finds nothing
    serious."""
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)
        if PICTURES:
            width = page.viewport_size["width"] if page.viewport_size else 0
            await page.screenshot(path=f"{PICTURES}/{name}-{width}-{scheme}.png", full_page=True)
        assert not await page.evaluate(SIDEWAYS), name
        assert await page.evaluate(SMALL) == [], name
        assert await serious(page) == [], name


async def secret_on(page: Page) -> bytes:
    return base64.b32decode((await page.locator(".steps code").inner_text()).replace(" ", ""))


def by_hand(folder: Path, change: str) -> None:
    with sqlite3.connect(folder / "site.db", timeout=20) as database:
        database.execute(change)


@pytest.mark.parametrize(("language", "size"), [("en", WIDE), ("it", NARROW), ("es", NARROW)])
async def test_every_page_of_it_fits_everybody(
    visitor: VisitorOf, site: Served, tmp_path: Path, language: str, size: dict[str, int]
) -> None:
    page = await visitor(viewport=size)
    await register(page, site, "Ada")
    by_hand(tmp_path, "UPDATE people SET role = 'admin'")
    await page.goto(f"{site.address}/admin?lang={language}")
    await page.goto(f"{site.address}/me/factor?lang={language}")
    await fine(page, f"begin-{language}")
    await page.locator("[name=password]").fill(PASSWORD)
    await page.locator("button[value=begin]").click()
    await expect(page.locator("svg.qr")).to_be_visible()
    await fine(page, f"picture-{language}")
    secret = await secret_on(page)
    await page.locator("[name=code]").fill("000000")
    await page.locator("button[value=confirm]").click()
    await expect(page.locator("#fault-code")).not_to_be_empty()
    await page.locator("[name=code]").fill(code_of(secret))
    await page.locator("button[value=confirm]").click()
    await expect(page.locator(".recoveries li")).to_have_count(10)
    await fine(page, f"codes-{language}")
    await page.locator("main .button.now").click()
    await page.wait_for_url(f"{site.address}/admin")
    await page.goto(f"{site.address}/me/factor")
    await fine(page, f"on-{language}")
    await asked_again(page, site, tmp_path, language)


async def asked_again(page: Page, site: Served, folder: Path, language: str) -> None:
    by_hand(folder, "UPDATE sessions SET proved_at = NULL")
    by_hand(
        folder,
        "INSERT INTO people (name, folded, password, language, theme, zone, confirm, sounds, came_at) "
        "VALUES ('Bob', 'bob', 'x', '', 'auto', 'UTC', 1, 0, '2026-01-01 00:00:00')",
    )
    await page.goto(f"{site.address}/admin/people/2")
    await page.locator("details:has(#reason-ban) > summary").click()
    await page.locator("#reason-ban").fill("He asked for it.")
    await page.locator("button[value=ban]").click()
    await expect(page.locator("[name=proof]")).to_be_focused()
    await fine(page, f"again-{language}")
    await page.locator("[name=proof]").fill(PASSWORD)
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"{site.address}/admin/people/2")
    await expect(page.locator("main")).to_contain_text("He asked for it.")


@pytest.mark.parametrize("scripts", [True, False])
async def test_it_is_set_up_and_typed_at_login(visitor: VisitorOf, site: Served, scripts: bool) -> None:
    page = await visitor(java_script_enabled=scripts, viewport=WIDE)
    await register(page, site, "Ada")
    await page.goto(f"{site.address}/me")
    await page.get_by_role("link", name="Two-step login").click()
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Set up").click()
    secret = await secret_on(page)
    await page.get_by_label("Code").fill(code_of(secret))
    await page.get_by_role("button", name="Switch on").click()
    await page.get_by_role("link", name="I have kept them").click()
    await log_out(page)
    await page.goto(f"{site.address}/login")
    await page.get_by_label("Name or e-mail").fill("Ada")
    await page.get_by_label("Password").fill(PASSWORD)
    await page.locator("main form button").click()
    await expect(page.get_by_label("Code")).to_be_focused()
    if scripts:
        await fine(page, "login")
    await page.get_by_label("Code").fill(code_of(secret, 1))
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"{site.address}/")
    await expect(page.locator("details.who summary")).to_contain_text("Ada")
