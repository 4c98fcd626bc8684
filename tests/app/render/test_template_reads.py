"""The declared reads of a template: their syntax, what is refused at the start, and that the recording proxy finds
every undeclared read.
"""

from typing import Any

import pytest
from jinja2 import ChoiceLoader, DictLoader
from msgspec import Struct

from app.decide import decision
from app.decide import form_templates as looks
from app.decide.answer_kinds import offers
from app.render import parts
from app.render.template_reads import MISSING, WrongReads, each, reads
from app.render.templates import environment
from app.words.reader import reader_of
from engine.core import door, registry
from tests.support.recording import faults, record, recording

registry.add(["tests.games.tiny"])
READER = reader_of(registry.game("antechamber"), "en")


class Lot(Struct):
    side: str
    cubes: int = 0


class View(Struct):
    turn: int = 1
    coins: dict[str, int] = {}
    names: dict[str, str] = {}
    table: list[str] = []
    lots: dict[str, Lot] = {}
    bidding: Lot | None = None


class Table(Struct):
    sides: tuple[str, ...] = ("red", "blue")


SHOWN = View(
    coins={"red": 3, "blue": 4},
    names={"red": "a", "a": "x", "b": "y"},
    table=["a", "b"],
    lots={"a": Lot("red"), "b": Lot("blue"), "c": Lot("red")},
    bidding=Lot("red", 5),
)
GIVEN = {"view": SHOWN, "table": Table(), "each": "red", "side": "blue", "step": Lot("red")}


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Templates of the test's own, by name."""
    templates: dict[str, str] = {}
    monkeypatch.setattr(environment, "loader", ChoiceLoader([DictLoader(templates), environment.loader]))  # type: ignore[list-item]
    for cached in (reads, each, looks.look_of):
        cached.cache_clear()
    return templates


def said(planted: dict[str, str], source: str) -> Any:
    planted["part.html"] = source
    return reads("part.html")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("view.turn", 1),
        ("view.coins", {"red": 3, "blue": 4}),
        ("view.coins[each]", 3),
        ("view.coins[side]", 4),
        ("view.bidding.cubes", 5),
        ("view.names[view.names[each]]", "x"),
        ('view.lots | having("side", each)', [("a", Lot("red")), ("c", Lot("red"))]),
        ("view.coins.red", 3),
        ('view.coins[absent] | having("side", each)', MISSING),
        ("view.coins[absent]", MISSING),
        ("view.coins[absent].more[each]", MISSING),
        ('lately("fired", "lapsed")', ("fired", "lapsed")),
    ],
)
def test_an_item_leads_to_what_stands_there(planted: dict[str, str], text: str, value: object) -> None:
    given = GIVEN | {"absent": "green", "lately": lambda *words: words}
    assert said(planted, f"{{# reads: {text} #}}").items[0].get(given) == value


def test_items_stand_in_one_comment_on_as_many_lines_as_they_need(planted: dict[str, str]) -> None:
    found = said(planted, "{# each: table.sides #}\n{# reads: view.turn,\n   table.sides #}\n{#- More. -#}\nText")
    assert [read.text for read in found.items] == ["view.turn", "table.sides"]
    assert found.line == 2


def test_to_read_nothing_is_something_else_than_to_declare_nothing(planted: dict[str, str]) -> None:
    assert said(planted, "{# reads: nothing #}").items == ()
    planted["silent.html"] = "{{ view.turn }}"
    assert reads("silent.html") is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("view.coins[", "'view.coins[' can't be understood"),
        ("", "'' names nothing; where nothing is read, that is 'nothing'"),
        ("view.turn + 1", "view.turn + 1 is no way into what a template is given"),
        ("view.table[0]", "view.table[0] is no way into what a template is given"),
        ("lately(tag)", "lately(tag) is no way into what a template is given"),
        ("panel", "panel is of none of each, table, view"),
        ("view.coins[side]", "side is of none of each, table, view"),
        ("view.cions[each]", "view.cions[each] is of a field that view has not"),
        ("view.names[table.tbale]", "table.tbale is of a field that table has not"),
    ],
)
def test_what_is_declared_wrongly_is_refused_with_its_file_and_line(
    planted: dict[str, str], text: str, fault: str
) -> None:
    planted["part.html"] = f"{{# each: table.sides #}}\n{{# reads: {text} #}}"
    with pytest.raises(WrongReads) as refused:
        reads("part.html").check(parts.GIVEN, view=View, table=Table)  # type: ignore[union-attr]
    example = "Write it like {# reads: view.cubes[each], table.waiting #}"
    assert str(refused.value) == f"templates/part.html, line 2: {fault}. {example}"


def test_it_is_declared_once(planted: dict[str, str]) -> None:
    with pytest.raises(WrongReads, match=r"line 3: reads: stands there a second time\."):
        said(planted, "{# reads: view.turn #}\n\n{# reads: view.coins #}")


@pytest.mark.parametrize("key", registry.games())
def test_every_game_declares_what_there_is(key: str) -> None:
    game = registry.game(key)
    parts.parts_of.__wrapped__(game)
    looks.check_forms(game)


def test_a_part_of_a_game_that_declares_what_its_view_has_not_stops_the_start(
    planted: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    planted["antechamber/parts/purse.html"] = "{# reads: view.purses #}"
    monkeypatch.setattr(parts, "parts_in", lambda _: (("purse", "antechamber/parts/purse.html"),))
    with pytest.raises(WrongReads, match=r"^templates/antechamber/parts/purse\.html, line 1: view\.purses is of"):
        parts.parts_of.__wrapped__(registry.game("antechamber"))


def test_a_part_that_declares_nothing_is_never_stale(planted: dict[str, str]) -> None:
    planted["part.html"] = "{{ view.turn }}"
    shown = [
        parts.render(parts.piece_of("part", "part.html", {"view": View(turn), "table": Table()}), READER)
        for turn in (1, 2, 2, 1)
    ]
    assert shown == ["1", "2", "2", "1"]


def test_a_part_is_drawn_again_when_something_it_declares_has_changed_and_only_then(planted: dict[str, str]) -> None:
    planted["part.html"] = "{# reads: view.coins[each] #}{{ view.coins[each] }} of {{ each }} in turn {{ view.turn }}"
    views = [View(1, {"red": 3}), View(2, {"red": 3, "blue": 1}), View(3, {"red": 5})]
    given = [{"view": view, "table": Table(), "each": "red"} for view in views]
    drawn = [parts.render(parts.piece_of("part", "part.html", one), READER) for one in given]
    assert drawn == ["3 of red in turn 1", "3 of red in turn 1", "5 of red in turn 3"]


@pytest.mark.parametrize(("source", "is_kept"), [("{{ view.turn }}", False), ("{# reads: nothing #}", True)])
def test_an_answer_whose_template_declares_nothing_is_drawn_each_time(
    planted: dict[str, str], monkeypatch: pytest.MonkeyPatch, source: str, is_kept: bool
) -> None:
    planted["answer.html"] = source
    monkeypatch.setattr(decision, "answer_template", lambda *_: "answer.html")
    game = registry.game("antechamber")
    [menu] = door.waiting(game, game.start(2)).values()
    piece = decision.at_rest(game.key, {"greyed": []}, offers(game, menu)[0])
    assert (piece.depends is not None) == is_kept


def missing_in(source: str, planted: dict[str, str]) -> list[str]:
    declared = said(planted, source)
    with recording():
        return faults("part.html", record("part.html", READER, [declared], GIVEN, frozenset({"step"})))


@pytest.mark.parametrize(
    ("source", "undeclared"),
    [
        ("{# reads: view.turn #}{{ view.turn }}", []),
        ("{# reads: nothing #}{{ view.turn }}", ["view.turn"]),
        ("{# reads: view.coins[each] #}{{ view.coins[each] }}", []),
        ("{# reads: view.coins[each] #}{{ view.coins.get(each, 0) }}{{ view.coins[each] is defined }}", []),
        ("{# reads: view.coins[each] #}{{ each in view.coins }}", []),
        ("{# reads: view.coins[each] #}{{ view.coins['blue'] }}", ["view.coins['blue']"]),
        ("{# reads: view.coins[each] #}{{ view.coins.green | default(0) }}", ["view.coins['green']"]),
        ("{# reads: view.coins[each] #}{{ view.coins | length }}", ["view.coins"]),
        ("{# reads: view.coins[each] #}{% for side in view.coins %}{% endfor %}", ["view.coins"]),
        ("{# reads: view.coins[each] #}{{ view.coins.values() | sum }}", ["view.coins"]),
        ("{# reads: view.bidding.cubes #}{% if view.bidding %}{{ view.bidding.cubes }}{% endif %}", []),
        ("{# reads: view.bidding.cubes #}{{ view.bidding.side }}", ["view.bidding.side"]),
        ("{# reads: view.bidding.cubes #}{{ view.bidding }}", ["view.bidding"]),
        ("{# reads: view.turn #}{% set all = view %}{{ all.table | join }}", ["view.table"]),
        ("{# reads: view.turn #}{{ view }}", ["view"]),
        ('{# reads: view.lots | having("side", each) #}{{ view.lots | having("side", each) | length }}', []),
        ('{# reads: view.lots | having("side", each) #}{{ view.lots | length }}', ["view.lots"]),
        (
            '{# reads: view.lots | having("side", each) #}{{ view.lots | having("side", "blue") | length }}',
            ['view.lots | having("side", …)'],
        ),
        ("{# reads: view.coins[side] #}{{ view.coins[side] }}", []),
        ("{# reads: view.coins[side] #}{{ view.coins[side] }}{{ side }}", ["side"]),
        ("{# reads: view.coins #}{{ view.coins[side] }}", ["side"]),
        ("{# reads: view.turn #}{{ step.cubes }}", ["step"]),
        ("{# reads: step #}{{ step.cubes }}{% with step = 3 %}{{ step }}{% endwith %}", []),
        ("{# reads: view.turn #}{% with step = 3 %}{{ step }}{% endwith %}", []),
    ],
)
def test_what_is_read_and_not_declared_is_found(planted: dict[str, str], source: str, undeclared: list[str]) -> None:
    assert missing_in(source, planted) == [f"templates/part.html reads {one}: declare it" for one in undeclared]


PLANTS = {
    "by include": "{% include 'inner.html' %}",
    "by an include whose name is worked out": "{% include 'in' ~ 'ner.html' %}",
    "by extends": "{% extends 'outer.html' %}{% block own %}{{ view.turn }}{% endblock %}",
    "by import with context": "{% import 'macros.html' as macros with context %}{{ macros.coins() }}",
    "by from-import with context": "{% from 'macros.html' import coins with context %}{{ coins() }}",
    "by a macro that is given the view": "{% from 'macros.html' import coins_of %}{{ coins_of(view) }}",
    "by a loop in a macro": "{% macro all(of) %}{% for one in of.coins %}{% endfor %}{% endmacro %}{{ all(view) }}",
}


@pytest.mark.parametrize("way", PLANTS)
def test_an_undeclared_read_is_found_wherever_it_stands(planted: dict[str, str], way: str) -> None:
    planted["inner.html"] = "{{ view.coins.red }}"
    planted["outer.html"] = "{{ view.coins.red }}{% block own %}{% endblock %}"
    planted["macros.html"] = (
        "{% macro coins() %}{{ view.coins.red }}{% endmacro %}{% macro coins_of(it) %}{{ it.coins.red }}{% endmacro %}"
    )
    declares_nothing_of_it = PLANTS[way] + "{# reads: view.turn #}"
    declares_it = PLANTS[way] + "{# reads: view.turn, view.coins #}"
    assert missing_in(declares_nothing_of_it, planted) == ["templates/part.html reads view.coins: declare it"]
    reads.cache_clear()
    assert missing_in(declares_it, planted) == []


def test_what_is_declared_and_not_read_is_told_apart(planted: dict[str, str]) -> None:
    declared = said(planted, "{# reads: view.turn, view.coins[each] #}{{ view.turn }}")
    with recording():
        account = record("part.html", READER, [declared], GIVEN)
    assert account.used == {("part.html", "view.turn")}
