"""The programs that tests need beyond Python. A test without its program is skipped, but never silently.

A fixture calls `needs("chromium")`. Where it is missing, the tests are skipped, and the end of the run says how many
and which line installs it. Under CI the same tests fail instead. No other code may skip a test.
"""

import os
import shutil
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.starting import postgres_programs

PREFIX = "needs "


@dataclass(frozen=True)
class Need:
    """A program or feature that a machine may lack: how to find it, and the line that installs it."""

    find: Callable[[], Path | None]
    install: str


def program(*names: str) -> Path | None:
    """Return the first of these programs that is on the path."""
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def another_address() -> Path | None:
    """Check that this machine can connect to itself from another address: Linux has many, other systems have to be
    configured."""
    with socket.socket() as probe:
        try:
            probe.bind((ANOTHER, 0))
        except OSError:
            return None
    return Path(ANOTHER)


def linux() -> Path | None:
    """Return where Linux describes processes."""
    return next((place for place in (Path("/proc/self"),) if place.exists()), None)


def set_up(name: str) -> Path | None:
    """Return the folder of a tool that `python3 dev.py lint` has installed."""
    return next((stamp.parent for stamp in (VENV / name / "stamp",) if stamp.exists()), None)


def install(debian: str, homebrew: str) -> str:
    """Return the line that installs a package on this system."""
    if sys.platform == "darwin":
        return f"brew install {homebrew}"
    return as_root(f"apt-get install {debian}")


def as_root(line: str) -> str:
    """Put sudo before the line, except for root: containers run as root and have no sudo."""
    return line if os.geteuid() == 0 else f"sudo {line}"


VENV = Path(__file__).parents[2] / ".venv"
ANOTHER = "127.0.0.2"
APPLICATION = "/Applications/{0}.app/Contents/MacOS/{0}"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", *map(APPLICATION.format, ("Chromium", "Google Chrome")))
NEEDS = {
    "another address": Need(another_address, as_root(f"ifconfig lo0 alias {ANOTHER}")),
    "caddy": Need(lambda: program("caddy"), install("caddy", "caddy")),
    "chromium": Need(lambda: program(*CHROMIUMS), install("chromium", "--cask google-chrome")),
    "linux": Need(linux, "none, the test looks into /proc: run it on Linux, or in a container"),
    "oxlint": Need(lambda: set_up("oxlint"), "python3 dev.py lint"),
    "postgres": Need(postgres_programs, install("postgresql", "postgresql@18")),
    "redis": Need(lambda: program("redis-server"), install("redis-server", "redis")),
    "typescript": Need(lambda: set_up("front"), "python3 dev.py lint"),
    "wget": Need(lambda: program("wget"), install("wget", "wget")),
}


def needs(name: str) -> Path:
    """Return where this machine has the program; skip or fail the test if it is missing."""
    need = NEEDS[name]
    found = need.find()
    if found is None:
        message = f"{PREFIX}{name}; to install it: {need.install}"
        if under_ci():
            pytest.fail(message, pytrace=False)
        pytest.skip(message)
    return found


def under_ci() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def missing(reasons: Iterable[str]) -> list[str]:
    """Return the lines of the closing summary: each missing program once, with the number of tests skipped."""
    counted = Counter(reason for reason in reasons if reason.startswith(PREFIX))
    return [f"{count} test{'s' * (count > 1)} skipped: {reason}" for reason, count in sorted(counted.items())]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", []))
    lines = missing(where[2].removeprefix("Skipped: ") for where in skipped)
    if lines:
        terminalreporter.section("this machine lacks something", yellow=True)
        for line in lines:
            terminalreporter.line(line)
