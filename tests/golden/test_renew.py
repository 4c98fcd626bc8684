"""Renewing golden records: new hashes, and nothing else."""

import pytest
from msgspec.structs import replace

from engine.core.record import Differs, read
from tests.golden.records import golden_record
from tests.golden.renew import PLAYED, renewed, written

FILE = golden_record("versailles/alone_lost")


def test_while_nothing_has_changed_renewing_changes_nothing() -> None:
    game, record = read(FILE.read_bytes())
    assert written(renewed(game, record)) == FILE.read_text()


def test_hashes_of_other_rules_are_replaced() -> None:
    game, record = read(FILE.read_bytes())
    other = replace(record, choices=[replace(chosen, hash="0" * 16) for chosen in record.choices])
    assert renewed(game, other) == record


def test_a_record_that_ends_differently_is_not_renewed() -> None:
    game, record = read(FILE.read_bytes())
    with pytest.raises(Differs):
        renewed(game, replace(record, points={"uk": 99}))


@pytest.mark.parametrize("name", PLAYED)
def test_every_game_that_can_be_played_anew_is_there(name: str) -> None:
    assert golden_record(name).exists()
