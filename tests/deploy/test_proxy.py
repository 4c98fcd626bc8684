"""The real Caddy with our Caddyfile in front of a real `horloge serve`: it refuses a body that is too large, and cuts
connections that stand still, at whichever end.
"""

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from app.web.forms import LARGEST
from tests.harness.acting import until
from tests.support.needs import needs
from tests.support.raw import Raw
from tests.support.serving import ROOT, Served, serving
from tests.support.starting import free_port
from tests.support.topology import caddy_with

PATIENCE = 30
ESTABLISHED = "01"
"""An open connection in the tables of Linux."""
QUICK = {"read_header 20s": "read_header 1s", "read_body 60s": "read_body 1s", "write 5m": "write 2s"}
"""The same limits, shortened, so that tests do not wait for minutes. Only tests of these limits use them, since an
honest visitor on a slow machine may need longer."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    settings = {"DATABASE_URL": f"sqlite:///{folder / 'own.db'}", "REDIS_URL": "", "HORLOGE_BOT_PACE": "3600"}
    with serving(folder, "--demo", **settings) as made:
        yield made


class Proxy(NamedTuple):
    port: int
    process: int


@pytest.fixture(scope="module")
def proxy(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with proxy_of(served, tmp_path_factory.mktemp("proxy"), {}) as made:
        yield made


@pytest.fixture(scope="module")
def hasty_proxy(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with proxy_of(served, tmp_path_factory.mktemp("hasty"), QUICK) as made:
        yield made


@contextmanager
def proxy_of(served: Served, folder: Path, other_lines: dict[str, str]) -> Iterator[Proxy]:
    needs("caddy")
    port = free_port()
    text = re.sub(r"app-1:8000 app-2:8000", f"127.0.0.1:{served.port}", (ROOT / "Caddyfile").read_text())
    for line, other in other_lines.items():
        assert line in text
        text = text.replace(line, other)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "HORLOGE_ADDRESS": f"http://127.0.0.1:{port}"}
    command = caddy_with(text, folder / "Caddyfile", free_port(), environment)
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log) as caddy,
    ):
        try:
            asyncio.run(until_up(port))
            yield Proxy(port, caddy.pid)
        finally:
            caddy.kill()


@pytest.fixture
def port(proxy: Proxy) -> int:
    return proxy.port


@pytest.fixture
def hasty_port(hasty_proxy: Proxy) -> int:
    return hasty_proxy.port


async def until_up(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            if b" 200 " in (await told(port, request("GET /")))[:15]:
                return
        except OSError:
            assert time.monotonic() < deadline
        await asyncio.sleep(0.1)


def request(line: str, *headers: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *headers, "", ""]).encode()


async def told(port: int, *pieces: bytes) -> bytes:
    with Raw.dialled(port) as raw:
        async with asyncio.timeout(PATIENCE):
            await raw.say(*pieces)
            return await raw.all()


def form(size: int, port: int) -> bytes:
    """Return the head of a form, as our own page sends it."""
    kind, origin = "Content-Type: application/x-www-form-urlencoded", f"Origin: http://127.0.0.1:{port}"
    head = request("POST /guest", f"Content-Length: {size}", kind, origin)
    return head.replace(b"Host: 127.0.0.1", b"Host: 127.0.0.1:%d" % port)


async def test_a_body_that_is_too_large_is_refused(port: int) -> None:
    """This covers a body without a length, and one that is too large for a form only."""
    pieces = [b"%x\r\n" % 1_000_000 + b"x" * 1_000_000 + b"\r\n"] * 5
    chunked = form(0, port).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    for answer in (
        await told(port, form(4_000_000, port), b"x" * 4_000_000),
        await told(port, chunked, *pieces),
        await told(port, form(LARGEST + 1, port), b"x" * (LARGEST + 1)),
    ):
        assert answer.startswith(b"HTTP/1.1 413 "), answer[:80]
    assert (await told(port, form(LARGEST, port), b"x" * LARGEST)).startswith(b"HTTP/1.1 422 "), "it is read"


async def test_the_proxy_keeps_no_more_of_a_body_than_a_form_takes(hasty_proxy: Proxy) -> None:
    """Otherwise a few visitors who send files would fill its memory, half of one being enough."""
    needs("linux")
    before, most = memory(hasty_proxy.process), 40
    with ExitStack() as stack:
        lines = [stack.enter_context(Raw.dialled(hasty_proxy.port)) for _ in range(most)]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(line.say(form(2_000_000, hasty_proxy.port), b"x" * 1_900_000) for line in lines))
            await asyncio.gather(*(line.all() for line in lines))
    assert memory(hasty_proxy.process) - before < most * 1_000_000


def memory(process: int) -> int:
    """Return the most memory that the process took so far, in bytes."""
    told = Path(f"/proc/{process}/status").read_text()
    return 1024 * int(re.findall(r"VmHWM:\s+(\d+) kB", told)[0])


async def test_a_head_that_is_too_large_is_refused(port: int) -> None:
    assert (await told(port, request("GET /", "X: " + "x" * 100_000))).startswith(b"HTTP/1.1 431 ")


async def test_who_sends_a_head_or_a_body_slowly_is_cut_off(hasty_port: int) -> None:
    assert b" 200 " not in await told(hasty_port, request("GET /")[:-4])
    answer = await told(hasty_port, form(1_000, hasty_port), b"name=")
    assert b"Content-Length: 0" in answer or b" 200 " not in answer, "nothing but the end"


async def test_who_does_not_read_the_answer_is_cut_off(port: int, hasty_port: int) -> None:
    """The whole answer never arrives, though nothing is read until the proxy has closed its end."""
    needs("linux")
    page = len(await told(port, request("GET /api/openapi.json")))
    assert page > 100_000
    with Raw.dialled(hasty_port) as raw:
        await raw.say(request("GET /api/openapi.json").replace(b"Connection: close\r\n", b"") * 400)
        async with asyncio.timeout(PATIENCE):
            while b"HTTP" not in raw.got:
                await raw.more()
            await until(lambda: not is_open(hasty_port, raw.connection.getsockname()[1]), PATIENCE)
            assert len(await raw.all()) < 390 * page


def is_open(server: int, client: int) -> bool:
    """Tell whether the server has not yet closed its end of the connection from this port of a client."""
    rows = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    ends = {(int(row[1].rpartition(":")[2], 16), int(row[2].rpartition(":")[2], 16)): row[3] for row in rows}
    return ends.get((server, client)) == ESTABLISHED


async def test_a_socket_outlives_these_limits(hasty_port: int, served: Served) -> None:
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    wish = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", key, f"Origin: http://127.0.0.1:{hasty_port}")
    opening = request("GET /tables/demo-1/feed?as=json", *wish).replace(b"Connection: close", b"Connection: Upgrade")
    with Raw.dialled(hasty_port) as raw:
        async with asyncio.timeout(PATIENCE):
            await raw.say(opening.replace(b"Host: 127.0.0.1", b"Host: 127.0.0.1:%d" % hasty_port))
            assert (await raw.head()).startswith(b"HTTP/1.1 101 ")
            for _ in range(3):
                assert b" 200 " not in await told(hasty_port, request("GET /")[:-4]), "its second is over"
            await raw.say(b"\x89\x80\x00\x00\x00\x00")
            while b"\x8a\x00" not in raw.got:
                assert await raw.more()
