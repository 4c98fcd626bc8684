"""The people who have a table open at this moment, as far as this process knows: `live.presence` finds out, and rooms
pass it to the pages.
"""

from __future__ import annotations

from msgspec import Struct

from engine.core.state import Side


class Around(Struct, frozen=True):
    sides: tuple[Side, ...] = ()
    """The sides whose players have the table open."""
    watching: int = 0
    """How many others have it open."""

    @property
    def said(self) -> str:
        """The same as one word, by which a page tells the feed what it shows."""
        return ".".join((str(self.watching), *self.sides))


def around_said(said: str) -> Around:
    watching, *sides = said.split(".")
    return Around(tuple(sides), int(watching))
