"""Numbers come as plain digits, few enough for every database, or they are none."""

import pytest

from app.base.numbers import number_in


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("9" * 18, 10**18 - 1)])
def test_plain_digits_are_a_number(text: str, number: int) -> None:
    assert number_in(text) == number


@pytest.mark.parametrize("text", ["", " 1", "1 ", "+1", "-1", "1.0", "1e3", "1_0", "٣", "²", "x", "9" * 19])
def test_anything_else_is_none(text: str) -> None:
    assert number_in(text) is None


def test_there_are_as_many_digits_as_are_asked_for() -> None:
    assert (number_in("12", 2), number_in("123", 2)) == (12, None)
