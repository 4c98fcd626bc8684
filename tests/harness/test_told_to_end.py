"""A run that is told to end leaves no server behind."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from signal import SIGTERM

import msgspec

from tests.harness.run import Plan
from tests.support.needs import needs

ROOT = Path(__file__).parents[2]
PATIENCE = 60


def test_a_run_that_is_told_to_end_stops_its_database(folder: Path) -> None:
    needs("postgres")
    needs("linux")
    with subprocess.Popen([sys.executable, "-m", "tests.harness", folder], stdin=subprocess.PIPE, cwd=ROOT) as run:
        assert run.stdin
        run.stdin.write(msgspec.json.encode(Plan(PATIENCE, "told", redis=False)))
        run.stdin.close()
        database = Path("/proc", number_in(folder / "postgres" / "data" / "postmaster.pid", run))
        assert database.exists()
        run.send_signal(SIGTERM)
        assert run.wait(PATIENCE) == 128 + SIGTERM
    until(lambda: not database.exists(), "the database does not end")


def number_in(file: Path, run: subprocess.Popen[bytes]) -> str:
    """Return the process number in a file, once its process says that it is ready."""

    def ready() -> bool:
        assert run.poll() is None, "the run has ended"
        return file.exists() and "ready" in file.read_text()

    until(ready, "the database does not begin")
    return file.read_text().splitlines()[0]


def until(true: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)
