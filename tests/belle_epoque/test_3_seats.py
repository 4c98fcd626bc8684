"""3.2: how people come to their Powers at the tables of the site."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest
from msgspec.structs import replace

from app.lobby.arranging import Refused, begin, sit_down
from app.store.chairs import Chair
from app.store.lobby import Arranged
from engine.belle_epoque.game import GAME
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.setup import Options
from engine.core.state import Side

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOST = 1


def table(seating: str) -> Arranged:
    """A table for four, at which only the host has a seat: the first."""
    seats = enumerate(GAME.seating(4, Options()))
    empty = Arranged(
        id=1,
        key="table",
        game=GAME.key,
        title="A table",
        options="{}",
        host=HOST,
        access="public",
        seating=seating,
        spectators=True,
        started=False,
        again="",
        opened_at=NOW,
        moved_at=NOW,
        chairs=tuple(Chair(number, sides) for number, sides in seats),
    )
    return sit_down(empty, HOST, 0)


def full(seating: str) -> Arranged:
    found = table(seating)
    for number in (1, 2, 3):
        found = sit_down(found, HOST + number, number)
    return replace(found, chairs=tuple(replace(chair, ready=True) for chair in found.chairs))


def powers(arranged: Arranged) -> dict[int | None, tuple[Side, ...]]:
    return {chair.person: chair.sides for chair in arranged.chairs}


def test_3_2a_by_lot_any_power_may_come_to_anybody() -> None:
    dealt = [powers(begin(full("random"), HOST, "", Random(number))) for number in range(200)]
    assert {pair for one in dealt for pair in one.items()} == {
        (person, (power,)) for person in range(HOST, HOST + 4) for power in POWERS
    }
    assert all(sorted(one.values()) == sorted((power,) for power in POWERS) for one in dealt)


def test_3_2b_or_each_chooses_a_power_that_is_still_free() -> None:
    """The order of choosing is that in which people take seats."""
    first = sit_down(table("pick"), 2, 2)
    with pytest.raises(Refused, match="taken"):
        sit_down(first, 3, 2)
    assert powers(sit_down(first, 3, 1)) == {1: ("uk",), 2: ("russia",), 3: ("france",), None: ("central_powers",)}
    ready = full("pick")
    assert powers(begin(ready, HOST, "", Random(1))) == powers(ready)
