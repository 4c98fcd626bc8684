"""What tests need beyond Python, and the one way to go without: loudly.

A fixture calls `needs("chromium")`. Where there is none, its tests are skipped, and the end of the run says how many
and which line installs it. Under CI nothing may be missing: there the same tests fail. Nothing else skips a test.
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
    """A thing that a machine may lack: how to find it, and the line that installs it."""

    find: Callable[[], Path | None]
    install: str


def program(*names: str) -> Path | None:
    """The first of these programs that is on the path."""
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def another_address() -> Path | None:
    """Under which this machine can visit itself as somebody else: Linux has many, other systems have to be told."""
    with socket.socket() as probe:
        try:
            probe.bind((ANOTHER, 0))
        except OSError:
            return None
    return Path(ANOTHER)


def linux() -> Path | None:
    """Where Linux tells of processes."""
    return next((place for place in (Path("/proc/self"),) if place.exists()), None)


def install(debian: str, homebrew: str) -> str:
    """The line that installs a package here, by who asks and on which system."""
    if sys.platform == "darwin":
        return f"brew install {homebrew}"
    return as_root(f"apt-get install {debian}")


def as_root(line: str) -> str:
    """Containers, where one is root, have no sudo."""
    return line if os.geteuid() == 0 else f"sudo {line}"


ANOTHER = "127.0.0.2"
APPLICATION = "/Applications/{0}.app/Contents/MacOS/{0}"
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", *map(APPLICATION.format, ("Chromium", "Google Chrome")))
NEEDS = {
    "another address": Need(another_address, as_root(f"ifconfig lo0 alias {ANOTHER}")),
    "caddy": Need(lambda: program("caddy"), install("caddy", "caddy")),
    "chromium": Need(lambda: program(*CHROMIUMS), install("chromium", "--cask google-chrome")),
    "linux": Need(linux, "none, the test looks into /proc: run it on Linux, or in a container"),
    "postgres": Need(postgres_programs, install("postgresql", "postgresql@18")),
    "redis": Need(lambda: program("redis-server"), install("redis-server", "redis")),
    "wget": Need(lambda: program("wget"), install("wget", "wget")),
}


def needs(name: str) -> Path:
    """Where this machine has it. Ends the test where it hasn't."""
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
    """The lines of the closing summary: each missing thing once, with how many tests went without."""
    counted = Counter(reason for reason in reasons if reason.startswith(PREFIX))
    return [f"{count} test{'s' * (count > 1)} skipped: {reason}" for reason, count in sorted(counted.items())]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", []))
    lines = missing(where[2].removeprefix("Skipped: ") for where in skipped)
    if lines:
        terminalreporter.section("this machine lacks something", yellow=True)
        for line in lines:
            terminalreporter.line(line)
