"""People play in real browsers: they join by a link, act, see each other's moves, on a wide screen and a phone, while a
server dies and comes back; by keyboard and without JavaScript too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Browser, Page, expect

from tests.app.serving import Served, serving

LIVE = re.compile(r"\blive\b")
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Served]:
    environment = {"DATABASE_URL": f"sqlite:///{tmp_path / 'site.db'}", "HORLOGE_BOT_PACE": "0.1", "REDIS_URL": ""}
    with serving(tmp_path, **environment) as served:
        yield served


async def come(page: Page, site: Served, name: str) -> None:
    await page.goto(f"{site.address}/guest?next=/")
    await page.locator("[name=name]").fill(name)
    await page.locator("main form button").click()


async def make(page: Page, site: Served, game: str = "antechamber", players: int = 2) -> str:
    """A new table with its maker on the first seat; its address."""
    await page.goto(f"{site.address}/tables/new?game={game}&players={players}")
    await page.locator("main form.panel > button.button").click()
    await expect(page.locator(".seats")).to_be_visible()
    return page.url


async def both_sit(host: Page, guest: Page, site: Served, game: str = "antechamber", players: int = 2) -> None:
    """A game begins: the host has the first seat, the guest the second, bots the others."""
    await come(host, site, "Ada")
    address = await make(host, site, game, players)
    await guest.goto(address)
    await guest.locator("main a.button").click()
    await guest.locator("[name=name]").fill("Bob")
    await guest.locator("main form button").click()
    await guest.locator("#sit-1").click()
    await guest.locator("#ready--1").click()
    await expect(host.locator(".seats")).to_contain_text("Bob")
    await expect(host.locator(".seats")).not_to_contain_text("not ready yet")
    await host.locator("#start, #fill").click()
    for page in (host, guest):
        await expect(page.locator("#live")).to_have_class(LIVE)


async def decide(page: Page, kind: str) -> None:
    """Choose it, look at what follows, and confirm."""
    await page.locator(f"#decide button[value*='\"{kind}\"']").first.click()
    await page.locator("#decide .sure").click()


async def test_two_people_join_act_and_see_each_others_moves(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await decide(page, "collect")
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")
    await decide(page, "tip")
    await decide(phone, "collect")
    await expect(page.locator("#log")).to_contain_text("Blue collects 2 coins")
    assert not await phone.evaluate(SIDEWAYS)


async def test_a_killed_server_loses_nothing_and_play_goes_on(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    site.kill()
    await expect(page.locator("#live")).to_have_class(re.compile(r"\blost\b"))
    site.again()
    for one in (page, phone):
        await expect(one.locator("#live")).to_have_class(LIVE, timeout=20_000)
    await decide(page, "collect")
    await expect(phone.locator("#log")).to_contain_text("collects 2 coins")


@pytest.fixture
def complaints() -> list[str]:
    """A server that was killed is complained of by those who listen to it."""

    class Heard(list[str]):
        def append(self, complaint: str) -> None:
            if not re.search(
                r"WebSocket connection|ERR_CONNECTION_REFUSED|htmx:(sendError|afterRequest)|422", complaint
            ):
                super().append(complaint)

    return Heard()


async def test_what_one_types_stays_while_a_rival_acts(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site, "versailles", 3)
    while not (ones := [one for one in (page, phone) if await one.locator("#offer-place").count()]):
        await page.wait_for_timeout(100)  # the bot begins
    asked, rival = (page, phone) if ones == [page] else (phone, page)
    await asked.locator("#offer-place > summary").click()
    field = asked.locator("#offer-place input[type=number]").first
    await field.fill("3")
    seen = asked.locator('input[form="decide"][name="sequence"]')
    before = await seen.input_value()
    await rival.locator("#aside > summary").click()
    await rival.locator("#aside .choice").first.click()
    await rival.locator("#decide .sure").click()
    await expect(seen).not_to_have_value(before)
    await expect(field).to_have_value("3")
    await expect(field).to_be_focused()
    await asked.locator("#offer-place button").click()
    await expect(asked.locator("#refusal")).to_contain_text("two different issues")
    await expect(field).to_have_value("3")


async def test_the_table_is_played_by_keyboard_alone(page: Page, phone: Page, site: Served) -> None:
    await both_sit(page, phone, site)
    await page.locator("#decide button[value*='\"collect\"']").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#decide .sure")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#log")).to_contain_text("collects 2 coins")


async def test_it_is_played_without_javascript(browser: Browser, site: Served) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await come(page, site, "Ada")
    await make(page, site)
    await page.locator("#fill").click()
    await decide(page, "collect")
    assert "collects 2 coins" in await page.content()
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_stands_in_anybodys_way(page: Page, phone: Page, site: Served, scheme: str) -> None:
    for one in (page, phone):
        await one.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    await come(page, site, "Ada")
    await page.goto(f"{site.address}/tables/new?game=versailles&players=3")
    await clean(page)
    address = await make(page, site, "versailles", 3)
    await clean(page)
    await phone.goto(address)
    await clean(phone)
    await page.locator("#fill").click()
    await expect(page.locator("#decide")).to_be_visible()
    await clean(page)
    for path in ("/", "/mine", "/tables/new"):
        await page.goto(f"{site.address}{path}")
        await clean(page)


async def clean(page: Page) -> None:
    assert not await page.evaluate(SIDEWAYS), page.url
    found = (await Axe().run(page)).response["violations"]
    serious = [(rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found]
    assert not [one for one, rule in zip(serious, found, strict=True) if rule["impact"] in ("serious", "critical")]
