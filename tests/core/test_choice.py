import msgspec
import pytest

from tests.games.tiny import GAME
from tests.games.tiny.choices import CallBallot, Publish, Tip


def test_a_choice_says_what_it_does_first() -> None:
    assert msgspec.json.encode(Publish(3)) == b'{"do":"publish","dispatch":3}'
    assert msgspec.json.encode(CallBallot()) == b'{"do":"call_ballot"}'


def test_a_choice_is_read_by_its_tag() -> None:
    assert GAME.choice_decoder.decode(b'{"dispatch":3,"do":"publish"}') == Publish(3)


def test_equal_choices_are_one_in_a_set() -> None:
    assert {Tip("red"), Tip("red"), Tip()} == {Tip(), Tip("red")}


def test_a_choice_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Publish(3).dispatch = 4  # type: ignore[misc]


def test_a_choice_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `speed`"):
        GAME.choice_decoder.decode(b'{"do":"publish","dispatch":3,"speed":1}')
