"""Games are counted as they end, each once, in the order of their ends, whichever process does it; a rebuild from
scratch gives the same. On SQLite and Postgres.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
import sqlalchemy as sa

from app.base.ending import end
from app.jobs import ratings as counting_of
from app.jobs.ratings import Counting
from app.model.clocks.terms import Days, as_kept
from app.model.results.rating import Rating
from app.ops.rebuild_ratings import Rebuilt, rebuild
from app.rooms.room import Room
from app.rooms.tenures import resign, take
from app.store.db.schema.games import entries, rooms, snapshots, tables
from app.store.db.schema.ratings import placings, results, standings
from app.store.people.people import PeopleStore
from app.store.ratings.leaderboards import StandingStore
from app.store.ratings.results import ResultStore
from tests.games.tiny.choices import Collect
from tests.support.process import Process, acted
from tests.support.rated import accounts, counted, play, played, rows, table


async def ended_at(process: Process, room: Room, seconds: int) -> None:
    """Set the end of a game this many seconds after its start."""
    later = room.opened_at + timedelta(seconds=seconds)
    async with process.database.writing() as connection:
        await connection.execute(rooms.update().where(rooms.c.id == room.id).values(moved_at=later))


async def rebuilt(process: Process) -> Rebuilt:
    done = Rebuilt()
    async for _ in rebuild(ResultStore(process.database), done):
        pass
    return done


async def test_a_finished_game_moves_the_ratings_of_those_who_played_it(process: Process) -> None:
    people = await accounts(process, "Ada", "Bob")
    room = await played(process, people)
    assert await StandingStore(process.database).moved(room.key) is None
    await counted(process)
    found = await StandingStore(process.database).moved(room.key)
    assert found
    assert {one.person for one in found} == set(people)
    assert all(one.before == Rating() and one.after != one.before for one in found)
    for one in people:
        assert len(await StandingStore(process.database).ratings(one)) == 1


async def test_what_was_counted_is_not_counted_again(process: Process, other_process: Process) -> None:
    people = await accounts(process, "Ada", "Bob")
    await played(process, people)
    await counted(process)
    before = await rows(process)
    await counted(process)
    await counted(other_process)
    assert await rows(process) == before


async def test_two_processes_that_count_at_once_count_each_game_once(process: Process, other_process: Process) -> None:
    people = await accounts(process, "Ada", "Bob", "Eve")
    for number in range(4):
        await played(process, Random(number).sample(people, 2), number)
    await asyncio.gather(*(counted(one) for one in (process, other_process, process, other_process)))
    at_once = await rows(process)
    assert sum(row[-1] for row in at_once["standings"]) == 8
    await rebuilt(process)
    assert await rows(process) == at_once


async def test_a_game_that_is_counted_late_goes_where_it_belongs(process: Process) -> None:
    """Three games ended one after the other; the middle one is counted last."""
    people = await accounts(process, "Ada", "Bob", "Eve")
    games = [await table(process, people[:2]) for _ in range(3)]
    for number in (0, 2, 1):
        await play(games[number], people[:2], number)
        await ended_at(process, games[number], 100 + number)
        await counted(process)
    late = await rows(process)
    await rebuilt(process)
    assert await rows(process) == late
    async with process.database.reading() as connection:
        order = sa.select(placings.c.mean_before, placings.c.mean).join(results, results.c.room == placings.c.room)
        of_one = order.where(placings.c.person == people[0]).order_by(results.c.ended_at)
        line = (await connection.execute(of_one)).all()
    assert [before for before, _ in line] == [Rating().mean, *(after for _, after in line[:-1])]


async def test_worked_out_again_everything_is_the_same(process: Process) -> None:
    people = await accounts(process, "Ada", "Bob", "Eve")
    await played(process, people, 1)
    await played(process, people[:2], 2)
    await played(process, [people[0], 0], 3)
    await played(process, people[1:], 4, rated=False)
    await counted(process)
    kept = await rows(process)
    first, second = await rebuilt(process), await rebuilt(process)
    assert await rows(process) == kept
    assert (first.games, first.rated, first.ratings, first.unreadable) == (4, 2, 5, [])
    assert first.digest == second.digest


async def test_what_was_wrong_is_put_right_by_working_it_out_again(process: Process) -> None:
    people = await accounts(process, "Ada", "Bob")
    await played(process, people)
    await counted(process)
    kept = await rows(process)
    async with process.database.writing() as connection:
        await connection.execute(standings.update().values(mean=99.0))
        await connection.execute(placings.update().values(rank=1))
        await connection.execute(results.update().values(turns=0))
    assert await rows(process) != kept
    await rebuilt(process)
    assert await rows(process) == kept


async def test_results_of_what_is_no_finished_game_any_more_are_forgotten(process: Process) -> None:
    people = await accounts(process, "Ada", "Bob")
    room = await played(process, people)
    await counted(process)
    async with process.database.writing() as connection:
        await connection.execute(rooms.update().where(rooms.c.id == room.id).values(status="frozen"))
    await rebuilt(process)
    found = await rows(process)
    assert (found["results"], found["placings"], found["standings"]) == ([], [], [])


@pytest.mark.parametrize("kind", ["guide", "analysis"])
async def test_lessons_and_boards_say_nothing(process: Process, kind: str) -> None:
    people = await accounts(process, "Ada", "Bob")
    room = await table(process, people)
    async with process.database.writing() as connection:
        await connection.execute(sa.text(f"UPDATE tables SET kind = '{kind}'"))
    await play(room, people)
    await counted(process)
    assert (await rows(process, results))["results"] == []


async def test_a_game_with_a_bot_is_kept_and_rates_nobody(process: Process) -> None:
    [ada] = await accounts(process, "Ada")
    room = await played(process, [ada, 0])
    await counted(process)
    assert await StandingStore(process.database).moved(room.key) == []
    games, count = await StandingStore(process.database).games(ada, None, 1)
    assert (count, games[0].people, games[0].change) == (1, False, None)


async def test_a_game_that_can_not_be_read_is_told_and_counted_for_nobody(process: Process) -> None:
    people = await accounts(process, "Ada", "Bob")
    room = await played(process, people)
    async with process.database.writing() as connection:
        await connection.execute(snapshots.update().where(snapshots.c.room == room.id).values(state="{}"))
    await counted(process)
    assert [row[-1] for row in (await rows(process, results))["results"]] == ["unreadable"]
    assert await StandingStore(process.database).moved(room.key) == []
    assert (await rebuilt(process)).unreadable == [room.key]


async def test_a_game_that_ends_is_counted_at_once(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait for the next scan."""
    monkeypatch.setattr(counting_of, "RESCAN_SECONDS", 3600)
    people = await accounts(process, "Ada", "Bob")
    done = asyncio.Event()
    store = ResultStore(process.database)

    class Watched(Counting):
        async def count_all(self) -> None:
            await super().count_all()
            if (await rows(process, results))["results"]:
                done.set()

    work = asyncio.create_task(Watched(process.rooms).run())
    await played(process, people)
    async with asyncio.timeout(20):
        await done.wait()
    await end([work])
    assert await store.finished(["antechamber"], uncounted=True) == []


async def test_who_left_for_good_stays_in_the_sums_of_others(process: Process) -> None:
    ada, bob = await accounts(process, "Ada", "Bob")
    await played(process, [ada, bob])
    await counted(process)
    kept = await rows(process)
    await PeopleStore(process.database).forget(bob, f"N. N. {bob}", datetime.now(UTC))
    await rebuilt(process)
    assert await rows(process) == kept
    assert await StandingStore(process.database).known(bob, "") is None
    [met] = await StandingStore(process.database).met(ada, None)
    assert (met.name, met.linked) == (f"N. N. {bob}", False)


async def test_games_that_somebody_gave_up_are_counted_and_rate_nobody(process: Process) -> None:
    ada, bob, eve = await accounts(process, "Ada", "Bob", "Eve")
    room = await table(process, [ada, bob])
    assert await resign(room, bob) is None
    assert await take(room, eve, 1) is None
    await play(room, [ada, eve])
    await counted(process)
    store = StandingStore(process.database)
    assert [await store.given_up(one, None) for one in (ada, bob, eve)] == [0, 1, 0]
    assert await store.moved(room.key) == []


async def test_at_a_delayed_table_spectators_are_told_who_gave_up_when_they_see_that_turn(process: Process) -> None:
    ada, bob, eve = await accounts(process, "Ada", "Bob", "Eve")
    room = await table(process, [ada, bob], delay=1)
    await acted(room, room.waiting[0], Collect(), "k")
    assert await resign(room, bob) is None
    store = StandingStore(process.database)
    assert room.sight(()).sequence < room.sequence
    assert [await store.given_up(bob, viewer) for viewer in (None, eve, ada, bob)] == [0, 0, 1, 1]
    assert await take(room, eve, 1) is None
    await play(room, [ada, eve])
    assert await store.given_up(bob, None) == 1


async def test_at_tables_with_a_clock_answers_in_time_are_counted(process: Process) -> None:
    people = await accounts(process, "Ada", "Bob")
    await played(process, people)
    room = await played(process, people, 2)
    async with process.database.writing() as connection:
        terms = as_kept(Days(each=24, reserve=0))
        await connection.execute(tables.update().where(tables.c.room == room.id).values(clock=terms))
        first = sa.and_(entries.c.room == room.id, entries.c.sequence == 1)
        await connection.execute(entries.update().where(first).values(key="timeout.0.0.red"))
    await counted(process)
    ada, bob = [await StandingStore(process.database).punctuality(one) for one in people]
    assert ada[0] + bob[0] == room.sequence
    assert (ada[1], bob[1]) == (1, 0)
