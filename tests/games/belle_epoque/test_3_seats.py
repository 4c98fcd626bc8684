"""3.2: how people get their Powers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import POWERS
from engine.core.lots import Lots, SeatsDrawn
from tests.core.walks import opening

TABLES = 100


def drawn(lots: Lots) -> Iterator[SeatsDrawn]:
    for number in range(TABLES):
        first = GAME.open(replace(opening(4, number, GAME), lots=lots))[1][0]
        assert isinstance(first, SeatsDrawn)
        assert sorted(first.seats) == sorted((power,) for power in POWERS)
        yield first


def test_3_2a_by_lot_any_power_may_come_to_anybody() -> None:
    come = {pair for one in drawn(Lots()) for pair in enumerate(one.seats)}
    assert come == {(place, (power,)) for place in range(4) for power in POWERS}


def test_3_2b_by_die_the_highest_chooses_first_and_ties_roll_again() -> None:
    """Here all players would take the same Power, the best first."""
    best = tuple(reversed(POWERS))
    ties = 0
    for one in drawn(Lots("die", (best,) * 4)):
        assert [one.seats[place - 1] for place in one.order] == [(power,) for power in best]
        throws = [one.throws[place - 1] for place in one.order]
        assert throws == sorted(throws, reverse=True)
        assert len({*throws}) == 4, "no tie is left"
        ties += any(len(thrown) > 1 for thrown in throws)
    assert ties
