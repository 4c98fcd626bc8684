"""What a page of a table is made of: parts that depend on what they read, plain ones where a game has no templates."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from jinja2 import ChoiceLoader, DictLoader
from markupsafe import Markup
from msgspec import Struct

from app.pages import environment
from app.play import kept, parts
from app.play.plain import plain_parts
from app.play.reads import besides, each, parsed, reads, roots
from app.play.scene import Table, scene_now
from app.play.table import lay, lay_changes
from app.rooms.seats import Seat
from app.words.catalogue import LANGUAGES, words_of
from app.words.reader import reader_of
from tests.app.conftest import Process, acted, board
from tests.tiny.choices import Collect, Offer, Publish, Tip


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Templates of a test's own."""
    templates: dict[str, str] = {}
    monkeypatch.setattr(environment, "loader", ChoiceLoader([DictLoader(templates), environment.loader]))  # type: ignore[list-item]
    reads.cache_clear()
    parsed.cache_clear()
    each.cache_clear()
    roots.cache_clear()
    return templates


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("{{ view.coins }}", {"view.coins"}),
        ("{% for side in table.sides %}{{ view.coins[side] }}{% endfor %}", {"view.coins", "table.sides"}),
        ("{{ view.bidding.holder }}", {"view.bidding.holder"}),
        ("{% set all = view %}{{ all.coins }}", {"view"}),
        ("{{ view.turn }}{{ draw(view) }}", {"view", "view.turn"}),
        ("{{ view.coins['red'] }}", {"view.coins['red']"}),
        ("{{ view.coins[each] | default(0) }}", {"view.coins[each]"}),
        ("{{ view.names[view.table[each]] }}", {"view.names[view.table[each]]"}),
        ("{% set card = view.table[0] %}{{ view.coins[card] }}", {"view.table[0]", "view.coins[view.table[0]]"}),
        ("{% set a = 1 %}{% set a = 2 %}{{ view.coins[a] }}", {"view.coins"}),
        (
            "{% set side = 1 %}{% for side in table.sides %}{{ view.coins[side] }}{% endfor %}",
            {"view.coins", "table.sides"},
        ),
        ("{{ printed.cards[view.table[each]] }}", {"view.table[each]"}),
        ("{{ view.coins.get(each) }}", {"view.coins"}),
        ("{{ view.coins.items() | sum(attribute='1') }}", {"view.coins"}),
        (
            "{{ view.bidding.holder | default('') }}{{ view.bidding.cards[0] }}",
            {"view.bidding.holder", "view.bidding.cards[0]"},
        ),
        ("{% include 'inner.html' %}", {"view.deck", "view.coins"}),
        (
            "{% set card = view.table[each] %}{% include 'inner.html' %}",
            {"view.table[each]", "view.deck", "view.coins[view.table[each]]"},
        ),
        ("{{ view.coins[side] | default(0) }}", {"view.coins[side]"}),
        ("{% for side in table.sides %}{% endfor %}{{ view.coins[side] }}", {"view.coins", "table.sides"}),
        ("{{ view.coins[each] | default(view.turn) }}", {"view.coins[each]", "view.turn"}),
        ("{% set own = view.lots | having('side', each) %}{{ own | length }}", {"view.lots having side each"}),
        ("nothing", set()),
    ],
)
def test_a_part_depends_on_what_it_reads(planted: dict[str, str], source: str, read: set[str]) -> None:
    planted["part.html"] = source
    planted["inner.html"] = "{{ view.deck }}{{ view.coins[card] }}"
    assert {found.text for found in reads("part.html")} == read


@pytest.mark.parametrize(
    ("source", "used"),
    [
        ("{{ view.coins[side] }}", set()),
        ("{{ view.coins[side] }}{{ side }}", {"side"}),
        ("{% set there = view.coins[side] %}{{ there }}{{ panel }}", {"panel"}),
        ("{{ view.coins.get(side) }}", {"side"}),
        ("{{ draw(view, side) }}", {"side", "view"}),
    ],
)
def test_a_name_that_only_leads_into_the_view_is_not_used_besides(
    planted: dict[str, str], source: str, used: set[str]
) -> None:
    planted["part.html"] = source
    besides.cache_clear()
    assert besides("part.html") & {"side", "view", "panel"} == used


def test_of_what_stands_under_names_some_have_a_value_in_a_field(planted: dict[str, str]) -> None:
    planted["part.html"] = "{{ view.other | having('title', each) }}"
    [read] = reads("part.html")
    lots = {"a": SimpleNamespace(title="x"), "b": SimpleNamespace(title="y"), "c": SimpleNamespace(title="x")}
    view = SimpleNamespace(other=lots)
    assert read.roots == {("view", "other")}
    assert [name for name, _ in read.get({"view": view, "each": "x"})] == ["a", "c"]
    assert read.get({"view": SimpleNamespace(other=None), "each": "x"}) == []


def test_what_is_not_there_is_read_as_none(planted: dict[str, str]) -> None:
    planted["part.html"] = "{{ view.pile[each] }}{{ view.other[each] }}{{ view.maybe[each] }}"
    view = Odd(1, "w", None, "a", {}, {}, {"x": 1}, ["p"], None)
    assert [read.get({"view": view, "each": 5}) for read in reads("part.html")] == [None, None, None]
    assert [read.get({"view": view, "each": 0}) for read in reads("part.html")] == [None, None, "p"]


def test_a_list_that_is_worked_out_is_read_as_that_list(planted: dict[str, str]) -> None:
    """Not as all that it was picked from: what others have does not matter."""
    planted["part.html"] = (
        "{% set own = view.other.items() | selectattr('1', 'equalto', each) | list %}{{ own | length }}"
    )
    [read] = reads("part.html")
    assert read.roots == {("view", "other")}
    views = [
        Odd(1, "w", None, "a", {}, {}, other, [], None) for other in ({"x": 1, "y": 2}, {"x": 1, "y": 3}, {"y": 1})
    ]
    assert [read.get({"view": view, "each": 1}) for view in views] == [[("x", 1)], [("x", 1)], [("y", 1)]]


def test_what_a_list_is_worked_out_of_else_is_read_too(planted: dict[str, str]) -> None:
    planted["part.html"] = "{% set own = view.pile | select('in', view.coins) | reject('in', dead) | list %}{{ own }}"
    assert {found.text for found in reads("part.html")} == {"view.pile", "view.coins"}


async def test_a_part_may_stand_for_each_of_several(process: Process, planted: dict[str, str]) -> None:
    planted["part.html"] = "{# each: table.sides #}{{ each }} has {{ view.coins[each] }}"
    given = {"view": (room := await process.opened()).game.view(room.position, None), "table": TABLE}
    purse = parts.Part("purse", "part.html", tuple(roots("part.html")))
    assert set(purse.roots) == {("view", "coins"), ("table", "sides")}
    before = parts.pieces_of(purse, given)
    assert [piece.name for piece in before] == ["purse-red", "purse-blue"]
    await acted(room, "red", Collect(), "k1")
    after = parts.pieces_of(purse, {**given, "view": room.game.view(room.position, None)})
    assert [old.depends == new.depends for old, new in zip(before, after, strict=True)] == [False, True]
    assert parts.draw(before[0].template, reader_of(room.game, "en"), **before[0].given).startswith("red has")


class Odd(Struct):
    number: int
    word: str
    maybe: str | None
    kind: Literal["a", "b"]
    per_side: dict[str, int]
    wider: dict[str, list[int]]
    other: dict[str, int]
    pile: list[str]
    nested: "Inner | None"


class Inner(Struct):
    x: int


TABLE = Table(
    key="k",
    title="t",
    game="g",
    status="playing",
    past=False,
    sequence=0,
    waiting=("red",),
    clause="",
    sides=("red", "blue"),
    seats=(Seat(("red",)), Seat(("blue",), "random")),
    places=(),
    points=(),
)


def test_a_view_without_templates_is_drawn_by_the_shape_of_its_fields() -> None:
    view = Odd(1, "w", None, "a", {"red": 1, "blue": 2}, {"red": [], "blue": [], "bank": [3]}, {"x": 1}, ["p"], None)
    drawn = plain_parts(view, TABLE)
    assert [part.name for part in drawn] == [
        "fact-number",
        "fact-word",
        "fact-maybe",
        "fact-kind",
        "mat-red",
        "mat-blue",
        "mat-bank",
        "field-other",
        "field-pile",
        "field-nested",
    ]
    mats = {part.given["side"]: part.given for part in drawn if part.kind == "mat"}
    assert mats["blue"] == {
        "side": "blue",
        "has": {"per_side": 2, "wider": []},
        "asked": False,
        "bot": "random",
        "name": "",
        "person": 0,
        "offered": "",
    }
    nobody = {"bot": None, "name": "", "person": 0, "offered": ""}
    assert mats["bank"] == {"side": "bank", "has": {"wider": [3]}, "asked": False} | nobody
    assert mats["red"]["asked"]


async def test_only_what_changed_is_sent(process: Process) -> None:
    room = await process.opened()
    before = lay(room, None, words_of("en"))
    await acted(room, "red", Collect(), "k1")
    changes = lay_changes(before, lay(room, None, words_of("en")))
    assert changes
    assert 'id="part-mat-red"' in changes
    assert 'id="part-mat-bank"' in changes
    assert 'id="part-mat-blue"' not in changes
    assert 'id="part-fact-deck"' not in changes
    assert changes.count("hx-swap-oob") == changes.count("<section") + 1
    assert "Red</b></span> collects 2 coins." in changes


async def test_what_did_not_change_is_not_rendered_again(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(template: str, *rest: Any, **given: Any) -> Markup:
        drawn.append(template)
        return drawing(template, *rest, **given)

    drawing = parts.draw
    monkeypatch.setattr(parts, "draw", draw)
    kept.forget()
    room = await process.opened()
    lay(room, None, words_of("en"))
    whole = len(drawn)
    await acted(room, "red", Collect(), "k1")
    lay(room, None, words_of("en"))
    assert sorted(drawn[whole:]) == ["plain/mat.html", "plain/mat.html", "play/parts/asked.html"]
    laid = lay(room, None, words_of("en"))
    assert len(drawn) == whole + 3
    assert lay(room, None, words_of("en")) is laid, "a table that has not changed is the same"


async def test_a_side_reads_its_own_news_and_nobody_elses(process: Process) -> None:
    room = await process.opened()
    await acted(room, "red", Offer("blue", 2), "k1")
    offered = "for passing this turn"
    assert offered in lay(room, "blue", words_of("en")).content()
    assert offered not in lay(room, None, words_of("en")).content()
    held = board(room).hands["blue"]
    assert lay(room, "blue", words_of("en")).scene.view.hand == sorted(held)  # type: ignore[attr-defined]
    assert lay(room, None, words_of("en")).scene.view.hand == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_shows_the_same_to_spectators_whatever_is_hidden(process: Process, language: str) -> None:
    from random import Random

    room = await process.opened()
    await acted(room, "red", Publish(board(room).hands["red"][0]), "k1")
    words = words_of(language)
    shown = lay(room, None, words).content()
    position = room.position
    for number in range(10):
        room.position = room.game.redeal(position, None, Random(number))
        assert lay(room, None, words).content() == shown


async def test_a_finished_game_shows_its_result(process: Process) -> None:
    room = await process.room(await process.open(options=b'{"rounds":1}'))
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")
    await acted(room, "blue", Collect(), "k3")
    await acted(room, "blue", Tip(), "k4")
    scene = scene_now(room, None)
    assert scene.table.places
    assert {side for place in scene.table.places for side in place.sides} == {"red", "blue"}
    html = lay(room, None, words_of("en")).content()
    assert "Result" in html
    assert "The game is over." in html


def test_every_part_of_every_game_lies_on_its_board() -> None:
    """A part that no board shows would be rendered for nobody."""
    for layout in environment.list_templates(filter_func=lambda name: name.endswith("/board.html")):
        folder = layout.partition("/")[0]
        source = Path(environment.get_template(layout).filename or "").read_text()
        for name, _ in parts.parts_in(folder):
            assert f'part("{name}")' in source or "for name in names" in source, f"{folder}: {name}"
