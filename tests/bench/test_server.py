"""The benches that play over sockets, in a very short run against real server processes, without what npm would
install: every figure comes; none is asserted.
"""

from pathlib import Path
from typing import Any

import pytest

from bench import board, boardgame_io, fanout, ours, server, tables
from bench.boardgame_io import NoPeer
from tests.support.needs import needs


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few tables and spectators, and no peer, as on a machine without npm."""

    def missing(_: Path) -> Any:
        raise NoPeer("npm is missing")

    needs("postgres")
    monkeypatch.setattr(boardgame_io, "serving", missing)
    monkeypatch.setattr(server, "MOVES", {1: 2, server.BUSY: 1})
    monkeypatch.setattr(server, "ROUNDS", 1)
    monkeypatch.setattr("bench.parts.GAMES_PLAYED", 1)
    monkeypatch.setattr(fanout, "CROWDS", (1, fanout.GOAL_AT // 100))
    for name, few in (("LIVE", 2), ("WARM", 1), ("MOVES", 2), ("SLEEPING", 10), ("HOUR", 1), ("SETTLE_SECONDS", 0.0)):
        monkeypatch.setattr(tables, name, few)


def test_the_server_is_measured_on_both_databases_and_for_pages_and_programs(
    short: None, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dict(server.figures(seconds=0.05))
    assert {name.removeprefix("server_").partition("_")[0] for name in found} == {
        "programs", "pages", "postgres", "latency", "form",
    }  # fmt: skip
    assert found["server_form_p50"].goal == 3
    assert found["server_postgres_latency_p50"].goal == 2.5
    assert all(figure.value >= 0 for figure in found.values())
    assert "there is nothing to compare with: npm is missing" in capsys.readouterr().err
    assert {name for name in found if name.startswith("server_pages_cpu_")} == {
        f"server_pages_cpu_{part}" for part in ("decode", "rules", "store", "render", "send")
    }


def test_the_fan_out_is_measured_beside_a_bare_loop(short: None) -> None:
    found = dict(fanout.figures(seconds=0.05))
    assert [name for name in found if "bare" in name] == ["fanout_1_beside_bare", "fanout_5_beside_bare"]
    assert {name: figure.goal for name, figure in found.items() if "memory" in name or "growth" in name} == {
        "fanout_memory_of_a_socket": 1,
        "fanout_memory_of_a_live_table": 1,
        "fanout_memory_of_a_sleeping_table": 1,
        "fanout_growth_in_an_hour": 1,
    }


def test_the_first_board_is_measured_as_it_goes_over_the_wire(short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "TABLES", 1)
    found = dict(board.figures(seconds=0.05))
    assert {name: figure.goal for name, figure in found.items()} == {
        "board_on_the_wire": 1,
        "board_cold": 1,
        "board_warm": 1,
        "board_update": 1,
        "board_update_with_the_next_form": None,
        "board_update_beside_the_board": 0.1,
        "board_whole": 3.5,
    }
    assert 10_000 < found["board_on_the_wire"].value < 100_000
    assert 0 < found["board_update"].value <= found["board_update_with_the_next_form"].value


def test_the_update_that_is_measured_is_that_of_a_placement() -> None:
    for number in range(board.FIRST, board.FIRST + board.TABLES):
        before = board.before(number, board.PLACING)
        moves = [ours.act_of(text).choice for _, text in ours.game(number)]
        assert b'"do":"place"' in bytes(moves[before])
        assert not any(b'"do":"place"' in bytes(move) for move in moves[:before])


def test_a_game_is_made_up_once_and_is_a_whole_one() -> None:
    game = ours.game(3)
    assert game == ours.game(3 + ours.GAMES), "more tables than games play some again"
    assert {seat for seat, _ in game} == {0, 1, 2, 3}
    assert [ours.act_of(text).sequence for _, text in game] == list(range(len(game)))


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        (b'{"seq":4,"after":3,"full":false,"news":[],"now":{}}', True),
        (b'{"seq":4,"after":3,"full":false,"html":"<p></p>"}', True),
        (b'{"seq":4,"after":4,"full":false}', False),
        (b'{"seq":4,"after":4,"full":false,"html":""}', False),
        (b'{"answer":"k1","status":200,"sequence":1}', True),
        (b'{"talk":1}', False),
    ],
)
def test_changes_and_answers_are_counted_and_beats_are_not(text: bytes, counted: bool) -> None:
    assert ours.counts(text) is counted


def test_a_refusal_ends_the_bench() -> None:
    with pytest.raises(RuntimeError, match="refused"):
        ours.counts(b'{"answer":"k1","status":409}')
