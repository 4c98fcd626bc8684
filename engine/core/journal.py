"""The journal: what rules report as typed entries, never as text.

Log, recap, mails and animations are rendered from the same entries in the reader's language. A rule calls `tell`;
the door hands the entries of one choice to its caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from msgspec import Struct

from engine.core.naming import snake
from engine.core.sides import Side

if TYPE_CHECKING:
    from engine.core.state import AnyState


class Entry(Struct, frozen=True, gc=False, tag_field="told", tag=snake, forbid_unknown_fields=True):
    """One thing that happened; the log links to its clause, `rule`. What only some may know overrides `seen_by`."""

    rule: ClassVar[str] = ""

    def seen_by(self, side: Side | None) -> Self | None:
        """The entry as `side` (None: a spectator) may read it; None where even its existence is hidden."""
        return self


class Confided(Entry, frozen=True):
    """What one side alone is told; others do not even learn that it happened."""

    side: Side

    def seen_by(self, side: Side | None) -> Self | None:
        return self if side == self.side else None


def tell(state: AnyState, entry: Entry) -> None:
    state.news.append(entry)


def seen(entries: list[Entry], side: Side | None) -> list[Entry]:
    """Of these entries, what one reader may see."""
    return [visible for entry in entries if (visible := entry.seen_by(side)) is not None]
