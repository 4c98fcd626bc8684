"""The form of the golden records that bots play, for the `played.py` of each game's tests."""

from __future__ import annotations

from typing import NamedTuple


class Played(NamedTuple):
    """A game that bots play: the same every time under the same rules."""

    players: int
    title: str
    options: str = "{}"
    bots: tuple[str, ...] = ("random",)
    chatter: float = 0.0
    """The share of random choices out of turn."""
    number: int = 0
    """The number in the series named after the file, chosen so that the game ends as its title says."""
