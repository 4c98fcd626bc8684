"""Starts servers once for all workers of a test run, and stops them at its end.

pytest-xdist runs the tests in several processes. The first that asks for a server starts it, under a lock, and records
its address; the others read that. The process that began the run stops what was started.
"""

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.support.starting import Server, stop

FOLDER = "HORLOGE_TEST_SERVERS"
COMPILED = "HORLOGE_TEST_TEMPLATES"
"""The variable that tells app.pages where another process of the run has put compiled templates."""


def shared(name: str, start: Callable[[Path], Server]) -> str:
    """Return the address of this run's one server of that name. `start` is given an empty folder."""
    folder = Path(os.environ[FOLDER])
    known = folder / f"{name}.json"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not known.exists():
            home = folder / name
            shutil.rmtree(home, ignore_errors=True)  # left by a failed start
            home.mkdir()
            known.write_text(json.dumps(asdict(start(home))))
        return str(json.loads(known.read_text())["url"])


def pytest_configure(config: pytest.Config) -> None:
    if not is_worker(config):
        # Other users must reach it: Postgres runs as another user when the tests run as root.
        folder = tempfile.mkdtemp(prefix="horloge-tests-")
        Path(folder).chmod(0o755)
        os.environ[FOLDER] = folder
        templates = Path(folder) / "templates"
        templates.mkdir()
        os.environ[COMPILED] = str(templates)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        folder = Path(os.environ.pop(FOLDER))
        del os.environ[COMPILED]
        for known in folder.glob("*.json"):
            stop(Server(**json.loads(known.read_text())))
        shutil.rmtree(folder)


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")
