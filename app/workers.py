"""Supervises several worker processes that share one port: starts them, restarts them when they die, replaces them one
by one. `horloge serve --workers N` calls `supervise`; each worker is a `horloge serve` of its own, which calls
`Post.ready` once it takes requests.

SIGHUP replaces all of them: a new one is started, and when it is ready an old one is told to stop, until none is left.
Each is started from what is installed by then. SIGTERM stops all. A worker whose supervisor is gone stops by itself,
and releases the port at once.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

READY = b"1"
LOOK_SECONDS = 0.5
SOON_SECONDS = 5.0
"""A worker that has been ready for this long is well. If several die sooner, one after the other, the pauses grow."""
LONGEST_PAUSE = 30.0

log = structlog.get_logger(__name__)


class Post:
    """A worker's end of the connection to its supervisor. A thread listens to it, so that a worker whose supervisor is
    gone ends whatever it is doing: at once if it is not ready yet, later when it has stopped or, at the latest, after
    its patience. Until then its port is not free for a new start."""

    def __init__(self, number: int, patience: float) -> None:
        self.line, self.patience = socket.socket(fileno=number), patience
        self.stop: Callable[[], object] | None = None
        threading.Thread(target=self.listen, name="supervisor", daemon=True).start()

    def ready(self, stop: Callable[[], object]) -> None:
        """Report that the worker takes requests. `stop` is called from another thread when it has to stop."""
        self.stop = stop
        with suppress(OSError):
            self.line.send(READY)

    def listen(self) -> None:
        with suppress(OSError):
            self.line.recv(1)
        if self.stop:
            self.stop()
            time.sleep(self.patience)
        os._exit(1)


class Worker:
    """A worker as its supervisor sees it."""

    def __init__(self, command: Sequence[str], listening: socket.socket) -> None:
        self.line, post = socket.socketpair()
        self.line.setblocking(False)
        words = [*command, "--worker", f"{listening.fileno()}:{post.fileno()}"]
        self.process = subprocess.Popen(words, pass_fds=(listening.fileno(), post.fileno()))
        post.close()
        self.ready_since: float | None = None
        self.stopping_since: float | None = None

    @property
    def ready(self) -> bool:
        return self.ready_since is not None

    def well(self) -> bool:
        """Tell whether it has been ready for a while."""
        return self.ready_since is not None and time.monotonic() - self.ready_since >= SOON_SECONDS

    def listen(self) -> None:
        with suppress(OSError):
            if not self.ready and self.line.recv(1) == READY:
                self.ready_since = time.monotonic()

    def stop(self) -> None:
        if self.stopping_since is None:
            self.stopping_since = time.monotonic()
            self.process.send_signal(signal.SIGTERM)

    def over(self, patience: float) -> bool:
        """Tell whether it has ended; one that does not stop when told so is killed."""
        if self.stopping_since is not None and time.monotonic() - self.stopping_since > patience:
            self.process.kill()
        if self.process.poll() is None:
            return False
        self.line.close()
        return True


class Supervisor:
    def __init__(
        self, command: Sequence[str], count: int, listening: socket.socket, patience: float, up: Callable[[], None]
    ) -> None:
        """`patience`: for how long a worker may take to stop. `up` is called when all are ready for the first time."""
        self.command, self.count, self.listening, self.patience, self.up = command, count, listening, patience, up
        self.workers: list[Worker] = []
        self.to_replace: list[Worker] = []
        self.next: Worker | None = None
        """The worker that replaces the first of these, once it is ready."""
        self.early, self.start_at = 0, 0.0
        """How many have died early, one after the other; and when the next one may be started."""
        self.begun = self.stopping = False
        self.served = False
        """Whether any worker has been ready."""
        self.hopeless = False
        """Whether no worker can start, so that there is nothing to supervise."""
        self.heard, self.told = socket.socketpair()

    def run(self) -> int:
        """Look after the workers until told to stop, and return the exit code. Being told so early is no failure: a
        service manager may stop what it has just started."""
        for end in (self.heard, self.told):
            end.setblocking(False)
        signal.set_wakeup_fd(self.told.fileno(), warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stop())
        signal.signal(signal.SIGHUP, lambda *_: self.replace_all())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        try:
            while self.look():
                self.wait()
        finally:
            for worker in self.workers:
                worker.process.kill()
        return 1 if self.hopeless else 0

    def stop(self) -> None:
        self.stopping = True

    def replace_all(self) -> None:
        if self.begun:
            log.info("workers are replaced", workers=len(self.workers))
            self.to_replace = [worker for worker in self.workers if worker is not self.next]

    def wait(self) -> None:
        """Wait for a signal, or for a worker to report."""
        lines = [worker.line for worker in self.workers if not worker.ready]
        heard, _, _ = select.select([self.heard, *lines], [], [], LOOK_SECONDS)
        if self.heard in heard:
            self.heard.recv(4096)

    def look(self) -> bool:
        """Look after the workers once; return whether any are left."""
        for worker in self.workers:
            worker.listen()
            self.served = self.served or worker.ready
        for worker in [worker for worker in self.workers if worker.over(self.patience)]:
            self.bury(worker)
        if self.stopping:
            for worker in self.workers:
                worker.stop()
            return bool(self.workers)
        self.go_on_replacing()
        self.fill_up()
        if not self.begun and all(worker.ready for worker in self.workers):
            self.begun = True
            self.up()
        return True

    def bury(self, worker: Worker) -> None:
        """Remove a worker that has ended. One that cannot even start says so by its exit code: if none has been ready
        before, the supervisor gives up. One that was killed is started again."""
        self.workers.remove(worker)
        if worker in self.to_replace:
            self.to_replace.remove(worker)
        if worker.stopping_since is not None:
            return
        log.error("worker died", pid=worker.process.pid, code=worker.process.returncode)
        if worker is self.next:
            log.error("workers are not replaced: the new one did not start, the old ones go on")
            self.next, self.to_replace = None, []
        self.early = 0 if worker.well() else self.early + 1
        self.start_at = time.monotonic() + pause_after(self.early)
        if worker.process.returncode > 0 and not self.served:
            self.hopeless = self.stopping = True

    def fill_up(self) -> None:
        """Start workers until there are as many as there should be."""
        while len(self.workers) < self.count and time.monotonic() >= self.start_at:
            self.start()

    def go_on_replacing(self) -> None:
        """Replace the workers one after the other: start a new one, then stop an old one; when that has ended, go on
        with the next."""
        if any(worker.stopping_since is not None for worker in self.workers):
            return
        if self.next and self.next.ready and self.to_replace:
            self.to_replace.pop(0).stop()
            self.next = None
        elif self.to_replace and self.next is None:
            self.next = self.start()

    def start(self) -> Worker:
        worker = Worker(self.command, self.listening)
        self.workers.append(worker)
        return worker


def pause_after(early: int) -> float:
    """Return the seconds until the next worker is started after so many early deaths in a row."""
    return min(LONGEST_PAUSE, 2.0 ** (early - 2)) if early > 1 else 0.0


def supervise(
    command: Sequence[str], count: int, listening: socket.socket, patience: float, up: Callable[[], None]
) -> int:
    return Supervisor(command, count, listening, patience, up).run()
