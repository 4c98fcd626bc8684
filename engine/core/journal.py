"""The journal: what rules report as typed entries, never as text.

Log, recap, mails and animations are rendered from the same entries in the reader's language. A rule calls `tell`; the
door returns the entries of one choice to its caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from msgspec import Struct

from engine.core.naming import snake
from engine.core.sides import Side

if TYPE_CHECKING:
    from engine.core.state import AnyState


class Entry(Struct, frozen=True, gc=False, tag_field="told", tag=snake, forbid_unknown_fields=True):
    """One thing that happened; the log links to its clause, `rule`. Entries that only some may know override
    `seen_by`."""

    rule: ClassVar[str] = ""

    def seen_by(self, side: Side | None) -> Self | None:
        """Return the entry as `side` (None: a spectator) may read it; None where even its existence is hidden."""
        return self


class Confided(Entry, frozen=True):
    """News for one side alone; others do not even learn that it happened."""

    side: Side

    def seen_by(self, side: Side | None) -> Self | None:
        return self if side == self.side else None


def tell(state: AnyState, entry: Entry) -> None:
    state.news.append(entry)


def seen(entries: list[Entry], side: Side | None) -> list[Entry]:
    """Return what one reader may see of these entries."""
    return [visible for entry in entries if (visible := entry.seen_by(side)) is not None]
