"""Real server processes for tests, started by `horloge serve`."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.support.games import TEST_GAMES
from tests.support.starting import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds to wait for what comes quickly on a machine without other work."""


class Served:
    """One server process; `again` restarts it on the same port after it has ended."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self.command = [sys.executable, "-m", "app", "serve", "--port", str(self.port), *arguments]
        self.environment = (
            os.environ | {"HORLOGE_GAMES": ",".join(TEST_GAMES), "HORLOGE_DEMO_GAME": "antechamber"} | environment
        )
        self.process = self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(self.command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while f"Horloge is at {self.address}" not in self.log.read_text():
            assert self.process.poll() is None, f"the server ended:\n{self.log.read_text()}"
            assert time.monotonic() < deadline, f"the server is not ready:\n{self.log.read_text()}"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill it, as a loss of power would."""
        self.process.kill()
        self.process.wait()
        self.log.write_text("")

    def again(self) -> None:
        self.process = self.start()
        self.wait_until_ready()

    def stop(self) -> int:
        """Stop it as an operator does; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def complaints(self) -> list[str]:
        return [line for line in self.log.read_text().splitlines() if re.search(r"error|Traceback", line)]


@contextmanager
def serving(folder: Path, *arguments: str, **environment: str) -> Iterator[Served]:
    with running(Served(folder, *arguments, **environment)) as served:
        yield served


@contextmanager
def running(served: Served) -> Iterator[Served]:
    """Wait until it is ready; stop it when the context ends."""
    try:
        served.wait_until_ready()
        yield served
    finally:
        if served.process.poll() is None:
            served.process.kill()
            served.process.wait()


@asynccontextmanager
async def watching(served: Served, key: str, after: int = 0) -> AsyncIterator[ClientConnection]:
    address = f"ws://127.0.0.1:{served.port}/tables/{key}/feed?after={after}"
    async with connect(address, origin=served.address) as socket:  # type: ignore[arg-type]
        yield socket


async def frame_of(socket: ClientConnection, sequence: int) -> dict[str, Any]:
    """Return the first frame with content that leads this far."""
    async with asyncio.timeout(PATIENCE):
        while True:
            frame: dict[str, Any] = json.loads(await socket.recv())
            if frame.get("html") and frame.get("seq", -1) >= sequence:
                return frame
