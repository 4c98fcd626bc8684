"""The table of Versailles 1919 as a spectator sees it: wide, on phones, dark, in three languages, with and without
JavaScript, live, and after the end.
"""

import asyncio
import json
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Page, expect

from engine.versailles import GAME
from tests.browser.sites import busy_site_in
from tests.games.versailles.at_rest import POSITIONS
from tests.support.browser import COUNT_SHIFTS, NARROW, SIDEWAYS, WIDE, OpenPage, VisitorOf, violations
from tests.support.serving import PATIENCE, Served
from tests.support.strange_fonts import MEASURED

PANES = ["conference", "regions", "mats", "deals-pane", "log-pane"]
SMALL_TARGETS = """
[...document.querySelectorAll(".columns :is(a:not(.clause, .see), :is(.peeks, .these) > .see, button, summary)")]
    .filter(target => target.checkVisibility())
    .filter(target => (({ width, height }) => width < 44 || height < 44)(target.getBoundingClientRect()))
    .map(target => target.outerHTML)
"""
"""The links in a pane that are too small. A card's name (.see) and a clause's number within a sentence do not count:
they are as high as their line, which is what WCAG 2.5.5 allows inside of a sentence. 44 pixels would tear its lines
apart, or cover the words above and below. Names that stand by themselves (.peeks, .these) count."""


@pytest.fixture(scope="module")
def busy_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A site with a demo table on which something happens a few times a second."""
    folder = tmp_path_factory.mktemp("busy")
    with busy_site_in(folder, GAME, b'{"length":"longest"}', pace="0.3") as served:
        yield served


@pytest.mark.parametrize("language", ["en", "it", "es"])
async def test_the_table_reads_in_a_sensible_order(page: Page, site: Served, language: str) -> None:
    titles = {
        "en": ["The decision", "Delegations", "On the table", "Waiting room", "Regions and tracks", "Log"],
        "it": ["La decisione", "Delegazioni", "Sul tavolo", "Sala d’attesa", "Regioni e tracciati", "Cronaca"],
        "es": ["La decisión", "Delegaciones", "Sobre la mesa", "Sala de espera", "Regiones y casillas", "Crónica"],
    }
    await page.goto(f"{site.address}/tables/four?lang={language}")
    headings = await page.get_by_role("heading", level=2).all_text_contents()
    found = [heading.strip() for heading in headings if heading.strip() in titles[language]]
    assert found == titles[language]
    assert await page.locator("h1").count() == 1


async def test_a_power_has_its_letter_and_says_where_everything_is(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four?lang=en")
    mats = page.locator(".mat")
    await expect(mats).to_have_count(4)
    assert [await mats.nth(n).locator("h3 .disc").inner_text() for n in range(4)] == ["U", "F", "A", "I"]
    for mat in await mats.all():
        cubes = [int(text) for text in await mat.locator(".influence dd").all_inner_texts()]
        assert sum(cubes) == 15
        discs = await mat.locator(".units .disc").count()
        assert discs == 3, "every unit is somewhere"
    summary = mats.first.locator("summary")
    await summary.click()
    await expect(mats.first.locator(".settled")).to_be_visible()


async def test_regions_say_in_words_what_the_tracks_show(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four?lang=en")
    regions = page.locator(".region")
    assert await regions.locator("h3").all_inner_texts() == ["Europe", "Balkans", "Middle East", "Pacific", "Africa"]
    for text in await regions.all_text_contents():
        assert re.search(r"Unrest in column [1-8]\.", text)
        assert re.search(r"no uprising|uprising on (a 6|[1-5] or more)", text)
    table = page.get_by_role("table", name="What the columns of the region tracks mean")
    await expect(table.get_by_role("columnheader")).to_have_count(9)
    await expect(table.get_by_role("rowheader")).to_have_count(4)


async def test_the_discards_can_be_leafed_through(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four?lang=en")
    pile = page.locator("#issue-discard")
    await expect(pile.locator("ol")).to_be_hidden()
    await pile.locator("summary").click()
    await expect(pile.locator("li").first).to_contain_text("costs 0")


@MEASURED
@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("language", ["en", "it", "es"])
async def test_nothing_scrolls_sideways_on_a_phone(
    open_page: OpenPage, site: Served, language: str, width: int
) -> None:
    phone = await open_page({"width": width, "height": 800})
    for key in POSITIONS:
        for pane in PANES if key == "four" else PANES[:1]:
            await phone.goto(f"{site.address}/tables/{key}?lang={language}#{pane}")
            await expect(phone.locator(f"#{pane}")).to_be_visible()
            assert not await phone.evaluate(SIDEWAYS), (key, pane)
            assert await phone.evaluate(SMALL_TARGETS) == [], (key, pane)


@pytest.mark.parametrize("javascript", [True, False], ids=["with", "without"])
async def test_a_phone_shows_one_pane_at_a_time(visitor: VisitorOf, site: Served, javascript: bool) -> None:
    phone = await visitor(viewport=NARROW, java_script_enabled=javascript)
    await phone.goto(f"{site.address}/tables/four?lang=en")
    await expect(phone.locator("#conference")).to_be_visible()
    dock = phone.locator(".dock")
    for name, pane in (
        ("Regions", "regions"),
        ("Mats", "mats"),
        ("Deals", "deals-pane"),
        ("Log", "log-pane"),
        ("Table", "conference"),
    ):
        await dock.get_by_role("link", name=name).click()
        for other in PANES:
            await expect(phone.locator(f"#{other}")).to_be_visible(visible=other == pane)
        await expect(phone.locator(".question")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
async def test_the_table_is_accessible(visitor: VisitorOf, site: Served, scheme: str, viewport: object) -> None:
    page = await visitor(color_scheme=scheme, viewport=viewport, reduced_motion="reduce")
    for key in POSITIONS:
        for pane in PANES if key == "four" and viewport == NARROW else PANES[:1]:
            await page.goto(f"{site.address}/tables/{key}#{pane}")
            found = await violations(page)
            assert not found, (key, pane, found)


async def test_bidding_says_what_stands_and_what_beats_it(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/bidding?lang=en")
    bidding = page.locator(".bidding")
    await expect(bidding).to_contain_text(re.compile(r"leads with strength \d and influence \d"))
    await expect(bidding).to_contain_text(re.compile(r"Beaten by (any|more) strength"))
    await expect(bidding.locator(".bidders li")).to_have_count(4)
    area, panel = await page.locator(".asked-area").bounding_box(), await bidding.bounding_box()
    assert area
    assert panel
    assert panel["y"] + panel["height"] <= area["y"] + area["height"] + 1, "all of it is in sight"


async def test_strategies_on_offer_say_what_they_score(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/drafting?lang=en")
    offered = page.locator(".strategies details")
    assert await offered.count() >= 2
    await offered.first.locator("summary").click()
    await expect(offered.first.locator("li")).to_have_count(4)


async def test_the_score_sheet_explains_every_point(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/over?lang=en")
    places = await page.locator(".place").all()
    assert len(places) == 3
    totals = []
    for place in places:
        points = [number(text) for text in await place.locator("li b").all_inner_texts()]
        totals.append(number(await place.locator(".figure").inner_text()))
        assert len(points) >= 5
        assert sum(points) == totals[-1]
    assert totals == sorted(totals, reverse=True)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


class Frames:
    """The frames that a page receives on its socket."""

    def __init__(self, page: Page) -> None:
        self.html: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self.keep))

    def keep(self, frame: str | bytes) -> None:
        if html := json.loads(frame)["html"]:
            self.html.append(html)

    async def more(self, page: Page, count: int) -> None:
        """Wait for this many further frames."""
        wanted = len(self.html) + count
        async with asyncio.timeout(PATIENCE):
            while len(self.html) < wanted:
                await page.wait_for_timeout(50)


async def test_only_what_changed_is_sent_and_nothing_else_moves(page: Page, busy_site: Served) -> None:
    frames = Frames(page)
    await page.goto(f"{busy_site.address}/tables/demo-1?lang=en")
    await frames.more(page, 1)
    parts = page.locator("#table .part")
    await page.evaluate("for (const part of document.querySelectorAll('#table .part')) part.same = true")
    await page.evaluate(COUNT_SHIFTS)
    already = len(frames.html)
    await frames.more(page, 6)
    sent = {name for html in frames.html[already:] for name in re.findall(r'id="(part-[\w-]+)"', html)}
    await page.wait_for_function("names => names.every(name => !document.getElementById(name)?.same)", arg=[*sent])
    swapped = set(await parts.evaluate_all("all => all.filter(part => !part.same).map(part => part.id)"))
    assert 0 < len(swapped) < await parts.count()
    assert swapped >= sent
    assert max(await page.evaluate("window.shifts")) < 0.05


async def test_what_is_unfolded_stays_so_while_the_game_goes_on(page: Page, busy_site: Served) -> None:
    frames = Frames(page)
    await page.goto(f"{busy_site.address}/tables/demo-1?lang=en")
    for name in ("settled-uk", "settled-france", "settled-usa", "settled-italy", "event-discard"):
        await page.locator(f"#{name} summary").click()
    await frames.more(page, 12)
    await expect(page.locator("details[open][id]")).to_have_count(5)


async def test_what_changed_does_not_move_for_those_who_want_no_motion(visitor: VisitorOf, busy_site: Served) -> None:
    page = await visitor(reduced_motion="reduce")
    frames = Frames(page)
    await page.goto(f"{busy_site.address}/tables/demo-1?lang=en")
    await frames.more(page, 2)
    moving = "document.getAnimations().length"
    assert await page.evaluate(moving) == 0


@pytest.mark.parametrize(("language", "word"), [("it", "disponibili"), ("es", "disponibles")])
async def test_what_arrives_live_speaks_the_pages_language(
    page: Page, busy_site: Served, language: str, word: str
) -> None:
    frames = Frames(page)
    await page.goto(f"{busy_site.address}/tables/demo-1?lang={language}")
    await frames.more(page, 6)
    influence = [html for html in frames.html if "part-influence-" in html]
    assert all(word in html and "available<" not in html for html in influence)


async def test_a_spectator_can_look_back_at_the_same_board(page: Page, site: Served) -> None:
    await page.goto(f"{site.address}/tables/four/at/1?lang=en")
    await expect(page.locator(".versailles .mat")).to_have_count(4)
    await expect(page.locator(".turn-count")).to_contain_text("Turn")
