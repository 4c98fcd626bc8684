"""The engine's bench compares with python-chess, which only `python3 dev.py bench` installs. Where it is missing, the
tests put in its place a game that ends after a few plies: they test the bench, not the speed of chess.
"""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType

import pytest


class Board:
    """Four moves in every position, 600 plies in every game."""

    def __init__(self) -> None:
        self.move_stack: list[Move] = []

    @property
    def legal_moves(self) -> Iterator["Move"]:
        return iter([] if self.is_game_over() else [Move(f"a{rank}a{rank + 1}") for rank in range(1, 5)])

    def is_game_over(self) -> bool:
        return len(self.move_stack) >= 600

    def push(self, move: "Move") -> None:
        self.move_stack.append(move)

    def push_uci(self, text: str) -> None:
        self.push(Move(text))

    def ply(self) -> int:
        return len(self.move_stack)


class Move:
    def __init__(self, text: str) -> None:
        self.text = text

    def uci(self) -> str:
        return self.text


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every module that the benches compare with importable."""
    if find_spec("chess") is None:
        chess = ModuleType("chess")
        chess.Board = Board  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "chess", chess)
        for module in ("bench.peers", "bench.engine"):
            monkeypatch.delitem(sys.modules, module, raising=False)
