import pytest

from engine.core.agenda import LONGEST_RUN, RunawayRules, pending, proceed, then
from engine.core.step import Automatic
from tests.games.tiny.positions import position
from tests.games.tiny.state import Antechamber
from tests.games.tiny.turn import Passing, Turn, Ushering


class Note(Automatic[Antechamber], frozen=True):
    """Records its name, after queueing others."""

    name: int
    follow: tuple[int, ...] = ()

    def run(self, state: Antechamber) -> None:
        state.discarded.append(self.name)
        then(state, *map(Note, self.follow))


class Circle(Automatic[Antechamber], frozen=True):
    left: int

    def run(self, state: Antechamber) -> None:
        if self.left > 1:
            then(state, Circle(self.left - 1))


def order(*steps: Note) -> list[int]:
    state = position(agenda=[])
    then(state, *steps)
    proceed(state)
    return state.discarded


def test_steps_happen_in_the_order_written() -> None:
    assert order(Note(1), Note(2), Note(3)) == [1, 2, 3]


def test_what_a_step_queues_happens_before_what_was_queued_already() -> None:
    assert order(Note(1, follow=(2, 3)), Note(4)) == [1, 2, 3, 4]


def test_nothing_runs_past_a_question() -> None:
    state = position(Note(1), Turn(), Note(2))
    proceed(state)
    assert state.discarded == [1]
    assert pending(state) == Turn()


def test_nothing_is_pending_when_the_game_is_over() -> None:
    state = position(Passing(), turn=7)
    proceed(state)
    assert pending(state) is None


def test_queueing_nothing_changes_nothing() -> None:
    state = position(Ushering())
    then(state)
    assert state.agenda == [Ushering()]


def test_rules_that_go_round_in_circles_are_stopped() -> None:
    state = position(Circle(LONGEST_RUN + 1))
    with pytest.raises(RunawayRules, match=r"10000 steps without a question; next would be Circle\(left=1\)"):
        proceed(state)


def test_the_longest_run_that_is_allowed_ends() -> None:
    state = position(Circle(LONGEST_RUN))
    proceed(state)
    assert not state.agenda
