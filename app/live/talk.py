"""Brings new messages to every open page that may read them, and to no other. The feed adds listeners; `said` is called
when a message was stored here, `hear` when another process reports one, `look` every few seconds, since hints may be
lost.

Frames are `{"line": {"channel", "number", "html"}}`, with data instead of markup for programs, and, on joining,
`{"talk": {channel: number of the latest}}`: a page that lacks messages then fetches them. A message is drawn once for
all readers to whom it looks the same.
"""

from __future__ import annotations

import asyncio
from datetime import datetime

import msgspec
import structlog
from msgspec import Struct

from app.base.failures import StoreUnavailable
from app.live.bus import Bus, Hint
from app.live.stream import Watcher
from app.render.talk import Look, drawn
from app.rooms.admin_actions import Hide, Show, decode
from app.rooms.room import Room
from app.rooms.talk_permissions import Standing, standing
from app.store.messages.talk import Heads, Line, TalkStore
from app.store.people.people import Person
from app.words.catalogue import Words
from engine.core.state import Side

TOPIC, HIDE, SHOW = "talk", "hide", "show"
MOST = 50
"""How many messages are sent at once."""

log = structlog.get_logger(__name__)


class Listener(Struct, frozen=True, eq=False):
    """An open page of a table, and its reader; a program has no words."""

    room: Room
    person: Person | None
    words: Words | None
    watcher: Watcher

    @property
    def standing(self) -> Standing | None:
        """The reader's present standing: when a game is over, its spectators' channel opens to all."""
        return standing(self.room, self.person)

    def reads(self, channel: str) -> bool:
        found = self.standing
        return found is not None and found.reads(channel)

    def look(self, line: Line, muted: set[int]) -> Look | bool:
        """Return what makes the message look different to this listener; for programs, whether they mute its author."""
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
        """For each table with listeners, up to which message each channel was sent."""
        self.looked: dict[str, int] = {}
        """And the last admin action that may have changed how messages look."""
        self.locks: dict[str, asyncio.Lock] = {}
        self.work: set[asyncio.Task[None]] = set()

    async def join(self, listener: Listener) -> None:
        """Add a listener and send it the latest number of each channel."""
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
        """Announce that a message was stored here."""
        self.bus.publish(Hint(key, 0, 0, topic=TOPIC))
        self.begin(key)

    def looks_otherwise(self, key: str, channel: str, number: int) -> None:
        """Announce that a message was hidden, or is shown again."""
        self.bus.publish(Hint(key, 0, 0, topic=TOPIC, said=f"{channel} {number}"))

    def hear(self, hint: Hint) -> None:
        """React to the same news from another process."""
        channel, _, number = hint.said.partition(" ")
        self.begin(hint.room, channel, int(number) if number.isdecimal() else 0)

    def begin(self, key: str, channel: str = "", number: int = 0) -> None:
        if key in self.known:
            task = asyncio.create_task(self.bring_now(key, channel, number))
            self.work.add(task)
            task.add_done_callback(self.work.discard)

    async def bring_now(self, key: str, channel: str, number: int) -> None:
        """Send new messages; or, if a number is given, that one message again."""
        try:
            await (self.bring_again(key, channel, number) if number else self.bring(key))
        except StoreUnavailable as error:
            log.warning("talk can't be brought yet", table=key, error=str(error))
        except Exception:
            log.exception("talk can't be brought", table=key)

    async def look(self) -> None:
        """Send what hints have not announced, at all tables with listeners."""
        if not self.known:
            return
        heads = await self.store.heads([*self.known])
        for key in [key for key, found in heads.items() if found != self.known.get(key)]:
            await self.bring(key)
        for key in [*self.known]:
            await self.look_again(key)

    async def look_again(self, key: str) -> None:
        """Send messages again whose look has changed, judging by the table's admin actions: hints of them may be lost
        too."""
        actions = next((one.room.admin_actions for one in self.listeners.get(key, ())), ())
        done = [action for action in actions if action.kind in (HIDE, SHOW) and action.id > self.looked.get(key, 0)]
        self.looked[key] = actions[-1].id if actions else 0
        for asked in dict.fromkeys(decode(action.argument) for action in done):
            if isinstance(asked, Hide | Show):
                await self.bring_again(key, asked.channel, asked.number)

    async def bring(self, key: str) -> None:
        """Send to all listeners, in order, what they have not been sent and may read."""
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
        """Send a message again that pages have already."""
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
    """The fields of `api.schemas.game.Spoken`, and the channel."""

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
    """Return a message as it is sent to listeners with one look."""
    if isinstance(look, Look):
        return Drawn(line.channel, line.number, "".join((drawn(key, line, look),)))
    return Told(line.channel, line.number, *line.author, line.sides, line.text, line.sequence, line.at, look)


def encoded(frame: object) -> str:
    return msgspec.json.encode(frame).decode()
