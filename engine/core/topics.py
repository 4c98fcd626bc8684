"""Topics: what a game's log can be filtered by, such as deals or dice. Recaps may have groups by them, too."""

from __future__ import annotations

from msgspec import Struct

from engine.core.journal import Entry

MOST = 8
"""Topics of one game; above the log there is no room for more."""


class Topic(Struct, frozen=True):
    """A topic; `topic.<game>.<key>` is its name."""

    key: str
    entries: tuple[type[Entry], ...]
    """The kinds of entries that belong to it, including subclasses."""
    recap: bool = False
    """Whether it is a group of its own in recaps; an entry with several such topics belongs to the first of them."""

    def has(self, entry: Entry) -> bool:
        return isinstance(entry, self.entries)
