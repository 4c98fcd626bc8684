import msgspec
import pytest

from engine.core.step import Automatic, Waiting
from tests.games.tiny.auction import Auction
from tests.games.tiny.state import Antechamber


class Unwritten(Automatic[Antechamber], frozen=True):
    pass


class Unasked(Waiting[Antechamber], frozen=True):
    pass


def test_a_step_is_stored_under_its_tag() -> None:
    assert msgspec.to_builtins(Auction("red", 3, ("red",)))["step"] == "auction"


def test_a_step_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Auction("red", 3, ("red",)).standing = 4  # type: ignore[misc]


def test_a_step_that_does_nothing_yet_says_which_one_it_is() -> None:
    from tests.games.tiny.choices import Pass
    from tests.games.tiny.positions import position

    with pytest.raises(TypeError, match="Unwritten must say what it does"):
        Unwritten().run(position())
    with pytest.raises(TypeError, match="Unasked must say who is waited for"):
        Unasked().waiting(position())
    with pytest.raises(TypeError, match="Unasked must carry a choice out"):
        Unasked().choose(position(), "red", Pass())
