"""Server processes that a bench measures: starts them, keeps them on one core while the load runs on another, and reads
how much CPU time and memory they have taken.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

READY_SECONDS = 60
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORE, LOAD_CORE = (CORES[0], CORES[-1]) if len(CORES) > 1 else (None, None)
"""None where there is only one, or the system does not allow choosing."""


class Started:
    """A running server process."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process, self.log = process, log

    def processor_seconds(self) -> float:
        """Return the time for which all its threads together have been running, including those that have ended."""
        return time.clock_gettime(clock_of(self.process.pid))

    def memory(self) -> int:
        """Return the bytes of memory of its own."""
        for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
        raise LookupError("the system does not tell")


def clock_of(process: int) -> int:
    """Return the number of the clock that counts a process's CPU time, as Linux derives it from the process's own."""
    return (~process << 3) | 2


@contextmanager
def started(
    command: Sequence[str | Path], folder: Path, says: str, environment: Mapping[str, str] | None = None
) -> Iterator[Started]:
    """Run a server on the servers' core; yield it once it reports that it is ready, and stop it in the end."""
    log = folder / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            list(map(str, command)), cwd=folder, stdout=out, stderr=out, env=os.environ | (environment or {})
        )
    if SERVER_CORE is not None:
        os.sched_setaffinity(process.pid, {SERVER_CORE})
    try:
        wait_until(says, process, log)
        yield Started(process, log)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until(says: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while says not in log.read_text():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the server did not start:\n{log.read_text()}")
        time.sleep(0.02)


@contextmanager
def on_load_core() -> Iterator[None]:
    """Keep this process on the other core inside the block."""
    with on_core(LOAD_CORE):
        yield


@contextmanager
def on_server_core() -> Iterator[None]:
    """Keep this process on the servers' core inside the block."""
    with on_core(SERVER_CORE):
        yield


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
