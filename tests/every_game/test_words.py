"""A game tells everything in whole sentences, in every language and to every side that may know it: for every game that
brings words, and those of the tests. The test plays a few games; a game's own tests cover what these seldom reach.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from app.render.parts import draw
from app.words.catalogue import LANGUAGES, folders, words_of
from app.words.reader import Reader
from engine.core import door, registry
from engine.core.choice import Choice
from engine.core.fuzz import random_answer, rarest_answer
from engine.core.game import AnyGame, Point
from engine.core.journal import Entry
from engine.core.refusal import Illegal
from engine.core.sides import facts_of
from engine.core.state import AnyState
from engine.core.step import Step
from tests.core.walks import opening
from tests.support.games import TEST_GAMES, every_game, short_games
from tests.support.strict_words import Strict, strictly

SEEN, GRASPED = 0.02, 0.2
"""The share of positions that are shown whole; the share whose choices and refusals are read."""
HEARD = 5
"""How many times as many games are played where they are small."""
TRIED = 20
"""The number of choices tried in a position."""
KINDS = ("entry", "ask", "do", "score")
"""The kinds of keys that are sentences, besides refusals; the others are names."""

registry.add(TEST_GAMES)
GAMES = {key: game for key, game in every_game().items() if folders(key)}


@dataclass
class Heard:
    """The entries, questions, refusals and choices of some games, one each of those that are alike but for figures and
    names."""

    entries: dict[Any, Entry] = field(default_factory=dict)
    questions: dict[Any, Step[Any]] = field(default_factory=dict)
    choices: dict[Any, tuple[Choice, Step[Any] | None]] = field(default_factory=dict)
    refusals: dict[Any, Illegal] = field(default_factory=dict)
    points: dict[Any, Point] = field(default_factory=dict)
    views: list[Struct] = field(default_factory=list)


def shape(told: object) -> Any:
    """Return the shape that two things share if one sentence can tell both: small figures, missing values, lengths."""
    if isinstance(told, Struct):
        return type(told), *(shape(getattr(told, name)) for name in told.__struct_fields__)
    if isinstance(told, dict):
        return tuple((name, shape(value)) for name, value in told.items())
    if isinstance(told, tuple | list):
        return tuple(map(shape, told[:2])), min(len(told), 2)
    return min(max(told, -2), 2) if isinstance(told, int) else told


@cache
def heard(key: str) -> Heard:
    """Play two games for each number of players, one at random, one with the rarest kind of choice first; of the games
    that only tests play, some more, as long as they can be."""
    game, found = GAMES[key], Heard()
    policies = random_answer(game, chatter=0.3), rarest_answer(game, chatter=0.3)
    for number, players, policy in product(range(HEARD if key in short_games() else 1), game.players, policies):
        first = opening(players, number, game)
        state, news = game.open(replace(first, options=game.options()) if number else first)
        rng = Random(number)
        tell(found, game, news)
        while state.agenda:
            side, choice = policy(state, rng)
            listen(found, game, state, choice, rng)
            tell(found, game, door.apply(game, state, side, choice))
        found.points |= {shape(point): point for point in game.score(state)}
        found.views += [game.view(state, side) for side in (None, state.sides[0])]
    return found


def tell(found: Heard, game: AnyGame, news: list[Entry]) -> None:
    for entry, side in product(news, (None, *game.sides(max(game.players)))):
        if (visible := entry.seen_by(side)) is not None:
            found.entries.setdefault(shape(visible), visible)


def listen(found: Heard, game: AnyGame, state: AnyState, choice: Choice, rng: Random) -> None:
    step = state.agenda[-1]
    found.questions.setdefault(shape(step), step)
    answer(found, game, choice, step)
    if rng.random() < GRASPED:
        for menu in door.waiting(game, state).values():
            for offered in (*islice(menu, 3), menu.sample(rng)):
                answer(found, game, offered, step)
        refuse(found, game, state, rng)
    if rng.random() < SEEN:
        found.views.append(game.view(state, rng.choice((None, *state.sides))))


def answer(found: Heard, game: AnyGame, choice: Choice, step: Step[Any]) -> None:
    asked = None if type(choice) in game.out_of_turn.choices else step
    found.choices.setdefault((shape(choice), type(asked)), (choice, asked))


def refuse(found: Heard, game: AnyGame, state: AnyState, rng: Random) -> None:
    """Try choices collected before, as they were and with a field of another one of their kind."""
    known = [choice for choice, _ in found.choices.values()]
    sides = [*state.sides, *(side for side in door.waiting(game, state) for _ in range(9))]
    for choice in rng.sample(known, min(TRIED, len(known))):
        alike = [other for other in known if type(other) is type(choice)]
        for tried in (choice, crossed(choice, rng.choice(alike), rng)):
            came = door.refusal(game, state, rng.choice(sides), tried)
            if isinstance(came, Illegal):
                found.refusals.setdefault((came.reason, shape(came.facts)), came)


def crossed(choice: Choice, other: Choice, rng: Random) -> Choice:
    """Return the choice with one field of the other, now and then a number one higher."""
    if not choice.__struct_fields__:
        return choice
    name = rng.choice(choice.__struct_fields__)
    value = getattr(other, name)
    return replace(choice, **{name: value + rng.choice((0, 1, 9)) if type(value) is int else value})


@pytest.fixture(params=[f"{key}-{language}" for key, language in product(GAMES, LANGUAGES)])
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strict]:
    key, _, language = request.param.rpartition("-")
    heard(key)
    with strictly(GAMES[key], language, monkeypatch) as strict:
        yield strict


def test_every_entry_is_told(reader: Strict) -> None:
    for entry in heard(reader.game.key).entries.values():
        reader.well_said(reader.entry(entry))


def test_every_question_is_asked(reader: Strict) -> None:
    for step in heard(reader.game.key).questions.values():
        reader.well_said(reader.question(step))


def test_every_choice_is_named(reader: Strict) -> None:
    for choice, step in heard(reader.game.key).choices.values():
        reader.well_said(reader.choice(choice, step))


def test_every_kind_of_choice_has_a_name(reader: Strict) -> None:
    """The name appears where the choice is taken back."""
    for kind in reader.game.choices:
        assert reader.word("choice", str(kind.__struct_config__.tag))


def test_every_point_is_explained(reader: Strict) -> None:
    for point in heard(reader.game.key).points.values():
        reader.well_said(reader.reason("score", point.reason, point.facts))


def test_every_refusal_says_why_and_by_which_rule(reader: Strict) -> None:
    refusals = heard(reader.game.key).refusals.values()
    assert refusals
    for came in refusals:
        assert f"{came.clause})." in reader.well_said(reader.refusal(came)), came


def test_every_view_is_drawn_plainly_with_names_for_everything(reader: Strict) -> None:
    assert len(heard(reader.game.key).views) >= 4
    for view in heard(reader.game.key).views:
        for name, value in facts_of(view).items():
            drawn = draw("plain/field.html", reader, name=name, value=value)
            assert "_" not in re.sub(r"<[^>]*>", "", drawn), drawn


@pytest.mark.parametrize("key", short_games())
def test_no_sentence_is_left_that_nothing_says(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This is tested on the games of tests only, because a few games reach all of their sentences."""
    with strictly(GAMES[key], "en", monkeypatch) as reader:
        for look in (
            test_every_entry_is_told,
            test_every_question_is_asked,
            test_every_choice_is_named,
            test_every_point_is_explained,
        ):
            look(reader)
        own = re.compile(rf"({'|'.join(KINDS)})\.{key}\.")
        assert {said for said in reader.words.sentences if own.match(said)} - reader.used == set()


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_in_the_rules_has_a_sentence_and_no_sentence_is_left(key: str) -> None:
    said = {
        name.removeprefix("refusal.") for name in words_of("en", key).sentences if name.startswith(f"refusal.{key}.")
    }
    nodes = [
        node for file in registry.folder(key).rglob("*.py") for node in ast.walk(ast.parse(file.read_text("utf-8")))
    ]
    written = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {*filter(None, map(refused_by, nodes))} - said == set()
    assert said - written == set()


def refused_by(node: ast.AST) -> str | None:
    """Return the reason that a call of `illegal` gives, if it is a literal in the call."""
    match node:
        case ast.Call(func=ast.Name(id="illegal"), args=[ast.Constant(value=str(reason)), *_]):
            return reason
    return None


def test_what_is_not_told_well_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a game without a sentence, and one without a name."""
    key = next(iter(GAMES))
    with strictly(GAMES[key], "en", monkeypatch) as strict:
        entry = next(iter(heard(key).entries.values()))
        strict.words = type(strict.words)("en", {}, words_of("en").plural)
        with pytest.raises(AssertionError, match=r"has no (sentence|name)"):
            strict.well_said(Reader.entry(strict, entry))
