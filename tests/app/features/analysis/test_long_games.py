"""Games of 5,000 entries are imported, replayed, continued and exported like any other."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import cache
from random import Random

import msgspec
import pytest
import pytest_asyncio
from fastapi.testclient import TestClient
from msgspec.structs import replace

from app.features.analysis import record_import as reading
from app.features.analysis.boards import from_record
from app.features.analysis.record_import import STEPS, Unfit, played
from app.features.replay.exporting import exported
from app.rooms.past_positions import Moments
from app.rooms.viewpoint import vantage
from app.settings import Settings
from app.store.people.people import PeopleStore
from app.store.tables.boards import BoardStore
from app.web.forms import UPLOADS
from engine.core import registry
from engine.core.chance import derived_seed
from engine.core.fuzz import play
from engine.core.game import Opening
from engine.core.record import read
from tests.games.heap import GAME, Options, Take
from tests.support.process import Process, acted
from tests.support.visitors import ORIGIN, come_as_guest, post, quick_settings, token_of

ENTRIES = 5_000
WIDE = 600
"""Bytes of the widest possible entry, formatted in lines as the site exports it."""


@cache
def long_record(entries: int = ENTRIES) -> bytes:
    """Return a record of this many entries, of a game that goes on."""
    options = Options(heap=3 * entries + 1)
    opening = Opening(GAME.sides(2, options), options, derived_seed("long", 0), players=2)
    record = play(GAME, opening, Random(0), check=False).record
    return msgspec.json.encode(replace(record, choices=record.choices[:entries]))


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", [*registry.added, "tests.games.heap"])


@pytest.fixture
def settings(sqlite_url: str) -> Settings:
    return quick_settings(sqlite_url, games="tests.games.heap")


@pytest_asyncio.fixture
async def me(process: Process) -> int:
    return await PeopleStore(process.database).add_guest("Ada", "ada", datetime.now(UTC))


async def test_a_long_game_is_brought_gone_through_played_on_and_taken_away(process: Process, me: int) -> None:
    boards = BoardStore(process.database)
    room = await process.room(await from_record(boards, played(long_record()), me))
    assert room.sequence == ENTRIES
    moments = Moments(process.store)
    assert (await moments.at(room, ENTRIES // 2)).position.sequence == ENTRIES // 2
    assert len(await moments.turns(room, ENTRIES)) == ENTRIES + 1
    await acted(room, room.waiting[0], Take(1), "one more")
    raw = await exported(process.store, vantage(room, None))
    assert len(raw) < UPLOADS["/analysis"]
    assert len(read(raw)[1].choices) == ENTRIES + 1
    again = await process.room(await from_record(boards, played(raw), me))
    assert again.sequence == ENTRIES + 1


def test_a_file_of_a_long_game_with_wide_choices_is_taken_and_its_pages_open(client: TestClient) -> None:
    come_as_guest(client)
    raw = long_record().ljust(ENTRIES * WIDE)
    made = client.post(
        "/analysis", data={"token": token_of(client)}, files={"file": raw}, headers=ORIGIN, follow_redirects=False
    )
    assert made.status_code == 303
    table = made.headers["location"]
    for address in ("", "/at/0", "/at/2500", "/at/5000", "/dice", "/record.json"):
        assert client.get(table + address).status_code == 200
    assert post(client, f"{table}/analyse", step="4999").status_code == 303


def test_the_longest_record_is_taken_and_no_longer_one() -> None:
    one = json.loads(long_record(1))
    taken, back = one["choices"][0], {"side": "north", "choice": {"do": "back", "to": 0}}
    many = [taken, back] * (STEPS // 2)
    assert len(played(json.dumps(one | {"choices": many}).encode()).entries) == STEPS
    with pytest.raises(Unfit, match=f"more than {STEPS} steps"):
        played(json.dumps(one | {"choices": [*many, taken]}).encode())


def test_a_record_that_goes_back_all_the_time_does_not_fill_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each undo needs another position to be stored."""
    monkeypatch.setattr(reading, "HELD", 4_000)
    one = json.loads(long_record(1))
    many = [one["choices"][0], {"side": "north", "choice": {"do": "back", "to": 0}}] * 40
    with pytest.raises(Unfit, match="too many positions have to be kept") as unfit:
        played(json.dumps(one | {"choices": many}).encode())
    assert unfit.value.why == "large"
