"""Every page there is, on screens of every width, light and dark, in every language, as the people who may see it: axe
finds nothing serious, nothing scrolls sideways, what can be tapped is big enough, nothing is complained of on the
console.

The pages are the routes of the app: a new one is looked at by itself.
"""

from collections.abc import Iterator
from itertools import cycle
from typing import Literal

import pytest
from httpx2 import get
from playwright.async_api import Error, Page, ViewportSize

from tests.app.trust.calls import PARAMETERS, QUERIES, Call
from tests.browser.prepared import Prepared, prepared
from tests.support.browser import NARROW, SIDEWAYS, TABLET, WIDE, OpenPage, serious

SMALL = """
(() => {
    const block = element => getComputedStyle(element).display === "inline" ? block(element.parentElement) : element;
    const within = link => block(link).textContent.trim().length > link.textContent.trim().length;  // in a sentence
    const large = target => (({ width, height }) => width >= 43.5 && height >= 43.5)(target.getBoundingClientRect());
    const sentence = target => target.tagName === "A" && block(target) !== target && within(target);
    return [...document.querySelectorAll("a:not(.skip), button, summary, input:not([type=hidden]), select, textarea")]
        .filter(target => target.checkVisibility() && !sentence(target))
        .filter(target => ![target, ...target.labels ?? []].some(large))
        .map(target => target.outerHTML);
})()
"""
WHO = [("", "nobody"), ("", "player"), ("open", "host"), ("playing", "player"), ("finished", "player")]
WHO += [("", "admin"), ("playing", "admin")]
WHO += [("versailles", "watcher"), ("versailles", "uk")]
"""Who looks at what kind of table, and at what is at none; pages that a stranger may see are looked at once."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    with prepared(tmp_path_factory.mktemp("every-page")) as opened:
        yield opened


def addresses(site: Prepared) -> Iterator[tuple[str, str]]:
    """Who opens which address."""
    for call in site.calls:
        if call.method == "GET":
            for table, person in WHO:
                if bool(table) == call.at_table and (person != "admin" or call.path.startswith("/admin")):
                    yield person, address(site, call, table)


def address(site: Prepared, call: Call, table: str) -> str:
    known = {"key": site.tables.get(table, ""), **site.keys, **PARAMETERS}
    return (call.path + QUERIES.get(call.path, "")).format(**known)


def whole_pages(site: Prepared) -> list[tuple[str, str]]:
    """Who opens which address, as far as a whole page is there for them: no fragment, nothing for programs, no way
    elsewhere."""
    found: list[tuple[str, str]] = []
    for person, path in addresses(site):
        if person == "uk" or path not in {seen for _, seen in found}:
            answer = get(f"{site.address}{path}", cookies=site.cookies.get(person), follow_redirects=False)
            if answer.status_code == 200 and answer.text.startswith("<!doctype html>"):
                found.append((person, path))
    return found


@pytest.fixture(scope="module")
def pages(site: Prepared) -> list[tuple[str, str]]:
    return whole_pages(site)


Look = tuple[Literal["light", "dark"], str]

LOOKS: dict[str, tuple[ViewportSize, list[Look]]] = {
    "wide": (WIDE, [("light", "en"), ("dark", "es")]),
    "tablet": (TABLET, [("dark", "it"), ("light", "en")]),
    "phone": (NARROW, [("light", "es"), ("dark", "it")]),
}
"""On each screen the pages take turns, so that each page is seen on every screen, in both colours and in every
language, and each screen shows both colours."""


@pytest.mark.parametrize("screen", LOOKS)
async def test_every_page_is_for_everybody(
    open_page: OpenPage, site: Prepared, pages: list[tuple[str, str]], screen: str, complaints: list[str]
) -> None:
    viewport, looks = LOOKS[screen]
    page = await open_page(viewport)
    before, faults = "", []
    for (person, path), (scheme, language) in zip(pages, cycle(looks), strict=False):
        if person != before:
            await site.become(page, person)
        before = person
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await page.goto(f"{site.address}{path}{'&' if '?' in path else '?'}lang={language}")
        faults += [f"{path} as {person}: {fault}" for fault in (*await faults_of(page), *complaints)]
        complaints.clear()
    assert len(pages) > 30
    assert not faults, "\n".join(faults)


async def faults_of(page: Page, tries: int = 3) -> list[str]:
    """A page that loads itself anew while it is looked at, as push.js may, is looked at once more; not for ever."""
    try:
        faults = ["scrolls sideways"] if await page.evaluate(SIDEWAYS) else []
        if page.viewport_size == NARROW:
            faults += [f"too small: {target[:120]}" for target in await page.evaluate(SMALL)]
        return faults + await serious(page)
    except Error as error:
        if "navigation" not in error.message:
            raise
        if tries == 1:
            return [f"loads itself anew again and again: {page.url}"]
    await page.wait_for_load_state("load")
    return await faults_of(page, tries - 1)
