"""A move at a table: of a person, a program, a bot, the clock, a vote, a lesson, or of orders left in advance."""

from __future__ import annotations

from msgspec import Struct

from engine.core import door
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.refusal import Malformed
from engine.core.state import Side


class Move(Struct, frozen=True):
    side: Side
    choice: Choice
    key: str
    """Names the move among those of its sender: the same key with the same choice gets the same answer again."""
    seen: int
    """The sequence of the position that the choice answers."""
    by: str
    """The sender, as `app.model.senders` lists them."""

    @property
    def request_key(self) -> str:
        return f"{self.by}.{self.key}"


def read_move(game: AnyGame, side: Side, raw: bytes, key: str, seen: int, by: str) -> Move | Malformed:
    """Read a move whose choice is JSON from elsewhere."""
    choice = door.decode(game, raw)
    return choice if isinstance(choice, Malformed) else Move(side, choice, key, seen, by)
