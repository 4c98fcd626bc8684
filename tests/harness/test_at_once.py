"""The same form twice at once, two seats at the same instant, stale, repeated and foreign requests: a thousand times
each, over two server processes on one Postgres. Each time there is one action, no client gets an error, and nothing
deadlocks.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import httpx2
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import URL

from app.store.db.migrations import bring_up_to_date
from app.store.games.rooms import RoomStore
from engine.core.state import Side
from tests.games.tiny import GAME
from tests.harness.acting import ORDERS, Line, lined_up, request, settled
from tests.harness.cluster import STAMINA
from tests.harness.players import Answer
from tests.harness.tables import ENDLESS, Seat, opened, set_table
from tests.support.postgres import new_database
from tests.support.serving import Served, serving

ROOMS, TRIALS = 20, 50
COLLECT, TIP = {"do": "collect"}, {"do": "tip"}


@dataclass
class Site:
    url: str
    processes: tuple[Served, Served]
    seats: list[tuple[Seat, Seat]]
    """The seats of each table."""


@pytest.fixture(scope="module")
def site(postgres_server: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a site. At its end, no process has logged an error, and the database has never had to break a deadlock."""
    folder = tmp_path_factory.mktemp("site")
    with asyncio.Runner() as runner:
        database = new_database(postgres_server)
        url = runner.run(database.__aenter__()).render_as_string(hide_password=False)
        runner.run(bring_up_to_date(url))
        environment = STAMINA | {"DATABASE_URL": url, "REDIS_URL": ""}
        with serving(folder, **environment) as here, serving(folder, **environment) as there:
            yield Site(url, (here, there), runner.run(tables(url)))
            assert here.complaints() == there.complaints() == []
        assert runner.run(deadlocks(url)) == 0
        runner.run(database.__aexit__(None, None, None))


async def tables(url: str) -> list[tuple[Seat, Seat]]:
    async with opened(url) as database:
        chance = Random(0)
        found = [await set_table(database, GAME, 2, ENDLESS, f"table-{number}", chance) for number in range(ROOMS)]
    return [(red, blue) for red, blue in found]


async def deadlocks(url: str) -> int:
    """Return the deadlocks counted by the database. Connections report theirs at the latest when they end."""
    async with opened(url) as database, database.reading() as connection:
        asked = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        return int((await connection.execute(sa.text(asked))).scalar_one())


@dataclass
class Table:
    """A table that red and blue each have open at both processes."""

    site: Site
    seats: tuple[Seat, Seat]
    red: tuple[Line, Line]
    blue: tuple[Line, Line]
    http: httpx2.AsyncClient
    next: Table | None = None
    at: int = 0
    """Its sequence."""

    async def post(self, process: Served, key: str, choice: object, room: str = "") -> Answer:
        """Send red's form."""
        return await settled(lambda: self.posted(process, key, choice, room))

    async def posted(self, process: Served, key: str, choice: object, room: str) -> Answer:
        [red, _] = self.seats
        address = f"{process.address}/tables/{room or red.room}/act"
        body, headers = request(key, self.at, choice, "red"), red.headers(process.address)
        told = await self.http.post(address, json=body, headers=headers)
        return Answer(told.status_code, told.json()["sequence"] if told.status_code == 200 else -1)


Trial = Callable[[Table, int], Awaitable[Counter[int]]]
"""One try at a table, and the answers to it."""


async def a_thousand(site: Site, trial: Trial) -> Counter[int]:
    """Run a trial at all tables at once; return the answers, and check that each table's log goes on without a gap up
    to the sequence that clients were told."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx2.AsyncClient(timeout=30, trust_env=False))
        rooms = [await stack.enter_async_context(open_table(site, seats, http)) for seats in site.seats]
        for one, other in pairwise([*rooms, rooms[0]]):
            one.next = other
        answers = sum(await asyncio.gather(*(trials(table, trial) for table in rooms)), Counter[int]())
        async with opened(site.url) as database:
            for table in rooms:
                assert await stored(RoomStore(database), table.seats[0].room) == [*range(1, table.at + 1)]
    return answers


async def trials(table: Table, trial: Trial) -> Counter[int]:
    answers = Counter[int]()
    for number in range(TRIALS):
        answers += await trial(table, number)
    return answers


async def stored(store: RoomStore, key: str) -> list[int]:
    row = await store.row(key)
    entries = await store.entries(row.id, row.epoch, 0, 2**31 - 2)
    assert row.sequence == len(entries)
    return [entry.sequence for entry in entries]


@asynccontextmanager
async def open_table(site: Site, seats: tuple[Seat, Seat], http: httpx2.AsyncClient) -> AsyncIterator[Table]:
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(lined_up(process, seat)) for seat in seats for process in site.processes
        ]
        [at] = {await line.began for line in lines}
        yield Table(site, seats, (lines[0], lines[1]), (lines[2], lines[3]), http, at=at)


def statuses(*answers: Answer) -> Counter[int]:
    return Counter(answer.status for answer in answers)


async def test_a_thousand_forms_sent_twice_at_once_through_two_processes_are_a_thousand_actions(site: Site) -> None:
    async def trial(table: Table, number: int) -> Counter[int]:
        key, choice = f"twin{number}", ORDERS[number % 2]
        one, other = await asyncio.gather(*(table.post(process, key, choice) for process in site.processes))
        table.at += 1
        assert one == other == Answer(200, table.at)
        return statuses(one, other)

    assert await a_thousand(site, trial) == {200: 2 * ROOMS * TRIALS}


async def test_of_a_thousand_pairs_of_seats_at_the_same_instant_one_each_acts_and_the_other_is_late(site: Site) -> None:
    """The side to move collects, while the other whispers an offer to it: each would be told of the other's choice."""

    async def trial(table: Table, number: int) -> Counter[int]:
        sides: tuple[Side, Side] = ("red", "blue")
        acts, offers = sides if number % 2 == 0 else sides[::-1]
        mine, theirs = (table.red, table.blue) if acts == "red" else (table.blue, table.red)
        told = await asyncio.gather(
            mine[number // 2 % 2].act(f"acts{number}", table.at, COLLECT, acts),
            theirs[1 - number // 2 % 2].act(
                f"offers{number}", table.at, {"do": "offer", "to": acts, "coins": 1}, offers
            ),
        )
        assert statuses(*told) == {200: 1, 409: 1}
        table.at += 1
        if told[0].status == 409:
            assert await mine[0].act(f"again{number}", table.at, COLLECT, acts) == Answer(200, table.at + 1)
            table.at += 1
        assert await mine[1].act(f"tips{number}", table.at, TIP, acts) == Answer(200, table.at + 1)
        table.at += 1
        return statuses(*told)

    assert await a_thousand(site, trial) == {200: ROOMS * TRIALS, 409: ROOMS * TRIALS}


async def test_a_thousand_requests_from_an_older_position_change_nothing(site: Site) -> None:
    async def trial(table: Table, number: int) -> Counter[int]:
        seen, choice, here = table.at, ORDERS[number % 2], number // 2 % 2
        done = await table.red[here].act(f"done{number}", seen, choice, "red")
        table.at += 1
        late = await table.red[1 - here].act(f"late{number}", seen, choice, "red")
        return statuses(done, late)

    assert await a_thousand(site, trial) == {200: ROOMS * TRIALS, 409: ROOMS * TRIALS}


async def test_a_thousand_requests_sent_again_are_answered_alike_and_their_keys_are_good_for_nothing_else(
    site: Site,
) -> None:
    async def trial(table: Table, number: int) -> Counter[int]:
        key, seen, here, there = f"key{number}", table.at, table.red[number // 2 % 2], table.red[1 - number // 2 % 2]
        choice, other = ORDERS if number % 2 == 0 else ORDERS[::-1]
        first = await here.act(key, seen, choice, "red")
        table.at += 1
        again = await there.act(key, seen, choice, "red")
        assert first == again == Answer(200, table.at)
        return statuses(again, await here.act(key, seen, other, "red"))

    assert await a_thousand(site, trial) == {200: ROOMS * TRIALS, 422: ROOMS * TRIALS}


async def test_a_thousand_requests_for_somebody_elses_seat_and_table_change_nothing(site: Site) -> None:
    async def trial(table: Table, number: int) -> Counter[int]:
        assert table.next
        elsewhere, process = table.next.seats[0].room, site.processes[number % 2]
        return statuses(
            *await asyncio.gather(
                table.red[number % 2].act(f"seat{number}", table.at, ORDERS[0], "blue"),
                table.post(process, f"table{number}", ORDERS[0], room=elsewhere),
            )
        )

    assert await a_thousand(site, trial) == {403: 2 * ROOMS * TRIALS}
