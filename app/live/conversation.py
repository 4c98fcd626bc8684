"""Answers the messages of one socket, one after the other. Answering runs in a task that is finished even if the client
goes away; a client that only listens needs no task. `acts` understands and answers the messages.
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
"""Codes with which a socket is closed: the client sends too much, too much at once, or its message cannot be
answered."""
LONGEST = 16 * 1024
"""The maximum size of a message in bytes."""
MOST_WAITING = 1_000
"""How many messages may arrive while the first one is being answered."""

log = structlog.get_logger(__name__)


class Conversation:
    def __init__(self, room: Room, watcher: Watcher, speaker: Speaker, wire: Wire) -> None:
        self.room, self.watcher, self.speaker, self.wire = room, watcher, speaker, wire
        self.waiting: deque[str | bytes] = deque()
        self.answering = False
        self.end: Callable[[], None] | None = None
        """Called when the socket has to be closed; `code` then holds the code."""
        self.code = 0

    def hear(self, said: str | bytes) -> None:
        """Answer a message. While one is being answered, further ones wait and reading from the socket is paused."""
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
        """Answer a message; return the code with which to close the socket, 0 for none."""
        if len(said) > LONGEST:
            return TOO_LONG
        answer = await self.speaker.answer(said)
        if answer is None:
            return FLOOD
        if answer:
            self.watcher.put(answer)
        return 0
