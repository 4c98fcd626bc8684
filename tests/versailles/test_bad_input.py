"""What cannot be is refused: impossible rigging before anything is played, any illegal choice without touching a byte.

Choices are made wrong by crossing the fields of right ones, from games at random, and sent as they would come over
the wire, by anybody, in any position.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.door import apply, decode, receive, submit, waiting
from engine.core.fuzz import play, random_answer, rarest_answer
from engine.core.menu import OneOf
from engine.core.reading import Unreadable
from engine.core.record import Replay, read
from engine.core.refusal import GameOver, Illegal, Malformed, NotYourTurn, Refusal
from engine.core.state import encode
from engine.core.step import Step, Waiting
from engine.versailles import GAME
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.invariants import conserved
from engine.versailles.state import Versailles
from tests.core.walks import opening

TABLES = (1, 2, 3, 4)
EVERY = 5
"""Every so many-th position is looked at."""
TRIES = 12
"""So many choices of each type that is asked for are tried in each position, one of every other type."""

SOUGHT = 200
"""So many games may it take until every kind of question was asked."""

Choices = dict[type[Choice], list[Choice]]


@cache
def choices() -> Choices:
    """Lawful choices of every type, of many positions."""
    found: Choices = defaultdict(list)
    policy = rarest_answer(GAME, chatter=0.2)
    for number in range(40):
        for players in TABLES:
            run = play(GAME, opening(players, number, GAME), Random(number), policy, check=False)
            for chosen in run.record.choices:
                found[type(chosen.choice)].append(chosen.choice)
        if len(found) == len(GAME.choices):
            break
    return found


def positions(players: int) -> Iterator[Versailles]:
    """Positions of two games. It is one object that is played on."""
    for number, policy in enumerate((random_answer(GAME), rarest_answer(GAME))):
        rng = Random(players)
        state, _ = GAME.open(opening(players, 77 + number, GAME))
        while state.agenda:
            if state.sequence % EVERY == 0:
                yield state
            apply(GAME, state, *policy(state, rng))
        yield state


def crossed(some: list[Choice], rng: Random) -> Choice:
    """One choice with a field of another, now and then one more or less than it was."""
    choice, other = rng.choice(some), rng.choice(some)
    if not choice.__struct_fields__:
        return choice
    name = rng.choice(choice.__struct_fields__)
    value: Any = getattr(other, name)
    if type(value) is int and rng.random() < 0.5:
        value += rng.choice((-1, 1, 9))
    return replace(choice, **{name: value})


@pytest.mark.parametrize("players", TABLES)
def test_a_wrong_choice_is_refused_with_its_clause_and_changes_no_byte(players: int) -> None:
    rng = Random(players)
    refused: dict[str, int] = defaultdict(int)
    for state in positions(players):
        before = encode(state)
        asked, menu = next(iter(waiting(GAME, state).items()), (state.sides[0], OneOf()))
        for kind, some in choices().items():
            for _ in range(TRIES if kind in menu.types else 1):
                side = asked if rng.random() < 0.9 else rng.choice(state.sides)
                raw = msgspec.json.encode(crossed(some, rng))
                after = GAME.clone(state)
                came = receive(GAME, after, side, raw)
                if isinstance(came, Refusal):
                    assert encode(after) == before, (side, raw)
                    refused[type(came).__name__] += 1
                    require_reason(came, state, raw)
                else:
                    assert conserved(after) == [], (side, raw)
    assert set(refused) >= {"Illegal", "Malformed", "NotYourTurn", "GameOver"}


def require_reason(came: Refusal, state: Versailles, raw: bytes) -> None:
    """It says why, by which clause, or where the text is wrong."""
    if isinstance(came, Illegal):
        assert came.reason, raw
        assert re.fullmatch(r"\d+\.\d+", came.clause), (came, raw)
    elif isinstance(came, Malformed):
        assert came.path.startswith("$"), raw
    else:
        assert isinstance(came, NotYourTurn | GameOver)
        assert isinstance(came, GameOver) == (not state.agenda)


def test_every_kind_of_question_refuses_all_types_of_choice_but_its_own() -> None:
    left: set[type[Step[Any]]] = {step for step in GAME.steps if issubclass(step, Waiting)}
    for number in range(SOUGHT):
        for players in TABLES:
            for state in questions(players, number, left):
                require_own_types(state)
        if not left:
            break
    assert left == set()


def questions(players: int, number: int, left: set[type[Step[Any]]]) -> Iterator[Versailles]:
    """Positions of a game that ask what has not been asked before."""
    state, _ = GAME.open(opening(players, number, GAME))
    rng, policy = Random(number), rarest_answer(GAME, chatter=0)
    while state.agenda:
        if (kind := type(state.agenda[-1])) in left:
            left.remove(kind)
            yield state
        apply(GAME, state, *policy(state, rng))


def require_own_types(state: Versailles) -> None:
    (side, menu), *_ = waiting(GAME, state).items()
    for kind, some in choices().items():
        if kind not in menu.types and kind not in GAME.aside_choices:
            assert isinstance(submit(GAME, GAME.clone(state), side, some[0]), Illegal), (state.agenda[-1], some[0])


def test_every_type_of_choice_is_tried() -> None:
    assert set(choices()) == set(GAME.choices)


@pytest.mark.parametrize("players", TABLES)
def test_whoever_is_not_asked_is_told_who_is(players: int) -> None:
    for state in positions(players):
        asked = waiting(GAME, state)
        for side, menu in asked.items():
            for stranger in {*state.sides, "japan"} - set(asked):
                came = submit(GAME, GAME.clone(state), stranger, next(iter(menu)))
                assert came == NotYourTurn(stranger, (side,))


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
    """A record of nothing but its set-up."""
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
