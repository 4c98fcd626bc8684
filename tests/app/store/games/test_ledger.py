"""One action is recorded in one transaction or not at all, on SQLite and Postgres alike."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass

import asyncpg
import pytest
import pytest_asyncio
import sqlalchemy as sa
from msgspec.structs import replace

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.store.db.database import LEDGER_LINES, OTHER_LINES, Database
from app.store.db.sqlite_connections import LOCK_SECONDS
from app.store.games.ledger import Action, Behind, KeyReused, Outcome, Replayed, Stored
from app.store.games.ledger_postgres import AT_ONCE
from app.store.games.ledger_sqlite import SqliteLedger
from app.store.games.rooms import Head, NewRoom
from tests.support.process import Process, process_on

PATIENCE = 60


@dataclass
class Kept:
    """A room in the store, without a game behind it."""

    process: Process
    id: int

    def action(
        self, seen: int = 0, key: str = "k1", choice: str = '{"do":"pass"}', snapshot: str | None = None
    ) -> Action:
        return Action(
            room=self.id,
            epoch=0,
            seen=seen,
            side="red",
            key=key,
            choice=choice,
            news="[]",
            rules="1",
            hash=f"hash {seen + 1}",
            status="playing",
            waiting="blue",
            bot_due=False,
            at=now(),
            snapshot=snapshot,
        )


async def keep(process: Process, key: str = "room") -> Kept:
    new = NewRoom(
        key=key,
        game="none",
        title="A table",
        options="{}",
        seats="[]",
        prologue="[]",
        status="playing",
        hash="hash 0",
        waiting="red",
        bot_due=False,
        state="{}",
        at=now(),
    )
    await process.store.add(new)
    row = await process.store.find(key)
    assert row
    return Kept(process, row.id)


@pytest.fixture
async def kept(process: Process) -> Kept:
    return await keep(process)


async def test_a_recorded_action_moves_the_room_on_and_stands_in_its_log(kept: Kept) -> None:
    action = kept.action(snapshot='{"whole":true}')
    assert await kept.process.ledger.record(action) == Stored()
    store = kept.process.store
    row = await store.find("room")
    assert row
    assert (row.sequence, row.hash, row.waiting, row.moved_at) == (1, "hash 1", "blue", action.at)
    [entry] = await store.entries(kept.id, 0, 0, 1)
    assert (entry.side, entry.key, entry.choice, entry.hash, entry.at) == (
        "red",
        "k1",
        action.choice,
        "hash 1",
        action.at,
    )
    snapshot = await store.snapshot(kept.id, 0, 1)
    assert snapshot
    assert (snapshot.sequence, snapshot.state) == (1, '{"whole":true}')


async def test_the_same_action_again_is_answered_from_the_log(kept: Kept) -> None:
    await kept.process.ledger.record(kept.action())
    await kept.process.ledger.record(kept.action(seen=1, key="k2"))
    again = await kept.process.ledger.record(kept.action())
    assert isinstance(again, Replayed)
    assert again.entry.sequence == 1


async def test_a_key_belongs_to_one_choice(kept: Kept) -> None:
    await kept.process.ledger.record(kept.action())
    assert await kept.process.ledger.record(kept.action(choice='{"do":"raise"}')) == KeyReused()


async def test_a_used_key_does_not_pass_at_a_later_position_either(kept: Kept) -> None:
    await kept.process.ledger.record(kept.action())
    assert await kept.process.ledger.record(kept.action(seen=1, choice='{"do":"raise"}')) == KeyReused()
    assert isinstance(await kept.process.ledger.record(kept.action(seen=1)), Replayed)
    assert await kept.process.store.head(kept.id) == Head(0, 1, "playing")


async def test_an_action_from_an_older_position_is_not_recorded(kept: Kept) -> None:
    await kept.process.ledger.record(kept.action())
    assert await kept.process.ledger.record(kept.action(key="k2")) == Behind(Head(0, 1, "playing"))
    assert len(await kept.process.store.entries(kept.id, 0, 0, 9)) == 1


async def test_an_action_of_another_epoch_is_not_recorded(kept: Kept) -> None:
    outcome = await kept.process.ledger.record(replace(kept.action(), epoch=1))
    assert outcome == Behind(Head(0, 0, "playing"))


async def test_nothing_is_recorded_in_a_frozen_room(kept: Kept) -> None:
    await kept.process.store.freeze(kept.id, "trouble")
    assert await kept.process.ledger.record(kept.action()) == Behind(Head(0, 0, "frozen"))


async def test_of_many_at_one_position_one_is_recorded(kept: Kept, other_process: Process) -> None:
    ledgers = [kept.process.ledger, other_process.ledger]
    actions = [kept.action(key=f"k{n}") for n in range(40)]
    outcomes = await asyncio.gather(*(ledgers[n % 2].record(action) for n, action in enumerate(actions)))
    assert outcomes.count(Stored()) == 1
    assert outcomes.count(Behind(Head(0, 1, "playing"))) == 39


async def test_one_form_sent_twice_at_once_is_one_action_with_one_answer(kept: Kept, other_process: Process) -> None:
    for seen in range(20):
        action = kept.action(seen=seen, key=f"k{seen}")
        outcomes = await asyncio.gather(kept.process.ledger.record(action), other_process.ledger.record(action))
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Replayed", "Stored"]


async def test_rooms_go_on_side_by_side(process: Process) -> None:
    rooms = [await keep(process, f"room-{n}") for n in range(20)]
    outcomes = await asyncio.gather(*(process.ledger.record(room.action()) for room in rooms))
    assert outcomes == [Stored()] * 20


async def test_a_hung_process_that_holds_the_lock_holds_one_action_up_for_seconds(kept: Kept) -> None:
    async with kept.process.database.writing() as hung, asyncio.timeout(PATIENCE):
        await hung.execute(sa.text("UPDATE rooms SET title = title"))
        with pytest.raises(StoreUnavailable):
            await kept.process.ledger.record(kept.action())
    assert LOCK_SECONDS < 5
    assert await kept.process.ledger.record(kept.action()) == Stored()


@pytest_asyncio.fixture
async def patient_process(migrated_postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """A process on Postgres in which waiting for a lock never times out within a test."""
    monkeypatch.setattr("app.store.db.database.LOCK_SECONDS", PATIENCE)
    monkeypatch.setattr("app.store.db.database.STATEMENT_SECONDS", PATIENCE)
    async with process_on(migrated_postgres_url) as process:
        yield process


async def until_waiting(process: Process, count: int) -> None:
    """Wait until this many connections to this database wait for a lock that another one has."""
    here = "pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
    asked = sa.text(f"SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND {here}")
    async with asyncio.timeout(PATIENCE), process.database.asking() as connection:
        while (await connection.execute(asked)).scalar_one() < count:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.01)


async def test_waiting_for_a_locked_row_loses_no_action(patient_process: Process) -> None:
    """A waiting action is compared with what is committed by then, not with what it saw when it began."""
    kept = await keep(patient_process)
    async with patient_process.database.writing() as rival:
        await rival.execute(sa.text("UPDATE rooms SET title = 'Another name'"))
        recording = asyncio.create_task(patient_process.ledger.record(kept.action()))
        await until_waiting(patient_process, 1)
        assert not recording.done()
    assert await recording == Stored()
    assert await patient_process.store.head(kept.id) == Head(0, 1, "playing")
    assert len(await patient_process.store.entries(kept.id, 0, 0, 9)) == 1


async def test_a_lost_connection_is_replaced(postgres_process: Process) -> None:
    kept = await keep(postgres_process)
    assert await postgres_process.ledger.record(kept.action()) == Stored()
    await end_connections_to(postgres_process.database)
    assert await recorded_in_the_end(postgres_process, kept.action(seen=1, key="k2")) == Stored()


async def recorded_in_the_end(process: Process, action: Action) -> Outcome:
    """Record an action as a client does: try again with the same key."""
    for _ in range(3):
        with suppress(StoreUnavailable):
            return await process.ledger.record(action)
    raise AssertionError("the ledger did not come back")


async def end_connections_to(database: Database) -> None:
    """End all connections, as a restart of the server does."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    rival = Database(database.url.render_as_string(hide_password=False))
    async with rival.writing() as connection:
        await connection.execute(sa.text(f"SELECT pg_terminate_backend(pid) {others}"))
    await rival.close()


async def test_a_database_that_goes_while_a_connection_is_made_is_told_as_gone(
    postgres_process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found by the harness, seed a: in this case the driver itself raises the error, where SQLAlchemy does not
    translate it."""

    async def gone(*_: object, **__: object) -> None:
        raise asyncpg.InterfaceError("connection is closed")

    monkeypatch.setattr(asyncpg.Connection, "set_type_codec", gone)
    with pytest.raises(StoreUnavailable, match="connection is closed"):
        await postgres_process.store.find("no-such-room")


async def test_a_full_disk_is_told_as_unavailable_and_the_same_key_is_good_once_there_is_room(kept: Kept) -> None:
    assert await kept.process.ledger.record(kept.action()) == Stored()
    await fill_the_disk(kept.process, full=True)
    large = kept.action(seen=1, key="k2", snapshot="x" * 1_000_000)
    with pytest.raises(StoreUnavailable):
        await kept.process.ledger.record(large)
    assert await kept.process.store.head(kept.id) == Head(0, 1, "playing"), "it can still be read"
    await fill_the_disk(kept.process, full=False)
    assert await kept.process.ledger.record(large) == Stored()


async def fill_the_disk(process: Process, full: bool) -> None:
    """SQLite can be told that there are no more pages; on Postgres a trigger raises the error that the server would."""
    if isinstance(process.ledger, SqliteLedger):
        process.ledger.connection.execute(f"PRAGMA max_page_count = {1 if full else 1_000_000}")
        return
    raising = "BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END"
    making = f"CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $${raising}$$"
    placing = "CREATE TRIGGER disk_full BEFORE INSERT ON snapshots EXECUTE FUNCTION disk_full()"
    async with process.database.writing() as connection:
        for statement in (making, placing) if full else ("DROP FUNCTION disk_full CASCADE",):
            await connection.execute(sa.text(statement))


async def test_more_rooms_at_once_than_connections_all_go_on(postgres_process: Process) -> None:
    """The connections are reused, not opened again: none is left over for the pool to close."""
    rooms = [await keep(postgres_process, f"room-{n}") for n in range(3 * LEDGER_LINES)]
    for seen in range(5):
        actions = [room.action(seen=seen, key=f"k{seen}") for room in rooms]
        assert await asyncio.gather(*map(postgres_process.ledger.record, actions)) == [Stored()] * len(rooms)
    pool = postgres_process.database.write.pool
    assert isinstance(pool, sa.QueuePool)
    assert 0 < pool.checkedout() + pool.checkedin() <= LEDGER_LINES + OTHER_LINES


async def test_locked_rooms_do_not_hold_the_others_up(patient_process: Process) -> None:
    """All connections of the ledger that may wait for locked rows do so, and another room goes on."""
    rooms = [await keep(patient_process, f"room-{n}") for n in range(LEDGER_LINES)]
    async with patient_process.database.writing() as hung:
        await hung.execute(sa.text("UPDATE rooms SET title = title WHERE id <> :free"), {"free": rooms[0].id})
        stuck = [asyncio.create_task(patient_process.ledger.record(room.action())) for room in rooms[1:]]
        await until_waiting(patient_process, LEDGER_LINES - AT_ONCE)
        assert await patient_process.ledger.record(rooms[0].action()) == Stored()
        assert not any(task.done() for task in stuck)
    assert await asyncio.gather(*stuck) == [Stored()] * len(stuck)


async def test_a_locked_room_among_others_that_arrive_together_holds_none_of_them_up(postgres_process: Process) -> None:
    """The locked room is recorded as soon as possible."""
    rooms = [await keep(postgres_process, f"room-{n}") for n in range(3 * LEDGER_LINES)]
    async with postgres_process.database.writing() as hung:
        await hung.execute(sa.text("UPDATE rooms SET title = title WHERE id = :locked"), {"locked": rooms[-1].id})
        recording = [asyncio.create_task(postgres_process.ledger.record(room.action())) for room in rooms]
        assert await asyncio.gather(*recording[:-1]) == [Stored()] * (len(rooms) - 1)
        assert not recording[-1].done()
    assert await recording[-1] == Stored()


async def test_of_those_that_arrive_together_each_is_judged_by_itself(postgres_process: Process) -> None:
    """An older position, a used key, and what the server cannot store spoil it for none of the others."""
    rooms = [await keep(postgres_process, f"room-{n}") for n in range(3 * LEDGER_LINES)]
    old, used, broken, *others = rooms
    for room in (old, used):
        assert await postgres_process.ledger.record(room.action()) == Stored()
    actions = [room.action(key="k2") for room in others]
    spoilt = [old.action(key="k2"), used.action(seen=1, choice='{"do":"stay"}'), broken.action(key="\0")]
    recording = map(postgres_process.ledger.record, [*actions, *spoilt])
    outcomes = await asyncio.gather(*recording, return_exceptions=True)
    assert outcomes[: len(actions)] == [Stored()] * len(actions)
    behind, reused, unkept = outcomes[len(actions) :]
    assert (behind, reused) == (Behind(Head(0, 1, "playing")), KeyReused())
    assert isinstance(unkept, StoreUnavailable)
