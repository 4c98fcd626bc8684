"""Chapter 4 of the Antechamber: a published dispatch may be a scandal."""

import pytest

from tests.games.tiny.auction import Auction
from tests.games.tiny.choices import Publish
from tests.games.tiny.journal import Rolled
from tests.games.tiny.positions import play, position
from tests.games.tiny.turn import UsherTips


def test_4_1_a_published_dispatch_lies_open() -> None:
    state = position(dice=(1,))
    play(state, ("red", Publish(2)))
    assert state.published == {"red": [2], "blue": []}


@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_4_1_up_to_four_nothing_happens(die: int) -> None:
    state = position(dice=(die,))
    assert play(state, ("red", Publish(2)))[-1] == Rolled(die)
    assert isinstance(state.agenda[-1], UsherTips)


@pytest.mark.parametrize("die", [5, 6])
def test_4_1_five_or_six_is_a_scandal_and_the_dispatch_is_auctioned(die: int) -> None:
    state = position(dice=(die,))
    play(state, ("red", Publish(2)))
    assert state.agenda[-1] == Auction("red", 2, still_in=("red", "blue"))
