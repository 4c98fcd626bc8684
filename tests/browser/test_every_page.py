"""Opens every page on screens of every width, light and dark, in every language, as the people who may see it. axe
finds nothing serious, nothing scrolls sideways, every target is big enough to tap, and the console stays empty.

The pages are the routes of the app, so the test finds a new one by itself.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from typing import Literal

import pytest
from httpx2 import Client, HTTPTransport
from playwright.async_api import Error, Page

from engine.core.game import AnyGame
from tests.app.trust.calls import PARAMETERS, QUERIES, Call, of_game
from tests.browser.prepared import Prepared, prepared
from tests.support.browser import NARROW, SIDEWAYS, SMALL, TABLET, WIDE, OpenPage, axe, serious
from tests.support.games import site_games
from tests.support.strange_fonts import WIDTHS

WHO = [("", "nobody"), ("", "player"), ("open", "host"), ("playing", "player"), ("finished", "player")]
WHO += [("", "admin"), ("playing", "admin")]
FIRST = {key: game.seating(max(game.players), game.options())[0][0] for key, game in site_games().items()}
"""For each game a side that looks at its own table."""
WHO += [(key, f"{key} {person}") for key, side in FIRST.items() for person in ("watcher", side)]
"""The people for each kind of table, and for pages of no table; pages that a stranger may see are opened once, as a
stranger."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    with prepared(tmp_path_factory.mktemp("every-page")) as opened:
        yield opened


def addresses(site: Prepared) -> Iterator[tuple[str, str]]:
    """Yield each address with the person who opens it."""
    for call in site.calls:
        if call.method == "GET":
            for table, person in WHO:
                if bool(table) == call.at_table and (person != "admin" or call.path.startswith("/admin")):
                    for game in site_games().values() if "{game}" in call.path else (None,):
                        yield person, address(site, call, table, game)


def address(site: Prepared, call: Call, table: str, game: AnyGame | None) -> str:
    known = {"key": site.tables.get(table, ""), **site.keys, **PARAMETERS} | (of_game(game) if game else {})
    return (call.path + QUERIES.get(call.path, "")).format(**known)


def whole_pages(site: Prepared) -> list[tuple[str, str]]:
    """Return the addresses that give their person a whole page: no fragment, no answer for programs, no redirect."""
    found: list[tuple[str, str]] = []
    players = {f"{key} {side}" for key, side in FIRST.items()}
    transport = HTTPTransport()
    with ExitStack() as stack:
        browsers = {
            person: stack.enter_context(Client(base_url=site.address, cookies=cookies, transport=transport))
            for person, cookies in site.cookies.items()
        }
        for person, path in addresses(site):
            if person in players or path not in {seen for _, seen in found}:
                answer = browsers[person].get(path)
                if answer.status_code == 200 and answer.text.startswith("<!doctype html>"):
                    found.append((person, path))
    return found


@pytest.fixture(scope="module")
def pages(site: Prepared) -> list[tuple[str, str]]:
    return whole_pages(site)


LANGUAGES = {"wide": ("en", "es", "it"), "turned": ("it", "en", "es"), "fonts": ("es", "it", "en")}
"""The languages in which each window opens the pages by turns, so that each page is opened in all three."""
COLOURS: dict[str, tuple[Literal["light", "dark"], ...]] = {"wide": ("light", "dark"), "turned": ("dark", "light")}
"""The same for its colours. axe measures the contrast of each page once in both: that takes longer than all its other
rules together."""


@pytest.mark.parametrize("window", COLOURS)
async def test_every_page_is_for_everybody(
    open_page: OpenPage, site: Prepared, pages: list[tuple[str, str]], window: str, complaints: list[str]
) -> None:
    """The phone's window is turned to a tablet's, so that a page is opened once for both."""
    page = await open_page(WIDE if window == "wide" else NARROW)
    await page.add_init_script(axe())  # a third of the time of sending it to each page
    before, faults = "", []
    looks = zip(cycle(COLOURS[window]), cycle(LANGUAGES[window]), strict=False)
    for (person, path), (scheme, language) in zip(pages, looks, strict=False):
        if person != before:
            await site.become(page, person)
        before = person
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if window == "turned":
            await page.set_viewport_size(NARROW)
        await page.goto(f"{site.address}{path}{'&' if '?' in path else '?'}lang={language}")
        found = [*await looked_at(page, faults_of)]
        if window == "turned":
            await page.set_viewport_size(TABLET)
            found += await looked_at(page, faults_but_of_contrast)
        faults += [f"{path} as {person} at {window}: {fault}" for fault in (*found, *complaints)]
        complaints.clear()
    assert len(pages) > 30
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("fonts", WIDTHS)
async def test_every_page_fits_whatever_fonts_its_reader_has(
    open_page: OpenPage, site: Prepared, pages: list[tuple[str, str]], complaints: list[str]
) -> None:
    """Every page fits on a phone and on a tablet, even with everything unfolded. A page is opened once for both: the
    screen is turned."""
    page = await open_page(NARROW)
    before, faults = "", []
    for (person, path), language in zip(pages, cycle(LANGUAGES["fonts"]), strict=False):
        if person != before:
            await site.become(page, person)
        before = person
        await page.set_viewport_size(NARROW)
        await page.goto(f"{site.address}{path}{'&' if '?' in path else '?'}lang={language}")
        looks = [(screen, look) for look in (misfits, misfits_unfolded) for screen in (NARROW, TABLET)]
        for screen, look in looks:
            await page.set_viewport_size(screen)
            what = f"{path} as {person}, {look.__name__} at {screen['width']} px"
            faults += [f"{what}: {fault}" for fault in await looked_at(page, look)]
    complaints.clear()  # another test reads the console
    assert len(pages) > 30
    assert not faults, "\n".join(faults)


async def faults_of(page: Page) -> list[str]:
    return await misfits(page) + await serious(page)


async def faults_but_of_contrast(page: Page) -> list[str]:
    return await misfits(page) + await serious(page, without=["color-contrast"])


async def misfits(page: Page) -> list[str]:
    """Return what sticks out sideways, and what is too small for a finger where fingers are used."""
    faults = ["scrolls sideways"] if await page.evaluate(SIDEWAYS) else []
    return faults + [
        f"too small: {target[:120]}" for target in await page.evaluate(SMALL) if page.viewport_size != WIDE
    ]


async def misfits_unfolded(page: Page) -> list[str]:
    await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    return await misfits(page)


async def looked_at(page: Page, look: Callable[[Page], Awaitable[list[str]]], tries: int = 3) -> list[str]:
    """Look at a page, and again if it reloads itself in between, as feed.js may; give up after a few tries."""
    try:
        return await look(page)
    except Error as error:
        if "navigation" not in error.message:
            raise
        if tries == 1:
            return [f"loads itself anew again and again: {page.url}"]
    await page.wait_for_load_state("load")
    return await looked_at(page, look, tries - 1)
