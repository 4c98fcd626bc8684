"""docs/measurements.md gives each finding with its Python and its machine; and the page in the checkout matches the
stored figures.
"""

import platform

import msgspec
import pytest

import bench
from bench.figure import figure
from bench.machine import built, machine
from bench.page import PAGE, Chapter, kept, page

FOUND = {
    "fast_door": figure(400_000.0, "decisions/s", "a peer", 40_000.0, 8),
    "slow_clone": figure(5.0, "µs", "another peer", 10.0, 1 / 15),
}
PLAIN = {"CONFIG_ARGS": "'--prefix=/usr'", "PGO_PROF_USE_FLAG": "-fprofile-use"}


def test_a_chapter_says_what_came_when_and_on_what() -> None:
    text = page({"engine": Chapter("a fine machine", "11 November 1918", FOUND)})
    assert "Measured on a fine machine, on 11 November 1918." in text
    assert "| fast door | 400,000 decisions/s | a peer | 40,000 | 10.00 | at least 8 | yes |" in text
    assert "| slow clone | 5 µs | another peer | 10 | 0.50 | at most 1/15 | no |" in text


def test_a_machine_is_described_and_not_named() -> None:
    assert platform.python_version() in machine()
    assert platform.node() not in machine()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (PLAIN, "built without profile-guided optimisation and without LTO"),
        (PLAIN | {"PY_CORE_CFLAGS": "-O3 -flto"}, "built without profile-guided optimisation and with LTO"),
        (
            PLAIN | {"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'"},
            "built with profile-guided optimisation and with LTO",
        ),
        ({"CONFIG_ARGS": "'--prefix=/usr'", "PGO_PROF_USE_FLAG": ""}, "as its distribution builds it"),
    ],
)
def test_it_is_said_how_the_python_was_built(told: dict[str, object], said: str) -> None:
    assert built(told) == said


def test_the_page_says_what_is_kept() -> None:
    """If not, run `python -m bench.page` to write it again."""
    chapters = kept()
    assert set(chapters) <= set(bench.BENCHES)
    assert PAGE.read_text() == page(chapters)


def test_each_ratio_that_is_kept_is_that_of_its_figures() -> None:
    figures = [one for chapter in kept().values() for one in chapter.figures.values()]
    again = [figure(one.value, one.unit, one.peer, one.peer_value, one.goal) for one in figures]
    assert msgspec.json.encode(again) == msgspec.json.encode(figures)
