"""Versailles tells everything in whole sentences, in every language and to every side that may know it, even what the
games of tests/every_game/test_words.py seldom reach.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

import engine.versailles
from app.words.catalogue import LANGUAGES
from engine.core.game import Point
from engine.core.journal import Entry
from engine.core.refusal import Fact, illegal
from engine.core.step import Waiting
from engine.versailles import GAME, clauses, journal
from engine.versailles.cards.strategies import STRATEGIES
from tests.games.versailles.heard import (
    BEYOND_THE_QUESTION,
    CEILING,
    CHATTER,
    CLAUSES,
    DEAL,
    ORDERS,
    RARE,
    SELDOM_ANSWERED,
    SELDOM_ASKED,
    STRUCK,
    heard,
)
from tests.support.strict_words import Strict, strictly, text

KINDS = ("entry", "ask", "do", "clause", "answer", "effect", "refusal", "score", "phrase")
"""The kinds of keys that are sentences; the others are names."""


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Strict]:
    with strictly(GAME, request.param, monkeypatch) as strict:
        yield strict


# The sentences


def test_every_entry_is_told(reader: Strict) -> None:
    told = [*heard().entries.values(), *RARE]
    assert {type(entry) for entry in told} == set(GAME.entries)
    for entry in told:
        reader.well_said(reader.entry(entry))


def test_every_heading_of_the_log_is_told(reader: Strict) -> None:
    assert GAME.showing.headings
    found = [GAME.showing.headings(entry) for entry in heard().entries.values()]
    titles = [title for heading in found if heading for title in heading.titles]
    assert titles
    for title in titles:
        reader.well_said(reader.told(title))


def test_every_question_is_asked(reader: Strict) -> None:
    waiting = {step for step in GAME.steps if issubclass(step, Waiting)}
    asked = [*heard().questions.values(), *SELDOM_ASKED]
    assert {type(step) for step in asked} == waiting
    for step in asked:
        reader.well_said(reader.question(step))


def test_every_choice_is_named(reader: Strict) -> None:
    named = [
        *heard().choices.values(),
        *SELDOM_ANSWERED,
        *((choice, None) for choice in (*CHATTER, *BEYOND_THE_QUESTION)),
    ]
    assert {type(choice) for choice, _ in named} == set(GAME.choices)
    for choice, step in named:
        reader.well_said(reader.choice(choice, step))


def test_every_point_is_explained(reader: Strict) -> None:
    found = {condition.kind for strategy in STRATEGIES.values() for condition in strategy.conditions}
    facts: dict[str, Fact] = {"strategy": "reparations", "count": 2, "each": -1, "token": "industry"}
    conditions = [Point("uk", -2, f"versailles.condition.{kind}", facts) for kind in sorted(found)]
    for point in [*heard().points, *conditions]:
        reader.well_said(reader.reason("score", point.reason, point.facts))


def test_every_condition_of_a_strategy_is_told_with_its_points(reader: Strict) -> None:
    for strategy in STRATEGIES.values():
        for condition in strategy.conditions:
            reader.well_said(reader.fact(condition))


SHOWN: dict[str, Struct] = {"offer": DEAL, "private": msgspec.structs.replace(DEAL, public=False), "deal": STRUCK}
SHOWN |= {"orders": ORDERS, "no orders": clauses.Orders(), "ceiling": CEILING}


@pytest.mark.parametrize("shown", SHOWN)
def test_deals_orders_and_ceilings_are_told_wherever_they_are_shown(reader: Strict, shown: str) -> None:
    reader.well_said(reader.fact(SHOWN[shown]))


def test_no_sentence_is_left_that_nothing_says(reader: Strict) -> None:
    test_every_entry_is_told(reader)
    test_every_heading_of_the_log_is_told(reader)
    test_every_question_is_asked(reader)
    test_every_choice_is_named(reader)
    test_every_point_is_explained(reader)
    test_every_condition_of_a_strategy_is_told_with_its_points(reader)
    for shown in SHOWN.values():
        reader.fact(shown)
    for reason, names in refused().items():
        reader.refusal(illegal(reason, "4.1", **{name: FACTS[name] for name in names}))
    sentences = {key for key in reader.words.sentences if re.match(rf"({'|'.join(KINDS)})\.versailles\.", key)}
    assert sentences - reader.used == set()


# Refusals, found in the source

FACTS: dict[str, Fact] = {
    "agreed": CLAUSES[2],
    "column": 6,
    "cubes": 2,
    "deal": "open-1",
    "event": "henry_white",
    "has": 3,
    "issue": "syria",
    "most": 2,
    "needed": 4,
    "number": 1,
    "region": "pacific",
    "regions": 2,
    "side": "france",
    "strength": 2,
    "unit": "europe",
    "version": 2,
}


def sources() -> Iterator[ast.AST]:
    folder = Path(str(engine.versailles.__file__)).parent
    for file in sorted(folder.glob("*.py")):
        yield from ast.walk(ast.parse(file.read_text()))


def calls(name: str) -> Iterator[ast.Call]:
    for node in sources():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


@cache
def refused() -> dict[str, frozenset[str]]:
    """Return every reason of a refusal, with the facts that each place gives."""
    found: dict[str, frozenset[str]] = {}
    for call in calls("illegal"):
        names = frozenset(str(keyword.arg) for keyword in call.keywords)
        for reason in reasons_of(call.args[0]):
            found[reason] = found.get(reason, names) & names
    return found


def reasons_of(first: ast.expr) -> list[str]:
    """Return the reasons in the call, or those that its function gives."""
    if isinstance(first, ast.Constant):
        return [str(first.value)]
    assert isinstance(first, ast.Starred)
    assert isinstance(first.value, ast.Call)
    assert isinstance(first.value.func, ast.Name)
    name = first.value.func.id
    (function,) = (node for node in sources() if isinstance(node, ast.FunctionDef) and node.name == name)
    constants = (node.value for node in ast.walk(function) if isinstance(node, ast.Constant))
    return [value for value in constants if isinstance(value, str) and value.startswith("versailles.")]


def test_the_refusals_are_found_in_the_source() -> None:
    assert len(refused()) > 50
    assert refused()["versailles.must_lead"] == {"side", "issue", "needed", "has"}
    assert refused()["versailles.shared_option"] == {"issue"}
    assert refused()["versailles.no_unit_there"] == set()


@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_refusal_says_why_and_by_which_rule(reader: Strict, number: int) -> None:
    for reason, names in refused().items():
        facts = {name: number if isinstance(FACTS[name], int) else FACTS[name] for name in names}
        assert "4.1)." in reader.well_said(reader.refusal(illegal(reason, "4.1", **facts)))


# Some sentences, word for word


@pytest.mark.parametrize(
    ("entry", "language", "sentence"),
    [
        (
            journal.Placed("france", (("rheinland", 3), ("constantinople", 1))),
            "en",
            "FFrance places influence: 3 on Rheinland, 1 on Constantinople.",
        ),
        (
            journal.UnrestChanged("balkans", 1, 4, 1),
            "it",
            "Malcontento nei Balcani: +1, ora nella colonna 4; +1 va perso.",
        ),
        (journal.InfluenceExhausted("italy", 1), "es", "IItalia agota 1 cubo."),
        (journal.InfluenceExhausted("italy", 2), "es", "IItalia agota 2 cubos."),
        (
            journal.BranchChosen("italy", 1, "ferdinand_foch"),
            "it",
            "Ferdinand Foch: IItalia sceglie: perdere 2 di felicità.",
        ),
        (
            journal.OptionChosen("italy", "tyrol", "divided", ("containment", "containment")),
            "en",
            "IItaly chooses for Tyrol: Divided. Tokens on it: 2 × containment.",
        ),
    ],
)
def test_entries_are_told_as_sentences(entry: Entry, language: str, sentence: str) -> None:
    assert text(Strict(GAME, language).entry(entry)) == sentence


def test_an_option_is_named_as_its_issue_names_it() -> None:
    told = [journal.OptionChosen("italy", issue, "divided", ()) for issue in ("tyrol", "transylvania")]
    assert ["Diviso" in text(Strict(GAME, "it").entry(entry)) for entry in told] == [True, False]


def test_what_people_write_stands_there_as_they_wrote_it() -> None:
    said = str(Strict(GAME, "en").fact(clauses.Words(by="uk", text="<i>usa</i> {syria} must_lead")))
    assert "“&lt;i&gt;usa&lt;/i&gt; {syria} must_lead”" in said
