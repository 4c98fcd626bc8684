"""What every test may ask for: the fixtures of tests/support, and the settings of pytest's helpers."""

import gc
import os
from itertools import chain, groupby

import pytest
from hypothesis import settings

pytest_plugins = [
    "tests.support.needs",
    "tests.support.servers",
    "tests.support.postgres",
    "tests.support.redis",
    "tests.support.browser",
]

# Times differ too much between machines to fail a test by; under CI the same examples are tried on every run.
settings.register_profile("horloge", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("horloge")

LONGEST = (
    "tests/harness/",
    "tests/browser/",
    "tests/app/trust/",
    "tests/versailles/test_whole_games.py",
    "tests/test_every_game.py",
)


def pytest_xdist_auto_num_workers() -> int:
    """Three for two cores: a good part of the tests waits for servers and browsers."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each process begins with its share of what takes longest: so none is still at it when the others have nothing
    left to take over. The shares stand one after the other, since that is how pytest-xdist hands them out; tests of
    one module stay together."""
    modules = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    modules.sort(key=lambda tests: (rank(tests[0].nodeid), -len(tests)))
    shares: list[list[pytest.Item]] = [[] for _ in range(getattr(config, "workerinput", {}).get("workercount", 1))]
    for tests in modules:
        min(shares, key=len).extend(tests)
    items[:] = chain.from_iterable(shares)


def rank(test: str) -> int:
    return next((place for place, longest in enumerate(LONGEST) if test.startswith(longest)), len(LONGEST))


def pytest_collection_finish() -> None:
    """Thousands of tests lie in memory to the end: the garbage collector need not look through them each time."""
    gc.collect()
    gc.freeze()
