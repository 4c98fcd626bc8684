"""What tests need beyond Python, and the one way to go without: loudly.

A fixture calls `needs("chromium")`. Where there is none, its tests are skipped, and the end of the run says how many
and which line installs it. Under CI nothing may be missing: there the same tests fail. Nothing else skips a test.
"""

import os
import shutil
import socket
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


ANOTHER = "127.0.0.2"
NEEDS = {
    "another address": Need(another_address, f"sudo ifconfig lo0 alias {ANOTHER}"),
    "caddy": Need(lambda: program("caddy"), "sudo apt-get install caddy"),
    "chromium": Need(lambda: program("chromium", "chromium-browser", "google-chrome"), "sudo apt-get install chromium"),
    "postgres": Need(postgres_programs, "sudo apt-get install postgresql"),
    "redis": Need(lambda: program("redis-server"), "sudo apt-get install redis-server"),
    "wget": Need(lambda: program("wget"), "sudo apt-get install wget"),
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
