"""New lines come to every open page that may read them, and to no other. The feed joins listeners; `said` is called
when a line was kept here, `hear` when another process says so, `look` every few seconds, since hints may be lost.

Frames are `{"line": {"channel", "number", "html"}}`, with what was said as data instead for programs, and, on joining,
`{"talk": {channel: number of the latest}}`: who misses lines then fetches them. A line is drawn once for those to whom
it looks the same.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

import msgspec
import structlog
from msgspec import Struct

from app.admin.kinds import Hide, Show, decode
from app.live.bus import Bus, Hint
from app.live.stream import Watcher
from app.rooms.room import Room
from app.store.database import StoreUnavailable
from app.store.people import Person
from app.store.talk import Heads, Line, TalkStore
from app.talk.channels import Standing, standing
from app.talk.drawing import Look, drawn
from app.words.catalogue import Words
from engine.core.state import Side

TOPIC, HIDE, SHOW = "talk", "hide", "show"
MOST = 50
"""Lines that are brought at once."""

log = structlog.get_logger(__name__)


class Listener(Struct, frozen=True, eq=False):
    """An open page of a table, and who looks at it; a program has no words."""

    room: Room
    person: Person | None
    words: Words | None
    watcher: Watcher

    @property
    def standing(self) -> Standing | None:
        """As it is now: when a game is over, its watchers' channel is open to all."""
        return standing(self.room, self.person)

    def reads(self, channel: str) -> bool:
        found = self.standing
        return found is not None and found.reads(channel)

    def look(self, line: Line, muted: set[int]) -> Look | bool:
        """What it looks different by; to programs, whether its author is one that they mute."""
        person = self.person
        if self.words is None:
            return person is not None and person.id in muted
        return Look(
            game=self.room.game.key,
            language=self.words.language,
            name=person.name if person and f"@{person.name}".casefold() in line.text.casefold() else "",
            folded=person is not None and person.id in muted,
            own=person is not None and person.id == line.person,
        )


class TalkLive:
    def __init__(self, store: TalkStore, bus: Bus) -> None:
        self.store, self.bus = store, bus
        self.listeners: dict[str, set[Listener]] = {}
        self.known: dict[str, Heads] = {}
        """For each table that is listened to how much of its talk was brought to those who listen."""
        self.looked: dict[str, int] = {}
        """And the last deed that may have made lines look otherwise."""
        self.locks: dict[str, asyncio.Lock] = {}
        self.work: set[asyncio.Task[None]] = set()

    async def join(self, listener: Listener) -> None:
        """From now on it hears what is said; first of all how far each channel is."""
        key = listener.room.key
        async with self.locks.setdefault(key, asyncio.Lock()):
            if key not in self.known:
                self.known[key] = (await self.store.heads([key]))[key]
            self.listeners.setdefault(key, set()).add(listener)
            heads = {channel: last for channel, last in self.known[key].items() if listener.reads(channel)}
            if heads:
                listener.watcher.put(encoded({"talk": heads}))

    def leave(self, listener: Listener) -> None:
        key = listener.room.key
        those = self.listeners.get(key, set())
        those.discard(listener)
        if not those:
            self.listeners.pop(key, None)
            self.known.pop(key, None)
            self.looked.pop(key, None)
            self.locks.pop(key, None)

    def said(self, key: str) -> None:
        """Something was said at that table, here."""
        self.bus.publish(Hint(key, 0, 0, topic=TOPIC))
        self.begin(key)

    def looks_otherwise(self, key: str, channel: str, number: int) -> None:
        """A line was put away, or is shown again."""
        self.bus.publish(Hint(key, 0, 0, topic=TOPIC, said=f"{channel} {number}"))

    def hear(self, hint: Hint) -> None:
        """Or elsewhere."""
        channel, _, number = hint.said.partition(" ")
        self.begin(hint.room, channel, int(number) if number.isdecimal() else 0)

    def begin(self, key: str, channel: str = "", number: int = 0) -> None:
        if key in self.known:
            task = asyncio.create_task(self.bring_now(key, channel, number))
            self.work.add(task)
            task.add_done_callback(self.work.discard)

    async def bring_now(self, key: str, channel: str, number: int) -> None:
        """What is new; or, if it is named, one line as it looks now."""
        try:
            await (self.bring_again(key, channel, number) if number else self.bring(key))
        except StoreUnavailable as error:
            log.warning("talk can't be brought yet", table=key, error=str(error))
        except Exception:
            log.exception("talk can't be brought", table=key)

    async def look(self) -> None:
        """Whether there is more than was brought, at any table that is listened to."""
        if not self.known:
            return
        heads = await self.store.heads([*self.known])
        for key in [key for key, found in heads.items() if found != self.known.get(key)]:
            await self.bring(key)
        for key in [*self.known]:
            await self.look_again(key)

    async def look_again(self, key: str) -> None:
        """Whether lines look otherwise, by the deeds that the table knows of: hints of them may be lost too."""
        deeds = next((one.room.deeds for one in self.listeners.get(key, ())), ())
        done = [deed for deed in deeds if deed.kind in (HIDE, SHOW) and deed.id > self.looked.get(key, 0)]
        self.looked[key] = deeds[-1].id if deeds else 0
        for asked in dict.fromkeys(decode(deed.argument) for deed in done):
            if isinstance(asked, Hide | Show):
                await self.bring_again(key, asked.channel, asked.number)

    async def bring(self, key: str) -> None:
        """To everybody who listens, what they have not heard and may read; in order."""
        if key not in self.known:
            return
        async with self.locks.setdefault(key, asyncio.Lock()):
            heads = (await self.store.heads([key]))[key]
            for channel, last in heads.items():
                if key in self.known and last > self.known[key].get(channel, 0):
                    await self.bring_from(key, channel, self.known[key].get(channel, 0))

    async def bring_from(self, key: str, channel: str, after: int) -> None:
        those = [listener for listener in self.listeners.get(key, ()) if listener.reads(channel)]
        table = next((listener.room.table for listener in self.listeners.get(key, ()) if listener.room.table), None)
        if table is None:
            return
        lines = await self.store.since(table.id, channel, after, MOST)
        await self.bring_to(those, key, lines)
        if lines and key in self.known:
            self.known[key][channel] = lines[-1].number

    async def bring_again(self, key: str, channel: str, number: int) -> None:
        """A line that pages have already."""
        those = [listener for listener in self.listeners.get(key, ()) if listener.reads(channel)]
        table = next((listener.room.table for listener in those if listener.room.table), None)
        line = await self.store.line(table.id, channel, number) if table else None
        if line:
            await self.bring_to(those, key, [line])

    async def bring_to(self, those: list[Listener], key: str, lines: list[Line]) -> None:
        muted = await self.store.who_mutes({line.person for line in lines if line.person is not None})
        for line in lines:
            frames: dict[Look | bool, str] = {}
            for listener in those:
                look = listener.look(line, muted.get(line.person or 0, set()))
                if look not in frames:
                    frames[look] = encoded({"line": line_seen(key, line, look)})
                listener.watcher.put(frames[look])


class Drawn(Struct, frozen=True):
    channel: str
    number: int
    html: str


class Told(Struct, frozen=True):
    """The same fields as calls answer with (api.answers.Spoken), and the channel."""

    channel: str
    number: int
    person: int | None
    name: str
    sides: tuple[Side, ...]
    text: str
    sequence: int
    at: datetime
    muted: bool


def line_seen(key: str, line: Line, look: Look | bool) -> Drawn | Told:
    """As it is sent to those who look at it in one way."""
    if isinstance(look, Look):
        return Drawn(line.channel, line.number, "".join((drawn(key, line, look),)))
    return Told(line.channel, line.number, *line.author, line.sides, line.text, line.sequence, line.at, look)


def encoded(frame: object) -> str:
    return msgspec.json.encode(frame).decode()
