"""The log is grouped under headings that a game gives, and a page gets only what is new of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest

from app.render.log import Beside, new_lines, whole_log
from app.render.log_groups import grouped
from app.render.seat_changes import Handed
from app.rooms.loading import Told
from app.words.reader import reader_of
from engine.core import registry
from engine.core.game import AnyGame, numbered_turn
from engine.core.grouping import Fold, Heading
from engine.core.journal import Entry
from engine.core.undo import WentBack
from tests.games.tiny import GAME
from tests.games.tiny.journal import Collected, Leaked, Passed, Published, Raised, Rolled
from tests.support.games import showing
from tests.support.log_page import headings, swap, text, tree, without_ids

registry.add(["tests.games.tiny"])
AT = datetime(2026, 1, 1, tzinfo=UTC)


def heading(entry: Entry) -> Heading | None:
    """For these tests a die begins the turn of its number and is no line; a leak begins a turn and is one."""
    if isinstance(entry, Leaked):
        return Heading((numbered_turn(99),), is_line=True)
    return Heading((numbered_turn(entry.die),)) if isinstance(entry, Rolled) else None


def auctions(news: Sequence[Entry]) -> Iterator[Fold]:
    """For these tests an auction goes on until a side passes."""
    for start, entry in enumerate(news):
        if isinstance(entry, Published):
            end = next((n for n in range(start, len(news)) if isinstance(news[n], Passed)), None)
            stop = len(news) if end is None else end + 1
            yield Fold(range(start, stop), [] if end is None else [end], is_open=end is None)


GROUPED = showing(GAME, headings=heading, folds=auctions)


def log_of(*news: Sequence[Entry]) -> list[Told]:
    return [Told(number, "red", AT, list(those)) for number, those in enumerate(news, 1)]


def shape(log: list[Told], game: AnyGame = GROUPED) -> list[tuple[list[object], list[tuple[str, int]]]]:
    """Return the turns with the names of their lines and the number of entries in each."""
    return [
        ([title.facts["n"] for title in group.titles], [(line.name, len(line.news)) for line in group.lines])
        for group in grouped(game, log)
    ]


TURNS = log_of([Collected("blue", 2)], [Raised("red", 1), Rolled(1)], [Raised("red", 2)], [Raised("red", 3), Rolled(2)])


def test_lines_stand_under_the_heading_that_began_before_them() -> None:
    assert shape(TURNS) == [([], [("1", 1), ("2", 1)]), ([1], [("3", 1), ("4", 1)])]
    assert shape(TURNS, GAME) == [([], [("1", 1), ("2", 2), ("3", 1), ("4", 2)])], "a game without headings"


def test_a_choice_that_ends_one_turn_and_begins_others_has_a_line_in_each() -> None:
    log = log_of([Rolled(1), Collected("blue", 2), Rolled(2), Leaked("red"), Raised("red", 2)])
    assert shape(log) == [([1], [("1", 1)]), ([99], [("1-1", 2)])], "a heading without a line is left out"


def test_the_choices_of_an_open_story_are_one_line() -> None:
    log = log_of(
        [Rolled(1), Published("red", 12)],
        [Raised("blue", 1)],
        [Raised("green", 2)],
        [Passed("blue")],
        [Raised("red", 1)],
    )
    assert shape(log) == [([1], [("1", 4), ("5", 1)])]
    assert shape(log[:2]) == [([1], [("1", 2)])]


def test_where_a_choice_was_taken_back_the_heading_before_it_holds_again() -> None:
    log = [*TURNS, *log_of([WentBack("red", 4, "raise")], [Raised("red", 7)])]
    log[-2:] = [Told(5, "red", AT, log[-2].news), Told(6, "red", AT, log[-1].news)]
    assert shape(log)[-1] == ([1], [("5", 1), ("6", 1)])


def test_what_took_place_before_the_log_begins_takes_no_heading_away() -> None:
    log = [*TURNS[2:], Told(5, "red", AT, [WentBack("red", 2, "raise"), Raised("red", 3)])]
    assert shape(log) == [([], [("3", 1), ("4", 1)]), ([2], [("5", 2)])]


def test_the_latest_group_comes_first_with_its_latest_line_first() -> None:
    log = tree(
        str(
            whole_log(
                [*TURNS, Told(5, "red", AT, [Raised("red", 9)])], 1, Beside((), (), "grouped", reader_of(GROUPED, "en"))
            )
        )
    )
    assert headings(log) == ["turn 2", "turn 1"]
    assert [text(step) for step in log.iter("a") if step.get("class") == "step"] == ["5", "4", "3", "2", "1"]


def test_changes_of_seats_stand_in_the_group_in_which_they_happened() -> None:
    handed = [Handed(number, AT, ("red",), "left", None, None) for number in (2, 3)]
    reader = reader_of(GROUPED, "en")
    log = tree(str(whole_log(TURNS, 1, Beside(handed, (), "grouped", reader))))
    [group] = (node for node in log if node.get("class") == "log-group")
    assert [line.get("class", "").split()[1] == "handed" for line in group[1]] == [False, True, False]
    assert [line.get("class", "").split()[1] == "handed" for line in log[1:]] == [True, False, False]


LONG = log_of(
    [Collected("blue", 2)],
    [Rolled(1), Published("red", 12)],
    [Raised("blue", 1)],
    [Passed("green"), Rolled(2)],
    [Raised("blue", 1)],
    [Collected("red", 2), Rolled(3), Collected("blue", 2), Leaked("red"), Rolled(4)],
    [Published("green", 9)],
    [WentBack("green", 7, "publish")],
    [Collected("green", 1)],
)


@pytest.mark.parametrize("game", [GROUPED, GAME])
@pytest.mark.parametrize("ahead", [1, 2, 4])
def test_a_page_that_gets_what_is_new_shows_what_a_page_opened_now_shows(game: AnyGame, ahead: int) -> None:
    reader, key = reader_of(game, "en"), "grouped" if game is GROUPED else "plain"

    def opened(log: list[Told]) -> str:
        return str(whole_log(log, 1, Beside((), (), key, reader)))

    page = tree(opened(LONG[:1]))
    for now in range(1 + ahead, len(LONG) + 1, ahead):
        swap(page, new_lines(LONG[:now], now - ahead, key, reader))
        assert without_ids(page) == without_ids(tree(opened(LONG[:now]))), now
