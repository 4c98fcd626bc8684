"""In games of thousands of entries, the expectations and patches of each entry are found without a search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.core import registry
from engine.core.chance import derived_seed
from engine.core.fuzz import play
from engine.core.game import Opening
from engine.core.record import AnyRecord, Expectation, Patch, Refused, Replay, read
from tests.games.heap import GAME, Options, Take

ENTRIES = 5_000


@pytest.fixture(autouse=True)
def heap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "added", ["tests.games.heap"])


def long_record(entries: int = ENTRIES) -> AnyRecord:
    """Return a record of this many entries, of a game that is not over by then."""
    options = Options(heap=3 * entries + 1)
    opening = Opening(GAME.sides(2, options), options, derived_seed("long", 0), players=2)
    record = play(GAME, opening, Random(0), check=False).record
    return replace(record, choices=record.choices[:entries])


class Counted(list[Any]):
    """Counts how often its items are accessed."""

    looks = 0

    def __iter__(self) -> Iterator[Any]:
        for item in super().__iter__():
            self.looks += 1
            yield item


def test_a_record_of_five_thousand_entries_replays() -> None:
    game, record = read(msgspec.json.encode(long_record()))
    *_, (entry, state, _) = Replay(game, record)
    assert (entry, state.sequence) == (ENTRIES, ENTRIES)


def test_a_long_record_is_held_to_its_expectations_by_one_look_at_each() -> None:
    record = long_record(200)
    record.expect = Counted(Expectation(after, "active", "north") for after in range(0, 200, 4))
    record.patches = Counted(Patch(after, "coins.west", after) for after in range(200))
    record.refused = Counted(Refused(after, "nobody", Take(1), "not_your_turn") for after in range(200))
    assert [entry for entry, _, _ in Replay(GAME, record)] == [*range(201)]
    assert (record.expect.looks, record.patches.looks, record.refused.looks) == (50, 200, 200)
