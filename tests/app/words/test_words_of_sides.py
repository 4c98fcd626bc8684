"""A place may have the same id as a side: in sentences, in lists and above the log each is named by its type."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import pytest
from msgspec import Struct

from app.base.paths import STATIC
from app.decide.form_fields import blanks_of
from app.decide.preview import differences
from app.render.log import Beside, whole_log
from app.render.log_filters import sides_named, sides_of_line
from app.render.parts import draw
from app.render.plain_board import is_by_side
from app.render.recap import recap
from app.rooms.loading import Told
from app.words.catalogue import words_of
from app.words.reader import FILTERS, Reader
from engine.core.game import TONES
from engine.core.journal import Entry
from engine.core.refusal import illegal
from engine.core.sides import IS_SIDE, Side, SideName, facts_of
from engine.core.topics import MOST, Topic
from tests.app.words.test_catalogue import text
from tests.games.tiny import GAME
from tests.games.tiny.journal import TOPICS, UsherGave
from tests.support.games import showing

SENTENCES = {
    "word.antechamber.red": "Red Hall",
    "word.antechamber.at.green": "the Green Room",
    "entry.antechamber.entered": "{side} enters {place}, and sees {rooms} and {others}.",
    "refusal.antechamber.not_there": "{side} is not in {place} ({clause}).",
}


class Entered(Entry, frozen=True):
    place: str
    side: Side
    rooms: tuple[tuple[str, int], ...] = ()
    others: tuple[tuple[Side, int], ...] = ()


class Plan(Struct):
    rooms: dict[str, int]
    guests: dict[Side, int]


class Enter(Struct):
    place: Literal["red", "blue"]
    guest: Annotated[Literal["red", "blue"], IS_SIDE]


def told(*news: Entry, side: str = "red") -> Told:
    return Told(3, side, datetime(2026, 3, 10, tzinfo=UTC), list(news))


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    words = words_of("en", GAME.key)
    for key, sentence in SENTENCES.items():
        monkeypatch.setitem(words.sentences, key, (sentence,))
    return Reader(GAME, words)


def test_an_entry_names_a_place_and_the_side_of_the_same_name(reader: Reader) -> None:
    told = reader.entry(Entered("red", "red", (("red", 1),), (("red", 2), ("blue", 1))))
    assert text(told) == "Red enters Red Hall, and sees Red Hall, 1 and Red 2, Blue 1."
    assert told.count('class="side"') == 3
    nameless = reader.entry(Entered("blue", "red"))
    assert text(nameless).startswith("Red enters Blue, ")
    assert nameless.count('class="side"') == 1


def test_a_refusal_says_which_of_its_facts_is_a_side(reader: Reader) -> None:
    refusal = illegal("antechamber.not_there", "5.2", side=SideName("red"), place="red")
    assert text(reader.refusal(refusal)) == "Red is not in Red Hall (5.2)."
    assert reader.refusal(refusal).count('class="side"') == 1


def test_everything_about_a_side_leaves_out_what_is_about_the_place_of_that_name() -> None:
    about_place = Entered("red", "blue")
    assert sides_named(about_place, ("red", "blue")) == ["blue"]
    line = told(about_place, side="green")
    assert sides_of_line(line, ("red", "blue", "green")) == ["blue", "green"]
    assert recap([line], ("red",)).mine == ()
    assert [it.entry for it in recap([line], ("blue",)).mine] == [about_place]


def test_a_plain_board_lays_mats_for_sides_only(reader: Reader) -> None:
    plan = Plan({"red": 1, "blue": 2}, {"red": 3, "blue": 4})
    fields = facts_of(plan)
    assert [is_by_side(fields[name], ("red", "blue")) for name in ("rooms", "guests")] == [False, True]
    after = Plan({"red": 2, "blue": 2}, {"red": 4, "blue": 4})
    assert [text(it.what[-1]) for it in differences(reader, plan, after)] == ["Red Hall", "Red"]
    assert ['class="side"' in it.what[-1] for it in differences(reader, plan, after)] == [False, True]


def test_a_thing_is_called_by_what_stands_beside_it_before_its_own_name(reader: Reader) -> None:
    assert (reader.thing("green", "at"), reader.thing("green"), reader.name("green")) == (
        "the Green Room",
        "Green",
        "Green",
    )
    assert (reader.thing("red"), reader.name("red")) == ("Red Hall", "Red")


def test_a_power_that_nobody_plays_has_a_colour_a_letter_and_a_filter_of_its_own() -> None:
    game = showing(GAME, tones={"usher": 1, "green": 5})
    reader = Reader(game, words_of("en", GAME.key))
    assert [reader.side_class(one) for one in ("red", "blue", "green", "usher", "bank")] == [
        "side-1",
        "side-2",
        "side-5",
        "side-1",
        "side-0",
    ]
    assert reader.letters["usher"] == "U"
    assert [reader.filter_of(one) for one in ("red", "usher")] == ["side-1", "side-4"], "also of one colour"
    rail = draw(
        "play/rail.html", reader, names=("presence-red", "presence-blue", "presence-bank"), tabs="", panes="", lines=""
    )
    assert re.findall(r'value="(side-\d)"', rail) == ["side-1", "side-2", "side-0", "side-4", "side-3"]
    line = whole_log([told(UsherGave("usher"))], 1, Beside((), (), "key", reader))
    assert "of-side-4" in line


def test_the_style_sheet_has_all_colours_and_filters_that_a_game_may_use() -> None:
    rail, common = ((STATIC / "css" / name).read_text() for name in ("rail.css", "horloge.css"))
    filters = [*(f"side-{n + 1}" for n in range(FILTERS)), *(f"topic-{n + 1}" for n in range(MOST))]
    assert [one for one in filters if f'[value="{one}"]:checked' not in rail] == []
    assert [tone for tone in TONES if f".side-{tone} {{" not in common] == []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tones": {"usher": 9}}, "the tone of usher is none of 1 to 8"),
        ({"topics": (TOPICS[0], TOPICS[0])}, "keys of their own"),
        ({"topics": tuple(Topic(f"topic_{n}", (Entered,)) for n in range(9))}, "8 at most"),
    ],
)
def test_what_the_style_sheet_can_not_show_is_refused_when_a_game_registers(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        showing(GAME, **wrong)


def test_forms_know_which_of_their_words_are_sides() -> None:
    assert [blank.sides for blank in blanks_of(Enter) or ()] == [False, True]
