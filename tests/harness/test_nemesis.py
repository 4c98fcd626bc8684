"""One seed drives all faults: what is broken follows from it, and every kind of fault and every point has its turn."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from tests.harness.by_hand import Impossible, planned
from tests.harness.goal import FAULTS, HANG, KILL, POINT, STOP
from tests.harness.nemesis import USUAL, Fate, fates
from tests.harness.points import POINTS


def first(seed: str, faults: tuple[str, ...], number: int = 90) -> list[Fate]:
    return list(islice(fates(Random(seed), faults), number))


def test_the_same_seed_brings_the_same_fates_and_another_brings_others() -> None:
    assert first("a", USUAL) == first("a", USUAL)
    assert first("a", USUAL) != first("b", USUAL)


def test_every_point_has_its_turn_as_often_as_any_other() -> None:
    named = Counter(fate.name for fate in first("a", USUAL) if fate.kind == POINT)
    assert named.keys() == POINTS.keys()
    assert max(named.values()) - min(named.values()) <= 1


def test_only_what_is_asked_for_befalls_processes() -> None:
    assert {fate.kind for fate in first("a", (KILL,))} == {KILL}
    assert {fate.kind for fate in first("a", FAULTS)} == {KILL, POINT, STOP, HANG}


def test_what_can_not_be_broken_is_told_with_what_can() -> None:
    with pytest.raises(Impossible, match="there is no fault 'rain'; there are: kill, point"):
        planned(1, "", "kill,rain", "", 2)
    with pytest.raises(Impossible, match="no fault 'rain' to be planted; there are: acknowledge_before_commit"):
        planned(1, "", "", "rain", 2)


def test_whoever_names_no_seed_is_given_one() -> None:
    assert planned(1, "", "", "", 2).seed != planned(1, "", "", "", 2).seed
    assert planned(1, "s", "all", "", 2).faults == FAULTS
