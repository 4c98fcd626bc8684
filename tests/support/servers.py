"""Servers that a test run starts for itself, once for all its workers, and stops at its end.

pytest-xdist runs the tests in several processes. The first that asks for a server starts it, under a lock, and writes
down its address; the others read that. The process that began the run stops what was started.
"""

import fcntl
import json
import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

FOLDER = "HORLOGE_TEST_SERVERS"


@dataclass(frozen=True)
class Server:
    """A running server that is nobody's child: its address, and the file that holds its process id while it lives."""

    url: str
    pidfile: str


def stop(server: Server) -> None:
    """Ask it to end at once, and wait until it has; after five seconds make it."""
    pidfile = Path(server.pidfile)
    pid = int(pidfile.read_text().split()[0])
    os.kill(pid, signal.SIGINT)
    deadline = time.monotonic() + 5
    while pidfile.exists():
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            break
        time.sleep(0.01)


def shared(name: str, start: Callable[[Path], Server]) -> str:
    """The address of this run's one server of that name. `start` is given an empty folder of its own."""
    folder = Path(os.environ[FOLDER])
    known = folder / f"{name}.json"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not known.exists():
            home = folder / name
            shutil.rmtree(home, ignore_errors=True)  # what a failed start left
            home.mkdir()
            known.write_text(json.dumps(asdict(start(home))))
        return str(json.loads(known.read_text())["url"])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def pytest_configure(config: pytest.Config) -> None:
    if not is_worker(config):
        # Open to be walked through: Postgres runs as another user when the tests run as root.
        folder = tempfile.mkdtemp(prefix="horloge-tests-")
        Path(folder).chmod(0o755)
        os.environ[FOLDER] = folder


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        folder = Path(os.environ.pop(FOLDER))
        for known in folder.glob("*.json"):
            stop(Server(**json.loads(known.read_text())))
        shutil.rmtree(folder)


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")
