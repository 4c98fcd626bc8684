"""What every test may ask for: the fixtures of tests/support, and the settings of pytest's helpers."""

import fnmatch
import os

import pytest
from hypothesis import settings

from app.commands.serve import rarely_collect

pytest_plugins = [
    "tests.support.needs",
    "tests.support.orders",
    "tests.support.endings",
    "tests.support.servers",
    "tests.support.elsewhere",
    "tests.support.logs",
    "tests.support.clocks",
    "tests.support.compiled",
    "tests.support.patience",
    "tests.support.postgres",
    "tests.support.redis",
    "tests.support.browser",
]

# Times differ too much between machines to fail a test by; under CI the same examples are tried on every run.
settings.register_profile("horloge", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("horloge")

LONGEST = (
    "tests/app/trust/*",
    "tests/harness/test_nothing*",
    "tests/harness/test_supervised*",
    "tests/browser/test_every_page*",
    "tests/*/test_whole_games.py",
    "tests/*/test_random_games.py",
)
"""Files that take minutes."""
CROWDED = ("tests/browser/", "tests/harness/", "tests/bench/", "tests/deploy/", "tests/means/")
"""Where tests start browsers, servers and databases, which need processors of their own."""


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: a good part of the tests waits for servers and browsers."""
    return (os.cpu_count() or 1) * 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files are given out in this order, each whole to the next process that has nothing to do."""
    file_of = {item: item.nodeid.partition("::")[0] for item in items}
    files = in_order([*dict.fromkeys(file_of.values())])
    place = {file: number for number, file in enumerate(files)}
    items.sort(key=lambda item: place[file_of[item]])


def in_order(files: list[str]) -> list[str]:
    """The longest come first, so that no process is still at one when the others are done; the crowded are spread
    among the others, so that they seldom meet."""
    longest = [*dict.fromkeys(file for kind in LONGEST for file in fnmatch.filter(files, kind))]
    rest = [file for file in files if file not in longest]
    crowded = [file for file in rest if file.startswith(CROWDED)]
    others = [file for file in rest if not file.startswith(CROWDED)]
    share = {file: number / len(group) for group in (crowded, others) for number, file in enumerate(group)}
    return longest + sorted(rest, key=share.__getitem__)


def pytest_collection_finish() -> None:
    """Thousands of tests lie in memory to the end. Python would look through them often, for 6 % of all time."""
    rarely_collect()
