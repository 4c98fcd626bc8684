"""Everybody who watches a room in this process. Those who share a view and a language share a stream: what changed is
rendered and encoded once for all of them. Queues are short, and who does not read is dropped, never waited for.

`feed` joins watchers; rooms announce changes to `changed`; `pulse` beats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from app.live.bus import Bus, Hint
from app.play.table import Sheet, lay_changes, lay_own
from app.rooms.room import Room
from app.store.rooms import Head
from app.words.catalogue import Words
from engine.core.state import Side

Own = tuple[Side, ...]
"""The sides that a watcher plays."""
QUEUE = 32
"""Frames that a slow reader may be behind."""


class Frame(Struct, frozen=True):
    """What goes to a page: `html` swapped in out of band leads to `seq`. A full one can be taken at any time, another
    only by a page that is at the sequence before; one without html says where the table is."""

    seq: int
    full: bool
    html: str


class Watcher:
    """One open page, and the session it was opened in if its visitor was signed in."""

    def __init__(self, session: int | None = None) -> None:
        self.session = session
        self.frames: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.dropped = asyncio.Event()

    def put(self, frame: str) -> None:
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.dropped.set()


class Stream:
    """The watchers of a room who play the same sides (spectators none) and share a language, and what they have on
    their pages."""

    def __init__(self, room: Room, own: Own, words: Words) -> None:
        self.room, self.own, self.words = room, own, words
        self.watchers: set[Watcher] = set()
        self.before = self.head = room.head
        self.sheet: Sheet = lay_own(room, own, words)
        self.changes: str | None = None
        """What led from `before` to `head`; None if that is everything."""

    def join(self, watcher: Watcher, epoch: int, after: int) -> None:
        """Whoever is not where the stream is gets everything."""
        self.watchers.add(watcher)
        if (epoch, after) != (self.head.epoch, self.head.sequence):
            watcher.put(encoded(self.head, full=True, html=self.sheet.whole()))

    def go_on(self) -> None:
        """The room has changed: tell what is different."""
        self.before, self.head = self.head, self.room.head
        old, self.sheet = self.sheet, lay_own(self.room, self.own, self.words)
        self.changes = lay_changes(old, self.sheet) if follows(self.before, self.head) else None
        html = self.sheet.whole() if self.changes is None else self.changes
        self.send(encoded(self.head, full=self.changes is None, html=html))

    def send(self, frame: str) -> None:
        for watcher in self.watchers:
            watcher.put(frame)


class Hub:
    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.streams: dict[str, dict[tuple[Own, str], Stream]] = {}

    def join(self, room: Room, own: Own, words: Words, epoch: int, after: int, session: int | None = None) -> Watcher:
        streams = self.streams.setdefault(room.key, {})
        stream = streams.get((own, words.language))
        if stream is None:
            stream = streams[own, words.language] = Stream(room, own, words)
        watcher = Watcher(session)
        stream.join(watcher, epoch, after)
        return watcher

    def changes(self, room: Room, own: Own, words: Words, seen: int) -> str | None:
        """What a page that was at a sequence gets swapped in; None if it is everything, or nobody has drawn it yet."""
        stream = self.streams.get(room.key, {}).get((own, words.language))
        known = stream and stream.head == room.head and stream.before.sequence == seen
        return stream.changes if stream and known else None

    def leave(self, room: Room, watcher: Watcher) -> None:
        streams = self.streams.get(room.key, {})
        for which, stream in [*streams.items()]:
            stream.watchers.discard(watcher)
            if not stream.watchers:
                del streams[which]
        if not streams:
            self.streams.pop(room.key, None)

    def changed(self, room: Room, own: bool) -> None:
        """A room has gone on: here, or elsewhere and this process has caught up."""
        if own:
            self.bus.publish(Hint(room.key, room.epoch, room.sequence))
        for stream in self.streams.get(room.key, {}).values():
            stream.go_on()

    def watched(self) -> list[Room]:
        """The rooms that somebody watches."""
        return [stream.room for streams in self.streams.values() for stream in [next(iter(streams.values()))]]

    def beat(self) -> None:
        """Tell every page where its table is, so that one that missed something finds out."""
        for stream in self.all_streams():
            stream.send(encoded(stream.head, full=False, html=""))

    def sessions(self) -> set[int]:
        """In which somebody watches."""
        return {session for session, _ in self.signed_in()}

    def close_sessions(self, ended: Iterable[int]) -> None:
        """Whoever watched in one of these is let go; the page comes back as whoever it is then."""
        gone = set(ended)
        for session, watcher in self.signed_in():
            if session in gone:
                watcher.dropped.set()

    def signed_in(self) -> Iterator[tuple[int, Watcher]]:
        for stream in self.all_streams():
            for watcher in stream.watchers:
                if watcher.session is not None:
                    yield watcher.session, watcher

    def all_streams(self) -> Iterator[Stream]:
        for streams in self.streams.values():
            yield from streams.values()


def follows(before: Head, after: Head) -> bool:
    return before.epoch == after.epoch and before.sequence + 1 == after.sequence


def encoded(head: Head, full: bool, html: str) -> str:
    return msgspec.json.encode(Frame(head.sequence, full, html)).decode()
