"""Every bus carries hints from process to process, survives a lost connection, and never fails its caller."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial

import asyncpg
import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from app.live.bus import Bus, Hint, OneProcess, hear_all, open_bus
from app.live.bus_postgres import PostgresBus
from app.live.bus_redis import CHANNELS, RedisBus
from app.settings import Settings
from tests.harness.acting import until

MakeBus = Callable[[], Bus]
PATIENCE = 60


@pytest.fixture(params=["postgres", "redis"])
def make_bus(request: pytest.FixtureRequest) -> MakeBus:
    """Return a function that makes buses of one kind, one for each process."""
    url = request.getfixturevalue(f"{request.param}_url")
    return lambda: PostgresBus(url) if request.param == "postgres" else RedisBus(url)


@asynccontextmanager
async def listening(bus: Bus) -> AsyncIterator[list[Hint]]:
    heard: list[Hint] = []
    bus.start(heard.append)
    try:
        yield heard
    finally:
        await bus.close()


async def heard_in_the_end(bus: Bus, heard: list[Hint], hint: Hint) -> None:
    """Publish a hint until it is heard: hints may be lost while a connection is being made."""
    async with asyncio.timeout(PATIENCE):
        while hint not in heard:
            bus.publish(hint)
            await asyncio.sleep(0.05)


async def test_what_one_process_publishes_the_other_hears(make_bus: MakeBus) -> None:
    here, there = make_bus(), make_bus()
    async with listening(here), listening(there) as heard:
        await heard_in_the_end(here, heard, Hint("a", 0, 1))
        await heard_in_the_end(here, heard, Hint("b", 0, 2))


async def test_hints_of_one_room_are_gathered(make_bus: MakeBus) -> None:
    here, there = make_bus(), make_bus()
    async with listening(here), listening(there) as heard:
        await heard_in_the_end(here, heard, Hint("ready", 0, 0))
        heard.clear()
        for sequence in range(100):
            here.publish(Hint("a", 0, sequence))
        await heard_in_the_end(here, heard, Hint("after them", 0, 0))
        assert [hint for hint in heard if hint.room == "a"] == [Hint("a", 0, 99)]


async def test_a_first_hint_waits_for_no_others(make_bus: MakeBus, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process has only listened so far."""
    here, there = make_bus(), make_bus()
    async with listening(here) as heard_here, listening(there) as heard:
        await heard_in_the_end(there, heard, Hint("ready", 0, 0))
        await heard_in_the_end(there, heard_here, Hint("ready here", 0, 0))
        monkeypatch.setattr("app.live.bus.GATHER_SECONDS", 3600.0)
        here.publish(Hint("a", 0, 1))
        await until(lambda: Hint("a", 0, 1) in heard, PATIENCE)


async def test_many_rooms_at_once_all_arrive(make_bus: MakeBus) -> None:
    here, there = make_bus(), make_bus()
    many = {Hint(f"a-room-with-a-long-key-{n}", 0, n) for n in range(500)}
    async with listening(here), listening(there) as heard:
        await heard_in_the_end(here, heard, Hint("ready", 0, 0))
        for hint in many:
            here.publish(hint)
        await until(lambda: many <= set(heard), PATIENCE)


async def test_looking_after_the_line_loses_no_hint(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Probing the connection and publishing over it take turns."""
    monkeypatch.setattr("app.live.bus_postgres.PROBE_SECONDS", 0.0)
    here, there = PostgresBus(postgres_url), PostgresBus(postgres_url)
    async with listening(here), listening(there) as heard:
        await heard_in_the_end(here, heard, Hint("ready", 0, 0))
        for sequence in range(30):
            hint = Hint("a", 0, sequence)
            here.publish(hint)
            await until(partial(heard.__contains__, hint), PATIENCE)


async def test_a_hint_that_comes_while_a_line_is_built_is_sent_over_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, hint, built = PostgresBus(postgres_url), Hint("a", 0, 1), asyncio.Event()
    sending: list[asyncio.Task[None]] = []
    usual = asyncpg.Connection.add_listener

    async def interrupted(line: asyncpg.Connection, *wanted: object) -> None:
        listens = asyncio.create_task(usual(line, *wanted))
        await asyncio.sleep(0)
        sending.append(asyncio.create_task(bus.send([hint])))
        await listens
        built.set()

    monkeypatch.setattr(asyncpg.Connection, "add_listener", interrupted)
    async with listening(bus) as heard:
        await built.wait()
        await asyncio.gather(*sending)
        await until(lambda: hint in heard, PATIENCE)


async def test_a_lost_postgres_line_is_built_again(postgres_url: str) -> None:
    bus = PostgresBus(postgres_url)
    async with listening(bus) as heard:
        await heard_in_the_end(bus, heard, Hint("a", 0, 1))
        rival = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'horloge bus'"
        await rival.execute(f"{ended} AND datname = current_database()")
        await rival.close()
        await heard_in_the_end(bus, heard, Hint("a", 0, 2))


async def test_a_lost_redis_line_is_built_again(redis_url: str) -> None:
    bus = RedisBus(redis_url)
    async with listening(bus) as heard, Redis.from_url(redis_url) as rival:
        await heard_in_the_end(bus, heard, Hint("a", 0, 1))
        await rival.client_kill_filter(_type="pubsub")
        await heard_in_the_end(bus, heard, Hint("a", 0, 2))


def lost(logs: Sequence[Mapping[str, object]], times: int) -> bool:
    return [said["event"] for said in logs].count("hints lost") == times


@pytest.mark.parametrize(
    "bus", [PostgresBus("postgresql+asyncpg://postgres@127.0.0.1:1/none"), RedisBus("redis://127.0.0.1:1/0")]
)
async def test_without_a_server_publishing_still_returns_at_once(bus: Bus) -> None:
    with capture_logs() as logs:
        async with listening(bus):
            for number in (1, 2):
                bus.publish(Hint("a", 0, number))
                await until(partial(lost, logs, number), PATIENCE)


async def test_one_process_hears_itself() -> None:
    async with listening(OneProcess()) as heard:
        bus = OneProcess()
        bus.start(heard.append)
        bus.publish(Hint("a", 0, 1))
        await asyncio.sleep(0)
        assert heard == [Hint("a", 0, 1)]


@pytest.mark.parametrize("noise", ["", "{", "[1]", '[["a"]]', '[["a",0,"x"]]', b"\xff", '{"room":"a"}'])
def test_noise_is_not_heard(noise: str | bytes) -> None:
    heard: list[Hint] = []
    hear_all(heard.append, noise)
    assert heard == []


def test_rooms_are_spread_over_all_channels() -> None:
    from app.live.bus_redis import channel

    assert {channel(f"room-{n}") for n in range(500)} == set(CHANNELS)


def test_the_bus_follows_from_the_settings() -> None:
    postgres = "postgresql://postgres@127.0.0.1/none"
    assert open_bus(Settings(database_url=postgres, redis_url="redis://127.0.0.1/0")).name == "Redis"
    assert open_bus(Settings(database_url=postgres)).name == "Postgres"
    assert open_bus(Settings(database_url="sqlite:///x.db")).name == "in process"
