"""One table with many spectators, from sending a move until the last of them has it: on our server, which stores the
move first; on boardgame.io's; and on a bare loop in the same uvicorn that sends the bytes of our frame to as many
sockets. Each move is made by turns on all three; the median counts.

Memory is what the process has of its own (PSS): for each spectator's socket; for each table that is live, its players
gone; for each of 10,000 tables that sleep in the database; and how much more it is after an hour's worth of moves.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from statistics import median

from bench import boardgame_io, ours
from bench.arena import Arena, Theirs, arena, run
from bench.boardgame_io import NAME
from bench.figure import Figure, figure
from bench.playing import SEATS
from bench.processes import started
from bench.sockets import Line, address_of, dial
from bench.tables import live_room, moves_of_an_hour, sleeping_room
from tests.support.starting import free_port

CROWDS = (10, 100, 500, 1_000)
GOAL_AT = 500
PATIENCE = 30
FIRST = 2_000_000
"""The numbers of this bench's own tables begin here."""
KILO = 1_000
LONG = 500
"""Bytes of a text that must be a move: all spectators but the first only count it."""


@dataclass
class Crowd:
    """The spectators of one table, and when the last of them had what they wait for."""

    wanted: Callable[[bytes], bool]
    lines: list[Line] = field(default_factory=list)
    missing: int = 0
    last: bytes = b""
    complete: asyncio.Future[None] | None = None

    def heard(self, text: bytes) -> None:
        if self.wanted(text):
            self.last = text
            self.one_more()

    def one_more(self, _: bytes = b"") -> None:
        self.missing -= 1
        if self.missing == 0 and self.complete:
            self.complete.set_result(None)

    async def after(self, do: Callable[[], None]) -> float:
        """Do something; return the seconds until every spectator has what it leads to."""
        self.missing = len(self.lines)
        self.complete = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        do()
        async with asyncio.timeout(PATIENCE):
            await self.complete
        return time.perf_counter() - began


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from run(measure(seconds)).items()


async def measure(seconds: float) -> dict[str, Figure]:
    made: dict[str, Figure] = {}
    async with arena() as servers, AsyncExitStack() as stack:
        stage = await Stage.built(servers, stack)
        small = 0
        for spectators in CROWDS:
            await stage.grow(spectators)
            await stage.moves(3)
            if spectators == CROWDS[0]:
                small = servers.sqlite.process.memory()
            times = await stage.moves(max(3, min(40, int(10 * seconds))))
            made |= fanned_out(spectators, times)
        large = servers.sqlite.process.memory()
        each = (large - small) / (CROWDS[-1] - CROWDS[0])
        made["fanout_memory_of_a_socket"] = figure(each, "bytes", "the limit", 40 * KILO, 1)
        stage.close()
        made["fanout_memory_of_a_live_table"] = figure(
            await live_room(servers.sqlite, FIRST + 100), "bytes", "the limit", 100 * KILO, 1
        )
        made["fanout_memory_of_a_sleeping_table"] = figure(
            await sleeping_room(servers.sqlite), "bytes", "the limit", 0.1 * KILO, 1
        )
        grown = await moves_of_an_hour(servers.sqlite, FIRST + 300)
        made["fanout_growth_in_an_hour"] = figure(grown, "bytes", "the limit", 1_000 * KILO, 1)
    return made


def fanned_out(spectators: int, times: dict[str, list[float]]) -> dict[str, Figure]:
    took = {name: 1e3 * median(all_of_them) for name, all_of_them in times.items()}
    at_goal = spectators == GOAL_AT
    made = {
        f"fanout_{spectators}_beside_bare": figure(
            took["ours"], "ms", "a bare uvicorn loop", took["bare"], 1.35 if at_goal else None
        )
    }
    if "peer" in took:
        made[f"fanout_{spectators}"] = figure(took["ours"], "ms", NAME, took["peer"], 0.3 if at_goal else None)
    return made


@dataclass
class Stage:
    """The same table at all three servers: its players, and a crowd that grows."""

    servers: Arena
    peer: Theirs | None
    bare: int
    play: list[Line]
    theirs: list[Line]
    crowds: dict[str, Crowd]
    made: int = 0

    @classmethod
    async def built(cls, servers: Arena, stack: AsyncExitStack) -> Stage:
        bare = free_port()
        folder = servers.folder / "bare"
        command = [sys.executable, "-m", "bench.bare", str(bare)]
        stack.enter_context(started(command, folder, "running on", {"PYTHONPATH": str(ours.ROOT)}))
        await ours.open_tables(servers.sqlite.site, [FIRST])
        seated = await ours.seated(servers.sqlite, f"bench-{FIRST}", "json")
        crowds = {"ours": Crowd(ours.counts), "bare": Crowd(lambda _: True)}
        theirs: list[Line] = []
        if servers.peer:
            crowds["peer"] = Crowd(boardgame_io.is_update)
            dialled = (boardgame_io.dial_match(servers.peer.port, "fan", f'"{seat}"', ignore) for seat in range(SEATS))
            theirs = [await line for line in dialled]
        for line in seated.lines:
            line.heard = ignore
        return cls(servers, servers.peer, bare, seated.lines, theirs, crowds)

    async def grow(self, spectators: int) -> None:
        """Add spectators until there are this many."""
        for name, crowd in self.crowds.items():
            while len(crowd.lines) < spectators:
                line = await self.spectator(name, crowd)
                if crowd.lines:
                    line.heard_long, line.long = crowd.one_more, LONG
                crowd.lines.append(line)

    async def spectator(self, name: str, crowd: Crowd) -> Line:
        if name == "bare":
            return await dial(self.bare, "/", Line(crowd.heard))
        if name == "peer" and self.peer:
            return await boardgame_io.dial_match(self.peer.port, "fan", "null", crowd.heard)
        path = f"/tables/bench-{FIRST}/feed?after={self.made}&as=json"
        return await dial(self.servers.sqlite.port, path, Line(crowd.heard), address=address_of(len(crowd.lines)))

    async def moves(self, number: int) -> dict[str, list[float]]:
        times: dict[str, list[float]] = {name: [] for name in self.crowds}
        for _ in range(number):
            for name, crowd in self.crowds.items():
                times[name].append(await crowd.after(self.move(name)))
                await asyncio.sleep(0.01)
            self.made += 1
        return times

    def move(self, name: str) -> Callable[[], None]:
        if name == "ours":
            seat, text = ours.game(FIRST)[self.made]
            return lambda: self.play[seat].send(text)
        if name == "peer":
            seat, text = boardgame_io.Moves("fan")[self.made]
            return lambda: self.theirs[seat].send(text)
        crowd = self.crowds["bare"]
        return lambda: crowd.lines[0].send(self.crowds["ours"].last)

    def close(self) -> None:
        for line in (*self.play, *self.theirs, *(line for crowd in self.crowds.values() for line in crowd.lines)):
            line.close()


def ignore(text: bytes) -> None:
    """Ignore what players see: only the spectators count."""
