"""The interface of what hints can be about besides the position of a game. `live.catch_up` hands each topic its hints
and also lets it look every few seconds, since hints may be lost.
"""

from __future__ import annotations

from typing import Protocol

from app.live.bus import Hint


class Topic(Protocol):
    def hear(self, hint: Hint) -> None:
        """Follow a hint from this or another process."""

    async def look(self) -> None:
        """Look for news without a hint."""
