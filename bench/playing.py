"""Plays tables over sockets, ours or a peer's: one of four seats moves, all four see it, then the next one moves. It
measures how long that takes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bench.sockets import Line

SEATS = 4
PATIENCE = 60

Move = tuple[int, bytes]
"""The seat and what it sends."""


@dataclass
class Play:
    """One table: four open sockets and the moves to be made on them. `counts` tells whether a text is one of those that
    a move brings; there are `texts` of them."""

    lines: list[Line] = field(default_factory=list)
    moves: Sequence[Move] = ()
    texts: int = SEATS
    made: int = 0
    waiting_for: int = 0
    sent_at: float = 0.0
    seen: list[float] = field(default_factory=list)
    """For each move, the seconds until everyone had seen it."""
    over: asyncio.Future[None] | None = None
    until: int = 0

    def heard(self) -> None:
        """Count one of the texts that a move brings."""
        self.waiting_for -= 1
        if self.waiting_for:
            return
        self.seen.append(time.perf_counter() - self.sent_at)
        if self.made < self.until:
            self.move()
        elif self.over:
            self.over.set_result(None)

    def move(self) -> None:
        seat, text = self.moves[self.made]
        self.made += 1
        self.waiting_for = self.texts
        self.sent_at = time.perf_counter()
        self.lines[seat].send(text)

    async def play(self, moves: int) -> None:
        """Make this many moves more, as fast as they are seen."""
        self.until = self.made + moves
        self.over = asyncio.get_running_loop().create_future()
        self.move()
        async with asyncio.timeout(PATIENCE):
            await self.over

    def close(self) -> None:
        for line in self.lines:
            line.close()


async def rate(plays: Sequence[Play], moves: int) -> float:
    """Return the moves per second, when this many are made on each of these tables at once."""
    started = time.perf_counter()
    await asyncio.gather(*(play.play(moves) for play in plays))
    return moves * len(plays) / (time.perf_counter() - started)


def listener(play: Play, counts: Callable[[bytes], bool]) -> Callable[[bytes], None]:
    def heard(text: bytes) -> None:
        if counts(text):
            play.heard()

    return heard
