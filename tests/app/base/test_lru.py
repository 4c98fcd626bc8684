"""A cache makes each value once, and drops it in good time."""

from itertools import count

from app.base import lru as kept
from app.base.lru import Kept


def test_it_is_made_once_and_those_nobody_asks_for_go_first() -> None:
    numbers = count()
    things: Kept[str, int] = Kept(2)
    assert [things.get(key, lambda: next(numbers)) for key in "abacab"] == [0, 1, 0, 2, 0, 3]
    assert "c" not in things.things


def test_everything_can_be_forgotten() -> None:
    things: Kept[str, int] = Kept(2)
    things.put("a", 1)
    kept.forget()
    assert things.things == {}
