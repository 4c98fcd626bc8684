"""Attempts at passwords and the like are counted in the database, for all processes together."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.base.clock import now
from app.base.rate_limits import Limit
from app.jobs.cleanup import EVERY_SECONDS, FIRST_SECONDS, Sweeping
from app.main import create_app
from app.settings import Settings
from app.store.db.schema.ops import tries
from app.store.people.attempts import TryStore
from app.web.rate_limits import LOGINS_TO, TooMany, Tries
from tests.support.browsing import one_way
from tests.support.process import Process
from tests.support.visitors import another, log_in, post, quick_settings, register

LIMIT = Limit("tries", 10, 60)


@pytest.fixture
def settings(database_url: str) -> Settings:
    return quick_settings(database_url)


@pytest.fixture
def elsewhere(settings: Settings) -> Iterator[TestClient]:
    """A browser at another process of the same site."""
    with TestClient(create_app(settings), base_url="http://testserver", raise_server_exceptions=False) as opened:
        yield one_way(opened)


async def taken(at: Tries, whose: str = "ada") -> bool:
    try:
        await at.take(LIMIT, whose)
    except TooMany:
        return False
    return True


async def test_two_processes_together_let_through_as_many_as_one_would(
    process: Process, other_process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when all come at the same moment, in whatever order the database takes them."""
    at = now()
    monkeypatch.setattr("app.base.clock.source", lambda: at)
    here, there = Tries(TryStore(process.database)), Tries(TryStore(other_process.database))
    found = await asyncio.gather(*(taken(at) for at in (here, there) * 12))
    assert sum(found) == LIMIT.at_once
    assert await taken(there, "bob"), "others are not held up"


async def test_tries_come_back_by_and_by_at_any_process(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    at = now()
    monkeypatch.setattr("app.base.clock.source", lambda: at)
    for _ in range(LIMIT.at_once):
        assert await taken(Tries(TryStore(process.database)))
    with pytest.raises(TooMany) as refused:
        await Tries(TryStore(process.database)).take(LIMIT, "ada")
    assert refused.value.headers == {"Retry-After": "60"}
    at += timedelta(seconds=121)
    fresh = [await taken(Tries(TryStore(process.database))) for _ in range(3)]
    assert fresh == [True, True, False]
    at += timedelta(days=1)
    fresh = [await taken(Tries(TryStore(process.database))) for _ in range(LIMIT.at_once + 1)]
    assert fresh == [True] * LIMIT.at_once + [False], "not more than at once"


async def test_a_flood_is_refused_without_asking_the_database(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, asked = Tries(TryStore(process.database)), list[str]()
    take = here.store.take

    async def counted(mark: str, *given: object) -> float:
        asked.append(mark)
        return await take(mark, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(here.store, "take", counted)
    for _ in range(100):
        await taken(here)
    assert len(asked) == LIMIT.at_once


async def test_what_is_stored_names_nobody_and_does_not_stay(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    store = TryStore(process.database)
    await taken(Tries(store), "ada@example.org")
    async with process.database.reading() as connection:
        kept = (await connection.execute(sa.select(tries))).all()
    assert len(kept) == 1
    assert "ada" not in str(kept)
    await Sweeping(store).sweep()
    async with process.database.reading() as connection:
        assert (await connection.execute(sa.select(tries))).all() == kept, "it still counts"
    later = now() + timedelta(seconds=61)
    monkeypatch.setattr("app.base.clock.source", lambda: later)
    await Sweeping(store).sweep()
    async with process.database.reading() as connection:
        assert (await connection.execute(sa.select(tries))).all() == []


async def test_nothing_is_swept_while_a_process_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []

    async def slept(seconds: float) -> None:
        done.append(seconds)
        if seconds == EVERY_SECONDS:
            raise asyncio.CancelledError

    async def swept() -> None:
        done.append("swept")

    sweeping = Sweeping()
    monkeypatch.setattr("asyncio.sleep", slept)
    monkeypatch.setattr(sweeping, "sweep", swept)
    with pytest.raises(asyncio.CancelledError):
        await sweeping.run()
    assert done == [FIRST_SECONDS, "swept", EVERY_SECONDS]


def test_passwords_are_tried_no_oftener_at_two_processes_and_the_owner_gets_in_at_both(
    client: TestClient, elsewhere: TestClient
) -> None:
    register(client)
    devices = dict(client.cookies)
    post(client, "/logout")
    thief, thief_elsewhere = another(client), another(elsewhere)
    codes = [log_in(browser, "Ada", f"wrong {n}").status_code for n in range(8) for browser in (thief, thief_elsewhere)]
    assert codes == [422] * LOGINS_TO.at_once + [429] * (16 - LOGINS_TO.at_once)
    assert log_in(client, "Ada").status_code == 303, "in this browser Ada was logged in before"
    elsewhere.cookies.update({name: value for name, value in devices.items() if "device" in name})
    assert log_in(elsewhere, "Ada").status_code == 303
