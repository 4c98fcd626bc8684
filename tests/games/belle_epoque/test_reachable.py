"""The counts of reachable positions are those in reachable.txt."""

from pathlib import Path

from tests.games.belle_epoque.reachable import counts


def test_as_many_positions_are_reachable_as_are_written_down() -> None:
    assert counts() == (Path(__file__).parent / "reachable.txt").read_text()
