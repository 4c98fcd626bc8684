"""Two and four people at one table in real browsers, wide and on phones: each sees the moves of the others, and nothing
jumps on the page. A half-filled form outlives the death of the server. People also play by keys alone, and without
JavaScript.
"""

import random
import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.prepared import Prepared, prepared
from tests.browser.test_tables import plain
from tests.support.browser import LIVE, NARROW, WIDE, Heard, OpenPage, VisitorOf, loaded, unfold

SIDES = ("uk", "france", "usa", "italy")
ACT = """async ([table, side, chance]) => {
    const call = async (path, body) => {
        const token = document.querySelector('input[name="token"]').value;
        const headers = { "content-type": "application/json", "x-horloge-token": token };
        const sent = body && { method: "POST", headers, body: JSON.stringify(body) };
        return (await fetch(`/api/v1/tables/${table}/${path}`, sent)).json();
    };
    const { asked, epoch, sequence } = await call(`choices?side=${side}`);
    const choices = (asked ?? []).flatMap(menu => menu.choices ?? []);
    if (!choices.length) return null;
    const choice = choices[Math.floor(chance * choices.length)];
    return call("act", { key: `${side}-${sequence}`, epoch, sequence, side, choice });
}"""
"""Makes a decision for the player of this page, without touching it; null if no question is open."""
TELL_SHIFTS = """
window.moved = [];
new PerformanceObserver(list => {
    for (const { sources } of list.getEntries())
        for (const { node, previousRect, currentRect } of sources)
            if (node && !node.parentElement?.closest("#log"))
                moved.push(`${node.nodeName} ${node.id} ${node.className}: ${previousRect.y} ${currentRect.y}`);
}).observe({ type: "layout-shift", buffered: false });
"""
ARRIVED = """sequence =>
    [...document.querySelectorAll("input[type=hidden][name=sequence]")].every(seen => Number(seen.value) >= sequence)"""
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
SCRIPTED = re.compile(r' (pickable|counted)\b|<div class="handles".*?</div>')
"""The parts that scripts add to the board of the player who is asked."""
CARDS = """[document.querySelectorAll("#decide .offers .choice, #decide .offers details").length,
    ...[...document.querySelectorAll(".conference h3")].map(title => title.textContent)].join()"""
"""Returns how many answers this page offers, and which cards lie before its player."""
BOARD = "document.querySelector('#table').innerHTML"
RELOADED = """fetch(location.href).then(answer => answer.text()).then(html =>
    new DOMParser().parseFromString(html, "text/html").querySelector("#table").innerHTML)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    with prepared(tmp_path_factory.mktemp("together")) as opened:
        yield opened


async def all_sit(open_page: OpenPage, site: Prepared) -> dict[str, Page]:
    """Open the table of Versailles for its four players."""
    pages = {side: await open_page(WIDE if number % 2 else NARROW) for number, side in enumerate(SIDES)}
    for side, page in pages.items():
        await site.become(page, f"versailles {side}")
        await page.goto(f"{site.address}/tables/{site.tables['versailles']}")
        await expect(page.locator("#live")).to_have_class(LIVE)
    return pages


async def somebody_acts(pages: dict[str, Page], table: str, chance: random.Random) -> str:
    """Let a player who is asked decide, wait until all have seen it, and return that player's side."""
    for side, page in pages.items():
        answer: dict[str, Any] | None = await page.evaluate(ACT, [table, side, chance.random()])
        if answer is not None:
            assert "sequence" in answer, answer
            for one in pages.values():
                await one.wait_for_function(ARRIVED, arg=answer["sequence"])
                await one.evaluate(DRAWN)
            return side
    raise AssertionError("nobody is asked")


async def test_four_people_see_the_same_game_and_nothing_moves(open_page: OpenPage, site: Prepared) -> None:
    """A rival's move shifts nothing unless it asks me something or lays out other cards; only the log grows at its
    top."""
    pages, table, chance = await all_sit(open_page, site), site.tables["versailles"], random.Random(5)
    for page in pages.values():
        await page.evaluate(TELL_SHIFTS)
    moved, still = [], 0
    for step in range(24):
        before = {side: await page.evaluate(CARDS) for side, page in pages.items()}
        actor = await somebody_acts(pages, table, chance)
        for side, page in pages.items():
            if step % 8 == 7:
                await same_as_reloaded(page)
            shifts = await page.evaluate("moved.splice(0)")
            if side != actor and before[side] == await page.evaluate(CARDS):
                moved += [f"{side}, {step}: {shift}" for shift in shifts]
                still += 1
    assert still > 24
    assert not moved, "\n".join(moved)


async def same_as_reloaded(page: Page) -> None:
    """Check that the parts that arrived one by one make the same page as a reload, after a while."""
    for patience in range(60, -1, -1):
        live, reloaded = [SCRIPTED.sub("", plain(await page.evaluate(one))) for one in (BOARD, RELOADED)]
        if live == reloaded:
            return
        assert patience, "\n".join(unified_diff(live.splitlines(), reloaded.splitlines(), "live", "reloaded", n=0))
        await page.wait_for_timeout(100)


@pytest.fixture
def complaints() -> list[str]:
    """Leave out complaints about a killed server and about refused answers."""
    return Heard(
        "WebSocket connection",
        "ERR_CON(NECTION_(REFUSED|RESET)|TENT_LENGTH_MISMATCH)",
        "htmx:(sendError|afterRequest)",
        "422",
    )


async def test_what_is_half_filled_in_outlives_the_server(open_page: OpenPage, site: Prepared) -> None:
    pages, table, chance = await all_sit(open_page, site), site.tables["versailles"], random.Random(6)
    asked: list[Page] = []
    while not asked:
        await somebody_acts(pages, table, chance)
        asked = [page for page in pages.values() if await page.locator("#offer-place input[type=number]").count()]
    page = asked[0]
    await unfold(page)
    field = page.locator("#offer-place input[type=number]").first
    await page.locator("#offer-place").evaluate("offer => { if ('open' in offer) offer.open = true }")
    await field.fill("3")
    site.served.kill()
    await expect(page.locator("#live")).to_have_class(re.compile("lost"))
    site.served.again()
    for one in pages.values():
        await expect(one.locator("#live")).to_have_class(LIVE)
    await expect(field).to_have_value("3")
    await expect(field).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(field).to_have_value("4")
    await field.fill("3")
    await page.locator("#offer-place button[name=do]").first.click()
    await expect(page.locator("#decide .fault, #decide .alarm, #refusal").first).to_be_visible()
    await expect(field).to_have_value("3")


TO = """selector => [...document.querySelectorAll(selector)].includes(document.activeElement)"""


async def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(120):
        await page.keyboard.press("Tab")
        if await page.evaluate(TO, selector):
            return
    raise AssertionError(f"no key leads to {selector}")


async def test_one_sits_decides_and_confirms_by_keys_alone(open_page: OpenPage, site: Prepared) -> None:
    host, page = await open_page(WIDE), await open_page(WIDE)
    await site.become(host, "host")
    await host.goto(f"{site.address}/tables/new?game=antechamber&players=2")
    await tab_to(host, "main form button.button")
    await host.keyboard.press("Enter")
    await expect(host.locator(".seats")).to_be_visible()
    await loaded(host)
    await site.become(page, "named")
    await page.goto(host.url)
    for button in ("#sit-1", "#ready--1"):
        await tab_to(page, button)
        await page.keyboard.press("Enter")
        await expect(page.locator(button)).to_have_count(0)
    await tab_to(host, "#start, #fill")
    await host.keyboard.press("Enter")
    for one in (host, page):
        await expect(one.locator("#live")).to_have_class(LIVE)
    for one, kind in ((host, "collect"), (host, "tip"), (page, "publish")):
        choice = f"#decide button[value*='\"{kind}\"']"
        await expect(one.locator(choice).first).to_be_visible()
        await tab_to(one, choice)
        await one.keyboard.press("Enter")
        if kind == "publish":  # a die follows
            await expect(one.locator("#decide .sure")).to_be_focused()
            await one.keyboard.press("Enter")
        await expect(one.locator(choice)).to_have_count(0)


async def test_two_people_play_whole_turns_without_javascript(visitor: VisitorOf, site: Prepared) -> None:
    """The page itself shows everything, after a reload."""
    people = {}
    for side, person in (("red", "player"), ("blue", "host"), ("green", "rival")):
        people[side] = await visitor(java_script_enabled=False, viewport=NARROW if side == "red" else WIDE)
        await site.become(people[side], person)
    chance = random.Random(3)
    for _ in range(60):
        for page in people.values():
            await page.goto(f"{site.address}/tables/{site.tables['playing']}")
            choices = page.locator("#decide button[name=choice]")
            if count := await choices.count():
                await unfold(page)
                await choices.nth(chance.randrange(count)).click()
                if await page.locator("#decide .sure").count():
                    await page.locator("#decide .sure").click()
        if await page.locator("#result-title").count():
            break
    for page in people.values():
        await page.goto(f"{site.address}/tables/{site.tables['playing']}")
        await expect(page.locator("#result-title")).to_be_visible()
