"""Work in a process of its own: killing the process cancels the work and disturbs nothing else."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from pickle import PicklingError

import pytest
import pytest_asyncio

from app.base.worker import Worker, WorkerDied
from tests.app.base.working import die, go_on_for_ever, nothing_that_can_be_sent, refuse, refuse_strangely, sized, who
from tests.harness.acting import until
from tests.support.needs import needs

SECONDS = 60.0


@pytest_asyncio.fixture
async def worker() -> AsyncIterator[Worker]:
    made = Worker()
    yield made
    await made.close()


async def test_one_other_process_does_all_the_work(worker: Worker) -> None:
    assert worker.process is None, "it is started when there is work"
    first = await worker.run(SECONDS, who)
    assert first != os.getpid()
    assert {await worker.run(SECONDS, who) for _ in range(3)} == {first}
    assert await worker.run(SECONDS, sized, b"x" * 5_000_000) == 5_000_000


async def test_what_goes_wrong_there_is_raised_here_and_the_process_goes_on(worker: Worker) -> None:
    first = await worker.run(SECONDS, who)
    with pytest.raises(ValueError, match="no thanks"):
        await worker.run(SECONDS, refuse, "no thanks")
    with pytest.raises(TypeError, match="'other'"):
        await worker.run(SECONDS, refuse_strangely)
    with pytest.raises((AttributeError, PicklingError), match="pickle"):
        await worker.run(SECONDS, nothing_that_can_be_sent)
    assert await worker.run(SECONDS, who) == first


async def test_work_that_is_cancelled_ends_with_its_process_and_the_next_starts_another(
    worker: Worker, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    task = asyncio.create_task(worker.run(SECONDS, go_on_for_ever, str(mark)))
    await until(lambda: mark.exists() and bool(mark.read_text()), SECONDS)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: not is_alive(int(mark.read_text())), SECONDS)
    assert await worker.run(SECONDS, who) != int(mark.read_text())


async def test_work_that_takes_too_long_is_ended(worker: Worker, tmp_path: Path) -> None:
    await worker.run(SECONDS, who)
    with pytest.raises(TimeoutError):
        await worker.run(0.1, go_on_for_ever, str(tmp_path / "mark"))
    assert await worker.run(SECONDS, sized, b"") == 0


async def test_a_process_that_dies_is_replaced(worker: Worker) -> None:
    first = await worker.run(SECONDS, who)
    with pytest.raises(WorkerDied):
        await worker.run(SECONDS, die)
    os.kill(await worker.run(SECONDS, who), signal.SIGKILL)
    with pytest.raises(WorkerDied):
        await worker.run(SECONDS, who)
    assert await worker.run(SECONDS, who) != first


async def test_who_waits_for_work_that_is_closed_is_told_and_nobody_starts_another(
    worker: Worker, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    tasks = [asyncio.create_task(worker.run(SECONDS, go_on_for_ever, str(mark))) for _ in range(2)]
    await until(lambda: mark.exists() and bool(mark.read_text()), SECONDS)
    await worker.close()
    assert [type(each) for each in await asyncio.gather(*tasks, return_exceptions=True)] == [WorkerDied] * 2
    assert worker.process is None
    assert not is_alive(int(mark.read_text()))


async def test_pieces_of_work_take_turns(worker: Worker) -> None:
    assert await asyncio.gather(*(worker.run(SECONDS, sized, b"x" * n) for n in range(20))) == [*range(20)]


def test_the_process_ends_with_the_server_in_the_middle_of_its_work(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    source = f"""
import asyncio
from app.base.worker import Worker
from tests.app.base.working import go_on_for_ever
asyncio.run(Worker().run(60, go_on_for_ever, {str(mark)!r}))
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(Path.cwd()), *sys.path]))}
    with subprocess.Popen([sys.executable, "-c", source], env=environment) as server:
        wait(lambda: mark.exists() and bool(mark.read_text()))
        server.kill()
        wait(lambda: not is_alive(int(mark.read_text())))


def wait(holds: object) -> None:
    deadline = time.monotonic() + SECONDS
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_alive(number: int) -> bool:
    """Tell whether a process runs; a zombie does not."""
    needs("linux")
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
