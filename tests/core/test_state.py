import msgspec
import pytest

from engine.core.state import encode, fingerprint, reveal
from tests.core.walks import walks
from tests.games.tiny import GAME
from tests.games.tiny.positions import position
from tests.games.tiny.turn import Passing, Turn


def test_every_position_is_the_same_after_storing_and_loading() -> None:
    for state in walks():
        again = GAME.decode(encode(state))
        assert again == state
        assert encode(again) == encode(state)


def test_a_loaded_position_holds_typed_steps() -> None:
    assert GAME.decode(encode(position(Turn(), Passing()))).agenda == [Passing(), Turn()]


def test_the_order_of_dictionaries_is_kept() -> None:
    state = position(coins={"usher": 1, "red": 2, "bank": 3, "blue": 4})
    assert list(GAME.decode(encode(state)).coins) == ["usher", "red", "bank", "blue"]


def test_a_position_of_unknown_steps_is_not_loaded() -> None:
    raw = encode(position()).replace(b'"step":"turn"', b'"step":"somersault"')
    with pytest.raises(msgspec.ValidationError, match="somersault"):
        GAME.decode(raw)


def test_a_fingerprint_is_sixteen_hexadecimal_digits_of_the_whole_position() -> None:
    """This text changes only if positions are stored differently: then the hashes in records change too."""
    assert fingerprint(position()) == "57d7fb022c117048"


def test_any_difference_shows_in_the_fingerprint() -> None:
    changed = [position(turn=1), position(sequence=1), position(draws=1), position(deck=[5]), position(Passing())]
    assert len({fingerprint(state) for state in [position(), *changed]}) == 6


def test_a_reveal_is_a_barrier() -> None:
    state = position()
    reveal(state)
    assert state.barriers == 1
