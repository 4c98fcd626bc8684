"""La Belle Époque on the engine, four players: whole games at random through both doors beside python-chess at random,
what a position costs, and how quickly the clerk answers. On our server: the first board that a visitor sees, with
everything that the page needs, and what one mission sends to the page of a spectator.

The checking door does what the server does with one choice before it stores it: decode, check, apply, journal, hash.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from bench import ours
from bench.arena import new_folder, run
from bench.board import before, change, fetched, with_assets
from bench.figure import Figure, figure
from bench.processes import on_load_core
from bench.rules import Rules
from engine.belle_epoque.game import GAME

RULES = Rules(GAME, players=4, middle_at=150, clerk_most=10)
TABLES = 6
MISSION = b'"do":"send_mission"'


def figures(seconds: float) -> Iterator[tuple[str, Figure]]:
    yield from RULES.figures(seconds)
    yield from run(over_the_wire()).items()


async def over_the_wire() -> dict[str, Figure]:
    sizes, updates = list[int](), list[int]()
    with on_load_core(), new_folder() as folder:
        site = await ours.founded(f"sqlite+aiosqlite:///{folder / 'horloge.db'}")
        with ours.serving(site, folder / "sqlite") as served:
            for number, key in enumerate(await ours.open_tables(site, range(TABLES), GAME)):
                sizes.append(await with_assets(served, (await fetched(served, f"/tables/{key}"))[0]))
                updates.append((await change(served, key, before(number, MISSION, GAME), GAME))[0])
    return {
        "belle_epoque_board_on_the_wire": figure(float(max(sizes)), "bytes", "the limit", 100_000, 1),
        "belle_epoque_mission_update": figure(float(median(updates)), "bytes", "the limit", 6_000, 1),
    }
