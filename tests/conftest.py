"""The fixtures of tests/support for every test, the profiles of hypothesis, and the order in which files are given to
workers.
"""

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
    "tests.support.chess",
    "tests.support.process",
    "tests.support.timed",
    "tests.support.shared_sites",
]

# No deadline: times differ too much between machines. Under CI the same examples are tried on every run.
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
CROWDED = (
    *("tests/browser/*", "tests/harness/*", "tests/bench/*", "tests/deploy/*", "tests/means/*"),
    *("tests/games/*/browser/*", "tests/games/*/test_bench.py"),
)
"""Files whose tests start browsers, servers and databases, which need processors of their own."""


def pytest_xdist_auto_num_workers() -> int:
    """Use two workers per core: a good part of the tests waits for servers and browsers."""
    return (os.cpu_count() or 1) * 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by file in the order in which idle workers are to get them, each file whole."""
    file_of = {item: item.nodeid.partition("::")[0] for item in items}
    files = in_order([*dict.fromkeys(file_of.values())])
    place = {file: number for number, file in enumerate(files)}
    items.sort(key=lambda item: place[file_of[item]])


def in_order(files: list[str]) -> list[str]:
    """Put the longest files first, so that none is still running when the others are done; spread the crowded ones
    among the rest, so that they seldom meet."""
    longest = of_kinds(LONGEST, files)
    rest = [file for file in files if file not in longest]
    crowded = of_kinds(CROWDED, rest)
    others = [file for file in rest if file not in crowded]
    share = {file: number / len(group) for group in (crowded, others) for number, file in enumerate(group)}
    return longest + sorted(rest, key=share.__getitem__)


def of_kinds(kinds: tuple[str, ...], files: list[str]) -> list[str]:
    return [*dict.fromkeys(file for kind in kinds for file in fnmatch.filter(files, kind))]


def pytest_collection_finish() -> None:
    """Collect garbage rarely: thousands of tests stay in memory, and Python would look through them often, for 6 % of
    all time."""
    rarely_collect()
