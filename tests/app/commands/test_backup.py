"""The output and exit codes of `horloge backup` and `horloge restore`."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import horloge
from app.store.ops.restores import Restored, RestoreStore
from tests.support.process import process_on

Run = Callable[..., Any]


@pytest.fixture
def run(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("HORLOGE_GAMES", "tests.games.tiny")
    monkeypatch.setattr("app.base.logs.set_up", lambda *_: None)
    return lambda *words: CliRunner().invoke(horloge, [str(word) for word in words])


async def opened(url: str) -> str:
    async with process_on(url) as process:
        return await process.open()


async def latest(url: str) -> Restored | None:
    async with process_on(url) as process:
        return await RestoreStore(process.database).latest()


async def rooms(url: str) -> list[str]:
    async with process_on(url) as process:
        return await process.store.keys()


def test_backups_of_a_folder_are_named_by_the_time_and_the_newest_are_kept(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "horloge-20250101T000000Z.horloge").touch()
    done = run("backup", folder, "--keep", 1, "--json")
    assert done.exit_code == 0, (done.output, done.exception)
    told = json.loads(done.stdout)
    assert [*map(str, folder.iterdir())] == [told["file"]]
    assert told["removed"] == [str(folder / "horloge-20250101T000000Z.horloge")]


def test_what_is_there_already_is_not_written_over(run: Run, tmp_path: Path) -> None:
    (tmp_path / "saved").write_text("mine")
    done = run("backup", tmp_path / "saved")
    assert (done.exit_code, "is there already" in done.stderr) == (2, True)
    assert (tmp_path / "saved").read_text() == "mine"
    assert "can't be written" in run("backup", tmp_path / "no folder" / "saved").stderr


def test_a_backup_comes_back_and_is_verified(run: Run, sqlite_url: str, tmp_path: Path) -> None:
    key, saved = asyncio.run(opened(sqlite_url)), tmp_path / "saved"
    assert run("backup", saved).exit_code == 0
    asyncio.run(opened(sqlite_url))
    refused = run("restore", saved)
    assert (refused.exit_code, "--replace" in refused.stderr, "--trial" in refused.stderr) == (2, True, True)
    assert len(asyncio.run(rooms(sqlite_url))) == 2
    done = run("restore", saved, "--replace", "--verify")
    assert done.exit_code == 0, done.stderr
    assert "1 games played again: 1 the same, 0 wrong" in done.stdout
    assert asyncio.run(rooms(sqlite_url)) == [key]
    found = asyncio.run(latest(sqlite_url))
    assert found
    assert (found.trial, found.games, found.wrong) == (False, 1, 0)


def test_a_trial_changes_nothing_but_that_it_is_known(run: Run, sqlite_url: str, tmp_path: Path) -> None:
    asyncio.run(opened(sqlite_url))
    run("backup", tmp_path / "saved")
    asyncio.run(opened(sqlite_url))
    told = json.loads(run("restore", tmp_path / "saved", "--trial", "--json").stdout)
    assert (told["trial"], told["verified"], told["games"], told["wrong"]) == (True, True, 1, [])
    assert len(asyncio.run(rooms(sqlite_url))) == 2
    found = asyncio.run(latest(sqlite_url))
    assert found
    assert found.trial


def test_what_is_no_backup_is_refused_in_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("hello")
    for name in ("other", "absent"):
        done = run("restore", tmp_path / name)
        assert (done.exit_code, done.stderr.count("\n"), name in done.stderr) == (2, 1, True)
