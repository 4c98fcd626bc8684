"""What every test may ask for: the fixtures of tests/support, and the settings of pytest's helpers."""

import os

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
