"""The table of La Belle Époque in real browsers: one person alone, two in a contest, two Powers of one person, a phone,
the keyboard, no JavaScript. All tests share one server.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.async_api import Page, ViewportSize, expect

from app.store.db.migrations import bring_up_to_date
from engine.belle_epoque.game import GAME
from engine.core import registry
from tests.browser.sites import come, make
from tests.games.belle_epoque.browser.tables import (
    Laid,
    choose,
    confirm,
    environment,
    goes_on,
    lay_out,
    opened,
    sequence_of,
)
from tests.support.browser import LIVE, NARROW, SIDEWAYS, SMALL, WIDE, OpenPage, VisitorOf, violations
from tests.support.games import TEST_GAMES
from tests.support.serving import serving
from tests.support.visitors import quick_settings

LONGEST = 200
"""The most choices that one person makes in a game."""
LARGE: ViewportSize = {"width": 1920, "height": 1080}
MOST_TABS = 300
PASSING = 3
"""Every third choice is a pass, wherever it can be."""
SLOWLY = """(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync(".be-latest * { animation-duration: 600s !important; }");
    document.adoptedStyleSheets.push(slow);
})()"""
"""Slows the scene of the dice down, so that it lasts longer than any test."""
STILL = """document.querySelector(".be-latest").getAnimations({ subtree: true })
    .every(({ playState }) => playState === "finished")"""
LINES = """[...document.querySelectorAll("#score-uk li b")]
    .reduce((sum, line) => sum + Number(line.textContent.replace("\u2212", "-")), 0)"""
"""The sum of the lines of the score."""
FROM, STEPS = 14, 12
"""The steps of a replay: from the last starting cubes into the first round."""
NO_SCROLLING = "document.documentElement.scrollHeight <= innerHeight"


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laid]:
    folder, before = tmp_path_factory.mktemp("belle"), [*registry.added]
    settings = quick_settings(f"sqlite+aiosqlite:///{folder / 'site.db'}", games=",".join(TEST_GAMES))
    asyncio.run(bring_up_to_date(settings.database_url))
    keys, cookies = lay_out(settings)
    registry.added[:] = before
    with serving(folder, **environment(folder)) as served:
        yield Laid(served, keys, cookies)


async def test_one_person_begins_alone_and_reads_what_the_automated_powers_did(open_page: OpenPage, laid: Laid) -> None:
    """From a new table to the first round: three automated turns, each one a story with its dice."""
    page = await open_page(LARGE)
    await come(page, laid.served, "Ada")
    await make(page, laid.served, GAME.key, 1)
    await page.locator("#start, #fill").click()
    await opened(page)
    while await page.locator(".be-placing").count():
        sequence = await sequence_of(page)
        ticks = page.locator(".be-placing input[type=checkbox]")
        wanted = int(re.findall(r"\d+", await page.locator(".be-placing > .note").inner_text())[0])
        owed = page.locator(".be-placing fieldset:has(legend small) input[type=checkbox]")
        for box in [*await owed.all(), *await ticks.all()]:
            if await page.locator(".be-placing input:checked").count() < wanted and not await box.is_checked():
                await box.check()
        await page.locator("#decide [name=ahead]").check()
        await page.locator("#decide button[name=do]").click()
        await page.locator("#decide .sure").click()
        await goes_on(page, sequence)
    stories = page.locator(".be-latest .story")
    await expect(stories).to_have_count(3)
    await stories.first.locator("summary").click()
    told = stories.first.locator(".be-told")
    assert await told.count() >= 4
    assert await told.locator(".die").count() >= 1, "the die of its row is drawn"
    sheet = page.locator(".be-sheet.be-is-russia")
    await expect(sheet).to_contain_text("Automated")
    await expect(sheet.locator(".be-progress tbody tr")).to_have_count(2)
    await sheet.get_by_text("Table of missions").click()
    await expect(sheet.locator(".be-table tbody tr")).to_have_count(6)
    assert "£" not in await sheet.locator(".be-stats").inner_text(), "13.3c: it has no money"
    assert await page.evaluate(NO_SCROLLING)


async def test_at_1440_by_900_powers_and_tracks_share_a_corner(open_page: OpenPage, laid: Laid) -> None:
    page = await open_page(WIDE)
    await laid.sit(page, "alone", "uk")
    await opened(page)
    tabs, sheets, tracks = page.locator(".be-tabs"), page.locator("#sheets"), page.locator("#tracks")
    for panel in ("europe", "africa", "asia"):
        await expect(page.locator(f"#{panel} .map-window")).to_be_in_viewport(ratio=1)
    assert await page.evaluate(NO_SCROLLING)
    await expect(sheets).to_be_in_viewport(ratio=1)
    await expect(tracks).to_be_hidden()
    await tabs.get_by_label("Tracks and cards").check()
    await expect(tracks).to_be_in_viewport(ratio=1)
    await expect(sheets).to_be_hidden()
    assert await page.evaluate(NO_SCROLLING)
    assert await violations(page) == []
    await page.set_viewport_size(LARGE)
    await expect(sheets).to_be_visible()
    await expect(tabs).to_be_hidden()


async def test_one_person_plays_a_whole_game_by_clicks_to_the_result(open_page: OpenPage, laid: Laid) -> None:
    """From the first action of turn 1: the board never scrolls, and the lines of the score add up to its sum."""
    page, chance = await open_page(LARGE), Random(3)
    await page.emulate_media(reduced_motion="reduce")
    await laid.sit(page, "alone", "uk")
    await opened(page)
    for number in range(LONGEST):
        if await page.locator("#result-title").count():
            break
        assert await page.evaluate(NO_SCROLLING)
        assert await page.evaluate(LINES) == int(await page.locator("#score-uk .be-sum").inner_text())
        await answer(page, chance, passing=number % PASSING == 0)
    await expect(page.locator("#result-title")).to_be_visible()
    await expect(page.locator(".places")).to_contain_text("Great Britain")
    assert await violations(page) == []


async def answer(page: Page, chance: Random, passing: bool) -> None:
    """Give some answer, by a button or on the map, with a preview before it is sent; pass if `passing` and possible."""
    sequence, buttons = await sequence_of(page), page.locator("#decide button[name=choice]")
    passes = page.locator("#offer-pass button")
    await page.locator("#decide [name=ahead]").check()
    if passing and await passes.count():
        await page.locator("#offer-pass > summary").click()
        await passes.click()
    else:
        shown = [button for button in await buttons.all() if await button.is_visible()]
        await chance.choice([*shown, *await page.locator(".be-space.pickable").all()]).click()
    await page.locator("#decide .sure").click()
    await goes_on(page, sequence)


async def test_two_people_fight_a_contest_and_one_rolls_again(open_page: OpenPage, laid: Laid) -> None:
    """8.7, 8.6.4: the page shows the price and chance before each commitment, the odds before the reroll, then the
    dice."""
    uk, france = await open_page(LARGE), await open_page(WIDE)
    await laid.sit(uk, "fight", "uk")
    await laid.sit(france, "fight", "france")
    await opened(uk)
    await opened(france)
    resolve = uk.locator(".be-resolve")
    await expect(resolve).to_contain_text(re.compile(r"\d+% to \d+%"))
    await choose(uk, "resolve_contest")
    await expect(france.locator(".be-duel")).to_contain_text("Serbia")
    rows = france.locator(".be-commit li")
    await expect(rows).to_have_count(3)
    chances = [int(text.rstrip("%")) for text in await rows.locator("b").all_inner_texts()]
    assert chances == sorted(set(chances)), "each Army makes it likelier"
    assert [text.split(" ")[0] for text in await rows.locator("small").all_inner_texts()] == ["£0", "£1", "£2"]
    assert await violations(france) == []
    await choose(france, '"own":1')
    await expect(uk.locator("#decide .be-reach")).to_contain_text("If your rival does so too")
    await choose(uk, '"own":1')
    await expect(france.locator(".be-new-die")).to_contain_text("faces of 6 save the cube")
    for page in (uk, france):
        await expect(page.locator(".be-duel .die")).to_have_count(2)
    await choose(france, "change_strategy")
    await expect(uk.locator(".be-new-die")).to_be_visible()
    await uk.evaluate(SLOWLY)
    await choose(uk, "let_be")
    await uk.locator(".be-skip").click()
    await expect(uk.locator(".be-skip")).to_be_hidden()
    assert await uk.evaluate(STILL), "the scene of the dice can be skipped"
    for page in (uk, france):
        await expect(page.locator(".be-verdict")).to_contain_text("French cube wins, British cube lost")
        await expect(page.locator("#log")).to_contain_text("the die is rolled again and shows 6")


async def test_the_contest_is_one_line_of_the_log_that_grows_and_stays_open(open_page: OpenPage, laid: Laid) -> None:
    """A page that was open all the time shows the groups and lines of one that is opened afterwards."""
    uk, france = await open_page(WIDE), await open_page(WIDE)
    await laid.sit(uk, "told", "uk", "#log-pane")
    await laid.sit(france, "told", "france")
    await opened(uk)
    await opened(france)
    contest = uk.locator("#log details.story", has_text="Contest in Serbia")
    await choose(uk, "resolve_contest")
    await expect(uk.locator("#log li", has_text="Contest in Serbia").last).to_be_visible()
    await choose(france, '"own":1')
    await contest.locator("summary").click()
    await expect(contest).to_contain_text("France: 1 Army in the contest")
    await choose(uk, '"own":1')
    await choose(france, "change_strategy")
    await choose(uk, "let_be")
    await expect(contest).to_have_count(1)
    await expect(contest.locator("summary")).to_contain_text("French cube wins, British cube lost")
    await expect(contest).to_have_attribute("open", "")
    for said in ("Great Britain: 1 Army in the contest", "Attacker: 4", "rolled again and shows 6"):
        await expect(contest.locator(".story-told")).to_contain_text(said)
    await expect(uk.locator(".be-used")).to_contain_text("in your next round again")
    await choose(uk, "end_round")
    await choose(france, "raise_prestige")
    heading = uk.locator("#log .log-group > h3").first
    await expect(heading).to_have_text(re.compile("^turn 4, .* · Actions · .*France"))
    await expect(uk.locator("#log .log-group .step-line").first).to_contain_text("France: £")
    for page in (uk, france):
        told = await page.locator("#log").text_content()
        await page.reload()
        assert await page.locator("#log").text_content() == told


async def test_a_replay_goes_through_the_groups_of_the_log(open_page: OpenPage, laid: Laid) -> None:
    """Step by step, forward and back, it shows what the page of a step shows that is opened by itself."""
    page = await open_page(WIDE)
    await laid.become(page, "two", "uk")
    await page.goto(f"{laid.served.address}/tables/{laid.keys['two']}/at/{FROM}?lang=en")
    for goes, step in [*(("on", FROM + n + 1) for n in range(STEPS)), ("back", FROM + STEPS - 1)]:
        await page.locator(f"#replay [data-go={goes}]").click()
        await expect(page.locator("#scrubber")).to_have_js_property("value", str(step))
        await expect(page.locator("#replay-where .where b")).to_contain_text(f"Step {step} ")
    await expect(page.locator("#log .log-group > h3").first).to_contain_text("Actions")
    told = await page.locator("#log").text_content()
    await page.reload()
    assert await page.locator("#log").text_content() == told


async def test_13_9_3_before_all_units_are_sent_at_once_every_chance_and_what_comes_next_are_shown(
    open_page: OpenPage, laid: Laid
) -> None:
    """A table above the form shows the chances of many answers, the buttons those of few; so does a preview."""
    page = await open_page(WIDE)
    await laid.sit(page, "after", "uk")
    await opened(page)
    await expect(page.locator(".be-duel")).to_contain_text("Belgium")
    await expect(page.locator(".be-chain")).to_have_count(0)
    coming = page.locator(".be-to-come li")
    await expect(coming).to_have_text([re.compile(r"Italy.*\+1.*\+4"), re.compile(r"Serbia.*\+1")])
    rows = page.locator(".be-chances tbody tr")
    cells = [await row.locator("td").all_inner_texts() for row in await rows.all()]
    assert cells[0] == ["28%", "42%", "58%", "72%", "83%", "83%"], "with no Fleet and so many Armies"
    assert [row[0] for row in cells] == ["28%", "72%", "92%"], "a Fleet of its own counts 3"
    assert await violations(page) == []
    await page.locator("[name='commit_units.fleets']").fill("1")
    await page.locator("[name='commit_units.armies']").fill("2")
    await page.locator("#decide [name=ahead]").check()
    await page.locator("#decide button[value=commit_units]").click()
    keeps = page.locator("#decide .differences div", has_text="Keeps its cube").first
    await expect(page.locator("#decide .differences")).to_contain_text(re.compile(r"28%\s*→.*92%", re.DOTALL))
    await expect(keeps).to_be_visible()
    await confirm(page)
    await expect(page.locator(".be-duel")).to_contain_text("Serbia")
    await expect(coming).to_have_count(0)
    buttons = page.locator(".be-commit li")
    chances = {
        (await button.locator("span").inner_text()): await button.locator("b").inner_text()
        for button in await buttons.all()
    }
    assert len(chances) == 2 * 4, "a Fleet and three Armies are left"
    assert chances["Commit 1 Fleet"] == "72%"


async def test_two_powers_of_one_person_are_looked_at_one_by_one(visitor: VisitorOf, laid: Laid) -> None:
    """Without JavaScript the switch is a link, the sheet in use is framed, each Power has its own orders, and a sent
    form leads back to the same Power's view."""
    page = await visitor(viewport=WIDE, java_script_enabled=False)
    await laid.sit(page, "two", "uk")
    switch = page.locator(".eyes")
    await expect(switch.locator("[aria-current]")).to_have_text("Whoever’s turn it is")
    for name, own in (("France", "france"), ("Great Britain", "uk")):
        await switch.get_by_role("link", name=name).click()
        await expect(switch.locator("[aria-current]")).to_contain_text(name)
        assert await page.locator("#table").get_attribute("data-own") == own
        framed = f"getComputedStyle(document.querySelector('.be-is-{own}')).outlineStyle"
        assert await page.evaluate(framed) == "solid"
    await page.goto(laid.table("two", "&eyes=uk#orders-pane"))
    await page.locator("[name='leave_orders.reroll']").select_option("never")
    await page.locator("#aside button[value=leave_orders]").click()
    await page.locator("#offer-leave_contest_order > summary").click()
    for name, value in (("role", "defence"), ("where", "asia"), ("send", "match")):
        await page.locator(f"[name='leave_contest_order.{name}']").select_option(value)
    await page.locator("[name='leave_contest_order.pounds']").fill("4")
    await page.locator("#aside button[value=leave_contest_order]").click()
    await expect(switch.locator("[aria-current]")).to_contain_text("Great Britain")
    standing = page.locator(".be-standing-orders")
    await expect(standing).to_contain_text("Asia")
    await expect(standing).to_contain_text("£4 at most")
    await expect(page.locator("[name='leave_orders.reroll']")).to_have_value("never")
    await switch.get_by_role("link", name="France").click()
    await expect(page.locator(".be-standing-orders")).to_have_count(0)
    await expect(page.locator("[name='leave_orders.reroll']")).to_have_value("ask")
    await page.goto(laid.table("two", "&eyes=uk"))
    await page.locator("#offer-send_mission > summary").click()
    await page.locator("#offer-send_mission button[name=choice]:not(.be-attack)").first.click()
    await expect(page.locator("#log")).to_contain_text("Great Britain: mission")
    await expect(switch.locator("[aria-current]")).to_contain_text("Great Britain")


async def test_a_phone_has_panels_as_tabs_and_raises_a_territory_that_is_tapped(
    open_page: OpenPage, laid: Laid
) -> None:
    phone = await open_page(NARROW)
    await laid.sit(phone, "phone", "uk")
    await phone.emulate_media(color_scheme="dark")
    await expect(phone.locator("#live")).to_have_class(LIVE)
    panes = {
        "Africa": "africa",
        "Asia": "asia",
        "Tracks": "tracks",
        "Powers": "sheets",
        "Log": "log-pane",
        "Europe": "europe",
    }
    for name, pane in panes.items():
        await phone.locator(".dock").get_by_role("link", name=name).click()
        for other in panes.values():
            assert await phone.locator(f"#{other}").is_visible() == (other == pane), (name, other)
        assert not await phone.evaluate(SIDEWAYS), name
        assert await phone.evaluate(SMALL) == [], name
    territory = phone.locator("#place-italy")
    await phone.locator("#map-europe .be-target[data-place=italy] .be-hit").tap()
    await expect(territory.locator(".be-spaces")).to_be_in_viewport()
    box = await territory.locator(".be-one").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    assert await violations(phone) == []
    await territory.locator(".be-one.pickable").first.tap()
    await expect(phone.locator("#decide .foreseen")).to_be_in_viewport()
    await expect(phone.locator("#decide .foreseen .choice")).to_contain_text("Italy")
    await expect(territory).not_to_have_class(re.compile("be-raised"))


async def test_a_mission_is_sent_with_the_keyboard_alone(open_page: OpenPage, laid: Laid) -> None:
    """The test goes from the list beside the map to the summary, a territory, one of its spaces, and the button that
    confirms."""
    page = await open_page(WIDE)
    await laid.sit(page, "keys", "uk")
    await expect(page.locator("#live")).to_have_class(LIVE)
    for selector in ("#list-europe > summary", "#place-italy > summary", "#place-italy .be-one[role=button]"):
        await tab_to(page, selector)
        await page.keyboard.press("Enter")
    await expect(page.locator("#decide .foreseen .choice")).to_contain_text("Italy")
    await tab_to(page, "#decide .sure")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log")).to_contain_text("Great Britain: mission to Italy")
    await expect(page.locator("#decide .sure")).to_have_count(0)


async def test_the_log_can_be_looked_through_for_a_territory(open_page: OpenPage, laid: Laid) -> None:
    """The page shows the lines that name the territory, and then all again."""
    page = await open_page(WIDE)
    await laid.sit(page, "two", "uk", "#log-pane")
    await opened(page)
    lines, shown = page.locator("#log .step-line"), page.locator("#log .step-line:visible")
    every = await lines.count()
    await page.locator("#log-place").select_option("Serbia")
    texts = await shown.all_inner_texts()
    assert 0 < len(texts) < every
    assert all("Serbia" in text for text in texts)
    await page.locator("#log-place").select_option("all places")
    await expect(shown).to_have_count(every)


async def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this element has the focus."""
    there = "selector => document.activeElement.matches(selector)"
    for _ in range(MOST_TABS):
        if await page.evaluate(there, selector):
            return
        await page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")
