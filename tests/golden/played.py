"""How the golden records that bots play are written down, in the `played.py` of each game's tests."""

from __future__ import annotations

from typing import NamedTuple


class Played(NamedTuple):
    """A game that bots play: the same every time under the same rules."""

    players: int
    title: str
    options: str = "{}"
    bots: tuple[str, ...] = ("random",)
    chatter: float = 0.0
    """How often somebody acts out of turn, at random."""
    number: int = 0
    """Of the series named after the file: chosen so that the game ends as its title says."""
