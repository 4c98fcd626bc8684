"""One run: the cluster is set up, players play, nemesis breaks it, everything is mended, the checker reads the log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec import Struct

from app.ending import end
from tests.harness.checker import Fault, check
from tests.harness.cluster import Cluster, cluster
from tests.harness.delays import absences, delays, scheduled
from tests.harness.goal import LOSSY, Goal, slow
from tests.harness.history import History
from tests.harness.log import is_played, kept_rooms
from tests.harness.nemesis import USUAL, Nemesis
from tests.harness.players import Onlooker, Player, enquire, guess
from tests.harness.requests import Requests
from tests.harness.tables import Seat, set_up

LOOK_SECONDS = 0.5


class Plan(Struct, frozen=True):
    seconds: float
    seed: str
    faults: tuple[str, ...] = USUAL
    control: str = ""
    processes: int = 3
    small: int = 6
    large: int = 1
    """The number of tables of the Antechamber, and of each game of engine/."""
    pause: float = 0.02
    """The seconds that a player thinks, on average."""
    redis: bool = True
    calm: float = 10.0
    """The seconds everyone has, in the end, to learn the outcome of their last requests."""
    goal: Goal = Goal()
    until_reached: bool = False
    """Whether the run ends as soon as the goal is reached."""


class Outcome(Struct, frozen=True):
    plan: Plan
    seconds: float
    outcomes: dict[str, int]
    answers: dict[int, int]
    done: dict[str, int]
    missing: list[str]
    """The wanted faults and actions that were too few."""
    shown: int
    absences: list[float]
    """How long each player was away after losing the connection."""
    delays: list[float]
    """How long it took until an action was seen."""
    faults: list[Fault]
    under_faults: int = 0
    """The number of actions acknowledged before a process ended for the last time, or before the last of whatever else
    is broken."""
    back: list[float] = []
    back_after_restart: list[float] = []
    """The absences after a process had ended, and those during a restart of the database."""
    slow: list[str] = []
    """The absences that were too long."""
    hindered: float = 1.0
    """The factor by which our own work took longer because other programs had the processors."""

    @property
    def errors(self) -> int:
        """Count answers that no fault of the machine excuses."""
        return sum(count for status, count in self.answers.items() if status >= 500 and status != 503)


class Stage(Struct):
    """A run in progress."""

    history: History
    nemesis: Nemesis
    began: float


Watch = Callable[[Stage], None]


def unwatched(_stage: Stage) -> None:
    """Ignore the progress of a run."""


async def run(plan: Plan, folder: Path, programs: Path, watch: Watch = unwatched) -> Outcome:
    """Make one run. `programs`: the folder of the programs of Postgres."""
    chance = Random(f"{plan.seed}/tables")
    lossy = Random(f"{plan.seed}/lossy") if LOSSY in plan.faults else None
    async with cluster(folder, programs, plan.processes, plan.redis, plan.control, lossy) as found:
        seats = await set_up(found.database, plan.small, plan.large, chance)
        history, before = History(), scheduled()
        stage = Stage(history, Nemesis(found, plan.faults, plan.seed, history, plan.goal), time.monotonic())
        await play(plan, found, seats, stage, watch)
        seconds = time.monotonic() - stage.began
        rooms = await kept_rooms(found.database, sorted({seat.room for seat in seats}))
    done, under_faults = stage.nemesis.done, stage.nemesis.under_faults
    back, hindered = absences(history.absences, found.outages), hindrance(before)
    return Outcome(
        plan,
        seconds,
        dict(history.outcomes),
        dict(history.answers),
        dict(done),
        plan.goal.lacking(done, under_faults),
        len(history.shown),
        sorted(back[0] + back[1]),
        delays(history),
        check(history, rooms),
        under_faults,
        *back,
        slow(*back, hindered),
        hindered,
    )


def hindrance(before: tuple[float, float]) -> float:
    ran, waited = (now - then for now, then in zip(scheduled(), before, strict=True))
    return round(1 + waited / ran, 2) if ran else 1.0


async def play(plan: Plan, found: Cluster, seats: list[Seat], stage: Stage, watch: Watch) -> None:
    """Let everyone play at once; then break nothing any more, and let everyone learn the outcomes they still miss."""
    http = Requests()
    players = [player(plan, found, stage.history, http, seat, number) for number, seat in enumerate(seats)]
    onlookers = lookers(plan, found, stage.history, seats)
    people = [
        asyncio.create_task(work) for work in (*(one.play() for one in players), *(one.look() for one in onlookers))
    ]
    breaking = [asyncio.create_task(work) for work in stage.nemesis.tasks(plan.seconds)]
    await until_over(plan, stage, watch, [*people, *breaking], found.database)
    await end(breaking)
    await mend(found)
    await calm(players, plan.calm)
    await end(people)
    for one in players:
        one.leave()


def player(plan: Plan, found: Cluster, history: History, http: Requests, seat: Seat, number: int) -> Player:
    choose = guess if seat.game.key == "antechamber" else enquire
    return Player(seat, found, history, http, Random(f"{plan.seed}/player/{number}"), choose, plan.pause)


def lookers(plan: Plan, found: Cluster, history: History, seats: list[Seat]) -> list[Onlooker]:
    """Put spectators at every second table, at two of them on a page."""
    rooms = sorted({seat.room for seat in seats})[::2]
    chance = Random(f"{plan.seed}/lookers")
    return [
        Onlooker(room, "html" if number < 2 else "json", found, history, Random(chance.random()))
        for number, room in enumerate(rooms)
    ]


async def until_over(plan: Plan, stage: Stage, watch: Watch, tasks: list[asyncio.Task[None]], database: str) -> None:
    """Wait for the end of a run. A failing task of ours is a fault of the harness and ends the run. A planted fault may
    stop every game before enough has happened: then nothing more will."""
    while (left := stage.began + plan.seconds - time.monotonic()) > 0:
        failed, _ = await asyncio.wait(tasks, timeout=min(left, LOOK_SECONDS), return_when=asyncio.FIRST_EXCEPTION)
        for task in failed:
            task.result()
        watch(stage)
        if plan.until_reached and not plan.goal.lacking(stage.nemesis.done, stage.nemesis.under_faults):
            return
        if plan.control and not await is_played(database):
            return


async def mend(found: Cluster) -> None:
    """Repair what is being broken, and start a fresh process in every slot."""
    await asyncio.gather(*found.under_way)
    for slot in found.slots:
        await found.kill(slot)
    for slot in found.slots:
        await found.start(slot)


async def calm(players: list[Player], seconds: float) -> None:
    """Let players begin nothing new; those with an open request find out its outcome."""
    for one in players:
        one.choose = nothing
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while any(one.owed or one.now is None for one in players):  # noqa: ASYNC110 - there are many, and no hurry
                await asyncio.sleep(0.05)


async def nothing(_player: Player) -> None:
    """Choose nothing, only watch."""
