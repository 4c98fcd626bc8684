"""Everyone who watches a room in this process. Watchers who share a view and a language share a stream: a change is
rendered and encoded once for all of them.

`features.table.feed` adds watchers; rooms report changes to `changed`; `live.catch_up` sends the beats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.live.bus import Bus, Hint
from app.live.frames import Wire
from app.live.stream import DataStream, Own, PageStream, Stream, Watcher
from app.rooms.presence import Around
from app.rooms.room import Room
from app.words.catalogue import Words

Kind = tuple[Own, str]
"""The sides that a stream's watchers play and their language; DATA for programs."""
DATA = "json"


class Hub:
    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.streams: dict[str, dict[Kind, Stream]] = {}

    def join(
        self,
        room: Room,
        own: Own,
        words: Words | None,
        epoch: int,
        after: int,
        session: int | None = None,
        wire: Wire | None = None,
    ) -> Watcher:
        """Add a watcher with these words; a program needs none."""
        kind = (own, words.language if words else DATA)
        streams = self.streams.setdefault(room.key, {})
        if kind not in streams:
            streams[kind] = PageStream(room, own, words) if words else DataStream(room, own)
        watcher = Watcher(session, wire)
        streams[kind].join(watcher, epoch, after)
        return watcher

    def greet(self, room: Room, own: Own, words: Words, watcher: Watcher, shown: Around) -> None:
        """Send a page who is around, if that has changed since the page was drawn."""
        stream = self.streams[room.key][own, words.language]
        if shown != room.around and isinstance(stream, PageStream):
            watcher.put(stream.since_around(shown))

    def changes(self, room: Room, own: Own, words: Words, seen: int) -> str | None:
        """Return what has to be replaced on a page that was at a sequence; None if that is everything, or nobody has
        drawn it yet."""
        stream = self.streams.get(room.key, {}).get((own, words.language))
        if not isinstance(stream, PageStream) or stream.head != room.sight(own).head:
            return None
        return stream.changes_since(seen)

    def leave(self, room: Room, watcher: Watcher) -> None:
        streams = self.streams.get(room.key, {})
        for which, stream in [*streams.items()]:
            stream.watchers.discard(watcher)
            if not stream.watchers:
                del streams[which]
        if not streams:
            self.streams.pop(room.key, None)

    def changed(self, room: Room, own: bool) -> None:
        """Tell the watchers of a room, and the other processes if the change was made here, that it has changed."""
        if own:
            self.bus.publish(Hint(room.key, room.epoch, room.sequence, changes=room.changes))
        for stream in self.streams.get(room.key, {}).values():
            stream.go_on()

    def around(self, room: Room) -> Around:
        """Return who has the room open in this process. A person with several windows counts once."""
        streams = [*self.streams.get(room.key, {}).values()]
        sides = {side for stream in streams for side in stream.played}
        onlookers = {watcher.session or watcher for stream in streams if not stream.own for watcher in stream.watchers}
        return Around(tuple(sorted(sides)), len(onlookers))

    def looking(self, room: Room) -> set[int]:
        """Return the players who have the room on their screens in this process."""
        streams = self.streams.get(room.key, {}).values()
        there = {watcher.looking for stream in streams if stream.own for watcher in stream.watchers}
        return {person for person in there if person is not None}

    def look_around(self, room: Room) -> None:
        """Tell the watchers that other people have the room open than before."""
        for stream in self.streams.get(room.key, {}).values():
            stream.look_around()

    def watches(self, room: Room) -> bool:
        """Tell whether anyone watches the room in this process."""
        return room.key in self.streams

    def watched(self) -> list[Room]:
        """Return the rooms that are being watched."""
        return [stream.room for streams in self.streams.values() for stream in [next(iter(streams.values()))]]

    def beat(self) -> None:
        """Tell every page where its table is, so that one that missed something notices."""
        for stream in self.all_streams():
            stream.send(stream.beat())

    def sessions(self) -> set[int]:
        """Return the sessions of the watchers."""
        return {session for session, _ in self.signed_in()}

    def close_sessions(self, ended: Iterable[int]) -> None:
        """Drop the watchers of ended sessions; their pages come back under their new session."""
        gone = set(ended)
        for session, watcher in self.signed_in():
            if session in gone:
                watcher.drop()

    def close_room(self, room: Room) -> None:
        """Drop all watchers of a room that no longer exists."""
        for stream in self.streams.get(room.key, {}).values():
            for watcher in stream.watchers:
                watcher.drop()

    def signed_in(self) -> Iterator[tuple[int, Watcher]]:
        for stream in self.all_streams():
            for watcher in stream.watchers:
                if watcher.session is not None:
                    yield watcher.session, watcher

    def all_streams(self) -> Iterator[Stream]:
        for streams in self.streams.values():
            yield from streams.values()
