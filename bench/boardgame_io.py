"""boardgame.io's server as the peer of bench.server and bench.fanout: installed by npm into a cache folder, started
with the small game of programs/boardgame.js, played over its own protocol (socket.io on a WebSocket).
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.playing import SEATS, Move, Play, listener
from bench.processes import Started, started
from bench.sockets import Line, dial
from tests.support.starting import free_port

VERSION = "0.50.2"
NAME = f"boardgame.io {VERSION}"
GAME = "conference"
PROGRAM = Path(__file__).parent / "programs" / "boardgame.js"
KEPT = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "horloge-bench" / f"boardgame.io-{VERSION}"
EVENT = f"42/{GAME},".encode()
UPDATE = EVENT + b'["update"'
SYNC = EVENT + b'["sync"'
MOVES = 20_000


class NoPeer(Exception):
    """boardgame.io cannot be installed here."""


def installed() -> Path:
    """Return the folder where it is installed, after installing it if necessary. Raises NoPeer."""
    if not (shutil.which("node") and shutil.which("npm")):
        raise NoPeer("node and npm are missing: sudo apt-get install npm")
    if not (KEPT / "node_modules" / "boardgame.io" / "package.json").exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--prefix", KEPT, f"boardgame.io@{VERSION}"],
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise NoPeer(f"npm could not install boardgame.io: {done.stderr.decode()[-300:]}")
    return KEPT


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, Started]]:
    """Run its server; yield the port and the process."""
    home, port = installed(), free_port()
    shutil.copy(PROGRAM, home)
    environment = {"NODE_ENV": "production"}
    with started(["node", home / PROGRAM.name, str(port)], folder, "ready", environment) as process:
        yield port, process


async def dial_match(port: int, match: str, player: str, heard: Callable[[bytes], None]) -> Line:
    """Open the socket of a player or (player null) a spectator, and wait until it has the match."""
    synced = asyncio.get_running_loop().create_future()

    def listen(text: bytes) -> None:
        if text.startswith(b"0{"):
            line.send(f"40/{GAME},".encode())
        elif text == b"2":
            line.send(b"3")
        elif text.startswith(b"40"):
            line.send(EVENT + f'["sync","{match}",{player},null,{SEATS}]'.encode())
        elif text.startswith(SYNC):
            if not synced.done():
                synced.set_result(None)
        else:
            heard(text)

    line = Line(listen)
    await dial(port, "/socket.io/?EIO=4&transport=websocket", line)
    async with asyncio.timeout(10):
        await synced
    return line


async def seated(port: int, match: str) -> Play:
    """Return a match whose four players have their sockets open."""
    play = Play(moves=Moves(match))
    for seat in range(SEATS):
        play.lines.append(await dial_match(port, match, f'"{seat}"', listener(play, is_update)))
    return play


def is_update(text: bytes) -> bool:
    if text.startswith(EVENT + b'["error"'):
        raise RuntimeError(f"a move was refused: {text[:300]!r}")
    return text.startswith(UPDATE)


class Moves(list[Move]):
    """The moves of a match, which goes on for ever: each is made when it is asked for."""

    def __init__(self, match: str) -> None:
        self.match = match

    def __getitem__(self, number: int) -> Move:  # type: ignore[override]
        seat = number % SEATS
        move = {"type": "place", "args": [number % 9, 1 + number % 3], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": move}
        sent = msgspec.json.encode(["update", action, number, self.match, str(seat)])
        return seat, EVENT + sent
