"""Every clause of rules/en.md is named by the code or the data that implements it, and by a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.core.clauses import PATTERN, chapter_of
from tests.support.clauses import clauses_in, clauses_of_tests

HERE = Path(__file__).parent
ENGINE = HERE.parents[2] / "engine" / "belle_epoque"
CLAUSES = clauses_in(ENGINE / "rules" / "en.md")
WITHOUT_RULES = ("15", "16")
"""Chapters without rules of their own: contradictions in the book, and its other contents."""
RULES = {clause for clause in CLAUSES if chapter_of(clause) not in WITHOUT_RULES}
OF_SEVERAL = {"8.6", "8.10", "13.9"}
"""Sections whose tests cover all their clauses together."""

UNNAMED = {
    "1.0a": "printed/powers.json:clockwise",
    "1.0b": "game.py:players=(1, 2, 3, 4)",
    "1.1a": "printed/map.json:united_states",
    "2.1": "missions.py:def send",
    "2.2b": "state.py:money: int",
    "2.3": "game.py:tones",
    "2.4a": "state.py:exhausted: dict",
    "2.4b": "state.py:marked: bool",
    "2.6d": "missions.py:def spared",
    "3.0a": "setup.py:spaces=",
    "3.0b": "setup.py:minor_units=",
    "3.0d": "setup.py:intrigue_deck = shuffled",
    "3.0h": "setup.py:InitialPlacement()",
    "3.0j": "turn.py:state.turn += 1",
    "3.2a": "setup.py:def seating",
    "3.2b": "setup.py:def seating",
    "5.0c": "turn.py:.money += money",
    "6.1a": "printed/tracks.json:era",
    "6.2e": "turn.py:LapseContests()",
    "6.3b": "effects.py:def sarajevo",
    "8.2.3b": "scoring.py:def territory_points",
    "8.2.5a": "pieces.py:def remove_cube",
    "8.2.6": "state.py:embassies: int",
    "8.3b": "scoring.py:belle_epoque.great_work",
    "8.5b": "prestige.py:def move_prestige",
    "8.7.4": "clash.py:def defender_of",
    "8.9.1f": "missions.py:def spared",
    "8.10b": "rounds.py:PASS = ",
    "9.0e": "turn.py:state.turn += 1",
    "13.2b": "turn.py:state.automated_order, *state.order",
    "13.3d": "automated_missions.py:def send",
    "13.4c": "context.py:def is_safe",
    "13.4.7d": "automated_effects.py:class AutomatedRemoving",
    "13.5b": "board.py:fleet_marks",
    "13.8a": "automated_missions.py:return Arming",
    "13.9.1b": "reactions.py:unaligned_defence",
    "14.1": "printed/powers.json:armament_cubes",
    "14.2": "placement.py:self.room",
    "14.3": "rounds.py:KINDS",
    "14.4": "printed/figures.py:CONTEST_CAP",
}
"""Clauses that the code or the data implements without naming them: the file, and a text in it that does."""


def named_in_code() -> set[str]:
    """Return the clauses that the code names, also those within a range, `3.3a to 3.3g`, but not those of a range of
    sections."""
    found: set[str] = set()
    order = [*re.findall(rf"^({PATTERN}) ", (ENGINE / "rules" / "en.md").read_text(), re.MULTILINE)]
    for text in sources():
        found |= set(re.findall(rf"(?<![\w.])({PATTERN})(?![\w])", text))
        for first, last in re.findall(rf"({PATTERN}) to ({PATTERN})", text):
            if {first, last} <= CLAUSES:
                found |= set(order[order.index(first) : order.index(last) + 1])
    return found & CLAUSES


def sources() -> Iterator[str]:
    for path in (*ENGINE.rglob("*.py"), *ENGINE.glob("printed/*.json")):
        yield path.read_text()


def test_every_clause_has_a_test_of_its_name() -> None:
    tested = set(clauses_of_tests(HERE, CLAUSES))
    assert RULES - tested == set()


def test_every_numbered_test_is_of_a_clause_or_a_section() -> None:
    strange = [name for name in clauses_of_tests(HERE, CLAUSES | OF_SEVERAL) if name.startswith("test_")]
    assert strange == []


def test_every_clause_is_named_in_the_code_or_it_is_said_where_it_is_kept() -> None:
    assert RULES - named_in_code() == set(UNNAMED)


def test_where_a_clause_is_kept_without_its_name_is_there() -> None:
    for clause, where in UNNAMED.items():
        module, _, name = where.partition(":")
        text = (ENGINE / module).read_text()
        assert name in text, f"{clause}: {where}"
