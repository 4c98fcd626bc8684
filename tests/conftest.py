"""What every test may ask for: the fixtures of tests/support, and the settings of pytest's helpers."""

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
    "tests/harness/test_nothing",
    "tests/harness/test_supervised",
    "tests/browser/test_every_page",
    "tests/app/trust/",
    "tests/browser/",
    "tests/every_game/",
)
"""Those of which one test takes minutes stand first."""
WHOLE = "/test_whole_games.py"
"""In any game's folder."""


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: a good part of the tests waits for servers and browsers."""
    return (os.cpu_count() or 1) * 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: no process is still at it when the others have nothing left to take over."""
    items.sort(key=lambda item: place_of(item.nodeid))


def place_of(test: str) -> int:
    """Return where a test stands among those that take long; all others stand behind them."""
    found = (place for place, begins in enumerate(LONGEST) if test.startswith(begins))
    return next(found, len(LONGEST) + (WHOLE not in test))


def pytest_collection_finish() -> None:
    """Thousands of tests lie in memory to the end. Python would look through them often, for 6 % of all time."""
    rarely_collect()
