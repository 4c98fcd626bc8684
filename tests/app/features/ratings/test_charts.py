"""Lines and bars of plots lie where their figures say."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.ratings.charts import BINS, LINES, Tick, histogram, line

figures = st.lists(st.integers(-3000, 9000), min_size=1, max_size=60)


def spots(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.-]+)", path)]


@given(figures)
def test_every_value_is_a_dot_inside_the_box_and_higher_ones_lie_higher(values: list[int]) -> None:
    drawn = line(values)
    there = spots(drawn.path)
    assert len(there) == len(values) == drawn.dots.count("h0")
    assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in there)
    assert [x for x, _ in there] == sorted(x for x, _ in there)
    for (_, one), (_, other), left, right in zip(there, there[1:], values, values[1:], strict=False):
        assert (one < other) == (left > right) or one == other


@given(figures)
def test_a_scale_has_few_round_lines_around_all_values(values: list[int]) -> None:
    scale = line(values).ticks
    assert 2 <= len(scale) <= LINES + 1
    assert scale[0].value >= max(values) >= min(values) >= scale[-1].value
    assert all(tick.value % 10 == 0 for tick in scale)
    assert (scale[0].y, scale[-1].y) == (0, 100)


def test_one_value_stands_in_the_middle() -> None:
    assert line([1000]).path == "M50 100"
    assert line([1000]).ticks == (Tick(1010, 0), Tick(1000, 100))


@given(st.lists(st.integers(1, 500), max_size=80))
def test_bars_have_every_value_once(values: list[int]) -> None:
    bars = histogram(values)
    assert len(bars) <= BINS
    assert sum(one.count for one in bars) == len(values)
    assert all(one.count == sum(one.first <= value <= one.last for value in values) for one in bars)
    assert not bars or max(one.width for one in bars) == 100


@pytest.mark.parametrize(("values", "bounds"), [([7, 7], [(7, 7)]), ([1, 3], [(1, 1), (2, 2), (3, 3)])])
def test_bars_are_as_narrow_as_can_be(values: list[int], bounds: list[tuple[int, int]]) -> None:
    assert [(one.first, one.last) for one in histogram(values)] == bounds
