"""Dice, a lot and a story that folds, as any board may show them: each says in words what it shows."""

import re

import pytest
from playwright.async_api import Page, expect

from app.render.templates import environment
from app.words.reader import reader_of
from tests.games.tiny import GAME
from tests.means.specimens import look_at
from tests.support.browser import VisitorOf

READER = reader_of(GAME, "en")


def drawn(template: str, source: str) -> str:
    given = {"say": READER.words.say, "reader": READER}
    macros = "".join(f'{{% import "means/{template}.html" as {template} %}}' for template in [template])
    return environment.from_string(macros + source).render(given)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_has_as_many_pips_as_it_says(value: int) -> None:
    html = drawn("dice", f"{{{{ dice.die({value}, say) }}}}")
    assert html.count('class="die-pip"') == value
    assert f'role="img" aria-label="Die: {value}"' in html


def test_a_die_of_other_sides_shows_its_figure_and_says_how_many_it_has() -> None:
    html = drawn("dice", "{{ dice.die(17, say, 20) }}")
    assert 'aria-label="Die with 20 sides: 17"' in html
    assert ">17</text>" in html


def test_a_throw_is_added_up_with_what_is_added_to_it() -> None:
    html = drawn("dice", '{{ dice.throw((5, 3), say, reader, ((-1, "garrison"), (2, "pact"))) }}')
    told = " ".join(re.sub("<[^>]*>", " ", html).split())
    assert told == "−1 garrison +2 pact = 9 Total 9"


def test_one_die_alone_has_no_sum() -> None:
    assert "throw-total" not in drawn("dice", "{{ dice.throw((5,), say, reader) }}")


@pytest.mark.parametrize(("motion", "falls"), [("no-preference", True), ("reduce", False)])
async def test_a_die_falls_once_unless_its_reader_wants_no_motion(visitor: VisitorOf, motion: str, falls: bool) -> None:
    page = await visitor(reduced_motion=motion)
    await look_at(page, "scene")
    die = page.locator(".die").first
    await die.evaluate("die => die.closest('section').classList.add('changed')")
    name = await die.evaluate("die => getComputedStyle(die).animationName")
    assert name == ("die-falls" if falls else "none")


async def test_a_lot_says_who_bids_what_and_how_they_stand(page: Page) -> None:
    await look_at(page, "scene")
    bids = page.get_by_role("list", name="Bids").get_by_role("listitem")
    told = [" ".join((await bid.inner_text()).split()) for bid in await bids.all()]
    assert told == ["R Red 2 + 3 leads", "B Blue 2 + 1 to bid", "G Green – no bid still in", "U Usher 1 out"]


async def test_a_story_is_one_line_that_opens_without_javascript_too(visitor: VisitorOf) -> None:
    page = await visitor(java_script_enabled=False)
    await look_at(page, "scene")
    await expect(page.get_by_text("Paid 2 coins")).to_be_hidden()
    await page.get_by_text("The Usher moved by itself").click()
    await expect(page.get_by_text("Paid 2 coins")).to_be_visible()
