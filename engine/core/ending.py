"""Ending a game as it stands: an entry of the log like any other, after which no side decides anything and the position
counts as it is. The whole table has to agree; rooms and records carry it out with `ended`; no game offers it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.choice import Choice
from engine.core.door import follow_up
from engine.core.journal import Entry
from engine.core.state import AnyState, Side

if TYPE_CHECKING:
    from engine.core.game import AnyGame


class End(Choice, frozen=True):
    """The game ends here, as the table has agreed."""


class Ended(Entry, frozen=True):
    """The game ended by agreement, as this side proposed."""

    side: Side


def ended(game: AnyGame, now: AnyState, side: Side) -> tuple[AnyState, list[Entry]]:
    """Return the same position as a finished game, and its news. It cannot be taken back."""
    after: AnyState = game.clone(now)
    after.sequence += 1
    after.barriers += 1
    after.agenda = []
    follow_up(game, after)
    news, after.news = [Ended(side), *after.news], []
    return after, news
