"""What hints may be about besides where a game is: `pulse` hands each topic its hints, and has it look by itself
every few seconds, since hints may be lost.
"""

from __future__ import annotations

from typing import Protocol

from app.live.bus import Hint


class Topic(Protocol):
    def hear(self, hint: Hint) -> None:
        """Another process, or this one, says so."""

    async def look(self) -> None:
        """Nobody said anything: is there something?"""
