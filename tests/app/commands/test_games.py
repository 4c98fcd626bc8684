"""HORLOGE_GAMES may name modules that are missing or broken: commands report them in a sentence and go on."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli import horloge
from app.ops.doctor import check_games, check_rules
from app.settings import Settings
from app.store.db.database import Database
from engine.core import registry
from tests.games.tiny import GAME
from tests.support.process import Process

BROKEN = {"no_such_module": "", "broken_game": "GAME = 1 / 0", "strange_game": "GAME = (", "no_game": "RULES = 1"}


@pytest.fixture(params=BROKEN)
def module(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(registry, "added", [])
    monkeypatch.syspath_prepend(tmp_path)
    if text := BROKEN[request.param]:
        (tmp_path / f"{request.param}.py").write_text(text)
    return str(request.param)


def is_named(module: str, said: str) -> bool:
    return f"{module!r} has no GAME" in said if module == "no_game" else f"{module!r} can't be imported: " in said


def test_a_server_does_not_start_with_what_is_no_game(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HORLOGE_GAMES", module)
    done = CliRunner().invoke(horloge, ["serve"])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code != 0
    assert is_named(module, done.stderr)


async def test_the_doctor_names_games_that_go_on_without_their_rules(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(games="tests.games.tiny")
    await process.open()
    assert (await check_games(settings, process.database)).verdict == "ok"
    monkeypatch.setattr(registry, "added", [])
    found = await check_games(Settings(), process.database)
    assert found.verdict == "warning"
    assert GAME.key in found.line()


async def test_the_doctor_names_what_is_no_game(module: str, sqlite_url: str) -> None:
    database = Database(sqlite_url)
    found = await check_games(Settings(games=module, database_url=sqlite_url), database)
    await database.close()
    assert found.verdict == "failed"
    assert is_named(module, found.line())


ODD_GAME = """
from dataclasses import replace
from tests.games.tiny import GAME as ANTECHAMBER
GAME = replace(ANTECHAMBER, key="odd")
"""


async def test_the_doctor_says_which_clause_of_which_book_to_number_otherwise(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "added", [])
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "odd_game" / "rules").mkdir(parents=True)
    (tmp_path / "odd_game" / "__init__.py").write_text(ODD_GAME)
    book = tmp_path / "odd_game" / "rules" / "en.md"
    settings, database = Settings(games="odd_game", database_url=sqlite_url), Database(sqlite_url)
    book.write_text("# Odd\n\n## 5 End\n\n5.4 One.\n\n5.4 Two.\n")
    found = await check_rules(settings, database)
    assert (found.verdict, found.found) == (
        "failed",
        "rules/en.md of odd: 5.4 stands there twice: number one of them otherwise",
    )
    book.write_text("# Odd\n\n## 5 End\n\n5.4 One.\n\n5.4.1 Two.\n")
    assert (await check_rules(settings, database)).verdict == "ok"
    await database.close()
