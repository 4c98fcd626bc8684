"""Two views are compared down to their single values."""

from __future__ import annotations

from msgspec import Struct

from app.render.differences import differing


class View(Struct):
    coins: dict[str, int]
    hand: list[str]
    leader: str = ""


BEFORE = View({"red": 3, "blue": 4}, ["a", "b"])


def test_equal_views_do_not_differ() -> None:
    assert list(differing(BEFORE, View({"red": 3, "blue": 4}, ["a", "b"]))) == []


def test_dictionaries_are_looked_into_and_lists_are_values() -> None:
    after = View({"red": 5, "green": 4}, ["a"], "red")
    assert list(differing(BEFORE, after)) == [
        (("coins", "red"), 3, 5),
        (("coins", "blue"), 4, None),
        (("coins", "green"), None, 4),
        (("hand",), ["a", "b"], ["a"]),
        (("leader",), "", "red"),
    ]
