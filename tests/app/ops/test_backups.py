"""A backup holds everything stored at one moment. Restored, it is a site that goes on, on either database, and players
who saw more of a game than was restored are told where it is now.
"""

import gzip
import hashlib
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.features.admin.actions import SHELL_DOER, do
from app.main import create_app
from app.ops.backup import Backup, Tail, Unusable, name_at, old_ones, write
from app.ops.restore import Report, put_back, remember, verify
from app.rooms.admin_actions import Reset, Rewind, Undo
from app.store.db import migrations as schema
from app.store.db.database import Database
from app.store.db.schema.games import beats, entries, metadata, rooms, visits
from app.store.messages.notes_and_visits import KeepingStore, Visit
from app.store.ops.dump import InUse, NotEmpty, OlderTables
from app.store.ops.heartbeats import THE_ONE
from app.store.ops.restores import RestoreStore
from tests.games.tiny.choices import Collect
from tests.support.moves import go_back
from tests.support.playing import begun, panel, send
from tests.support.process import Process, acted, order, process_on
from tests.support.rated import accounts, played, table
from tests.support.visitors import ORIGIN, another, quick_settings


async def site(process: Process) -> str:
    """Set up people, a finished game, and a running one with an undone choice; return its key."""
    ada, bob = await accounts(process, "Ada", "Bob")
    await played(process, (ada, bob))
    room = await table(process, (ada, bob))
    for step in range(55):
        await acted(room, "red", order(room), f"{ada}.k.{step}")
    await acted(room, "red", Collect(), f"{ada}.k.turn")
    await go_back(room, "red", 55, f"{ada}.back", 56)
    assert room.sequence == 57
    await KeepingStore(process.database).saw(ada, room.id, Visit(room.epoch, 40), datetime.now(UTC))
    return room.key


def leftovers(folder: Path) -> list[Path]:
    return [*folder.glob("saved*")]


async def backup(process: Process, file: Path) -> Backup:
    async for _ in write(process.database, file):
        pass
    return Backup(file)


async def everything(database: Database) -> dict[str, list[Any]]:
    async with database.reading() as connection:
        return {
            one.name: [tuple(row) for row in await connection.execute(one.select().order_by(*one.primary_key))]
            for one in metadata.sorted_tables
        }


def rewritten(file: Path, change: Callable[[list[bytes]], list[bytes]]) -> Backup:
    """Rewrite the lines of a backup, with a matching digest."""
    *lines, _ = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    body = b"".join(change(lines))
    file.write_bytes(gzip.compress(body + msgspec.json.encode(Tail(0, hashlib.sha256(body).hexdigest()))))
    return Backup(file)


@asynccontextmanager
async def elsewhere(tmp_path: Path) -> AsyncIterator[Process]:
    """Another database, of the other kind or the same, that was never used."""
    async with process_on(f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.db'}") as made:
        yield made


async def columns_at(tmp_path: Path, revision: str) -> dict[str, set[str]]:
    """Return the columns of all tables of a database at a revision."""
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'older.db'}")
    await schema.migrate(database, revision)
    async with database.reading() as connection:
        names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
        found = {
            name: await connection.run_sync(lambda sync, of: sa.inspect(sync).get_columns(of), name) for name in names
        }
    await database.close()
    return {name: {one["name"] for one in those} for name, those in found.items()}


async def restored(database: Database, saved: Backup, replace: bool = False) -> Report:
    report = Report(str(saved.file), saved.head.at, saved.rows, trial=False)
    await put_back(database, saved, replace, report)
    return report


async def verified(database: Database, report: Report) -> Report:
    async for _ in verify(database, report):
        pass
    return report


async def test_what_is_put_back_is_what_was_there(process: Process, tmp_path: Path) -> None:
    """From SQLite and from Postgres; only the epoch of the game that may have gone on since differs."""
    key = await site(process)
    saved = await backup(process, tmp_path / "saved")
    async with elsewhere(tmp_path) as there:
        report = await restored(there.database, saved)
        assert (report.raised, report.rows) == (1, sum(map(len, (await everything(process.database)).values())))
        assert (await there.store.row(key)).epoch == 1000
        await verified(there.database, report)
        assert (report.games, report.wrong, report.older, report.verified) == (2, [], [], True)
        room = await there.room(key)
        assert (room.epoch, room.sequence) == (1000, 57)
        assert (await acted(room, "red", order(room), "later")).epoch == 1000
        async with process.database.writing() as connection:
            for one in (entries, rooms, visits):
                await connection.execute(one.update().where(one.c.epoch == 0).values(epoch=1000))
        before, after = await everything(process.database), await everything(there.database)
        for name in before.keys() - {"rooms", "entries", "snapshots", "visits"}:
            assert before[name] == after[name], name
        assert before["visits"] == after["visits"]


async def test_sqlite_moves_to_postgres_and_goes_on_there(
    sqlite_url: str, migrated_postgres_url: str, tmp_path: Path
) -> None:
    async with process_on(sqlite_url) as here, process_on(migrated_postgres_url) as there:
        key = await site(here)
        report = await restored(there.database, await backup(here, tmp_path / "saved"))
        assert (await verified(there.database, report)).wrong == []
        ada, bob, eve = await accounts(there, "Ada2", "Bob2", "Eve")
        assert min(ada, bob, eve) > 2, "new rows get new numbers"
        room = await there.room(key)
        await acted(room, "red", order(room), "later")
        assert (await played(there, (ada, bob))).status == "finished"


async def test_whoever_saw_more_of_a_game_is_told_where_it_is_now(process: Process, tmp_path: Path) -> None:
    """Only games that went on since are in a new epoch; earlier choices are in their logs."""
    key, quiet = await site(process), await process.open()
    saved = await backup(process, tmp_path / "saved")
    room = await process.room(key)
    await acted(room, "red", Collect(), "after the backup")
    report = await restored(process.database, saved, replace=True)
    assert report.raised == 1
    row, other = await process.store.row(key), await process.store.row(quiet)
    assert ((row.epoch, row.sequence), other.epoch) == ((1, 57), 0)
    assert (await verified(process.database, report)).wrong == []
    await room.refresh()
    assert (room.epoch, room.sequence) == (1, 57), "a process that had it open follows"
    assert (await acted(room, "red", Collect(), "after the backup")).sequence == 58, "the key is free again"
    await restored(process.database, saved, replace=True)
    assert (await process.store.row(key)).epoch == 2, "a second restore raises it again"


async def test_a_site_is_not_thrown_away_by_mistake(process: Process, tmp_path: Path) -> None:
    await site(process)
    saved, before = await backup(process, tmp_path / "saved"), await everything(process.database)
    with pytest.raises(NotEmpty):
        await restored(process.database, saved)
    assert await everything(process.database) == before


async def test_nothing_is_put_back_under_a_server_that_is_at_work(process: Process, tmp_path: Path) -> None:
    saved = await backup(process, tmp_path / "saved")
    async with process.database.writing() as connection:
        await connection.execute(beats.insert().values(id=THE_ONE, at=datetime.now(UTC)))
    with pytest.raises(InUse):
        await restored(process.database, saved, replace=True)


async def test_a_restore_that_fails_leaves_what_was_there(process: Process, tmp_path: Path) -> None:
    await site(process)
    saved, before = await backup(process, tmp_path / "saved"), await everything(process.database)

    def torn(lines: list[bytes]) -> list[bytes]:
        at = next(number for number, line in enumerate(lines) if line.startswith(b'{"table":"entries"'))
        return [*lines[: at + 1], b"[1]\n", *lines[at + 1 :]]

    saved = rewritten(saved.file, torn)
    with pytest.raises(ValueError, match="shorter"):
        await restored(process.database, saved, replace=True)
    assert await everything(process.database) == before


async def test_a_damaged_file_is_refused_before_anything_is_done(sqlite_url: str, tmp_path: Path) -> None:
    async with process_on(sqlite_url) as process:
        await site(process)
        file = (await backup(process, tmp_path / "saved")).file
    whole = file.read_bytes()
    middle = len(whole) // 2
    lines = gzip.decompress(whole).splitlines(keepends=True)
    harmed = {
        "cut": whole[:middle],
        "flipped": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "without a line": gzip.compress(b"".join(lines[:5] + lines[6:])),
        "text": b"hello",
        "empty": b"",
    }
    for harm, text in harmed.items():
        file.write_bytes(text)
        with pytest.raises(Unusable, match="saved"):
            raise AssertionError(f"{harm} is taken for {Backup(file)}")
    with pytest.raises(Unusable, match="can't be read: No such file"):
        Backup(tmp_path / "absent")


async def test_a_backup_of_a_newer_horloge_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    async with process_on(sqlite_url) as process:
        file = (await backup(process, tmp_path / "saved")).file
    text = gzip.decompress(file.read_bytes()).replace(schema.head().encode(), b"9999", 1)
    file.write_bytes(gzip.compress(text))
    with pytest.raises(Unusable, match="newer"):
        Backup(file)


async def test_a_backup_of_an_older_horloge_is_brought_up_to_date(process: Process, tmp_path: Path) -> None:
    """Its rows go into tables of the revision they were read from, which are then migrated."""
    key = await site(process)
    saved = await backup(process, tmp_path / "saved")
    older = schema.revisions()[-2]
    columns = await columns_at(tmp_path, older)

    def aged(lines: list[bytes]) -> list[bytes]:
        """Return the lines without what only the newest tables and columns hold."""
        head, *body = lines
        there, kept = [head.replace(schema.head().encode(), older.encode(), 1)], list[bool]()
        for line in body:
            read = msgspec.json.decode(line)
            if isinstance(read, dict):
                table = columns.get(read["table"], set())
                kept = [name in table for name in read["columns"]]
                read["columns"] = [name for name in read["columns"] if name in table]
            else:
                read = [value for value, stays in zip(read, kept, strict=True) if stays]
            if any(kept):
                there.append(msgspec.json.encode(read) + b"\n")
        return there

    saved = rewritten(saved.file, aged)
    async with elsewhere(tmp_path) as there:
        report = await restored(there.database, saved)
        assert await schema.current(there.database) == schema.head()
        assert (await verified(there.database, report)).wrong == []
        assert (await there.store.row(key)).sequence == 57


async def test_only_a_database_of_this_horloge_is_backed_up(process: Process, tmp_path: Path) -> None:
    async with process.database.writing() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    try:
        with pytest.raises(OlderTables):
            await backup(process, tmp_path / "saved")
        assert leftovers(tmp_path) == []
    finally:
        async with process.database.writing() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = :at"), {"at": schema.head()})


async def test_a_backup_is_its_owners_alone_and_named_by_its_time(sqlite_url: str, tmp_path: Path) -> None:
    names = [name_at(datetime(2026, 11, day, tzinfo=UTC)) for day in (1, 2, 10)]
    async with process_on(sqlite_url) as process:
        for name in names:
            saved = await backup(process, tmp_path / name)
            assert stat.S_IMODE(saved.file.stat().st_mode) == 0o600
    assert [file.name for file in old_ones(tmp_path, 2)] == names[:1]


async def test_a_game_that_is_not_what_its_log_says_is_named(process: Process, tmp_path: Path) -> None:
    key = await site(process)
    async with process.database.writing() as connection:
        changed = entries.update().where(entries.c.sequence == 20, entries.c.key.like("%k.19"))
        await connection.execute(changed.values(hash="0" * 32))
    async with elsewhere(tmp_path) as there:
        report = await restored(there.database, await backup(process, tmp_path / "saved"))
        [wrong] = (await verified(there.database, report)).wrong
        assert (wrong.key, wrong.result, wrong.at) == (key, "differs", 20)


async def led_about(process: Process) -> str:
    """Reset a game, rewind it, and return it to where it had been, playing on each time; return its key."""
    key = await process.open()
    for number, asked in enumerate([None, Reset(), Rewind(3), Undo(0)]):
        if asked:
            assert await do(process.database, SHELL_DOER, key, asked, "To see.") is None
        room = await process.room(key)
        await room.refresh()
        for step in range(5):
            await acted(room, "red", order(room), f"{number}.{step}")
    return key


async def test_every_branch_of_a_game_is_what_its_log_says(process: Process, tmp_path: Path) -> None:
    key = await led_about(process)
    async with elsewhere(tmp_path) as there:
        report = await restored(there.database, await backup(process, tmp_path / "saved"))
        await verified(there.database, report)
        assert (report.games, report.wrong, report.older) == (1, [], [])
        branches = await there.store.branches((await there.store.row(key)).id)
        assert [(one.epoch, one.parent, one.first, one.last) for one in branches] == [
            (0, None, 0, 5), (1, None, 0, 5), (2, 1, 3, 8), (1000, 0, 5, None),
        ]  # fmt: skip


@pytest.mark.parametrize(("epoch", "at"), [(0, 5), (1, 2), (1, 4), (2, 4), (2, 8), (3, 6)])
async def test_an_entry_of_any_branch_that_is_not_what_it_was_is_named(
    process: Process, tmp_path: Path, epoch: int, at: int
) -> None:
    """Whether or not another branch goes on from there."""
    key = await led_about(process)
    async with process.database.writing() as connection:
        which = entries.update().where(entries.c.epoch == epoch, entries.c.sequence == at)
        assert (await connection.execute(which.values(hash="0" * 32))).rowcount == 1
    async with elsewhere(tmp_path) as there:
        report = await restored(there.database, await backup(process, tmp_path / "saved"))
        [wrong] = (await verified(there.database, report)).wrong
        assert (wrong.key, wrong.result, wrong.at) == (key, "differs", at)
        assert wrong.branch in (None, epoch)
        assert f"differs from entry {at}" in str(wrong)


async def test_a_page_that_shows_more_than_was_put_back_is_shown_where_the_game_is(
    process: Process, database_url: str, tmp_path: Path
) -> None:
    """Over its socket, once the servers are back; and what the page sends is refused."""
    settings = quick_settings(database_url)
    with TestClient(create_app(settings), base_url="http://testserver") as red:
        blue = another(red)
        key = begun(red, blue)
        saved = await backup(process, tmp_path / "saved")
        assert send(red, key, panel(red, key), choice='{"do":"collect"}').status_code == 303
        page, cookies = panel(red, key), dict(red.cookies)
    async with process.database.writing() as connection:
        await connection.execute(beats.delete())  # as if the servers had been gone for a while
    assert (await restored(process.database, saved, replace=True)).raised == 1
    with TestClient(create_app(settings), base_url="http://testserver") as back:
        back.cookies.update(cookies)
        with back.websocket_connect(f"/tables/{key}/feed?epoch=0&after=1", headers=ORIGIN) as feed:
            frame = feed.receive_json()
            assert "choice" in frame["html"]
        assert (frame["epoch"], frame["seq"], frame["full"]) == (1, 0, True)
        late = send(back, key, page, choice='{"do":"tip"}')
        assert late.status_code == 409
        assert 'name="epoch" value="1"' in late.text
        assert send(back, key, panel(back, key), choice='{"do":"collect"}').status_code == 303


async def test_health_hears_of_the_last_restore_that_was_verified(process: Process, tmp_path: Path) -> None:
    saved = await backup(process, tmp_path / "saved")
    assert await RestoreStore(process.database).latest() is None
    report = Report("saved", saved.head.at, saved.rows, trial=True, games=3)
    await remember(process.database, report)
    latest = await RestoreStore(process.database).latest()
    assert latest
    assert (latest.made_at, latest.trial, latest.games, latest.wrong) == (saved.head.at, True, 3, 0)


async def test_while_it_is_written_the_site_goes_on(
    process: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Choices recorded during the backup are not in it, not even in part."""
    monkeypatch.setattr("app.ops.backup.TOLD", 20)
    room = await process.room(await site(process))
    steps = [rows async for rows in acting_between(write(process.database, tmp_path / "saved"), room)]
    assert len(steps) > 3
    async with elsewhere(tmp_path) as there:
        report = await restored(there.database, Backup(tmp_path / "saved"))
        assert (await verified(there.database, report)).wrong == []
        assert (await there.store.row(room.key)).sequence == 57 < room.sequence


async def acting_between(writing: AsyncIterator[int], room: Any) -> AsyncIterator[int]:
    async for rows in writing:
        await acted(room, "red", order(room), f"meanwhile.{rows}.{room.sequence}")
        yield rows
