"""The log is grouped by turn, phase and round, and a contest is one line of it (table.md, Log)."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from app.render.log import Beside, new_lines, whole_log
from app.rooms.loading import REMEMBERED, Told
from app.words.reader import reader_of
from engine.belle_epoque.action_journal import (
    ArmiesCommitted,
    ContestBegan,
    ContestRolled,
    ContestWon,
    DieRolledAgain,
    FleetsCommitted,
    MissionSent,
)
from engine.belle_epoque.game import GAME
from engine.belle_epoque.grouping import contests
from engine.belle_epoque.journal import AllianceBegan, AllianceEnded, PrestigeMoved
from engine.core import record
from engine.core.door import apply
from engine.core.grouping import Fold
from engine.core.journal import Entry, seen
from tests.support.log_page import headings, swap, text, tree, without_ids

GOLDEN = Path(__file__).parent / "golden"
AT = datetime(2026, 1, 1, tzinfo=UTC)
PHASES = (
    "Resources",
    "Events",
    "Intrigue",
    "Actions",
    "Contests with automated Powers",
    "Unresolved contests",
    "Preparation",
    "Scoring",
)


@cache
def log_of(name: str) -> list[Told]:
    """Return the log of a golden game as spectators read it."""
    _, played = record.read((GOLDEN / f"{name}.json").read_bytes())
    state, news_then = GAME.open(record.opening(GAME, played))
    news: list[tuple[str, list[Entry]]] = [("", list(news_then))]
    news += [(one.side, list(apply(GAME, state, one.side, one.choice))) for one in played.choices]
    return [Told(number, side, AT, seen(those, None)) for number, (side, those) in enumerate(news)]


def page(log: list[Told], name: str) -> str:
    return str(whole_log(log, log[0].sequence, Beside((), (), name, reader_of(GAME, "en"))))


def test_every_line_stands_under_its_turn_its_phase_and_in_the_actions_phase_its_power() -> None:
    log = tree(page(log_of("two_with_automated"), "two"))
    assert {node.get("class") for node in log} == {"log-group"}
    turns = [title.split(" · ")[0] for title in headings(log)]
    assert [turn.split(",")[0] for turn, _ in groupby(turns)] == [
        *(f"turn {turn}" for turn in range(7, 0, -1)),
        "setting up",
    ]
    phases = [title.split(" · ")[1] for title in headings(log) if title.count(" · ")]
    assert set(phases) == {*PHASES}
    rounds = [title.split(" · ")[2] for title in headings(log) if title.count(" · ") == 2]
    assert set(rounds) == {"UGreat Britain", "FFrance", "RRussia", "CCentral Powers"}


def test_phases_stand_in_the_order_of_4_0_and_13_3a() -> None:
    found = [title.split(" · ") for title in reversed(headings(tree(page(log_of("two_with_automated"), "two"))))]
    for _, titles in groupby(found, lambda title: title[0]):
        phases = [PHASES.index(title[1]) for title in titles if len(title) > 1]
        assert phases == sorted(phases)


def test_8_0a_each_round_is_a_group_even_if_a_power_plays_several_in_a_row() -> None:
    log = log_of("three_with_automated")
    titles = headings(tree(page(log[38:42], "three")))
    assert [title for title in titles if "France" in title] == ["turn 1, 1880–1883 · Actions · FFrance"] * 2


@pytest.mark.parametrize("name", ["two_with_automated", "four_sarajevo_8"])
def test_a_page_that_is_open_all_the_time_shows_the_log_of_one_opened_now(name: str) -> None:
    log, reader = log_of(name), reader_of(GAME, "en")
    shown = tree(page(log[:1], name))
    for now in range(2, REMEMBERED):
        swap(shown, new_lines(log[:now], now - 2, name, reader))
        assert without_ids(shown) == without_ids(tree(page(log[:now], name))), now
    for now in range(REMEMBERED, len(log) + 1):
        swap(shown, new_lines(log[now - REMEMBERED : now], now - 2, name, reader))
    assert without_ids(shown) == without_ids(tree(page(log, name))), "also lines that a live room has forgotten"


@pytest.mark.parametrize("name", ["two_with_automated", "four_clerks"])
def test_8_7_a_contest_is_one_line_that_opens(name: str) -> None:
    log = log_of(name)
    fought = [entry for told in log for entry in told.news if isinstance(entry, ContestBegan)]
    found = re.findall(r"<summary>(Contest .*?)</summary>(.*?)</details>", page(log, name))
    assert len(found) == len(fought) > 5
    for line, rest in found:
        assert ("cube wins" in line) != ("both cubes" in line.lower()), "the line has the result"
        assert "Attacker:" in rest, "the dice unfold"
        assert "Contest in" not in rest


WON = ContestWon("serbia", 2, "uk", "france")
COURSE: list[Entry] = [
    MissionSent("uk", "serbia", 1),
    ContestBegan("france", "uk", "serbia", 2, "uk"),
    FleetsCommitted("france", 1, (), 0),
    ArmiesCommitted("uk", 1, (), 1),
    ContestRolled("serbia", 2, (1, 1), (6, 1)),
    DieRolledAgain("france", "in_01", 2),
    WON,
    AllianceEnded("france", "serbia"),
    PrestigeMoved("france", -1, 4),
    AllianceBegan("uk", "serbia"),
    MissionSent("uk", "serbia", 1),
]


def test_8_7_its_line_has_the_result_and_what_changed_hands() -> None:
    assert [*contests(COURSE)] == [Fold(range(1, 10), [6, 7, 9])]


@pytest.mark.parametrize("told", range(2, 7))
def test_8_7_until_the_dice_decide_the_next_choice_goes_on_with_it(told: int) -> None:
    assert [*contests(COURSE[:told])] == [Fold(range(1, told), [], is_open=True)]


def test_8_7_two_contests_are_two_lines() -> None:
    both = [*COURSE[1:7], *COURSE[1:7]]
    assert [fold.run for fold in contests(both)] == [range(6), range(6, 12)]


def test_a_heading_is_no_line_of_its_own() -> None:
    lines = text(tree(page(log_of("four_clerks"), "clerks")))
    assert "round begins" not in lines
    assert "Phase:" not in lines
