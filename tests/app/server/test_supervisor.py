"""Several workers on one port: dead ones are restarted, all can be replaced one by one, and no visitor is refused in
the process.
"""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from httpx2 import Client
from typer.testing import CliRunner
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from app.cli import horloge
from app.server import supervisor as workers
from app.server.supervisor import LONGEST_PAUSE, READY, Supervisor
from app.server.ws_protocol import Line, let_go
from tests.support.family import children_of, runs
from tests.support.serving import ROOT, Served, serving, watching

PATIENCE = 60

SUPERVISOR = """
import socket, sys
from app.server.supervisor import supervise
command = [sys.executable, "-c", sys.argv[2], sys.argv[1]]
listening = socket.create_server(("127.0.0.1", 0))
sys.exit(supervise(command, 2, listening, 0.5, lambda: print("up", flush=True)))
"""
WORKER = """
import os, signal, socket, sys, time
from pathlib import Path
folder, numbers = Path(sys.argv[1]), sys.argv[3]
if (folder / "broken").exists():
    sys.exit(3)
signal.signal(signal.SIGTERM, (lambda *_: None) if (folder / "deaf").exists() else (lambda *_: os._exit(0)))
(folder / f"pid-{os.getpid()}").touch()
line = socket.socket(fileno=int(numbers.split(":")[1]))
while (folder / "slow").exists():
    time.sleep(0.02)
line.send(b"1")
line.recv(1)
"""


class Shift:
    """A supervisor over two idle workers, which record that they are running."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        command = [sys.executable, "-c", SUPERVISOR, str(folder), WORKER]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def pids(self) -> set[int]:
        """Return the ids of the running workers."""
        there = {int(file.name.removeprefix("pid-")) for file in self.folder.glob("pid-*")}
        return {pid for pid in there if runs(pid)}


@contextmanager
def shift(folder: Path) -> Iterator[Shift]:
    made = Shift(folder)
    try:
        assert made.process.stdout
        assert made.process.stdout.readline() == "up\n"
        yield made
    finally:
        made.process.kill()
        made.process.communicate()


def test_a_worker_that_dies_is_started_again(tmp_path: Path) -> None:
    with shift(tmp_path) as at:
        dies, stays = at.pids()
        os.kill(dies, signal.SIGKILL)
        until(lambda: not runs(dies) and len(at.pids()) == 2)
        assert runs(stays)


def test_a_worker_that_is_killed_before_all_are_ready_does_not_end_the_site(tmp_path: Path) -> None:
    (tmp_path / "slow").touch()
    at = Shift(tmp_path)
    try:
        for _ in range(2):
            until(lambda: len(at.pids()) == 2)
            os.kill(dies := min(at.pids()), signal.SIGKILL)
            until(lambda gone=dies: not runs(gone) and len(at.pids()) == 2)  # type: ignore[misc]
        (tmp_path / "slow").unlink()
        assert at.process.stdout
        until(lambda: at.process.stdout is not None and at.process.stdout.readline() == "up\n")
        at.process.send_signal(signal.SIGTERM)
        assert at.process.wait(PATIENCE) == 0
    finally:
        at.process.kill()
        at.process.communicate()


def test_told_to_stop_before_all_are_ready_it_stops_in_good_order(tmp_path: Path) -> None:
    (tmp_path / "slow").touch()
    at = Shift(tmp_path)
    try:
        until(lambda: len(at.pids()) == 2)
        at.process.send_signal(signal.SIGTERM)
        assert at.process.wait(PATIENCE) == 0
        assert at.pids() == set()
    finally:
        at.process.kill()
        at.process.communicate()


class Died:
    """A worker that has ended, as its supervisor remembers it."""

    def __init__(self, code: int, well: bool) -> None:
        self.process, self.stopping_since = SimpleNamespace(pid=1, returncode=code), None
        self.well = lambda: well


@pytest.mark.parametrize(
    ("ends", "pause"),
    [
        ([True], 0),
        ([True, True, True], 0),
        ([False], 0),
        ([False, False], 1),
        ([False, False, False], 2),
        ([False] * 50, LONGEST_PAUSE),
        ([False] * 50 + [True], 0),
        ([False] * 50 + [True, False], 0),
    ],
)
def test_pauses_grow_only_where_workers_die_early_again_and_again(
    monkeypatch: pytest.MonkeyPatch, ends: list[bool], pause: float
) -> None:
    """`ends`: whether each worker had been healthy before it died."""
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda: 1_000.0))
    with socket.socket() as listening:
        supervisor = Supervisor([], 2, listening, 1.0, lambda: None)
        for well in ends:
            supervisor.workers = [died := Died(-9, well)]  # type: ignore[list-item]
            supervisor.bury(died)  # type: ignore[arg-type]
        for end in (supervisor.heard, supervisor.told):
            end.close()
    assert supervisor.start_at - 1_000 == pause
    assert not supervisor.stopping


HUNG = """
import socket, sys, time
from app.server.supervisor import Post
post = Post(int(sys.argv[1]), 0.2)
post.ready(lambda: None)
time.sleep(600)
"""


def test_a_worker_that_hangs_ends_as_well_when_its_supervisor_is_gone() -> None:
    line, post = socket.socketpair()
    command = [sys.executable, "-c", HUNG, str(post.fileno())]
    with post, subprocess.Popen(command, cwd=ROOT, pass_fds=(post.fileno(),)) as hung:
        assert line.recv(1) == READY
        post.close()
        line.close()
        assert hung.wait(PATIENCE) == 1


@pytest.mark.parametrize("begun", [True, False], ids=["at work", "while its workers start"])
def test_where_a_supervisor_is_killed_a_new_one_can_be_started_at_once(
    tmp_path: Path, migrated_postgres_url: str, begun: bool
) -> None:
    environment = {"DATABASE_URL": migrated_postgres_url, "REDIS_URL": "", "HORLOGE_BOT_PACE": "3600"}
    served = Served(tmp_path, "--workers", "2", **environment)
    try:
        if begun:
            served.wait_until_ready()
        until(lambda: len(children_of(served.process.pid)) == 2)
        before = children_of(served.process.pid)
        served.kill()
        served.again()
        until_gone(before)
        with Client(base_url=served.address) as visitor:
            assert visitor.get("/health/ready").status_code == 200
        assert served.stop() == 0
    finally:
        served.process.kill()
        served.process.wait()


def test_all_are_replaced_one_by_one(tmp_path: Path) -> None:
    with shift(tmp_path) as at:
        before, fewest = at.pids(), 2
        at.process.send_signal(signal.SIGHUP)

        def replaced() -> bool:
            nonlocal fewest
            fewest = min(fewest, len(at.pids()))
            return len(at.pids()) == 2 and not at.pids() & before

        until(replaced)
        assert fewest == 2, "a new one is ready before an old one stops"


def test_where_no_new_one_starts_the_old_ones_go_on(tmp_path: Path) -> None:
    with shift(tmp_path) as at:
        before = at.pids()
        (tmp_path / "broken").touch()
        at.process.send_signal(signal.SIGHUP)
        assert at.process.stdout
        until(lambda: "workers are not replaced" in str(at.process.stdout and at.process.stdout.readline()))
        assert at.pids() == before
        (tmp_path / "broken").unlink()
        at.process.send_signal(signal.SIGHUP)
        until(lambda: len(at.pids()) == 2 and not at.pids() & before)


def test_told_to_stop_all_stop_and_one_that_does_not_is_killed(tmp_path: Path) -> None:
    with shift(tmp_path) as at:
        (tmp_path / "deaf").touch()
        os.kill(min(before := at.pids()), signal.SIGKILL)
        until(lambda: len(at.pids() - before) == 1 and len(at.pids()) == 2)
        at.process.send_signal(signal.SIGTERM)
        assert at.process.wait(PATIENCE) == 0
        assert at.pids() == set()


def test_where_none_can_start_there_is_nothing_to_supervise(tmp_path: Path) -> None:
    (tmp_path / "broken").touch()
    made = Shift(tmp_path)
    assert made.process.wait(PATIENCE) == 1
    made.process.communicate()


def test_sqlite_is_for_one_process(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    done = CliRunner().invoke(horloge, ["serve", "--workers", "2"])
    assert (done.exit_code, done.stderr) == (
        2,
        "Several workers need Postgres: set DATABASE_URL, or leave --workers out.\n",
    )


def workers_of(served: Served) -> list[int]:
    return [int(pid) for pid in re.findall(r"Started server process \[(\d+)\]", served.log.read_text())]


async def test_workers_share_a_port_and_are_replaced_while_people_play(
    tmp_path: Path, migrated_postgres_url: str
) -> None:
    """No visitor is refused; those who had a table open are disconnected with a code that says to come back."""
    environment = {"DATABASE_URL": migrated_postgres_url, "REDIS_URL": "", "HORLOGE_BOT_PACE": "3600"}
    with serving(tmp_path, "--demo", "--workers", "2", **environment) as served:
        before = workers_of(served)
        assert len(before) == 2
        async with watching(served, "demo-1") as feed:
            served.process.send_signal(signal.SIGHUP)
            with pytest.raises(ConnectionClosed) as closed:
                await visit_while_watching(served, feed)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 1012
        await asyncio.to_thread(until_replaced, served, before)
        os.kill(served.process.pid, signal.SIGKILL)
        await asyncio.to_thread(until_gone, workers_of(served))


async def visit_while_watching(served: Served, feed: ClientConnection) -> None:
    with Client(base_url=served.address) as visitor:
        while True:
            assert (await asyncio.to_thread(visitor.get, "/health/ready")).status_code == 200
            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await feed.recv()


def until_replaced(served: Served, before: list[int]) -> None:
    until(lambda: len(workers_of(served)) == 4 and not any(map(runs, before)))


def until_gone(workers: list[int]) -> None:
    """Wait until the workers stop by themselves, because their supervisor is gone."""
    until(lambda: not any(map(runs, workers)))


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


async def test_many_sockets_are_let_go_over_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets are closed a few at a time, and other connections, such as requests, not at all."""
    closed: list[Line] = []
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        assert len(closed) == len(pauses), "one after each pause"

    monkeypatch.setattr(Line, "shutdown", lambda line: closed.append(line))
    monkeypatch.setattr("app.server.ws_protocol.asyncio", SimpleNamespace(sleep=sleep))
    lines = [object.__new__(Line) for _ in range(30)]
    await let_go([*lines, object()], 0.06)
    assert {*map(id, closed)} == {*map(id, lines)}
    assert pauses == [pytest.approx(0.002)] * 30
