"""`horloge admin`: admin actions from the shell, while servers run."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from app.base.clock import now
from app.base.paths import ROOT
from app.cli import horloge
from app.model.names import fold_name
from app.store.messages.mail_outbox import NewMail
from app.store.people.factors import FactorStore
from app.store.people.people import PeopleStore
from app.store.people.roles import RoleStore
from tests.games.tiny.choices import Collect, Tip
from tests.golden.records import golden_record
from tests.support.elsewhere import ASCII
from tests.support.process import Process, acted, process_on


@pytest.fixture
def site(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set up a site where Ada has an account, Bob is a guest, and there is a table."""
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setenv("HORLOGE_GAMES", "tests.games.tiny")

    async def made(process: Process) -> None:
        people = PeopleStore(process.database)
        for name in ("Ada", "Bob"):
            number = await people.add_guest(name, fold_name(name), now())
            await people.change(number, password="kept" if name == "Ada" else "")
        await process.open(key="a-table")

    on(sqlite_url, made)
    return sqlite_url


def on(url: str, work: Callable[[Process], Awaitable[None]]) -> None:
    async def opened() -> None:
        async with process_on(url) as process:
            await work(process)

    asyncio.run(opened())


def admin(*words: str) -> Result:
    return CliRunner().invoke(horloge, ["admin", *words])


def test_who_is_banned_may_lose_their_seats_too(site: str) -> None:
    assert admin("ban", "Bob", "--why", "Enough.", "--seats").exit_code == 0
    assert "ban Bob" in admin("deeds").output


def test_the_first_admin_is_made_from_the_shell(site: str) -> None:
    made = admin("appoint", "Ada")
    assert made.exit_code == 0
    assert "/me/factor" in made.output, "and what is still to be done"

    async def look(process: Process) -> None:
        ada = await RoleStore(process.database).called("ada")
        assert ada
        assert ada.role == "admin"

    on(site, look)
    refused = admin("appoint", "Ada", "--role", "player")
    assert refused.exit_code == 1, "the last one stays one"
    assert "The site needs an admin" in refused.output


def test_who_has_lost_app_and_codes_is_brought_back_from_the_shell(site: str) -> None:
    assert "off already" in admin("reset-factor", "Ada", "--why", "So.").output

    async def switch_on(process: Process) -> None:
        ada = await RoleStore(process.database).called("ada")
        assert ada
        store = FactorStore(process.database)
        await store.propose(ada.id, "sealed")
        assert await store.switch_on(ada.id, "sealed", 1, ["digest"], 0, NewMail("", "", ""), now()) is not None

    async def look(process: Process) -> None:
        ada = await RoleStore(process.database).called("ada")
        assert ada
        assert await FactorStore(process.database).of(ada.id) is None

    on(site, switch_on)
    assert admin("reset-factor", "Ada", "--why", "A new phone.").exit_code == 0
    on(site, look)
    assert "reset_factor Ada" in admin("deeds").output


@pytest.mark.parametrize("words", [("appoint", "Bob"), ("appoint", "Nobody"), ("ban", "Nobody", "--why", "So.")])
def test_who_cannot_be_meant_is_said_to_be_nobody(site: str, words: tuple[str, ...]) -> None:
    answer = admin(*words)
    assert answer.exit_code == 1
    assert "No account has that name" in answer.output


def test_a_server_that_runs_hears_of_what_the_shell_does(site: str) -> None:
    async def look(process: Process) -> None:
        room = await process.room("a-table")
        done = await asyncio.to_thread(admin, "freeze", "a-table", "--why", "A dispute.")
        assert done.exit_code == 0, done.output
        await room.refresh()
        assert (room.status, room.admin_actions[0].role, room.admin_actions[0].person) == ("frozen", "shell", None)
        again = await asyncio.to_thread(admin, "freeze", "a-table", "--why", "A dispute.")
        assert again.exit_code == 1
        assert "frozen already" in again.output

    on(site, look)
    assert "freeze a-table by shell: A dispute." in admin("deeds").output


def test_a_admin_action_needs_a_table_and_a_reason(site: str) -> None:
    assert admin("freeze", "nowhere", "--why", "So.").exit_code == 2
    assert admin("freeze", "a-table", "--why", " ").exit_code == 1
    assert admin("freeze", "a-table").exit_code == 2


async def moved(process: Process) -> None:
    room = await process.room("a-table")
    await acted(room, "red", Collect(), "k1")
    await acted(room, "red", Tip(), "k2")


def test_people_tables_and_deliveries_are_found_from_the_shell(site: str) -> None:
    assert admin("search", "ad").output == "person  Ada  player\n"
    assert admin("search", "a-table").output == "table  a-table  playing  antechamber  A table\n"
    assert "a-table" not in admin("search", "--status", "frozen").output
    assert admin("search", "nobody at all").output == "Nothing.\n"


def test_a_terminal_that_lacks_a_mail_shows_a_question_mark(site: str) -> None:
    async def came(process: Process) -> None:
        await PeopleStore(process.database).add_guest("Łucja", fold_name("Łucja"), now())

    on(site, came)
    command = [sys.executable, "-m", "app", "admin", "search", "ucja"]
    environment = os.environ | {"DATABASE_URL": site, "PYTHONIOENCODING": "latin-1:strict"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert (done.stdout, done.returncode) == (b"person  ?ucja  guest\n", 0), done.stderr


@pytest.mark.parametrize("word", [b"caf\xe9", "café".encode()], ids=("another encoding", "no such letters"))
def test_an_argument_that_is_no_text_here_is_refused_in_a_sentence(site: str, word: bytes) -> None:
    command: list[str | bytes] = [sys.executable, "-m", "app", "admin", "rename", "a-table", word, "--why", "So."]
    environment = os.environ | {"DATABASE_URL": site, "LC_ALL": "C", **ASCII}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b'The argument "caf\\x'), done.stderr
    assert done.stderr.count(b"\n") == 1


def test_the_name_of_a_file_may_have_any_bytes(tmp_path: Path) -> None:
    named = os.fsencode(tmp_path) + b"/caf\xe9.json"
    Path(os.fsdecode(named)).write_bytes(golden_record("versailles/four_standard").read_bytes())
    command: list[str | bytes] = [sys.executable, "-m", "app", "record", "check", named]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"LC_ALL": "C", **ASCII}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_shell_compares_before_it_leads_a_game_elsewhere(site: str) -> None:
    on(site, moved)
    for words in (("--to", "0"), (), ("--same-seed",)):
        compared = admin("compare", "a-table", *words)
        assert compared.exit_code == 0
        assert "Step: 2 -> 0" in compared.output
        assert ("Waiting for: Blue -> Red" in compared.output) == bool(words), "a new deal is not known yet"
        assert "<" not in compared.output
    assert admin("deeds").output == "", "nothing was done"
    assert admin("rewind", "a-table", "0", "--why", "So.").exit_code == 0
    assert "Step: 0 -> 2" in admin("compare", "a-table", "--branch", "0").output
    assert "step" in admin("compare", "a-table", "--to", "7").output
    assert admin("compare", "a-table", "--to", "7").exit_code == 1
    assert admin("compare", "nowhere").exit_code == 1


def test_what_a_side_sees_is_printed_and_the_table_is_told(site: str) -> None:
    seen = {side: json.loads(admin("see", "a-table", side, "--why", "A dispute.").output) for side in ("red", "blue")}

    async def look(process: Process) -> None:
        room = await process.room("a-table")
        for side, view in seen.items():
            assert view == msgspec.to_builtins(room.game.view(room.position, side))
        assert [one.kind for one in room.admin_actions] == ["see", "see"]

    on(site, look)
    assert seen["red"] != seen["blue"]
    assert admin("see", "a-table", "white", "--why", "So.").exit_code == 1
    assert admin("see", "a-table", "red", "--why", " ").exit_code == 1
