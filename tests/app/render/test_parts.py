"""The page of a table consists of parts that depend on what they read, and of plain ones for games without
templates."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest
from markupsafe import Markup
from msgspec import Struct

from app.base import lru as kept
from app.decide.layout import lay, lay_changes
from app.render import parts
from app.render.plain_board import plain_parts
from app.render.scene import Table, scene_now
from app.render.templates import environment
from app.rooms.seats import Seat
from app.words.catalogue import LANGUAGES, words_of
from engine.core.sides import Side
from tests.games.tiny.choices import Collect, Offer, Publish, Tip
from tests.support.process import Process, acted, board


class Odd(Struct):
    number: int
    word: str
    maybe: str | None
    kind: Literal["a", "b"]
    per_side: dict[Side, int]
    wider: dict[Side, list[int]]
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
        "seated": True,
        "bot": "random",
        "name": "",
        "person": 0,
        "offered": "",
    }
    nobody = {"seated": False, "bot": None, "name": "", "person": 0, "offered": ""}
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
    assert lay(room, None, words_of("en")).shared is laid.shared, "a table that has not changed is the same"


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
    """A part missing from every board would be rendered in vain."""
    for layout in environment.list_templates(filter_func=lambda name: name.endswith("/board.html")):
        folder = layout.partition("/")[0]
        source = with_own_includes(layout, folder)
        for name, _ in parts.parts_in(folder):
            laid = f'part("{name}")' in source or f'part("{name}-' in source
            assert laid or "for name in names" in source, f"{folder}: {name}"


def with_own_includes(layout: str, folder: str) -> str:
    """Return the source of a board, with that of the game's own templates which it includes."""
    source = Path(environment.get_template(layout).filename or "").read_text("utf-8")
    included = re.findall(rf'{{% (?:include|from) "({folder}/[^"]+)"', source)
    return "".join([source, *(with_own_includes(one, folder) for one in included)])
