"""How the log is grouped: headings under which its lines stand, such as turns and rounds, and folds, which tell several
entries as one story, such as a contest.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.core.phrase import Phrase


class Heading(Struct, frozen=True):
    """A heading of the log, from the widest title to the narrowest: the turn, its phase, the round."""

    titles: tuple[Phrase, ...]
    is_line: bool = False
    """Whether the entry that begins it is a line of the log too; if not, readers see only the heading."""


class Fold(Struct, frozen=True):
    """A run of entries that is one story."""

    run: range
    shown: Sequence[int] = ()
    """The numbers of the entries that show beside the first one, such as the result."""
    is_open: bool = False
    """Whether the next choice under the same heading goes on with it."""
