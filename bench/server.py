"""Real Versailles on our server, four players at a table, beside boardgame.io's server with a small game of four seats
and 2 kB of state. Both are one process on one core, the load runs on another, everything goes over sockets of this
machine: one seat moves, all four see it, then the next one moves. Ours has stored the move before it is sent to anyone.

`programs` are tables whose players get the position as data, which is what boardgame.io sends too; `pages` are tables
whose players get the changed parts of the page, drawn by the server. Latency is the time from sending a move until all
four have seen it, at one table while nothing else happens. A bare commit is one insert of a row of the same size, made
on the servers' core as ours are; the database runs on the other one. `cpu` figures are processor time of the server for
each move; what is neither decoding, rules, storing nor rendering is sending: sockets and the loop.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from bench.arena import Arena, Contestant, Ours, arena, run
from bench.boardgame_io import NAME
from bench.figure import Figure, figure
from bench.form import form_seconds
from bench.parts import parts
from bench.playing import rate
from bench.postgres import bare_commits

ROUNDS = 3
BUSY = 20
"""At how many tables the goals are set."""
MOVES = {1: 60, BUSY: 20, 100: 5}
"""Moves at each of so many tables, for each second that a figure may take."""
MOST = 250
SETTLE_SECONDS = 0.3


@dataclass
class Measured:
    """The results of one contestant in all rounds, by the number of tables."""

    rates: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    cpu: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    """At one table: seconds until a move was seen by all."""

    def rate(self, rooms: int) -> float:
        return median(self.rates[rooms])

    def seen_at(self, share: float) -> float:
        """Return the time, in ms, within which this share of moves was seen."""
        return 1e3 * sorted(self.seen)[min(len(self.seen) - 1, int(share * len(self.seen)))]


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from run(measure(seconds)).items()


async def measure(seconds: float) -> dict[str, Figure]:
    async with arena() as servers:
        entered = contestants(servers)
        found = await by_turns(entered, seconds)
        commits = await bare_commits(servers.postgres.site.url, seconds) if servers.postgres else []
        posted, acted = await form_seconds(servers.sqlite, seconds)
    made = {**rates(found), **latencies(found, commits)}
    made["server_form_p50"] = figure(1e3 * posted, "ms", "over the socket", 1e3 * acted, 3)
    return made | await costs(found)


def contestants(servers: Arena) -> dict[str, Contestant]:
    entered: dict[str, Contestant | None] = {
        "programs": Ours(servers.sqlite),
        "peer": servers.peer,
        "pages": Ours(servers.sqlite, "html"),
        "postgres": Ours(servers.postgres) if servers.postgres else None,
    }
    return {name: contestant for name, contestant in entered.items() if contestant}


async def by_turns(entered: Mapping[str, Contestant], seconds: float) -> dict[str, Measured]:
    """Run every contestant in each round; the first round warms up and does not count."""
    await one_round(entered, {name: Measured() for name in entered}, seconds)
    found = {name: Measured() for name in entered}
    for _ in range(ROUNDS):
        await one_round(entered, found, seconds)
    return found


async def one_round(entered: Mapping[str, Contestant], found: Mapping[str, Measured], seconds: float) -> None:
    for rooms, moves in MOVES.items():
        for name, contestant in entered.items():
            if name == "pages" and rooms != BUSY:
                continue  # seating so many takes longer than all the rest
            await play(contestant, found[name], rooms, max(2, min(MOST, int(moves * seconds))))


async def play(contestant: Contestant, into: Measured, rooms: int, moves: int) -> None:
    plays = await contestant.seated(rooms)
    await asyncio.sleep(SETTLE_SECONDS)
    before = contestant.process.processor_seconds()
    into.rates[rooms].append(await rate(plays, moves))
    if rooms == BUSY:
        into.cpu.append((contestant.process.processor_seconds() - before) / (moves * rooms))
    if rooms == 1:
        into.seen += plays[0].seen
    for each in plays:
        each.close()


def rates(found: Mapping[str, Measured]) -> dict[str, Figure]:
    peer, made = found.get("peer"), {}
    goals = {("programs", BUSY): 2.0, ("pages", BUSY): 2.0, ("postgres", BUSY): 1.2}
    for name in ("programs", "pages", "postgres"):
        for rooms in found[name].rates if name in found else ():
            theirs = peer.rate(rooms) if peer else None
            goal = goals.get((name, rooms)) if peer else None
            made[f"server_{name}_{rooms}_rooms"] = figure(
                found[name].rate(rooms), "moves/s", NAME if peer else None, theirs, goal
            )
    return made


def latencies(found: Mapping[str, Measured], commits: Sequence[float]) -> dict[str, Figure]:
    ours, peer = found["programs"], found.get("peer")
    made = {}
    for name, share, goal in (("p50", 0.5, 0.65), ("p99", 0.99, 0.35)):
        theirs = peer.seen_at(share) if peer else None
        made[f"server_latency_{name}"] = figure(
            ours.seen_at(share), "ms", NAME if peer else None, theirs, goal if peer else None
        )
    if commits:
        bare = 1e3 * median(commits)
        made["server_postgres_latency_p50"] = figure(found["postgres"].seen_at(0.5), "ms", "a bare commit", bare, 2.5)
    return made


async def costs(found: Mapping[str, Measured]) -> dict[str, Figure]:
    """Return the CPU time of a move, and where it goes."""
    peer = found.get("peer")
    made = {}
    for name in ("programs", "pages", "postgres"):
        if name in found:
            theirs = 1e6 * median(peer.cpu) if peer else None
            made[f"server_{name}_cpu"] = figure(1e6 * median(found[name].cpu), "µs", NAME if peer else None, theirs)
    for form in ("programs", "pages"):
        spent = await parts("html" if form == "pages" else "json")
        rest = median(found[form].cpu) - sum(spent.values())
        for part, taken in (spent | {"send": max(0.0, rest)}).items():
            made[f"server_{form}_cpu_{part}"] = figure(1e6 * taken, "µs")
    return made
