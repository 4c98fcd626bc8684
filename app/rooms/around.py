"""Who is at a table at this moment, as far as a process knows: `live.presence` finds out, rooms carry it to the
pages.
"""

from __future__ import annotations

from msgspec import Struct

from engine.core.state import Side


class Around(Struct, frozen=True):
    sides: tuple[Side, ...] = ()
    """Those whose players have the table open."""
    watching: int = 0
    """How many others do."""

    @property
    def said(self) -> str:
        """In a word, as a page tells the feed what it shows."""
        return ".".join((str(self.watching), *self.sides))


def around_said(said: str) -> Around:
    watching, *sides = said.split(".")
    return Around(tuple(sides), int(watching))
