"""The table of 1933 in real browsers: a year by clicks and by orders, two people who answer a secret question at once,
the positions that a year goes through, a phone, the keyboard, no JavaScript. tables.py lays out the tables.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from playwright.async_api import Page, WebSocket, expect

from app.store.db.migrations import bring_up_to_date
from tests.games.nineteen33.browser.tables import LARGE, TABLES, Laid, laid_in, opened
from tests.support.browser import LIVE, NARROW, SIDEWAYS, SMALL, WIDE, OpenPage, VisitorOf, violations

LATER = """sequence => document.querySelector("#result-title") || document.querySelector("#decide .sure") ||
    document.querySelector("#refusal") ||
    [...document.querySelectorAll('[form="decide"][name=sequence]')].some(({ value }) => Number(value) > sequence)"""
SENT = """sequence => document.querySelector("#result-title") ||
    [...document.querySelectorAll('[form="decide"][name=sequence]')].some(({ value }) => Number(value) > sequence)"""
NO_SCROLLING = "document.documentElement.scrollHeight <= innerHeight"
ANSWERED = """() => document.querySelector(".n33-now") || document.querySelector("#decide .sure") ||
    !document.querySelector("#decide .n33-plan")"""
CARDS = "[...document.querySelectorAll('.n33-hand ol > li')]"
FIRST_CARD = f"{CARDS}.sort((a, b) => a.offsetTop - b.offsetTop)[0].className"
MOST_SERVING = f"Math.max(...{CARDS}.map(card => Number(card.className.match(/n33-h([0-9])/)[1])))"
MOST_TABS = 400
SEALED_UPDATE = 2_000
"""The most bytes that others receive when a player has answered in secret."""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laid]:
    folder = tmp_path_factory.mktemp("nineteen33")
    asyncio.run(bring_up_to_date(f"sqlite+aiosqlite:///{folder / 'site.db'}"))
    with laid_in(folder) as found:
        yield found


async def sequence_of(page: Page, form: str = "decide") -> int:
    return int(await page.locator(f'[form="{form}"][name=sequence]').first.input_value())


async def send(page: Page, button: str) -> None:
    """Answer by this button, and confirm it if it cannot be undone; return once it has been carried out."""
    sequence = await sequence_of(page)
    await page.locator(button).first.click()
    await page.wait_for_function(LATER, arg=sequence)
    sure = page.locator("#decide .sure")
    if await sure.count():
        await sure.click()
        await page.wait_for_function(SENT, arg=sequence)


async def asked(page: Page, what: str) -> None:
    """Wait until this question can be answered."""
    await expect(page.locator(f"#decide.mine {what}").first).to_be_visible()


async def leave(page: Page, order: str) -> None:
    """Leave an order as it is filled in; it runs by itself from then on."""
    await page.locator(f"#offer-{order} [name=do]").click()
    await expect(page.locator(f"#offer-{order} .n33-runs")).to_have_count(1)


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
async def test_on_a_smaller_screen_boards_and_hand_share_a_column(
    open_page: OpenPage, laid: Laid, size: tuple[int, int]
) -> None:
    page = await open_page({"width": size[0], "height": size[1]})
    await laid.sit(page, "turn", "france")
    await opened(page)
    tabs, boards, hand = page.locator(".n33-tabs"), page.locator("#board-france"), page.locator(".n33-hand")
    assert await page.evaluate(NO_SCROLLING)
    assert not await page.evaluate(SIDEWAYS)
    await expect(boards).to_be_visible()
    await expect(hand).to_be_hidden()
    await tabs.get_by_label("Hand").check()
    await expect(hand).to_be_visible()
    await expect(boards).to_be_hidden()
    assert await page.evaluate(NO_SCROLLING)
    assert await violations(page) == []
    await page.set_viewport_size(LARGE)
    await expect(boards).to_be_visible()
    await expect(tabs).to_be_hidden()


async def test_a_year_is_played_by_clicks_and_its_months_by_orders(open_page: OpenPage, laid: Laid) -> None:
    """From the budget to the result: a plan, a card and three orders by hand. The others have orders, too, so that
    months run through until the last one."""
    page = await open_page(LARGE)
    await page.emulate_media(reduced_motion="reduce")
    await laid.sit(page, "year", "france")
    await opened(page)
    assert await page.evaluate(NO_SCROLLING)
    await expect(page.locator(".n33-no-cut")).to_be_hidden()
    await page.locator(".kind-taxes .drop").click()
    await expect(page.locator(".n33-no-cut")).to_be_visible()
    await page.locator("button[name=add][value*=taxes]").click()
    await page.locator(".kind-taxes input[name$='.ul']").fill("1")
    assert await violations(page) == []
    await send(page, ".n33-budget [name=do]")
    await asked(page, ".n33-plan")
    assert await page.evaluate(NO_SCROLLING)
    assert await violations(page) == []
    await send(page, ".n33-plan [name=do]")
    await asked(page, ".n33-playing")
    await send(page, ".n33-playing button[name=choice]")
    await expect(page.locator(".n33-bill")).to_contain_text("points left")
    await expect(page.locator(".n33-bill")).to_contain_text("0 UM spent this turn")
    await page.locator(".rail-tabs a[href='#orders-pane']").click()
    await page.locator("#offer-leave_plan > summary").click()
    await leave(page, "leave_plan")
    await page.locator("#offer-leave_answers > summary").click()
    for name, word in (("auctions", "stand_aside"), ("news", "accept"), ("support", "pay")):
        await page.locator(f"[name='leave_answers.{name}']").select_option(word)
    await leave(page, "leave_answers")
    await expect(page.locator(".n33-runs-now li")).to_have_count(2)
    await page.locator("#offer-pass_turns > summary").click()
    await page.locator("[name='pass_turns.months']").select_option(label="December 1933")
    for tick in await page.locator("#offer-pass_turns input[type=checkbox]").all():
        await tick.uncheck()
    assert await violations(page) == []
    await page.locator("#offer-pass_turns [name=do]").click()
    await page.locator("#aside .sure").click()
    await expect(page.locator(".n33-months .n33-on abbr")).to_have_attribute("title", "December")
    await asked(page, ".n33-end")
    await send(page, "#decide .n33-end button[value*=end_turn]")
    await expect(page.locator("#result-title")).to_be_visible()
    await expect(page.locator(".places")).to_contain_text("France")
    assert await page.locator(".n33-quotes tbody tr").count() == 12
    assert await violations(page) == []


def hear(page: Page) -> list[str]:
    """Collect what this page's socket receives from now on."""
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", listen)
    return frames


async def test_two_people_answer_a_secret_question_at_the_same_time(open_page: OpenPage, laid: Laid) -> None:
    """19.1, 19.3: the other page learns that there is an answer, in few bytes, and nothing of its content; the answer
    may be withdrawn. Then both are sent at once."""
    france, germany = await open_page(LARGE), await open_page(WIDE)
    heard = hear(germany)
    await laid.sit(france, "secret", "france")
    await laid.sit(germany, "secret", "germany")
    await opened(france)
    await opened(germany)
    await expect(france.locator(".kind-planned_deal select")).to_have_value("denmark")
    before = len(heard)
    await send(france, ".n33-plan [name=do]")
    await expect(germany.locator("#board-france .n33-ready")).to_have_count(1)
    told = heard[before:]
    assert "n33-ready" in "".join(told)
    assert sum(map(len, told)) < SEALED_UPDATE
    assert not re.search(r"denmark|seal_plan|planned", "".join(told), re.IGNORECASE)
    await expect(germany.locator("#log")).not_to_contain_text("Denmark: buy")
    await france.locator(".part-back button").first.click()
    await expect(germany.locator("#board-france .n33-ready")).to_have_count(0)
    await asked(france, ".n33-plan")
    await asyncio.gather(*(page.locator(".n33-plan [name=do]").click() for page in (france, germany)))
    await finish(france, germany)
    for page in (france, germany):
        await expect(page.locator("#board-france .n33-now")).to_have_count(1)
        await expect(page.locator("#log")).to_contain_text("Denmark")


async def finish(*pages: Page) -> None:
    """Let each page confirm if it is the last one to answer: after that no answer can be withdrawn."""
    for page in pages:
        await page.wait_for_function(ANSWERED)
        if await page.locator("#decide .sure").count():
            await page.locator("#decide .sure").click()


@pytest.mark.parametrize("name", ["placing", "auction", "support", "regent"])
async def test_a_question_shows_what_it_costs_where_it_is_answered(visitor: VisitorOf, laid: Laid, name: str) -> None:
    """The page is dark, and does not scroll sideways."""
    page = await visitor(viewport=WIDE, color_scheme="dark")
    await laid.sit(page, name, "france")
    await opened(page)
    decide = page.locator("#decide")
    match name:
        case "placing":
            await expect(decide).to_contain_text("5 of 5 placed")
        case "auction":
            await expect(decide).to_contain_text("16 in stock, needs 20")
        case "support":
            await expect(decide).to_contain_text("half of 9: 5 units for 100 UM; unpaid, 1 worker loses the job")
        case "regent":
            await decide.locator("button[value*=act_for_guided]").click()
            await expect(decide.locator(".n33-bill .n33-manoeuvre li")).to_have_count(5)
            await expect(decide).to_contain_text("Also allowed")
    assert not await page.evaluate(SIDEWAYS)
    assert await violations(page) == []


async def test_warnings_follow_what_is_filled_in(open_page: OpenPage, laid: Laid) -> None:
    """6.11, 6.6: warnings of food that would be short, and of brigades that the treasury cannot pay, appear before the
    plan is sealed."""
    page = await open_page(WIDE)
    await laid.sit(page, "plan", "france")
    await opened(page)
    short, war = page.locator("[data-short=food]"), page.locator("[data-short=war]")
    food = page.locator(".kind-planned_deal input[name$='.food']")
    await expect(short).to_be_hidden()
    await food.fill("1")
    await expect(short).to_have_text("Food ends 3 short.")
    await expect(page.locator("[data-figure=money]")).to_have_text("7")
    await expect(war).to_be_hidden()
    await food.fill("4")
    await expect(short).to_be_hidden()
    await expect(war).to_contain_text("can pay for 0 brigades")
    await page.locator("[name='seal_plan.war_most']").fill("0")
    await expect(war).to_be_hidden()
    await expect(page.locator(".n33-beware")).to_contain_text("From a stock of 6 on, December asks for subsidies.")
    await expect(page.locator(".n33-supplies")).to_contain_text("Belgium 5 brigades")


async def test_the_hand_is_sorted_and_a_click_on_the_map_raises_a_state(open_page: OpenPage, laid: Laid) -> None:
    page = await open_page(LARGE)
    await laid.sit(page, "turn", "france")
    await opened(page)
    assert "n33-v11" in await page.evaluate(FIRST_CARD)
    await page.locator("[name=n33-sort][value=aims]").check()
    assert f"n33-h{await page.evaluate(MOST_SERVING)}" in await page.evaluate(FIRST_CARD)
    await page.locator(".n33-chart .n33-target[data-place=norway] .n33-hit").click()
    await expect(page.locator("#place-norway dl")).to_be_visible()
    await expect(page.locator("#place-norway")).to_contain_text("4 for sale")
    await page.keyboard.press("Escape")
    await expect(page.locator("#place-norway dl")).to_be_hidden()


async def test_a_phone_has_panes_as_tabs_and_a_plan_for_fingers(open_page: OpenPage, laid: Laid) -> None:
    phone = await open_page(NARROW)
    await laid.sit(phone, "phone", "france")
    await expect(phone.locator("#live")).to_have_class(LIVE)
    panes = {"Boards": "boards", "News": "news", "Hand": "desk", "Log": "log-pane", "Map": "chart"}
    for name, pane in panes.items():
        await phone.locator(".dock").get_by_role("link", name=name, exact=True).click()
        for other in panes.values():
            assert await phone.locator(f"#{other}").is_visible() == (other == pane), (name, other)
        assert not await phone.evaluate(SIDEWAYS), name
        assert await phone.evaluate(SMALL) == [], name
    await phone.locator(".n33-chart .n33-target[data-place=germany] .n33-hit").tap()
    await expect(phone.locator("#place-germany dl")).to_be_in_viewport()
    await phone.locator("#place-germany > summary").tap()
    await opened(phone)
    await phone.locator(".kind-planned_deal button[data-step='1']").first.tap()
    await expect(phone.locator(".kind-planned_deal input[name$='.food']")).to_have_value("5")
    assert await phone.evaluate(SMALL) == []
    assert not await phone.evaluate(SIDEWAYS)
    assert await violations(phone) == []
    await phone.locator(".n33-plan [name=do]").tap()
    await expect(phone.locator("#board-france .n33-ready")).to_have_count(1)


async def test_a_card_is_played_and_spent_with_the_keyboard_alone(open_page: OpenPage, laid: Laid) -> None:
    page = await open_page(WIDE)
    await laid.sit(page, "keys", "france")
    await expect(page.locator("#live")).to_have_class(LIVE)
    await tab_to(page, "#decide button[value*='\"card\":16']")
    await page.keyboard.press("Enter")
    await expect(page.locator("#offer-influence")).to_have_count(1)
    assert await page.locator("#offer-move_labour").count() == 0, "the card has no mobility"
    await tab_to(page, "#offer-influence > summary")
    await page.keyboard.press("Enter")
    await tab_to(page, "[name='influence.place']")
    await page.keyboard.type("Norway")
    await tab_to(page, "[name='influence.points']")
    await page.keyboard.type("2")
    await tab_to(page, "#offer-influence [name=do]")
    await page.keyboard.press("Enter")
    await expect(page.locator("#card-norway, .n33-chart")).to_contain_text("F 2/5")
    await expect(page.locator(".n33-bill")).to_contain_text("20 UM spent this turn")


async def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this element has the focus."""
    there = "selector => document.activeElement.matches(selector)"
    for _ in range(MOST_TABS):
        if await page.evaluate(there, selector):
            return
        await page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector}")


async def test_without_javascript_a_plan_has_rows_and_orders_are_left_and_stopped(
    visitor: VisitorOf, laid: Laid
) -> None:
    page = await visitor(viewport=WIDE, java_script_enabled=False)
    await laid.sit(page, "scriptless", "france")
    await page.locator(".n33-deals button[name=add]").click()
    await expect(page.locator(".kind-planned_deal")).to_have_count(2)
    second = page.locator(".kind-planned_deal").nth(1)
    await second.locator("select").select_option("norway")
    await second.locator("input[name$='.food']").fill("9")
    await page.locator(".n33-plan [name=do]").click()
    await expect(page.locator("#refusal")).to_be_visible()
    await page.locator(".kind-planned_deal").nth(1).locator("input[name$='.food']").fill("1")
    await page.goto(laid.table("scriptless", "#orders-pane"))
    await page.locator("#offer-leave_plan > summary").click()
    await page.locator("[name='leave_plan.food_um']").fill("4")
    await page.locator("#aside [name=ahead]").check()
    await page.locator("#aside button[value=leave_plan]").click()
    await page.locator("#aside .sure").click()
    await expect(page.locator(".n33-running")).to_contain_text("missing food at 4 UM at most")
    await expect(page.locator("#board-france .n33-ready")).to_have_count(1)
    await page.locator(".n33-running button").click()
    await expect(page.locator(".n33-running")).to_have_count(0)


def test_every_table_that_is_laid_out_is_looked_at() -> None:
    looked_at = {
        "placing",
        "year",
        "plan",
        "secret",
        "scriptless",
        "turn",
        "keys",
        "phone",
        "auction",
        "support",
        "regent",
    }
    assert {*TABLES} == looked_at
