"""Everybody who watches a room in this process. Those who share a view and a language share a stream: what changed is
rendered and encoded once for all of them.

`feed` joins watchers; rooms announce changes to `changed`; `pulse` beats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.live.bus import Bus, Hint
from app.live.stream import DataStream, Own, PageStream, Stream, Watcher
from app.live.wire import Wire
from app.rooms.around import Around
from app.rooms.room import Room
from app.words.catalogue import Words

Kind = tuple[Own, str]
"""Which sides a stream's watchers play, and the language they read; DATA for programs."""
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
        """A new watcher, told in these words; a program needs none."""
        kind = (own, words.language if words else DATA)
        streams = self.streams.setdefault(room.key, {})
        if kind not in streams:
            streams[kind] = PageStream(room, own, words) if words else DataStream(room, own)
        watcher = Watcher(session, wire)
        streams[kind].join(watcher, epoch, after)
        return watcher

    def greet(self, room: Room, own: Own, words: Words, watcher: Watcher, shown: Around) -> None:
        """A page that was drawn before others came or went is told so."""
        stream = self.streams[room.key][own, words.language]
        if shown != room.around and isinstance(stream, PageStream):
            watcher.put(stream.since_around(shown))

    def changes(self, room: Room, own: Own, words: Words, seen: int) -> str | None:
        """What a page that was at a sequence gets swapped in; None if it is everything, or nobody has drawn it yet."""
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
        """A room has gone on: here, or elsewhere and this process has caught up."""
        if own:
            self.bus.publish(Hint(room.key, room.epoch, room.sequence, motions=room.motions))
        for stream in self.streams.get(room.key, {}).values():
            stream.go_on()

    def around(self, room: Room) -> Around:
        """Who has it open here. Somebody with several windows is one."""
        streams = [*self.streams.get(room.key, {}).values()]
        sides = {side for stream in streams for side in stream.played}
        onlookers = {watcher.session or watcher for stream in streams if not stream.own for watcher in stream.watchers}
        return Around(tuple(sorted(sides)), len(onlookers))

    def looking(self, room: Room) -> set[int]:
        """Of those who play, the people who have it on their screens here."""
        streams = self.streams.get(room.key, {}).values()
        there = {watcher.looking for stream in streams if stream.own for watcher in stream.watchers}
        return {person for person in there if person is not None}

    def look_around(self, room: Room) -> None:
        """Others have it open than before."""
        for stream in self.streams.get(room.key, {}).values():
            stream.look_around()

    def watches(self, room: Room) -> bool:
        """Whether anybody watches it here."""
        return room.key in self.streams

    def watched(self) -> list[Room]:
        """The rooms that somebody watches."""
        return [stream.room for streams in self.streams.values() for stream in [next(iter(streams.values()))]]

    def beat(self) -> None:
        """Tell every page where its table is, so that one that missed something finds out."""
        for stream in self.all_streams():
            stream.send(stream.beat())

    def sessions(self) -> set[int]:
        """In which somebody watches."""
        return {session for session, _ in self.signed_in()}

    def close_sessions(self, ended: Iterable[int]) -> None:
        """Whoever watched in one of these is let go; the page comes back as whoever it is then."""
        gone = set(ended)
        for session, watcher in self.signed_in():
            if session in gone:
                watcher.drop()

    def close_room(self, room: Room) -> None:
        """There is nothing to watch any more."""
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
