"""Folded entries: several entries that a game declares to be one story, such as a power's automatic turn, are one line
of the log that opens.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from app.render.log import Beside, whole_log
from app.render.stories import stories
from app.rooms.loading import Told
from app.words.links import unlinked
from app.words.reader import reader_of
from engine.core import registry
from engine.core.grouping import Fold
from engine.core.journal import Entry
from tests.games.tiny import GAME
from tests.games.tiny.journal import Collected, Leaked, Published, Raised, Rolled
from tests.support.games import showing

registry.add(["tests.games.tiny"])
PUBLISHED, ROLLED, LEAKED = Published("red", 12), Rolled(6), Leaked("red")
RAISED, COLLECTED = Raised("blue", 1), Collected("green", 2)
NEWS = [COLLECTED, PUBLISHED, ROLLED, LEAKED, RAISED]


def scandals(news: Sequence[Entry]) -> Iterator[range]:
    """A fold for this test: everything that a published dispatch caused is one story."""
    for start, entry in enumerate(news):
        if isinstance(entry, Published):
            rest = [type(later) in (Rolled, Leaked) for later in news[start + 1 :]]
            yield range(start, start + 1 + (rest.index(False) if False in rest else len(rest)))


def folding(folds: Any) -> Any:
    return showing(GAME, folds=folds)


def line(game: Any, news: list[Entry]) -> str:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    key = game.showing.folds.__name__ if game.showing.folds else "k"
    return str(whole_log([Told(7, "red", at, news)], 7, Beside((), (), key, reader_of(game, "en"))))


def test_a_game_that_folds_nothing_tells_every_entry_by_itself() -> None:
    assert [(story.shown, story.rest) for story in stories(GAME, NEWS)] == [((entry,), ()) for entry in NEWS]
    assert "<details" not in line(GAME, NEWS)


def test_what_belongs_to_a_story_folds_behind_its_first_entry() -> None:
    told = [(story.shown, story.rest) for story in stories(folding(scandals), NEWS)]
    assert told == [((COLLECTED,), ()), ((PUBLISHED,), (ROLLED, LEAKED)), ((RAISED,), ())]


def test_what_a_game_picks_shows_beside_the_first_entry() -> None:
    def with_result(news: Sequence[Entry]) -> Iterator[Fold]:
        return (Fold(run, [run.stop - 1]) for run in scandals(news))

    told = [(story.shown, story.rest) for story in stories(folding(with_result), NEWS)]
    assert told == [((COLLECTED,), ()), ((PUBLISHED, LEAKED), (ROLLED,)), ((RAISED,), ())]
    [summary] = re.findall("<summary>(.*?)</summary>", line(folding(with_result), NEWS))
    said = reader_of(GAME, "en").entry
    assert summary == f"{unlinked(said(PUBLISHED))} {unlinked(said(LEAKED))}"


def test_the_log_shows_a_story_as_one_line_that_opens() -> None:
    html = line(folding(scandals), NEWS)
    assert html.count("<details") == 1
    assert 'id="story-7-1"' in html, "it stays open when the log is drawn again"
    summary = re.findall("<summary>(.*?)</summary>", html)
    reader = reader_of(GAME, "en")
    assert summary == [str(unlinked(reader.entry(PUBLISHED)))], "what opens the story leads nowhere else"
    inside = html.partition("</summary>")[2].partition("</details>")[0]
    assert [str(reader.entry(entry)) in inside for entry in NEWS] == [False, False, True, True, False]
    assert re.sub("<[^>]*>", "", html).count("4.1") == 2, "every entry of it names its clause"


def test_a_reader_who_may_not_know_some_of_it_reads_the_rest() -> None:
    assert [story.rest for story in stories(folding(scandals), [PUBLISHED, RAISED])] == [(), ()]


@pytest.mark.parametrize(
    "runs", [[range(3, 9)], [range(3, 5), range(2), range(1, 4)], [range(2, 2), range(-3, 1)], [range(4, 0, -2)]]
)
def test_whatever_a_game_folds_every_entry_is_told_once_and_in_its_order(runs: list[range]) -> None:
    def odd(news: Sequence[Entry]) -> list[range]:
        return runs

    told = [entry for story in stories(folding(odd), NEWS) for entry in (*story.shown, *story.rest)]
    assert told == NEWS
