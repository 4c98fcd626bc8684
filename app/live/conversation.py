"""What is said on one socket, and the answers to it, one after the other. Who says something has a task of their own
for it, which is carried through even if they go away meanwhile; who only listens has none. Made by `feed` for each
socket; what is said is understood and answered by `acts`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import structlog

from app.live.acts import Speaker
from app.live.stream import Watcher
from app.live.wire import Wire
from app.rooms.room import Room

FLOOD, TOO_LONG, FAILED = 1008, 1009, 1011
"""Codes a socket is closed with: it says too much, too much at once, or what it said can't be answered."""
LONGEST = 16 * 1024
"""Bytes of what may be said at once."""
MOST_WAITING = 1_000
"""Texts that came in the same breath, while the first of them was answered."""

log = structlog.get_logger(__name__)


class Conversation:
    def __init__(self, room: Room, watcher: Watcher, speaker: Speaker, wire: Wire) -> None:
        self.room, self.watcher, self.speaker, self.wire = room, watcher, speaker, wire
        self.waiting: deque[str | bytes] = deque()
        self.answering = False
        self.end: Callable[[], None] | None = None
        """Called when the socket is to be closed; `code` says with which code then."""
        self.code = 0

    def hear(self, said: str | bytes) -> None:
        """What comes while something is being answered has to wait, and no more is heard until then."""
        if self.code or self.watcher.dropped:
            return
        if not self.answering:
            self.answering = True
            self.room.begin(self.answer(said))
        elif len(self.waiting) < MOST_WAITING:
            self.waiting.append(said)
            self.wire.pause()
        else:
            self.close(FLOOD)

    def close(self, code: int) -> None:
        self.code = code
        if self.end:
            self.end()

    async def answer(self, said: str | bytes) -> None:
        try:
            code = await self.told(said)
            while self.waiting and not (code or self.code or self.watcher.dropped):
                code = await self.told(self.waiting.popleft())
        except Exception:
            log.exception("what was said could not be answered", room=self.room.key)
            code = FAILED
        self.answering = False
        if code:
            return self.close(code)
        return self.wire.resume()

    async def told(self, said: str | bytes) -> int:
        """Answer it; the code to close with, if it was too much."""
        if len(said) > LONGEST:
            return TOO_LONG
        answer = await self.speaker.answer(said)
        if answer is None:
            return FLOOD
        if answer:
            self.watcher.put(answer)
        return 0
