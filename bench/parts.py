"""Where the CPU time of a move goes, found by playing in this process what the server is sent: decoding it, the rules
(with the position's hash), storing it on SQLite, rendering it for the four players.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from app.live.acts import decode
from app.live.bus import OneProcess
from app.live.hub import Hub
from app.live.wire import Hear, Way
from app.rooms.answers import Accepted
from app.rooms.move import read_move
from app.rooms.room import Room
from app.rooms.rooms import Rooms
from app.store.ledger import open_ledger
from app.store.rooms import RoomStore
from app.words.catalogue import words_of
from bench import ours
from bench.playing import Move
from engine.core import door
from engine.core.refusal import Refusal
from engine.versailles import GAME

GAMES_PLAYED = 3
LOOKS_INSIDE = 4
"""How many times the clock is read while a move is carried out: before and after storing, and rendering."""


async def parts(form: str) -> dict[str, float]:
    """Return the seconds for each move, by what they are spent on."""
    spent: dict[str, float] = defaultdict(float)
    moves = 0
    async with rooms_to_play(spent) as (rooms, hub):
        for room in rooms:
            watch(hub, room, form)
            game = ours.game(int(room.key.rpartition("-")[2]))
            for move in game:
                await act(room, move, spent)
            moves += len(game)
    return {name: spent[name] / moves for name in ("decode", "rules", "store", "render")}


@asynccontextmanager
async def rooms_to_play(spent: dict[str, float]) -> AsyncIterator[tuple[list[Room], Hub]]:
    with tempfile.TemporaryDirectory() as folder:
        site = await ours.founded(f"sqlite+aiosqlite:///{Path(folder) / 'horloge.db'}")
        keys = await ours.open_tables(site, range(GAMES_PLAYED))
        async with ours.database(site.url) as database:
            store = RoomStore(database)
            ledger = open_ledger(database, store)
            bus = OneProcess()
            bus.start(lambda _: None)
            rooms, hub = Rooms(store, ledger), Hub(bus)
            rooms.observers.append(timed(hub.changed, "render", spent))
            commit = timed(ledger.commit, "store", spent)  # type: ignore[attr-defined]
            ledger.commit = commit  # type: ignore[attr-defined]
            yield [room for key in keys if isinstance(room := await rooms.get(key), Room)], hub
            await ledger.close()


def watch(hub: Hub, room: Room, form: str) -> None:
    """Open the pages or programs of the four players, which take whatever comes."""
    for side in room.position.sides:
        hub.join(room, (side,), words_of("en") if form == "html" else None, 0, 0, wire=Open())


class Open:
    """A wire that takes whatever comes."""

    turned: Callable[[], None] | None = None
    way: Way | None = staticmethod(len)

    def put(self, text: str) -> bool:
        return True

    async def send_text(self, text: str) -> None:
        pass

    def listen(self, hear: Hear) -> None:
        pass

    def pause(self) -> None:
        pass

    def resume(self) -> None:
        pass


async def act(room: Room, move: Move, spent: dict[str, float]) -> None:
    started = time.thread_time()
    posted = decode(move[1]).act
    door.decode(GAME, bytes(posted.choice))
    decoded = time.thread_time()
    others = spent["store"] + spent["render"]
    side = room.waiting[0]
    read = read_move(GAME, side, bytes(posted.choice), posted.key, posted.sequence, "bench")
    answer = read if isinstance(read, Refusal) else await room.play(read)
    if not isinstance(answer, Accepted):
        raise TypeError(f"a choice was refused: {answer}")
    spent["decode"] += decoded - started - LOOK
    inside = spent["store"] + spent["render"] - others + LOOKS_INSIDE * LOOK
    spent["rules"] += time.thread_time() - decoded - LOOK - inside


def timed(work: Callable[..., Any], name: str, spent: dict[str, float]) -> Callable[..., Any]:
    def run(*given: Any) -> Any:
        started = time.thread_time()
        try:
            return work(*given)
        finally:
            spent[name] += time.thread_time() - started - LOOK

    return run


def look_costs() -> float:
    """Return the seconds that reading the clock takes, which is not little: it is subtracted."""
    looks = [time.thread_time() for _ in range(2_000)]
    return median(later - earlier for earlier, later in pairwise(looks))


LOOK = look_costs()
