"""Imported records are played in a process of their own: the loop goes on, one import runs at a time, and it ends when
its visitor leaves.
"""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from fastapi import HTTPException
from fastapi.testclient import TestClient

from app.features.analysis import import_queue as importing
from app.features.analysis.import_queue import EACH, Imports
from app.features.analysis.record_import import Played, Unfit
from app.web.rate_limits import TooMany
from app.web.visitor import COOKIE
from tests.app.features.analysis.test_boards import RIGGED, SEEDED
from tests.app.web.test_bodies import Endless
from tests.harness.acting import until
from tests.support.family import runs
from tests.support.needs import needs
from tests.support.serving import Served
from tests.support.visitors import come_as_guest, run, services_of

SECONDS = 240.0
"""The worker has a low priority: on a busy machine it takes minutes to start."""
ELSEWHERE = "192.0.2.1"


def stays(raw: bytes, games: Iterable[str] = (), inside: bool = False) -> Any:
    """Instead of playing, record the start, run until the named file is gone, and record the end."""
    named = json.loads(raw)["record"] if inside else raw.decode()
    at_work, gate = map(Path, named.split("\n"))
    with at_work.open("a") as told:
        told.write(f"{os.getpid()}\n")
    while gate.exists():
        pass
    with at_work.open("a") as told:
        told.write(f"{-os.getpid()}\n")
    return Played("", "", (), False, "", "", b"", [], [])


def dies(raw: bytes, games: Iterable[str] = (), inside: bool = False) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest_asyncio.fixture
async def imports() -> AsyncIterator[Imports]:
    made = Imports(["tests.games.tiny"])
    yield made
    await made.close()


class Held:
    """Imports that run until they are released."""

    def __init__(self, folder: Path) -> None:
        self.at_work, self.gate = folder / "at-work", folder / "gate"
        self.gate.touch()
        self.raw = f"{self.at_work}\n{self.gate}".encode()

    def begun(self) -> list[int]:
        """Return the processes of the imports that began."""
        return [process for process in self.said() if process > 0]

    def said(self) -> list[int]:
        """Return the process of each import that began, and negated of each that ended, in their order."""
        return [int(line) for line in self.at_work.read_text().split()] if self.at_work.exists() else []


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Held:
    """Let waiting imports wait for as long as a busy machine needs to start the worker."""
    monkeypatch.setattr(importing, "played", stays)
    monkeypatch.setattr(importing, "PATIENCE", SECONDS)
    return Held(tmp_path)


async def test_a_record_is_played_elsewhere_as_it_would_be_here(imports: Imports) -> None:
    for raw in (RIGGED, SEEDED):
        found = await imports.play(raw, ELSEWHERE)
        assert len(found.entries) > 0
    with pytest.raises(Unfit) as unfit:
        await imports.play(b'{"game": "chess"}', ELSEWHERE)
    assert (unfit.value.place, unfit.value.why, unfit.value.facts) == ("$.game", "no_game", {"name": "chess"})


async def test_the_loop_goes_on_while_a_record_is_played_and_one_is_played_at_a_time(
    imports: Imports, held: Held
) -> None:
    """The import can only end when this loop, which it would block, releases it."""
    tasks = [asyncio.create_task(imports.play(held.raw, f"192.0.2.{n}")) for n in range(5)]
    await until(lambda: len(held.begun()) == 1, SECONDS)
    assert imports.taken.total() == 5
    assert held.begun() != [os.getpid()]
    held.gate.unlink()
    assert len(await asyncio.gather(*tasks)) == 5
    assert [process > 0 for process in held.said()] == [True, False] * 5
    assert not imports.taken


async def test_one_address_has_a_few_waiting_and_others_get_their_turn(imports: Imports, held: Held) -> None:
    tasks = [asyncio.create_task(imports.play(held.raw, ELSEWHERE)) for _ in range(EACH)]
    await until(lambda: len(held.begun()) == 1, SECONDS)
    with pytest.raises(TooMany) as refused:
        await imports.play(held.raw, ELSEWHERE)
    assert refused.value.headers == {"Retry-After": "5"}
    other = asyncio.create_task(imports.play(held.raw, "192.0.2.2"))
    held.gate.unlink()
    await asyncio.gather(*tasks, other)


async def test_whoever_waits_too_long_for_their_turn_is_told_to_come_back(
    imports: Imports, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PATIENCE", 0.01)
    first = asyncio.create_task(imports.play(held.raw, ELSEWHERE))
    await until(lambda: len(held.begun()) == 1, SECONDS)
    with pytest.raises(TooMany):
        await imports.play(held.raw, "192.0.2.2")
    held.gate.unlink()
    await first


async def test_a_record_that_never_ends_is_refused_in_a_sentence_and_the_next_is_played(
    imports: Imports, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LONGEST", 0.1)
    with pytest.raises(Unfit, match="too long"):
        await imports.play(held.raw, ELSEWHERE)
    monkeypatch.undo()
    assert (await imports.play(RIGGED, ELSEWHERE)).game == "antechamber"


async def test_a_record_that_kills_its_process_is_refused_and_the_next_is_played(
    imports: Imports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "played", dies)
    with pytest.raises(HTTPException) as refused:
        await imports.play(RIGGED, ELSEWHERE)
    assert refused.value.status_code == 503
    monkeypatch.undo()
    assert (await imports.play(RIGGED, ELSEWHERE)).game == "antechamber"


@pytest.mark.parametrize("path", ["/analysis", "/api/v1/boards"])
def test_whoever_goes_away_ends_their_import(client: TestClient, held: Held, path: str) -> None:
    come_as_guest(client)
    services = services_of(client)

    async def leave() -> None:
        kind = "application/json" if path.startswith("/api") else "multipart/form-data; boundary=x"
        request, gone = Endless("POST", path, kind, client.cookies[COOKIE]), asyncio.Event()
        bodies = [sent(path, held.raw)]

        async def receive() -> dict[str, Any]:
            if bodies:
                return {"type": "http.request", "body": bodies.pop()}
            await gone.wait()
            return {"type": "http.disconnect"}

        request.receive = receive  # type: ignore[method-assign]
        task = asyncio.create_task(request.ask(client.app))
        await until(lambda: len(held.begun()) == 1, SECONDS)
        gone.set()
        await task
        [worker] = held.begun()
        await until(lambda: not runs(worker), SECONDS)

    run(client, leave)
    assert not services.imports.taken
    assert "card-" not in client.get("/analysis").text


def sent(path: str, raw: bytes) -> bytes:
    if path.startswith("/api"):
        return b'{"record": "%s"}' % raw.replace(b"\n", b"\\n")
    part = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
    return part % (b"record", b"", b"") + part % (b"file", b'; filename="a"', raw) + b"--x--\r\n"


def test_the_worker_ends_with_the_server(tmp_path: Path, sqlite_url: str) -> None:
    import httpx2

    from app.base.tokens import form_token_of

    served = Served(tmp_path, DATABASE_URL=sqlite_url, HORLOGE_LOG_LEVEL="warning")
    try:
        served.wait_until_ready()
        with httpx2.Client(base_url=served.address, trust_env=False, timeout=SECONDS) as http:
            http.get("/guest")
            token = form_token_of(http.cookies[COOKIE])
            headers = {"origin": served.address, "x-horloge-token": token}
            http.post("/guest", data={"token": token, "name": "Ada", "next": "/"}, headers=headers)
            headers["x-horloge-token"] = form_token_of(http.cookies[COOKIE])
            answer = http.post("/analysis", files={"file": ("a", RIGGED)}, headers=headers)
            assert answer.status_code == 303
        assert len(workers_of(served)) == 1
        [worker] = workers_of(served)
        assert served.stop() == 0
        assert not Path(f"/proc/{worker}/cmdline").exists()
        assert served.complaints() == []
    finally:
        served.process.kill()
        served.process.wait()


def workers_of(served: Served) -> list[int]:
    needs("linux")
    found = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children").read_text()
    return [int(one) for one in found.split()]
