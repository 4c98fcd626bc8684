"""The parent of the harness's server processes, `python -m tests.harness.server`, with the settings of `horloge serve`
in the environment. It imports everything once; each process is a fork of it and is up in a fraction of the time that
Python takes to start.

It talks to cluster.py over its standard input and output: it sends Ready, answers each line, a Birth, with a Born, and
reports each process that ends with an Ended. HORLOGE_CONTROL plants a fault in all processes (planted.py).
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import select
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Struct

from app import logs
from app.commands import serve
from app.main import create_app
from app.settings import Settings, read_settings
from app.terminal import find_games
from engine.core import registry
from tests.harness import planted, points

LATE = ("app.live.line", "app.workers", "asyncpg", "redis.asyncio", "uvicorn.protocols.http.httptools_impl", "uvloop")
"""Modules that `horloge serve` imports only when it serves."""
ARM = signal.SIGUSR1
DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""


class Birth(Struct, frozen=True):
    """A process to be started: its port, its log, and the file that names the point at which it is to end or hang,
    which it reads when it gets the signal ARM."""

    port: int
    log: str
    point: str


class Ready(Struct, frozen=True, tag=True):
    """The first message: everything is imported."""


class Born(Struct, frozen=True, tag=True):
    pid: int


class Ended(Struct, frozen=True, tag=True):
    pid: int
    code: int
    """As subprocess reports it: minus the signal that ended it."""


def main() -> None:
    settings = read_settings()
    find_games()
    logs.set_up(settings.log_level, settings.log_format)
    planted.plant(os.environ.get("HORLOGE_CONTROL", ""))
    prepare(settings)
    gc.collect()
    gc.freeze()
    say(Ready())
    attend(settings)


def prepare(settings: Settings) -> None:
    """Do beforehand what every process would repeat: imports and lookups."""
    for name in LATE:
        import_module(name)
    registry.games()
    create_app(settings)
    asyncio.run(serve.warm_up())


def attend(settings: Settings) -> None:
    """Fork processes and report their ends until the input closes. Then end the processes that still run."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    alive: set[int] = set()
    told = b""
    while True:
        ready, _, _ = select.select([sys.stdin.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            reap(alive)
        if sys.stdin.fileno() in ready:
            heard = os.read(sys.stdin.fileno(), 65536)
            if not heard:
                break
            *lines, told = (told + heard).split(b"\n")
            for line in lines:
                pid = forked(settings, msgspec.json.decode(line, type=Birth))
                alive.add(pid)
                say(Born(pid))
    for pid in alive:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def reap(alive: set[int]) -> None:
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            alive.discard(found[0])
            say(Ended(found[0], os.waitstatus_to_exitcode(found[1])))


def say(told: Ready | Born | Ended) -> None:
    os.write(1, msgspec.json.encode(told) + b"\n")


def forked(settings: Settings, birth: Birth) -> int:
    pid = os.fork()
    if not pid:
        live(settings, birth)
    return pid


def live(settings: Settings, birth: Birth) -> NoReturn:
    """Be `horloge serve` from here on."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
        with Path(birth.log).open("ab") as log, Path(os.devnull).open("rb") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        signal.signal(ARM, lambda *_: points.arm(Path(birth.point).read_text()))
        here = settings.model_copy(update={"port": birth.port})
        serve.run(here, demo=False, listening=serve.listen(here))
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
