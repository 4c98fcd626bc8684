"""The first board that a visitor sees, on our server: how many bytes go over the wire with everything that the page
needs, compressed as browsers take it over https; how long the server takes for it when it has not seen the table yet,
and when it has. The bytes that one placement sends to the pages of spectators, uncompressed, as sockets send them; the
player who has to decide next also gets the form for it. And, in this process, drawing a whole board from cached parts
beside joining cached strings.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from statistics import median

import brotli

from app.decide.layout import lay
from app.web.visitor import COOKIE
from app.words.catalogue import words_of
from bench import ours
from bench.arena import arena, run
from bench.figure import Figure, figure
from bench.measure import Contest, measured, repeated
from bench.parts import rooms_to_play
from bench.sockets import HERE, address_of
from engine.core.game import AnyGame
from engine.versailles import GAME

FIRST = 3_000_000
"""The numbers of this bench's own tables begin here."""
TABLES = 12
ASSET = re.compile(rb'(?<!rel="apple-touch-icon" )(?:src|href)="(/static/[^"]+)"')
"""Finds the files that a browser fetches with a page. The other icon is fetched only when the site is put on a phone's
home screen."""
PLACING = b'"do":"place"'
PATIENCE = 10


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from run(over_the_wire()).items()
    yield "board_whole", run(whole(seconds))


async def over_the_wire() -> dict[str, Figure]:
    cold, warm, sizes, boards, updates = [], [], [], [], []
    async with arena() as servers:
        served = servers.sqlite
        for number, key in enumerate(await ours.open_tables(served.site, range(FIRST, FIRST + TABLES)), FIRST):
            page, took = await fetched(served, f"/tables/{key}")
            cold.append(took)
            warm += [(await fetched(served, f"/tables/{key}"))[1] for _ in range(5)]
            boards.append(len(board_in(brotli.decompress(page))))
            sizes.append(await with_assets(served, page))
            updates.append(await change(served, key, before(number, PLACING)))
    update, with_form = (float(median(found)) for found in zip(*updates, strict=True))
    return {
        "board_on_the_wire": figure(float(max(sizes)), "bytes", "the limit", 100_000, 1),
        "board_cold": figure(1e3 * median(cold), "ms", "the limit", 40, 1),
        "board_warm": figure(1e3 * median(warm), "ms", "the limit", 10, 1),
        "board_update": figure(update, "bytes", "the limit", 6_000, 1),
        "board_update_beside_the_board": figure(update, "bytes", "the board", median(boards), 0.1),
        "board_update_with_the_next_form": figure(with_form, "bytes", "the update alone", update),
    }


async def with_assets(served: ours.Served, page: bytes) -> int:
    """Return the bytes of a page as it came, with everything that it needs."""
    assets = {path.decode() for path in ASSET.findall(brotli.decompress(page))}
    return len(page) + sum([len((await fetched(served, path))[0]) for path in assets])


def board_in(page: bytes) -> bytes:
    """Return the part of a page between its head and its foot."""
    return page.partition(b"<main")[2].partition(b"</main>")[0]


def before(number: int, choice: bytes, rules: AnyGame = GAME) -> int:
    """Return how many moves a game has before this choice is made for the first time."""
    choices = (ours.act_of(text).choice for _, text in ours.game(number, rules))
    return next(made for made, one in enumerate(choices) if choice in bytes(one))


async def fetched(served: ours.Served, path: str) -> tuple[bytes, float]:
    """Return the body of a response as it came, compressed, and how long it took."""
    reader, writer = await asyncio.open_connection(HERE, served.port, local_addr=(address_of(0), 0))
    started = time.perf_counter()
    writer.write(
        f"GET {path.replace('&amp;', '&')} HTTP/1.1\r\nHost: {HERE}:{served.port}\r\nAccept-Encoding: br\r\n"
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


async def change(served: ours.Served, key: str, before: int, rules: AnyGame = GAME) -> tuple[int, int]:
    """Return the bytes of the frame that the next move, after so many others, sends to the page of a spectator; and to
    the page of the next player, who gets most."""
    play = await ours.seated(served, key, "html", rules)
    await play.play(before)
    looking, playing = Sizes(), [Sizes() for _ in play.lines]
    spectator = await ours.watching(served, key, looking.heard, before)
    for line, sizes in zip(play.lines, playing, strict=True):
        line.heard = sizes.beside(line.heard)
    await play.play(1)
    async with asyncio.timeout(PATIENCE):
        await looking.there.wait()
    for line in (*play.lines, spectator):
        line.close()
    return looking.last, max(sizes.last for sizes in playing)


class Sizes:
    """Records the length of the last change that a page was sent."""

    def __init__(self) -> None:
        self.last, self.there = 0, asyncio.Event()

    def heard(self, text: bytes) -> None:
        if ours.counts(text) and not text.startswith(ours.ANSWER):
            self.last = len(text)
            self.there.set()

    def beside(self, other: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def both(text: bytes) -> None:
            self.heard(text)
            other(text)

        return both


async def whole(seconds: float) -> Figure:
    """Measure drawing a whole board from cached parts, beside joining the same strings."""
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
    """Join parts whose content is known: all that is left is to put them in their places."""
    parts = [f'<section class="part part-{name}" id="part-{name}">{html}</section>' for name, html in strings.items()]
    return "".join(("<div>", *parts, "<ol>", lines, "</ol></div>"))
