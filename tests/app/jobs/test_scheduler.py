"""One query finds everything that is due, on both databases, and wakes the workers for it; at rest it wakes none."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from structlog.testing import capture_logs

from app.base.clock import now
from app.base.ending import end
from app.base.failures import StoreUnavailable
from app.jobs.housekeeping import STAYING
from app.jobs.scheduler import Due
from app.model.notification_kinds import MENTION
from app.rooms.room import Room
from app.settings import Settings
from app.store.db.database import Database
from app.store.db.migrations import bring_up_to_date
from app.store.db.schema.games import rooms, seats
from app.store.games.votes import Vote, VoteStore
from app.store.messages.deliveries import DeliveryStore, NewDelivery, NewReceiver
from app.store.messages.mail_outbox import NewMail, queue_mail
from app.store.messages.notices import Fact, raise_notice
from app.store.ops.due_work import DueStore
from app.store.people.people import PeopleStore
from app.wiring import open_services
from tests.app.features.notifications.site import NotifiedSite
from tests.support.process import Process, process_on

AT = now()
AGO, LATER = AT - timedelta(seconds=1), AT + timedelta(seconds=1)
Make = Callable[[Process, Room, datetime], Awaitable[None]]


async def write(process: Process, statement: sa.Executable) -> None:
    async with process.database.writing() as connection:
        await connection.execute(statement)


async def clock(process: Process, room: Room, when: datetime) -> None:
    await write(process, rooms.update().where(rooms.c.id == room.id).values(due_at=when))


async def news(process: Process, room: Room, when: datetime) -> None:
    await write(process, rooms.update().where(rooms.c.id == room.id).values(news_at=when))


async def offered_seat(process: Process, room: Room, when: datetime) -> None:
    assert room.table
    await write(process, seats.update().where(seats.c.table == room.table.id).values(bot_at=when))


async def vote(process: Process, room: Room, when: datetime) -> None:
    asked = Vote(0, room.id, "pause", None, "red", "", room.epoch, room.sequence, {}, "", AGO, when)
    await VoteStore(process.database).change(room.id, lambda *_: asked)
    await write(process, rooms.update().values(news_at=None))


async def notice(process: Process, room: Room, when: datetime) -> None:
    assert room.table
    about = Fact(await a_person(process), MENTION, "", 0, 0)
    async with process.database.writing() as connection:
        await raise_notice(connection, room.table.id, about, when)


async def mail(process: Process, _: Room, when: datetime) -> None:
    async with process.database.writing() as connection:
        await queue_mail(connection, NewMail("ada@example.org", "A subject", "A text"), when)


async def delivery(process: Process, _: Room, when: datetime) -> None:
    store = DeliveryStore(process.database)
    new = NewReceiver(await a_person(process), None, "slack", "https://example.org", "", "there", AGO)
    await store.send("a-message", [NewDelivery(await store.add(new), "a-topic", "text")], when)


async def a_person(process: Process) -> int:
    return await PeopleStore(process.database).add_guest("Dora", "dora", AGO)


KINDS: dict[str, Make] = {
    "clocks": clock,
    "votes": vote,
    "seats": offered_seat,
    "news": news,
    "notices": notice,
    "mails": mail,
    "deliveries": delivery,
}


def test_every_kind_has_its_test(process: Process) -> None:
    assert KINDS.keys() == set(DueStore(process.database, STAYING).kinds)


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_due_is_found_and_what_is_due_later_is_not(process: Process, kind: str) -> None:
    store, room = DueStore(process.database, STAYING), await NotifiedSite(process).game()
    await write(process, rooms.update().values(news_at=None))
    assert await store.due(AT, AT) == set()
    await KINDS[kind](process, room, LATER)
    assert await store.due(AT, AT) == set()
    assert await store.due(LATER, LATER) == {kind}


@pytest.mark.parametrize("kind", ["clocks", "seats"])
async def test_nothing_rings_in_a_game_that_is_not_being_played(process: Process, kind: str) -> None:
    store, room = DueStore(process.database, STAYING), await NotifiedSite(process).game()
    await write(process, rooms.update().values(news_at=None, status="frozen"))
    await KINDS[kind](process, room, AGO)
    assert await store.due(AT, AT) == set()


Asked = list[tuple[str, Any]]


def listen(database: Database) -> Asked:
    """Record the database's queries from now on, with their parameters."""
    asked: Asked = []

    def hear(_connection: object, _cursor: object, text: str, given: Any, *_: object) -> None:
        if text.startswith("SELECT"):
            asked.append((text, given))

    event.listen(database.read.sync_engine, "before_cursor_execute", hear)
    return asked


async def test_looking_is_one_question_whatever_there_is_to_do(process: Process) -> None:
    due = Due(process.database)
    for kind in due.store.kinds:
        due.calls(nothing, kind)
    asked = listen(process.database)
    await due.look()
    assert len(asked) == 1


async def nothing() -> None:
    """Do nothing."""


async def test_with_no_game_open_there_is_nothing_to_ask_about(process: Process) -> None:
    asked = listen(process.database)
    assert await process.store.heads(()) == {}
    assert await process.rooms.tables.of_rooms(()) == {}
    assert asked == []


async def test_sqlite_goes_through_no_games_that_sleep(sqlite_url: str) -> None:
    """It would otherwise go through them at each look: to find what is due, and which bots have to play."""
    async with process_on(sqlite_url) as process:
        asked = listen(process.database)
        await DueStore(process.database, STAYING).due(AT, AT)
        await process.store.with_bots_due()
        plans = [await plan(process.database, *question) for question in [*asked]]
    assert len(plans) == 2
    for way in [way for plan in plans for way in plan]:
        assert "ix_rooms_status" not in way
        assert way == "SCAN CONSTANT ROW" or "SCAN" not in way


async def plan(database: Database, text: str, given: Any) -> list[str]:
    """Return SQLite's plan for a query."""
    async with database.reading() as connection:
        return [str(line.detail) for line in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", given)]


async def test_a_process_calls_whoever_does_each_kind(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Due] = []

    def remembered(database: Database) -> Due:
        made.append(Due(database))
        return made[-1]

    monkeypatch.setattr("app.wiring.Due", remembered)
    await bring_up_to_date(settings.database_url)
    async with open_services(settings, demo=False):
        [due] = made
        assert sorted(kind for kinds, _ in due.bells for kind in kinds) == sorted(due.store.kinds)


class Work:
    """Does a round whenever it is woken; `much` is how many more rounds are waiting."""

    def __init__(self, much: int = 0) -> None:
        self.rounds, self.much, self.fails = 0, much, False

    async def round_of_it(self) -> bool:
        if self.fails:
            raise StoreUnavailable("it is gone")
        self.rounds += 1
        self.much -= 1
        return self.much >= 0


async def look(due: Due) -> None:
    """Look once, and let the woken workers run as many turns of the loop as their rounds take, and more."""
    await due.look()
    for _ in range(50):
        await asyncio.sleep(0)


async def test_work_is_called_when_its_kind_is_due_and_never_else(process: Process) -> None:
    due, sent, told = Due(process.database), Work(much=2), Work()
    tasks = [asyncio.create_task(run()) for run in (due.calls(sent.round_of_it, "mails", "deliveries"),)]
    tasks += [asyncio.create_task(due.calls(told.round_of_it, "notices")())]
    await look(due)
    assert (sent.rounds, told.rounds) == (0, 0)
    await KINDS["mails"](process, await process.opened(), AGO)
    await look(due)
    assert (sent.rounds, told.rounds) == (3, 0), "as long as there may be more, it goes on at once"
    await look(due)
    assert sent.rounds == 4, "what was not done is still due"
    await end(tasks)


async def test_work_that_fails_for_want_of_the_store_is_called_again(process: Process) -> None:
    due, work = Due(process.database), Work()
    task = asyncio.create_task(due.calls(work.round_of_it, "mails")())
    await KINDS["mails"](process, await process.opened(), AGO)
    work.fails = True
    with capture_logs() as logs:
        await look(due)
    assert [line["event"] for line in logs] == ["mails wait for the store"]
    work.fails = False
    await look(due)
    assert work.rounds == 1
    await end([task])
