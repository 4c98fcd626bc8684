"""Runs work that would block the server's event loop in a worker: a process that gets a function and its arguments. A
`Worker` starts its process with the first job, does one job at a time, and kills the process when the job is cancelled
or takes too long; the next job starts another one. The process ends with the server.

The function is sent by name: it has to be in a module. It runs in the main thread, where `rooms.budget` works.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import queue
import signal
import sys
import threading
from asyncio import IncompleteReadError
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

SIZE = 8
"""The bytes of a message's length."""
NICE = 10
"""The worker's priority is below that of the processes that answer visitors."""


class WorkerDied(Exception):
    """The process ended before the job was done."""


class Worker:
    """The server's end of a worker process."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.turn = asyncio.Lock()
        self.closed = False

    async def run(self, seconds: float, function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
        """Run a function in the worker and return its result. Raises what it raises, TimeoutError and WorkerDied."""
        async with self.turn:
            try:
                async with asyncio.timeout(seconds):
                    answer = await self.exchange(pickle.dumps((function, given, named)))
            except (IncompleteReadError, ConnectionError) as error:
                await self.kill()
                raise WorkerDied from error
            except BaseException:
                await asyncio.shield(self.kill())
                raise
        went_well, result = pickle.loads(answer)  # noqa: S301 - from our own process
        if not went_well:
            raise result
        found: R = result
        return found

    async def exchange(self, message: bytes) -> bytes:
        if self.closed:
            raise ConnectionError
        if self.process is None or self.process.returncode is not None:
            self.process = await started()
        process = self.process
        assert process.stdin
        assert process.stdout
        process.stdin.write(len(message).to_bytes(SIZE, "big") + message)
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(SIZE), "big")
        return await process.stdout.readexactly(size)

    async def kill(self) -> None:
        process, self.process = self.process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()

    async def close(self) -> None:
        """End the process for good. Callers that wait for it get WorkerDied."""
        self.closed = True
        if self.process:
            with suppress(ProcessLookupError):
                self.process.kill()
        async with self.turn:  # a waiting caller reads from the process until it has ended
            await self.kill()


async def started() -> Process:
    """Start a process that imports what this one would."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=PIPE, stdout=PIPE, env=environment
    )


def main() -> None:
    """Do jobs until the server is gone: the worker's end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a job that prints something does not write into the answers
    work: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=hear, args=(sys.stdin.buffer, work), daemon=True).start()
    while True:
        answer = done(work.get())
        answers.write(len(answer).to_bytes(SIZE, "big") + answer)
        answers.flush()


def hear(source: BinaryIO, work: queue.SimpleQueue[bytes]) -> None:
    """Read jobs beside the work, so that the process ends with the server whatever it is doing."""
    while size := source.read(SIZE):
        work.put(source.read(int.from_bytes(size, "big")))
    os._exit(0)


def done(message: bytes) -> bytes:
    """Do a job; return whether it succeeded, and what it returned or raised."""
    try:
        function, given, named = pickle.loads(message)  # noqa: S301 - from our own server
        return pickle.dumps((True, function(*given, **named)))
    except Exception as error:  # noqa: BLE001 - the server raises it again
        try:
            return pickle.dumps((False, error))
        except Exception:  # noqa: BLE001 - the error may hold anything
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


if __name__ == "__main__":
    main()
