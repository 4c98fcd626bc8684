"""Two people play whole games of the tests in real browsers, on the pages that every game has."""

from __future__ import annotations

import random

import msgspec
import pytest
from playwright.async_api import Page, expect

from engine.core.game import AnyGame
from tests.browser.sites import come
from tests.support.browser import LIVE, loaded, unfold
from tests.support.games import short_games
from tests.support.serving import Served

LONGEST = 300
ARRIVED = """sequence =>
    [...document.querySelectorAll("input[type=hidden][name=sequence]")].every(seen => Number(seen.value) >= sequence)"""


@pytest.mark.parametrize("game", short_games().values(), ids=lambda game: game.key)
async def test_two_people_play_a_game_to_its_end(page: Page, phone: Page, site: Served, game: AnyGame) -> None:
    await both_sit(page, phone, site, game)
    chance, pages = random.Random(7), (page, phone)
    for _ in range(LONGEST):
        asked = [one for one in pages if await one.locator("#decide button[name=choice]").count()]
        if not asked:
            break
        sequence = await answer(chance.choice(asked), chance)
        for one in pages:
            await one.wait_for_function(ARRIVED, arg=sequence + 1)
    for one in pages:
        await expect(one.locator("#result-title")).to_be_visible()


async def both_sit(host: Page, guest: Page, site: Served, game: AnyGame) -> None:
    await come(host, site, "Ada")
    await host.goto(f"{site.address}/tables/new?game={game.key}&players=2")
    for name, value in briefly(game).items():
        await host.locator(f'[name="options.{name}"]').select_option(value)
    await host.locator("main form.panel > button.button").click()
    await expect(host.locator(".seats")).to_be_visible()
    await loaded(host)
    await come(guest, site, "Bob")
    await guest.goto(host.url)
    for button in ("#sit-1", "#ready--1"):
        await guest.locator(button).click()
    await expect(host.locator(".seats")).not_to_contain_text("not ready yet")
    await host.locator("#start, #fill").click()
    for one in (host, guest):
        await expect(one.locator("#live")).to_have_class(LIVE)
        await unfold(one)


def briefly(game: AnyGame) -> dict[str, str]:
    """Return the options that make a short game."""
    usual, short = msgspec.to_builtins((game.options(), game.short_options))
    return {name: str(value) for name, value in short.items() if value != usual[name]}


async def answer(page: Page, chance: random.Random) -> int:
    """Choose something, look at the preview and confirm; return the sequence it was about."""
    await unfold(page)
    sequence = await page.locator('#decide [name=sequence], [form="decide"][name=sequence]').first.input_value()
    await page.locator("#decide [name=ahead]").check()
    choices = page.locator("#decide button[name=choice]")
    await choices.nth(chance.randrange(await choices.count())).click()
    await page.locator("#decide .sure").click()
    await expect(page.locator("#decide .sure")).to_have_count(0)
    return int(sequence)
