"""The first board that somebody gets to see, on our server: how many bytes go over the wire with everything that the
page needs, compressed; how long the server takes for it when it has not seen the table yet, and when it has; what one
placement sends to a page. And, in this process, drawing a whole board of parts that are known beside glueing together
strings that are.
"""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections.abc import Iterator
from statistics import median

from app.accounts.visitor import COOKIE
from app.play.table import lay
from app.words.catalogue import words_of
from bench import ours
from bench.arena import arena, run
from bench.figure import Figure, figure
from bench.measure import Contest, measured, repeated
from bench.parts import rooms_to_play

FIRST = 3_000_000
"""The numbers of this bench's own tables begin here."""
TABLES = 12
ASSET = re.compile(rb'(?:src|href)="(/static/[^"]+)"')
LIMITS = {"board_on_the_wire": 100_000.0, "board_cold": 40.0, "board_warm": 10.0}


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from run(over_the_wire()).items()
    yield "board_whole", run(whole(seconds))


async def over_the_wire() -> dict[str, Figure]:
    cold, warm, sizes, boards, updates = [], [], [], [], []
    async with arena() as servers:
        served = servers.sqlite
        for key in await ours.open_tables(served.site, range(FIRST, FIRST + TABLES)):
            page, took = await fetched(served, f"/tables/{key}")
            cold.append(took)
            warm += [(await fetched(served, f"/tables/{key}"))[1] for _ in range(5)]
            assets = {path.decode() for path in ASSET.findall(gzip.decompress(page))}
            boards.append(len(gzip.decompress(page)))
            sizes.append(len(page) + sum([len((await fetched(served, path))[0]) for path in assets]))
            updates.append(await placement(served, key))
    made = {"board_on_the_wire": float(max(sizes)), "board_cold": 1e3 * median(cold), "board_warm": 1e3 * median(warm)}
    found = {
        name: figure(value, "bytes" if value > KILO else "ms", "the limit", LIMITS[name], 1)
        for name, value in made.items()
    }
    update = float(median(updates))
    found["board_update"] = figure(update, "bytes", "the limit", 6_000, 1)
    found["board_update_beside_the_board"] = figure(update, "bytes", "the page", median(boards), 0.1)
    return found


KILO = 1_000


async def fetched(served: ours.Served, path: str) -> tuple[bytes, float]:
    """The body of an answer as it came, compressed, and how long it took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    started = time.perf_counter()
    writer.write(
        f"GET {path.replace('&amp;', '&')} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAccept-Encoding: gzip\r\n"
        f"Cookie: {COOKIE}={served.site.cookies[0]}\r\nConnection: close\r\n\r\n".encode()
    )
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    took = time.perf_counter() - started
    writer.close()
    if b" 200 " not in head.partition(b"\r\n")[0]:
        raise RuntimeError(f"{path}: {head[:200]!r}")
    return unchunked(body) if b"transfer-encoding: chunked" in head.lower() else body, took


def unchunked(body: bytes) -> bytes:
    found = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        found, body = found + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    return found


async def placement(served: ours.Served, key: str) -> int:
    """Bytes of the frame that one placement sends to a spectator's page."""
    spectator: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def heard(text: bytes) -> None:
        if ours.counts(text) and not spectator.done():
            spectator.set_result(len(text))

    play = await ours.seated(served, key, "json")
    line = await ours.watching(served, key, heard)
    await play.play(1)
    size = await asyncio.wait_for(spectator, 10)
    play.close()
    line.close()
    return size


async def whole(seconds: float) -> Figure:
    """A whole board whose parts are known, beside the same strings glued together."""
    async with rooms_to_play({}) as (rooms, _):
        room, words = rooms[0], words_of("en")
        sheet = lay(room, None, words)
        strings, lines = {name: str(html) for name, html in sheet.parts.items()}, str(sheet.log)
        return measured(
            Contest(
                "µs", repeated(lambda: lay(room, None, words).content(), 20), "strings glued together",
                repeated(lambda: glued(strings, lines), 20), 3.5,
            ),
            seconds,
        )  # fmt: skip


def glued(strings: dict[str, str], lines: str) -> str:
    """What stands in each part is known; all that is left is to put it where it belongs."""
    parts = [f'<section class="part part-{name}" id="part-{name}">{html}</section>' for name, html in strings.items()]
    return "".join(("<div>", *parts, "<ol>", lines, "</ol></div>"))
