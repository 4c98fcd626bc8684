"""A bare commit on Postgres, to compare with a move that is stored and seen: one row of the size of a move's log entry,
inserted over one connection from our server's core, with nothing around it.
"""

from __future__ import annotations

import time

import asyncpg
from sqlalchemy.engine import make_url

from bench.processes import on_server_core

ROW = "x" * 700
"""About the size of a move in the log."""
LEAST = 20


async def bare_commits(url: str, seconds: float) -> list[float]:
    """Return the seconds that each of some commits took."""
    connection = await asyncpg.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        await connection.execute("CREATE TABLE bare (id serial PRIMARY KEY, text text NOT NULL)")
        insert = await connection.prepare("INSERT INTO bare (text) VALUES ($1)")
        taken: list[float] = []
        until = time.perf_counter() + seconds
        with on_server_core():
            while time.perf_counter() < until or len(taken) < LEAST:
                started = time.perf_counter()
                await insert.fetch(ROW)
                taken.append(time.perf_counter() - started)
        return taken
    finally:
        await connection.close()
