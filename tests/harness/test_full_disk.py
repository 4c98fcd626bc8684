"""A full disk: the operating system itself refuses what a server process writes. (A limit on the size of files makes it
do so, which Linux can set and lift while a process runs.)
"""

from __future__ import annotations

import resource
import sys
from datetime import timedelta
from pathlib import Path
from random import Random

import httpx2
from sqlalchemy.engine import make_url

from app.base.clock import now
from app.store.db.schema.games import sessions
from app.store.games.rooms import RoomStore
from tests.games.tiny import GAME
from tests.harness.acting import ORDERS, PATIENCE, Line, lined_up
from tests.harness.cluster import STAMINA
from tests.harness.players import Answer
from tests.harness.tables import ENDLESS, Seat, opened, set_table
from tests.support.needs import needs
from tests.support.serving import Served, serving

BEFORE = 20


async def test_when_the_disk_is_full_nothing_is_acknowledged_and_play_goes_on_once_there_is_room(
    tmp_path: Path, sqlite_url: str
) -> None:
    needs("linux")
    async with opened(sqlite_url) as database:
        red, blue = await set_table(database, GAME, 2, ENDLESS, "table", Random(0))
        async with database.writing() as connection:
            await connection.execute(sessions.update().values(seen_at=now() - timedelta(days=3)))
    with serving(tmp_path, **STAMINA | {"DATABASE_URL": sqlite_url}) as served:
        async with lined_up(served, red) as line:
            assert [await line.say(f"k{at}", at, ORDERS[at % 2]) for at in range(BEFORE)] == answers(0, BEFORE)
            fill_the_disk(served, sqlite_url)
            await nothing_is_acknowledged(served, blue, line, BEFORE)
            make_room(served)
            assert await line.say("full0", BEFORE, ORDERS[0]) == Answer(200, BEFORE + 1), "under the same key"
            fill_the_disk(served, sqlite_url)
            await nothing_is_acknowledged(served, blue, line, BEFORE + 1)
        served.kill()
        served.again()
        async with lined_up(served, red) as line:
            assert await line.began == BEFORE + 1, "the server too comes back where it was"
            assert await line.say("full0", BEFORE, ORDERS[0]) == Answer(200, BEFORE + 1)
            assert await line.say("later", BEFORE + 1, ORDERS[1]) == Answer(200, BEFORE + 2)
    async with opened(sqlite_url) as database:
        store = RoomStore(database)
        entries = await store.entries((await store.row("table")).id, 0, 0, 2**31 - 2)
    assert [entry.sequence for entry in entries] == [*range(1, BEFORE + 3)]


def answers(after: int, up_to: int) -> list[Answer]:
    return [Answer(200, sequence) for sequence in range(after + 1, up_to + 1)]


async def nothing_is_acknowledged(served: Served, reader: Seat, line: Line, at: int) -> None:
    """Check that choices are refused, while everything stored can still be read, also by a player who returns after
    days."""
    told = [await line.say(f"full{number}", at, ORDERS[at % 2]) for number in range(5)]
    assert {answer.status for answer in told} == {503}
    async with httpx2.AsyncClient(trust_env=False, headers=reader.headers(served.address), timeout=PATIENCE) as http:
        page = await http.get(f"{served.address}/tables/{reader.room}")
    assert page.status_code == 200
    assert f'data-seq="{at}"' in page.text


def fill_the_disk(served: Served, url: str) -> None:
    """Limit the size of the server's files to that of the write-ahead log, the only one that grows."""
    limit(served, Path(f"{make_url(url).database}-wal").stat().st_size)


def make_room(served: Served) -> None:
    limit(served, resource.RLIM_INFINITY)


def limit(served: Served, size: int) -> None:
    assert sys.platform == "linux"
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
