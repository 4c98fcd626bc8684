"""The guide of every game that has one: its record is valid under today's rules, whichever accepted answers the learner
picks, and every stop has words.
"""

from collections.abc import Iterator
from itertools import product

import pytest

from app.rooms.lesson import Lesson, lesson_of
from engine.core import door, registry
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.refusal import Refusal

GUIDED = [game for game in registry.games().values() if game.teaching.guide]


def test_some_game_has_one() -> None:
    assert GUIDED


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.key)
def test_every_way_through_the_lesson_is_legal(game: AnyGame) -> None:
    lesson = lesson_of(game)
    assert lesson
    for picked in ways(lesson):
        state, _ = game.open(lesson.opening)
        for sequence, entry in enumerate(lesson.entries):
            told = door.submit(game, state, entry.side, picked.get(sequence, entry.choice), sequence)
            assert not isinstance(told, Refusal), (sequence, entry, told)
        if state.agenda:
            assert [*door.waiting(game, state)] == [lesson.side], (
                "a lesson of the first turns leaves the learner to go on"
            )
        else:
            assert lesson.side in game.ranking(state)[0], "the game is over, and the learner has won"


def ways(lesson: Lesson) -> Iterator[dict[int, Choice]]:
    """Yield what the learner may pick at the stops where several answers are accepted."""
    several = {after: (lesson.entries[after].choice, *stop.also) for after, stop in lesson.stops.items() if stop.also}
    for choices in product(*several.values()):
        yield dict(zip(several, choices, strict=True))


@pytest.mark.parametrize("game", GUIDED, ids=lambda game: game.key)
def test_stops_come_in_order_and_the_last_one_is_after_the_end(game: AnyGame) -> None:
    lesson = lesson_of(game)
    assert lesson
    assert game.teaching.guide
    assert [stop.after for stop in game.teaching.guide.stops] == sorted(lesson.stops)
    assert next(iter(lesson.stops)) == 0
    assert [*lesson.stops][-1] == len(lesson.entries)
    assert lesson.entries[0].side == lesson.side
