"""Old and new versions together: a process goes on while a newer Horloge upgrades the database under it. Older versions
do not ask for what a newer one adds; a migration that removes something says that the site has to be stopped.
"""

import ast
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from app.base.paths import MIGRATIONS
from app.main import create_app
from app.store.db import migrations as schema
from app.store.db.database import Database
from tests.support.playing import begun, panel, send
from tests.support.visitors import another, post, quick_settings

NEWER = """
    ALTER TABLE rooms ADD COLUMN newer INTEGER DEFAULT 7 NOT NULL;
    ALTER TABLE entries ADD COLUMN newer VARCHAR(8);
    ALTER TABLE people ADD COLUMN newer VARCHAR(8) DEFAULT '' NOT NULL;
    ALTER TABLE tables ADD COLUMN newer INTEGER DEFAULT 0 NOT NULL;
    CREATE TABLE newer (id INTEGER PRIMARY KEY, room BIGINT REFERENCES rooms (id));
    CREATE INDEX ix_entries_newer ON entries (newer);
    UPDATE alembic_version SET version_num = '9999'
"""
"""A migration of a later version that only adds."""
OLDER = """
    UPDATE alembic_version SET version_num = :head;
    DROP TABLE newer;
    DROP INDEX ix_entries_newer;
    ALTER TABLE rooms DROP COLUMN newer;
    ALTER TABLE entries DROP COLUMN newer;
    ALTER TABLE people DROP COLUMN newer;
    ALTER TABLE tables DROP COLUMN newer
"""
ADDING = {"create_table", "add_column", "create_index"}
LATER = [file for file in sorted((MIGRATIONS / "versions").glob("[0-9]*.py")) if file.name > "0018_"]
STOP = "Stop the site"
"""A migration file that does more than add has to contain this."""


async def carry_out(database: Database, statements: str) -> None:
    async with database.writing() as connection:
        for statement in statements.split(";"):
            await connection.execute(sa.text(statement), {"head": schema.head()} if ":head" in statement else {})


@asynccontextmanager
async def newer(url: str) -> AsyncIterator[None]:
    """Upgrade the database as a later version would."""
    database = Database(url, patient=True)
    await carry_out(database, NEWER)
    try:
        yield
    finally:
        await carry_out(database, OLDER)
        await database.close()


async def test_a_process_goes_on_while_a_newer_one_adds_to_the_tables(database_url: str) -> None:
    with TestClient(create_app(quick_settings(database_url)), base_url="http://testserver") as red:
        blue = another(red)
        key = begun(red, blue)
        assert send(red, key, panel(red, key), choice='{"do":"collect"}').status_code == 303
        async with newer(database_url):
            assert red.get("/health/ready").status_code == 200
            assert send(red, key, panel(red, key), choice='{"do":"tip"}').status_code == 303
            assert send(blue, key, panel(blue, key), choice='{"do":"collect"}').status_code == 303
            assert post(blue, f"/tables/{key}/talk", channel="table", text="Still here?").status_code == 303
            assert "Still here?" in red.get(f"/tables/{key}").text
            assert begun(another(red), another(red))


async def test_a_process_is_not_ready_before_the_database_is(database_url: str) -> None:
    database = Database(database_url, patient=True)
    with TestClient(create_app(quick_settings(database_url)), base_url="http://testserver") as visitor:
        await carry_out(database, f"UPDATE alembic_version SET version_num = '{schema.revisions()[-2]}'")
        assert visitor.get("/health/ready").status_code == 503
        await carry_out(database, "UPDATE alembic_version SET version_num = :head")
        assert visitor.get("/health/ready").status_code == 200
    await database.close()


def takes_away(source: str) -> bool:
    """Tell whether an older process could miss something after this migration, or could not write any more."""
    [upgrade] = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef) and one.name == "upgrade"]
    done = [one for one in ast.walk(upgrade) if isinstance(one, ast.Call) and ast.unparse(one.func).startswith("op.")]
    columns = [one.args[1] for one in done if ast.unparse(one.func) == "op.add_column"]
    empty = ("server_default=", "nullable=True")
    return any(ast.unparse(one.func).removeprefix("op.") not in ADDING for one in done) or any(
        "nullable=False" in ast.unparse(column) and not any(way in ast.unparse(column) for way in empty)
        for column in columns
    )


@pytest.mark.parametrize("file", LATER, ids=lambda file: file.stem)
def test_a_migration_only_adds_or_says_that_the_site_has_to_be_stopped(file: Path) -> None:
    assert not takes_away(file.read_text()) or STOP in file.read_text()


@pytest.mark.parametrize(
    ("does", "takes"),
    [
        ('op.create_table("more", sa.Column("id", sa.Integer))', False),
        ('op.add_column("rooms", sa.Column("more", sa.Integer, nullable=True))', False),
        ('op.add_column("rooms", sa.Column("more", sa.Integer, nullable=False, server_default="0"))', False),
        ('op.add_column("rooms", sa.Column("more", sa.Integer, nullable=False))', True),
        ('op.drop_column("rooms", "trouble")', True),
        ('op.create_unique_constraint("more", "rooms", ["title"])', True),
    ],
)
def test_a_migration_that_takes_something_away_would_be_found(does: str, takes: bool) -> None:
    assert takes_away(f"def upgrade():\n    {does}\ndef downgrade():\n    op.drop_table('more')") is takes
