"""1933 on the engine, five players: whole games at random through both doors beside python-chess at random, the cost of
a position, the time in which the clerk answers, and a month of five standing plans that runs by itself. A game of 72
months by five clerks: how long it is, how long it takes to replay whole, to open when no process has it in memory, and
to go to any step; whether opening and acting cost as much in the last month as in the first. On our server: the first
board that a visitor gets, with everything that the page needs, and the update that a sealed plan sends to a spectator.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Awaitable, Iterator
from functools import cache
from random import Random
from statistics import median

import msgspec

from app.rooms.move import Move
from app.rooms.past_positions import Moments
from app.rooms.room import Room
from app.rooms.rooms import Rooms, open_room
from app.store.db.database import Database
from app.store.db.migrations import bring_up_to_date
from app.store.games.ledger import open_ledger
from app.store.games.rooms import RoomStore
from bench import ours
from bench.arena import new_folder, run
from bench.board import before, change, fetched, with_assets
from bench.figure import Figure, figure
from bench.measure import Contest, Work, measured
from bench.processes import on_load_core
from bench.rules import Rules, on_the_wire
from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.door import apply, receive, waiting
from engine.core.game import Opening
from engine.core.record import record_of
from engine.core.state import Side, encode, fingerprint
from engine.nineteen33.game import GAME
from engine.nineteen33.orders import LeaveAnswers, LeavePlan, PassTurns
from engine.nineteen33.plans import Planning
from engine.nineteen33.state import Nineteen33

RULES = Rules(GAME, players=5, middle_at=300, clerk_most=20)
SEED = derived_seed("clerks", 1)
TABLES = 6
PLAN = b'"do":"seal_plan"'
LAST = 72
FEW = 3
"""Months at either end of a game in which acting is compared."""
LOADED = 15
"""So many times a game is opened, and so many of its steps are gone to."""
PASSED = 3
"""Months that standing plans play in a row."""
MONTH_MOST = 50
Turns = list[tuple[Side, Choice]]


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from RULES.figures(seconds)
    yield "nineteen33_position", position()
    yield "nineteen33_standing_month", held_to(measured(standing_month(), seconds), MONTH_MOST)
    yield from length().items()
    yield "nineteen33_replay", measured(Contest("ms", replay()), seconds)
    yield "nineteen33_acting_late", measured(acting_late(), seconds)
    yield from run(kept()).items()
    yield from run(over_the_wire()).items()


def held_to(found: Figure, most: float) -> Figure:
    return figure(found.value, found.unit, "the limit", most, 1)


def position() -> Figure:
    """The largest position of the long game, as it is stored."""
    state, largest = GAME.start(RULES.players, SEED), 0
    for side, choice in clerks():
        apply(GAME, state, side, choice)
        largest = max(largest, len(encode(state)))
    return figure(largest, "bytes", "the limit", 20_000, 1)


# A month that nobody waits for


def standing_month() -> Contest:
    """Months in which all five have left everything in advance, each of them one unit of work."""
    start = planning()
    sides = start.sides

    def work() -> int:
        state = GAME.clone(start)
        for side in sides:
            apply(GAME, state, side, LeaveAnswers("stand_aside", "accept", "pay"))
            apply(GAME, state, side, PassTurns(PASSED))
        for side in sides:
            apply(GAME, state, side, LeavePlan())
        return state.month - start.month

    return Contest("ms", work)


def planning() -> Nineteen33:
    """The first plans of a game of clerks."""
    state = GAME.start(RULES.players, SEED)
    for side, choice in clerks():
        if isinstance(state.agenda[-1], Planning):
            break
        apply(GAME, state, side, choice)
    return state


# Seventy-two months


@cache
def clerks() -> Turns:
    """A whole game of five clerks."""
    state, rng, turns = GAME.start(RULES.players, SEED), Random(1), []
    while state.agenda:
        side, menu = next(iter((GAME.out_of_turn.awaited(state) or waiting(GAME, state)).items()))
        choice = GAME.bots["clerk"](state, side, menu, rng)
        apply(GAME, state, side, choice)
        turns.append((side, choice))
    assert state.month == LAST, state.month
    return turns


def length() -> dict[str, Figure]:
    options = GAME.options()
    opening = Opening(GAME.sides(RULES.players), options, SEED, players=RULES.players)
    record = record_of(GAME, opening, [(side, choice, "") for side, choice in clerks()])
    return {
        "nineteen33_entries": figure(len(clerks()), "entries"),
        "nineteen33_record": figure(len(msgspec.json.encode(record)), "bytes"),
    }


def replay() -> Work:
    turns = clerks()

    def work() -> int:
        state = GAME.start(RULES.players, SEED)
        for side, choice in turns:
            apply(GAME, state, side, choice)
        return 1

    return work


def acting_late() -> Contest:
    """All that is done for one choice, in the last months beside the first ones."""
    return Contest("µs", window(LAST - FEW, LAST), f"months 2 to {FEW + 1}", window(1, FEW + 1), goal=1.5)


def window(after: int, last: int) -> Work:
    """Work that makes the choices of the clerks from after one month up to the end of another."""
    state = GAME.start(RULES.players, SEED)
    turns = iter(clerks())
    while state.month <= after:
        apply(GAME, state, *next(turns))
    begun, made = GAME.clone(state), list[tuple[Side, Choice]]()
    for side, choice in turns:
        if state.month > last:
            break
        made.append((side, choice))
        apply(GAME, state, side, choice)
    stretch = on_the_wire(made)

    def work() -> int:
        position = begun
        for side, raw in stretch:
            position = GAME.clone(position)
            msgspec.json.encode(receive(GAME, position, side, raw))
            fingerprint(position)
        return len(stretch)

    return work


async def kept() -> dict[str, Figure]:
    """Open the long game when no process has it in memory, in its first month and in its last, and go to its steps."""
    with tempfile.TemporaryDirectory(prefix="horloge-bench-") as folder:
        url = f"sqlite+aiosqlite:///{folder}/kept.db"
        await bring_up_to_date(url)
        database = Database(url)
        store = RoomStore(database)
        ledger = open_ledger(database, store)
        early, late = [await played(Rooms(store, ledger), month) for month in (1, LAST)]
        times: dict[str, list[float]] = {early: [], late: []}
        for _ in range(LOADED):
            for key, found in times.items():
                found.append(await timed(Rooms(store, ledger).get(key)))
        room = await Rooms(store, ledger).get(late)
        assert isinstance(room, Room)
        steps = Random(1).sample(range(1, room.sequence), LOADED)
        gone = [await timed(Moments(store).at(room, step)) for step in steps]
        await ledger.close()
        await database.close()
    return {
        "nineteen33_cold": figure(median(times[late]), "ms", "in month 1", median(times[early]), 1.5),
        "nineteen33_scrub": figure(median(gone), "ms"),
    }


async def played(rooms: Rooms, month: int) -> str:
    """Play the long game up to the end of a month; return its key."""
    key = await open_room(rooms.store, GAME, "A long game", [""] * RULES.players, seed=SEED)
    room = await rooms.get(key)
    assert isinstance(room, Room)
    for number, (side, choice) in enumerate(clerks()):
        position = room.position
        assert isinstance(position, Nineteen33)
        if position.month > month:
            break
        await room.play(Move(side, choice, f"k{number}", room.sequence, "bench"))
    return key


async def timed(work: Awaitable[object]) -> float:
    """Milliseconds until it is done."""
    began = time.perf_counter()
    await work
    return 1e3 * (time.perf_counter() - began)


# On our server


async def over_the_wire() -> dict[str, Figure]:
    sizes, updates = list[int](), list[int]()
    with on_load_core(), new_folder() as folder:
        site = await ours.founded(f"sqlite+aiosqlite:///{folder / 'horloge.db'}")
        with ours.serving(site, folder / "sqlite") as served:
            for number, key in enumerate(await ours.open_tables(site, range(TABLES), GAME)):
                sizes.append(await with_assets(served, (await fetched(served, f"/tables/{key}"))[0]))
                updates.append((await change(served, key, before(number, PLAN, GAME), GAME))[0])
    return {
        "nineteen33_board_on_the_wire": figure(float(max(sizes)), "bytes", "the limit", 120_000, 1),
        "nineteen33_plan_update": figure(float(median(updates)), "bytes", "the limit", 2_000, 1),
    }
