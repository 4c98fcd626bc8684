"""The output and exit codes of `horloge stats rebuild`."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable

import sqlalchemy as sa

from app.base.paths import ROOT
from tests.support.process import Process, process_on
from tests.support.rated import KEPT, accounts, counted, played, rows


def on(url: str, work: Callable[[Process], Awaitable[object]]) -> object:
    async def opened() -> object:
        async with process_on(url) as process:
            return await work(process)

    return asyncio.run(opened())


async def season(process: Process) -> object:
    """Play a few games, each counted at its end; return what is stored of them."""
    ada, bob, eve = await accounts(process, "Ada", "Bob", "Eve")
    for number, people in enumerate([(ada, bob), (bob, eve), (ada, bob, eve)]):
        await played(process, people, number)
    await counted(process)
    return await rows(process)


async def emptied(process: Process) -> object:
    async with process.database.writing() as connection:
        for table in reversed(KEPT):
            await connection.execute(table.delete())
    return await rows(process)


def rebuild(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app", "stats", "rebuild", *arguments]
    environment = os.environ | {"DATABASE_URL": url, "HORLOGE_GAMES": "tests.games.tiny"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_everything_that_was_lost_is_worked_out_again_to_the_byte(sqlite_url: str) -> None:
    kept = on(sqlite_url, season)
    assert on(sqlite_url, emptied) != kept
    done = rebuild(sqlite_url, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["games"], told["rated"], told["ratings"], told["unreadable"]) == (3, 3, 6, [])
    assert on(sqlite_url, rows) == kept
    assert rebuild(sqlite_url).stdout == f"3 games, 3 of them rated; 6 ratings; digest {told['digest']}\n"


def test_a_site_without_games_has_nothing_to_work_out(sqlite_url: str) -> None:
    done = rebuild(sqlite_url)
    assert (done.returncode, done.stdout.partition(";")[0]) == (0, "0 games, 0 of them rated")


def test_a_game_that_can_not_be_read_is_named_and_exits_1(sqlite_url: str) -> None:
    on(sqlite_url, season)
    on(sqlite_url, spoiled)
    done = rebuild(sqlite_url)
    assert done.returncode == 1
    assert "can't be read under today's rules" in done.stderr


async def spoiled(process: Process) -> None:
    async with process.database.writing() as connection:
        await connection.execute(sa.text("UPDATE snapshots SET state = '{}' WHERE room = 1"))


def test_an_older_database_is_left_alone(sqlite_url: str) -> None:
    on(sqlite_url, aged)
    done = rebuild(sqlite_url)
    assert done.returncode == 2
    assert "horloge migrate upgrade" in done.stderr


async def aged(process: Process) -> None:
    async with process.database.writing() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
