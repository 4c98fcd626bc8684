"""The goal of a run: faults are spread over the actions up to the last one; too few of them, or players who are away
for too long, are reported.
"""

from itertools import pairwise

from tests.harness.goal import BACKEND, KILL, POSTGRES, STOP, Goal, slow

GOAL = Goal(acknowledged=5_000, kills=60, restarts=3)


def struck(name: str, up_to: int) -> list[int]:
    """Return the numbers of acknowledged actions at which a fault happens if nothing else prevents it."""
    found: list[int] = []
    for acknowledged in range(up_to + 1):
        while GOAL.due(name, len(found), acknowledged):
            found.append(acknowledged)
    return found


def test_faults_are_spread_over_the_actions_and_the_last_comes_when_there_are_enough() -> None:
    assert struck(POSTGRES, 5_000) == [0, 1_667, 3_334, 5_000]
    kills = struck(KILL, 5_000)
    assert (len(kills), kills[0], kills[-1]) == (61, 0, 5_000)
    assert max(later - one for one, later in pairwise(kills)) <= 84


def test_what_no_number_is_wanted_of_is_always_due() -> None:
    assert GOAL.due(STOP, 1_000, 0)
    assert GOAL.due(BACKEND, 1_000, 0)
    assert Goal().due(KILL, 1_000, 0)


def test_what_a_goal_wants_none_of_never_happens() -> None:
    assert not Goal(acknowledged=5_000, restarts=3).due(KILL, 0, 5_000)


def test_only_actions_under_faults_count() -> None:
    assert GOAL.lacking({KILL: 61, POSTGRES: 3}, 5_000) == []
    assert GOAL.lacking({KILL: 59, POSTGRES: 3}, 4_999) == ["4999 of 5000 acknowledged", "59 of 60 kill"]


def test_who_is_away_for_too_long_is_told_by_what_was_to_blame() -> None:
    assert slow([0.1, 3.0], [10.0]) == []
    assert slow([0.1, 3.1], []) == ["back 3.1 s after a process ended (p99); 3.0 s are the most"]
    assert slow([], [10.1]) == ["back 10.1 s after a restart (p99); 10.0 s are the most"]


def test_on_a_machine_that_others_keep_busy_everything_may_take_longer() -> None:
    assert slow([3.1], [], hindered=1.9) != []
    assert slow([8.9], [], hindered=6.0) == []
    assert slow([], [29.0], hindered=6.0) == []
    assert slow([9.1], [], hindered=6.0) != []
