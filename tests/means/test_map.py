"""The map that any board can have: drawn from what a game prints, moved by fingers, wheels and keys, clicked into a
form, and said in words."""

from typing import Any

from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.means.specimens import EUROPE, HELD, NAMES, look_at, specimen
from tests.support.browser import NARROW, SIDEWAYS, SMALL, WIDE, OpenPage, VisitorOf, loaded, serious

NARROWEST: ViewportSize = {"width": 320, "height": 640}
REACH = """([x, y]) => document.elementFromPoint(x, y)?.closest("[data-place]")?.dataset.place ?? null"""
"""Which place a finger at this point of the window means."""
ANCHOR = """(place) => {
    const svg = document.querySelector(".map-targets");
    const [x, y] = svg.querySelector(`[data-place="${place}"][data-at]`).dataset.at.split(" ").map(Number);
    const there = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    return [there.x, there.y];
}"""
ZOOMED = """() => {
    const [sheet, window] = [".map-sheet", ".map-scroller"].map((what) => document.querySelector(what));
    return Math.round((sheet.clientWidth / window.clientWidth) * 10) / 10;
}"""
CENTRE = """() => {
    const { scrollLeft, clientWidth } = document.querySelector(".map-scroller");
    return scrollLeft + clientWidth / 2;
}"""


async def anchor(page: Page, place: str) -> tuple[float, float]:
    x, y = await page.evaluate(ANCHOR, place)
    return x, y


async def click(page: Page, place: str) -> None:
    await page.mouse.click(*await anchor(page, place))


def field(page: Page, name: str) -> Locator:
    return page.locator(f'[name="march.{name}"]')


def test_every_place_stands_on_the_map_and_in_the_list_once() -> None:
    html = specimen("map")
    for place in EUROPE.places:
        assert html.count(f'class="map-entry" data-thing="{place.id}"') == 1
        assert html.count(f'class="map-target" data-thing="{place.id}"') == 2, "its outline, and around its anchor"


def test_a_holder_shows_by_a_hatching_and_a_letter_and_is_said_in_words() -> None:
    html = specimen("map")
    assert html.count('fill="url(#hatch-side-1)"') == sum(side == "red" for side in HELD.values())
    assert html.count("held by Red") == 2
    drawn = [html.split(f'id="hatch-side-{number}"')[1].split("<path d=")[1].split("/>")[0] for number in range(9)]
    assert len(set(drawn)) == 9, "no two sides are hatched alike"


def test_nothing_on_the_map_is_styled_or_scripted_in_line() -> None:
    html = specimen("map")
    assert " style=" not in html
    assert "<script>" not in html


async def test_the_list_says_in_words_what_stands_where(page: Page) -> None:
    await look_at(page, "map")
    spain = page.locator("#europe-of-spain")
    assert await spain.locator(".map-there > span").all_text_contents() == ["RRed 1 cube", "GGreen 3 discs"]
    await expect(spain).to_contain_text("Borders: Portugal")


async def test_two_clicks_fill_in_from_where_to_where(page: Page) -> None:
    await look_at(page, "map")
    await loaded(page)
    await click(page, "spain")
    await expect(field(page, "from")).to_have_value("spain")
    await expect(field(page, "to")).to_have_value("")
    await click(page, "portugal")
    await expect(field(page, "to")).to_have_value("portugal")
    await expect(page.locator(".map-target.picked .map-name")).to_have_text(["Portugal", "Spain"])
    assert await page.locator(".map-way").get_attribute("d"), "a way leads from one to the other"


async def test_a_click_on_what_is_filled_in_clears_it_and_a_third_place_is_where_it_goes_to(page: Page) -> None:
    await look_at(page, "map")
    await loaded(page)
    for place in ("spain", "portugal", "greece"):
        await click(page, place)
    await expect(field(page, "from")).to_have_value("spain")
    await expect(field(page, "to")).to_have_value("greece")
    await click(page, "spain")
    await expect(field(page, "from")).to_have_value("")
    await expect(field(page, "to")).to_have_value("greece")
    await click(page, "italy")
    await expect(field(page, "from")).to_have_value("italy")


async def test_where_each_way_is_an_answer_two_clicks_look_at_one(page: Page) -> None:
    await look_at(page, "ways")
    await loaded(page)
    await click(page, "greece")
    await expect(page.locator(".map-target.picked .map-name")).to_have_text(["Greece"])
    await click(page, "ottoman_empire")
    await page.wait_for_url("**/act?choice=greece-ottoman_empire&ahead=on")


async def test_a_second_click_on_where_a_way_begins_lets_it_go_and_another_beginning_takes_its_place(
    page: Page,
) -> None:
    await look_at(page, "ways")
    await loaded(page)
    await click(page, "greece")
    await click(page, "greece")
    await expect(page.locator(".map-target.picked")).to_have_count(0)
    await click(page, "greece")
    await click(page, "portugal")
    await expect(page.locator(".map-target.picked .map-name")).to_have_text(["Portugal"])
    await click(page, "spain")
    await page.wait_for_url("**/act?choice=portugal-spain&ahead=on")


async def test_an_answer_about_one_place_alone_is_looked_at_by_one_click(page: Page) -> None:
    await look_at(page, "ways")
    await loaded(page)
    await click(page, "italy")
    await page.wait_for_url("**/act?choice=hold-italy&ahead=on")


async def test_the_list_fills_in_the_same_by_keys_alone(page: Page) -> None:
    await look_at(page, "map")
    await loaded(page)
    spain = page.locator(".map-list").get_by_role("button", name="Spain held by Green")
    await spain.focus()
    await page.keyboard.press("Enter")
    await expect(field(page, "from")).to_have_value("spain")
    await expect(spain).to_be_focused()
    await expect(spain).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await expect(field(page, "to")).to_have_value("italy")
    sea = page.locator(".map-entry[data-thing=north_sea]")
    assert await sea.get_attribute("role") is None, "what can't be picked is no button"
    await page.locator("#decide").evaluate("form => form.replaceChildren()")
    await page.evaluate("document.querySelector('#table').append(document.querySelector('.map-list').cloneNode(true))")
    await expect(page.locator(".map-entry[role], .map-entry[tabindex], .map-entry[aria-pressed]")).to_have_count(0)


async def test_the_map_zooms_by_buttons_keys_and_wheel_around_what_is_looked_at(page: Page) -> None:
    await look_at(page, "map")
    await loaded(page)
    assert await page.evaluate(ZOOMED) == 1
    await page.get_by_role("button", name="Zoom in").click()
    assert await page.evaluate(ZOOMED) == 1.5
    window = page.locator(".map-scroller")
    await window.focus()
    await page.keyboard.press("+")
    assert await page.evaluate(ZOOMED) in (2.2, 2.3)
    await page.keyboard.press("0")
    assert await page.evaluate(ZOOMED) == 1
    spain = await anchor(page, "spain")
    await page.mouse.move(*spain)
    await page.mouse.wheel(0, -300)
    await page.wait_for_function(f"({ZOOMED})() > 2")
    there = await anchor(page, "spain")
    off = max(abs(now - before) for now, before in zip(there, spain, strict=True))
    assert off < 2, "what the pointer is on stays below it"
    await page.get_by_role("button", name="Whole map").click()
    assert await page.evaluate(ZOOMED) == 1


async def test_a_drag_moves_the_map_and_picks_nothing(page: Page) -> None:
    await look_at(page, "map")
    await loaded(page)
    await page.get_by_role("button", name="West").click()
    x, y = await anchor(page, "spain")
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, y - 40, steps=4)
    await page.mouse.up()
    moved = await anchor(page, "spain")
    assert (round(moved[0] - x), round(moved[1] - y)) == (-60, -40)
    await expect(field(page, "from")).to_have_value("")
    await click(page, "spain")
    await expect(field(page, "from")).to_have_value("spain")


async def test_two_fingers_zoom_the_map_and_one_is_left_to_the_browser(phone: Page) -> None:
    await look_at(phone, "map")
    await loaded(phone)
    before = await phone.evaluate(ZOOMED)
    x, y = await anchor(phone, "spain")
    session: Any = await phone.context.new_cdp_session(phone)

    async def touch(kind: str, *apart: float) -> None:
        points = [{"x": x + by, "y": y, "id": number} for number, by in enumerate(apart)]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await touch("touchStart", -20)
    await touch("touchStart", -20, 20)
    for apart in (24, 32, 40):
        await touch("touchMove", -apart, apart)
    await touch("touchEnd")
    await phone.wait_for_function(f"({ZOOMED})() > {before}")


async def test_a_phone_opens_on_a_section_in_which_a_finger_finds_each_place(phone: Page) -> None:
    await look_at(phone, "map")
    await loaded(phone)
    await phone.wait_for_function(f"({ZOOMED})() > 1.5")
    assert not await phone.evaluate(SIDEWAYS)
    assert await phone.evaluate(SMALL) == []
    for place in ("spain", "italy", "portugal"):
        x, y = await anchor(phone, place)
        around = [(x, y), (x - 21, y), (x + 21, y), (x, y - 21), (x, y + 21)]
        assert [await phone.evaluate(REACH, [*point]) for point in around] == [place] * 5, "44 px around its anchor"


async def test_a_sheet_that_changes_does_not_flash_over_the_others(page: Page) -> None:
    await look_at(page, "map")
    await page.evaluate("document.querySelectorAll('.part').forEach((part) => part.classList.add('changed'))")
    for sheet in await page.locator(".map-sheet .changed > *").all():
        assert await sheet.evaluate("sheet => getComputedStyle(sheet).animationName") == "none"


async def test_places_in_the_list_are_shown_on_the_map(page: Page) -> None:
    await look_at(page, "map")
    await loaded(page)
    await page.get_by_role("button", name="West").click()
    before = await page.evaluate(CENTRE)
    await page.locator(".map-entry[data-thing=bulgaria]").focus()
    assert await page.evaluate(CENTRE) > before
    await expect(page.locator(".map-target.lit .map-name")).to_have_text(["Bulgaria"])
    await expect(page.locator(".map-target.neighbour .map-name")).to_have_text(
        ["Greece", "Serbia", "Romania", "Ottoman empire"]
    )


async def test_without_javascript_the_map_is_enlarged_and_scrolled(visitor: VisitorOf) -> None:
    page = await visitor(java_script_enabled=False, viewport=NARROW)
    await look_at(page, "map")
    sheet = page.locator(".map-sheet")
    whole = await sheet.bounding_box()
    await page.get_by_label("2×").check()
    twice = await sheet.bounding_box()
    assert whole
    assert twice
    assert round(twice["width"] / whole["width"], 2) == 2
    await expect(page.locator(".map-steps")).to_be_hidden()
    await page.locator("select").first.select_option("spain")


async def test_nothing_of_the_means_stands_in_anybodys_way(open_page: OpenPage) -> None:
    for name in NAMES:
        for size, language in ((NARROW, "en"), (NARROWEST, "en"), (NARROWEST, "es"), (WIDE, "it")):
            page = await open_page(size)
            await look_at(page, name, language)
            await loaded(page)
            assert not await page.evaluate(SIDEWAYS), (name, size)
            assert await serious(page) == [], (name, size)


async def test_in_forced_colours_holders_are_still_told_apart(visitor: VisitorOf) -> None:
    page = await visitor(forced_colors="active")
    await look_at(page, "map")
    styles = await page.evaluate(
        """() => [...document.querySelectorAll(".map-hatchings path")].map(path => getComputedStyle(path).stroke)"""
    )
    assert len(set(styles)) == 1, "by their hatching, not by their colours"
    flag = page.locator(".map-flag text").first
    assert await flag.evaluate("node => getComputedStyle(node).fill") == "rgb(0, 0, 0)"
