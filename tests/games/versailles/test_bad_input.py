"""Bad input is refused: texts that are no choice, and impossible rigging before anything is played. tests/every_game
tests the choices that are wrong in a position.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core.door import decode
from engine.core.reading import Unreadable
from engine.core.record import Replay, read
from engine.core.refusal import Malformed
from engine.versailles import GAME
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.state import Versailles


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b"", "$"),
        (b"{", "$"),
        (b"[]", "$"),
        (b'{"do": "surrender"}', "$.do"),
        (b'{"do": "settle"}', "$"),
        (b'{"do": "settle", "issue": "atlantis"}', "$.issue"),
        (b'{"do": "settle", "issue": ["korea"]}', "$.issue"),
        (b'{"do": "settle", "issue": "korea", "now": true}', "$"),
        (b'{"do": "reclaim", "cubes": 16}', "$.cubes"),
        (b'{"do": "reclaim", "cubes": -1}', "$.cubes"),
        (b'{"do": "reclaim", "cubes": 1.5}', "$.cubes"),
        (b'{"do": "place", "cubes": [["korea", 1], ["syria"]]}', "$.cubes[1]"),
        (b'{"do": "deploy", "region": "europe", "column": 4}', "$.column"),
        (b'{"do": "deploy", "region": "antarctica", "column": 5}', "$.region"),
        (b'{"do": "bid", "units": 4}', "$.units"),
        (b'{"do": "advance", "issue": "korea", "event": "nobody"}', "$.event"),
        (b'{"do": "choose_option", "option": "to_mars"}', "$.option"),
        (b'{"do": "choose_option", "option": "open_city", "flags": ["italy"]}', "$.flags[0]"),
        (b'{"do": "draft", "strategy": "luck"}', "$.strategy"),
        (b'{"do": "demobilise", "unit": null}', "$.unit"),
    ],
)
def test_what_is_no_choice_is_told_with_its_place(raw: bytes, place: str) -> None:
    came = decode(GAME, raw)
    assert isinstance(came, Malformed)
    assert came.path == place


# Rigging

ORDER = [issue for issue in ISSUES if issue != END]


def record(**rigged: Any) -> bytes:
    """Return a record that holds nothing but its setup."""
    decks = {"issues": [ORDER], "events": [list(EVENTS)], "strategies": [list(STRATEGIES)], "first_side": [1]}
    whole = {
        "record": 1,
        "game": "versailles",
        "rules": GAME.rules,
        "sides": GAME.sides(4),
        "choices": [],
        "rigged": decks | rigged,
    }
    return msgspec.json.encode(whole)


def test_a_complete_rigging_is_read_and_played() -> None:
    ((entry, state, _),) = Replay(*read(record()))
    assert isinstance(state, Versailles)
    assert (entry, state.table, state.active) == (0, ORDER[:2], "uk")


@pytest.mark.parametrize(
    ("rigged", "place", "problem"),
    [
        ({"issues": [[*ORDER[:-1], ORDER[0]]]}, "issues[0]", "'rheinland' is there twice"),
        ({"issues": [[*ORDER, ORDER[0]]]}, "issues[0]", "'rheinland' is there twice"),
        ({"issues": [ORDER[1:]]}, "issues[0]", "the order leaves out rheinland"),
        ({"issues": [[*ORDER[1:], "atlantis"]]}, "issues[0]", "there is no card 'atlantis'"),
        ({"issues": [[*ORDER, END]]}, "issues[0]", f"there is no card '{END}'"),
        ({"issues": [6]}, "issues[0]", "a deck's outcome is the list of its cards, first drawn first"),
        ({"events": [list(EVENTS)[1:]]}, "events[0]", "the order leaves out arthur_balfour"),
        ({"events": [list(EVENTS), ["bela_kun", "bela_kun"]]}, "events[1]", "'bela_kun' is there twice"),
        ({"strategies": [[*STRATEGIES, "isolationism"]]}, "strategies[0]", "'isolationism' is there twice"),
        ({"strategies": [list(STRATEGIES)[:-1]]}, "strategies[0]", "the order leaves out contain_communism"),
        ({"first_side": [5]}, "first_side[0]", "a die of 4 sides shows 1 to 4, not 5"),
        ({"uprising": [1, 7]}, "uprising[1]", "a die of 6 sides shows 1 to 6, not 7"),
        ({"suffering": [0]}, "suffering[0]", "a die of 6 sides shows 1 to 6, not 0"),
        ({"region": [["europe"]]}, "region[0]", "a die of 6 sides shows 1 to 6, not ('europe',)"),
        ({"end_card": [7]}, "end_card[0]", "a die of 6 sides shows 1 to 6, not 7"),
        ({"coins": [1]}, "coins", "no such source; there are "),
    ],
)
def test_impossible_rigging_is_refused_before_anything_is_played(
    rigged: dict[str, Any], place: str, problem: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        read(record(**rigged))
    assert refused.value.place == f"$.rigged.{place}"
    assert refused.value.problem.startswith(problem)


@pytest.mark.parametrize("source", ["issues", "events", "strategies", "first_side"])
def test_a_source_that_is_needed_and_neither_rigged_nor_seeded_is_named(source: str) -> None:
    with pytest.raises(Unreadable, match=source):
        list(Replay(*read(record(**{source: []}))))


@pytest.mark.parametrize("sides", [[], ["uk"], ["uk", "france", "usa", "japan"], ["uk", "uk", "usa"], ["uk", "italy"]])
def test_sides_that_do_not_play_the_game_are_refused(sides: list[str]) -> None:
    raw = record().replace(msgspec.json.encode(GAME.sides(4)), msgspec.json.encode(sides))
    with pytest.raises(Unreadable) as refused:
        read(raw)
    assert refused.value.place == "$.sides"


def test_an_unknown_length_is_refused() -> None:
    raw = record().replace(b'"choices":[]', b'"choices":[],"options":{"length":"endless"}')
    with pytest.raises(Unreadable) as refused:
        read(raw)
    assert refused.value.place == "$.options.length"
