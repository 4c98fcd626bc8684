"""The migrations make exactly the tables that the code uses, and remove them again."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from app.base.clock import now
from app.base.failures import StoreUnavailable
from app.base.paths import MIGRATIONS
from app.model.notification_settings import read
from app.store.db import migrations as schema
from app.store.db.database import Database
from app.store.db.migrations import NewerDatabase, bring_up_to_date
from app.store.db.schema.games import metadata
from app.store.db.schema.messages import notification_settings
from app.store.people.people import PeopleStore


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{request.getfixturevalue('tmp_path') / 'empty.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest_asyncio.fixture
async def database(empty_url: str) -> AsyncIterator[Database]:
    opened = Database(empty_url, patient=True)
    yield opened
    await opened.close()


def differences(connection: Connection) -> list[object]:
    """Compare the database with the code's tables. Alembic misreads an empty text as a default on SQLite, so defaults
    are not compared there."""
    defaults = connection.dialect.name == "postgresql"
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": defaults})
    return list(compare_metadata(context, metadata))


async def test_migrations_make_the_tables_of_the_code(empty_url: str, database: Database) -> None:
    assert await bring_up_to_date(empty_url)
    async with database.reading() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_difference_between_migrations_and_code_would_be_found(empty_url: str, database: Database) -> None:
    await bring_up_to_date(empty_url)
    async with database.writing() as connection:
        await connection.execute(sa.text("ALTER TABLE rooms DROP COLUMN trouble"))
    async with database.reading() as connection:
        assert len(await connection.run_sync(differences)) == 1


async def test_migrations_go_down_to_nothing_and_up_again(empty_url: str, database: Database) -> None:
    await bring_up_to_date(empty_url)
    for revision in [*schema.revisions()[-2::-1], "base"]:
        await schema.migrate(database, revision)
    async with database.reading() as connection:
        names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
    assert names == ["alembic_version"]
    assert await schema.current(database) is None
    assert await bring_up_to_date(empty_url)
    assert not await bring_up_to_date(empty_url), "nothing is left to do"


async def test_who_wanted_no_news_of_being_outbid_wants_none_of_the_alert(empty_url: str, database: Database) -> None:
    """All other settings stay as they were, upwards and downwards."""
    await bring_up_to_date(empty_url)
    await schema.migrate(database, "0024")
    said = ['{"off":{"mail":["turn","outbid"],"push":["outbid"]},"digest":8}', '{"off":{"hook":["turn"]}}', "{}"]
    for text in said:
        person = await PeopleStore(database).add_guest(f"Ada {text}"[:24], text, now())
        async with database.writing() as connection:
            await connection.execute(notification_settings.insert().values(person=person, text=text))
    await schema.migrate(database, "0025")
    first, *others = await wished(database)
    assert first == '{"off":{"mail":["turn","versailles.outbid"],"push":["versailles.outbid"]},"digest":8}'
    assert others == said[1:]
    assert not read(first).wants("outbid", "push", "versailles", "key")
    await schema.migrate(database, "0024")
    assert await wished(database) == said


async def wished(database: Database) -> list[str]:
    async with database.reading() as connection:
        return list(
            (
                await connection.execute(
                    sa.select(notification_settings.c.text).order_by(notification_settings.c.person)
                )
            ).scalars()
        )


async def test_two_processes_that_start_at_once_migrate_once(empty_url: str, database: Database) -> None:
    await asyncio.gather(bring_up_to_date(empty_url), bring_up_to_date(empty_url))
    assert await schema.current(database) == schema.head()


async def test_who_starts_while_another_process_migrates_waits_for_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits however long that takes: much longer than for any other lock."""
    monkeypatch.setattr("app.store.db.database.LOCK_SECONDS", 1)
    other = Database(postgres_url, patient=True)
    async with other.writing() as connection:
        await connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": schema.KEY_OF_LOCK})
        waiting = asyncio.create_task(bring_up_to_date(postgres_url))
        await asyncio.wait({waiting}, timeout=1.5)
        assert not waiting.done()
    assert await waiting
    await other.close()


async def test_a_migration_does_not_wait_long_for_tables_that_are_in_use(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every other request would queue behind it."""
    monkeypatch.setattr("app.store.db.database.LOCK_SECONDS", 1)
    other = Database(postgres_url, patient=True)
    await schema.migrate(other, schema.revisions()[0])
    async with other.writing() as connection:
        await connection.execute(sa.text("LOCK TABLE rooms"))
        with pytest.raises(StoreUnavailable, match="lock timeout"):
            await bring_up_to_date(postgres_url)
    await other.close()


async def test_a_database_of_a_newer_horloge_is_left_alone(empty_url: str, database: Database) -> None:
    await bring_up_to_date(empty_url)
    async with database.writing() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="install a newer Horloge"):
        await bring_up_to_date(empty_url)


def test_the_head_known_from_the_files_is_the_one_alembic_knows() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_current_head() == schema.head()
    assert sorted(script.revision for script in scripts.walk_revisions()) == schema.revisions()
