"""The streams of a room: all watchers of the same view share a stream of frames, each made once and sent to all. Pages
get their changed parts, programs the view and the news as data. Queues are short, and a client that does not read is
dropped, never waited for.

`hub` keeps the streams of each room and tells them to go on; `feed` sends what watchers are given.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

import msgspec
import structlog
from msgspec import UNSET, Raw, Struct, UnsetType

from app.decide.decision import asked_of
from app.decide.layout import Sheet, lay_around, lay_changes, lay_own
from app.decide.undo import BACK
from app.decide.votes import Asking, asking_of
from app.live.frames import GONE, Way, Wire, framed, send_held
from app.model.clocks.side_time import Time, told
from app.render.scene import clock_at, later, readable_log
from app.rooms.loading import Told
from app.rooms.presence import Around
from app.rooms.room import Room
from app.rooms.seating import Sitters
from app.store.games.rooms import Head
from app.words.catalogue import Words
from engine.core.state import Side

Own = tuple[Side, ...]
"""The sides that a watcher plays."""
QUEUE = 32
"""How many frames a slow client may be behind."""
CROWD = 16
"""From this many watchers of a stream on, it is quicker to write to each of them at once."""

log = structlog.get_logger(__name__)


class Frame(Struct, frozen=True):
    """Takes a client at the sequence `after`, or later, to `seq`; a full frame fits at any time."""

    seq: int
    after: int
    full: bool


class PageFrame(Frame, frozen=True):
    """`html` replaces parts of the page; a frame without it says where the table is. A full frame says in which epoch,
    since the game may have been rewound."""

    html: str = ""
    epoch: int | UnsetType = UNSET


class AroundFrame(Struct, frozen=True):
    """Parts that belong to no position of the game: they can be replaced at any time."""

    html: str


class Seen(Struct, frozen=True):
    """The table as data."""

    epoch: int
    status: str
    side: Side | None
    """The side as which it is seen."""
    waiting: tuple[Side, ...]
    awaited: tuple[Side, ...]
    """Which of the client's own sides have an offer to answer."""
    view: Raw
    time: Time | None
    """How much time each side has."""


class DataFrame(Frame, frozen=True):
    """`news` is what happened since `after`; in a full frame all that is still in memory."""

    news: list[Told]
    now: Seen


class Timed(Struct, frozen=True):
    """For programs, at any sequence: how much time each side has, after the clock was stopped, started or extended."""

    time: Time | None


class There(Struct, frozen=True):
    """For programs, at any sequence: who has the table open now."""

    present: Around


class Asked(Struct, frozen=True):
    """For programs, at any sequence: the vote of the table, open or just closed."""

    motion: Asking | None


class Watcher:
    """One open page or program, and the session it was opened in if the visitor was signed in. Frames that its wire
    does not take at once wait in `frames`. There are many watchers: idle ones have no task."""

    __slots__ = ("dropped", "frames", "let_go", "looking", "moved", "pumping", "session", "way", "wire")

    def __init__(self, session: int | None = None, wire: Wire | None = None) -> None:
        self.session, self.wire = session, wire
        self.frames: SimpleQueue[str] = SimpleQueue()
        self.pumping: asyncio.Task[None] | None = None
        self.dropped = self.moved = False
        self.looking: int | None = None
        """The person who has it on the screen at this moment, if the page says so."""
        self.let_go: Callable[[], None] | None = None
        """Called when it is dropped."""
        self.way: Way | None = None
        """Sends a frame at once, if possible."""
        if wire:
            wire.turned = self.turn
            self.turn()

    def turn(self) -> None:
        """Look for the fast way to send again; while frames wait, nothing may overtake them."""
        self.way = None if self.wire is None or self.pumping else self.wire.way

    def put(self, frame: str) -> None:
        wire = self.wire
        if wire and not self.pumping and wire.put(frame):
            return None
        if self.frames.qsize() == QUEUE:
            return self.drop()
        self.frames.put(frame)
        if wire and not self.pumping:
            self.pumping = asyncio.create_task(self.pump(wire))
        return None

    async def pump(self, wire: Wire) -> None:
        """Send what waits, as fast as the wire takes it."""
        try:
            with suppress(*GONE):
                while not self.frames.empty():
                    await wire.send_text(self.frames.get_nowait())
        finally:
            self.pumping = None
            self.turn()

    def drop(self, moved: bool = False) -> None:
        """Send nothing more; the client may come back. `moved`: as a player of other sides, or of none."""
        self.moved = moved
        if self.let_go and not self.dropped:
            self.let_go()
        self.dropped = True

    def close(self) -> None:
        """Stop sending, at the end of the socket."""
        self.let_go = None
        if self.pumping:
            self.pumping.cancel()


class Stream:
    """The watchers of a room who play the same sides (spectators none) and read the same language."""

    def __init__(self, room: Room, own: Own) -> None:
        self.room, self.own = room, own
        self.watchers: set[Watcher] = set()
        self.sight = room.sight(own)
        """The room as these watchers see it."""
        self.before = self.told = self.head = self.sight.head
        """`head` is where the room is, `told` where it was when these watchers were last sent something, `before` where
        before that: they are not sent what does not show."""
        self.latest_vote, self.clock = room.latest_vote, room.clock
        self.seats, self.admin_actions = room.seating.seats, room.admin_actions
        self.table, self.holders = room.table, self.holding()

    def holding(self) -> Sitters:
        """Return who plays these sides now."""
        table = self.room.table
        chairs = table.chairs if table else ()
        return tuple((chair.person, chair.bot) for chair in chairs if not {*chair.sides}.isdisjoint(self.own))

    @property
    def played(self) -> set[Side]:
        """The sides of this stream and all other sides of their players, who may have picked one of several."""
        chairs = self.room.table.chairs if self.room.table else ()
        more = (chair.sides for chair in chairs if chair.person and not {*chair.sides}.isdisjoint(self.own))
        return {*self.own, *(side for sides in more for side in sides)}

    def look_who_plays(self) -> None:
        """Drop the watchers if the players of these sides have changed; the new players connect by themselves."""
        self.table, before, self.holders = self.room.table, self.holders, self.holding()
        if self.holders == before:
            return
        watchers, self.watchers = self.watchers, set()
        for watcher in watchers:
            watcher.drop(moved=True)

    def join(self, watcher: Watcher, epoch: int, after: int) -> None:
        """Add a watcher; one that is not where the stream is gets everything."""
        self.watchers.add(watcher)
        if self.latest_vote and not self.room.sight(self.own).behind:
            watcher.put(self.beside())
        if epoch != self.head.epoch or not self.told.sequence <= after <= self.head.sequence:
            watcher.put(self.whole())

    def go_on(self) -> None:
        """Send what the room's change means for these watchers, unless they may not see it yet."""
        room = self.room
        if self.table is not room.table:
            self.look_who_plays()
        sight, clock = room.sight(self.own), room.clock
        asked, timed = room.latest_vote != self.latest_vote, clock != self.clock
        self.sight = sight
        head, same = sight.head, self.seats is room.seating.seats and self.admin_actions is room.admin_actions
        self.latest_vote, self.clock = room.latest_vote, clock
        self.seats, self.admin_actions = room.seating.seats, room.admin_actions
        if same and (asked or timed) and head == self.head:
            if asked and not sight.behind:
                self.send(self.beside())
            if timed and not sight.behind:
                self.look_at_clock()
            return
        if sight.behind and head == self.head:
            return
        before, self.head = self.head, head
        if self.look_again(follows(before, self.head)):
            self.before, self.told = self.told, self.head
            self.send(self.difference())

    def beside(self) -> str:
        """Return the frame of the table's vote, which is no step of the game."""
        raise TypeError(f"{type(self).__name__} must tell what is asked")

    def send(self, frame: str) -> None:
        """Send a frame: to a few watchers together with everything else of this turn of the loop, to a crowd at
        once."""
        if len(self.watchers) >= CROWD:
            return self.call_out(frame)
        for watcher in self.watchers:
            watcher.put(frame)
        return None

    def call_out(self, frame: str) -> None:
        """Send to a crowd. There may be thousands of watchers: what is done for each is written out here."""
        send_held()
        data = framed(frame)
        for watcher in self.watchers:
            if watcher.way:
                try:
                    watcher.way(data)
                except Exception:
                    log.exception("a watcher could not be told", room=self.room.key)
                    watcher.drop()
            else:
                watcher.put(frame)

    def look_again(self, follows: bool) -> bool:
        """Find out whether something has changed in the view; `follows`: the room is exactly one step on."""
        raise TypeError(f"{type(self).__name__} must look")

    def whole(self) -> str:
        """Return a frame with everything."""
        raise TypeError(f"{type(self).__name__} must tell everything")

    def difference(self) -> str:
        """Return a frame with what has changed since the last one, with everything if that is much."""
        raise TypeError(f"{type(self).__name__} must tell what changed")

    def look_around(self) -> None:
        """Send who is there now."""
        raise TypeError(f"{type(self).__name__} must look around")

    def look_at_clock(self) -> None:
        """Send the clock, which has changed without a step of the game."""
        raise TypeError(f"{type(self).__name__} must look at the clock")

    def beat(self) -> str:
        """Return a frame that says where the table is."""
        raise TypeError(f"{type(self).__name__} must tell where it is")


class PageStream(Stream):
    """A stream for pages in one language."""

    def __init__(self, room: Room, own: Own, words: Words) -> None:
        super().__init__(room, own)
        self.words = words
        self.sheet: Sheet = lay_own(room, own, words)
        self.changes: str | None = None
        """The markup that takes a page from `before` to `told`; None if that is everything."""

    def look_again(self, follows: bool) -> bool:
        old = self.sheet
        self.sheet = lay_own(self.room, self.own, self.words, last=old)
        changes = lay_changes(old, self.sheet) if follows or self.whole_turn() else None
        if changes == "":
            return False
        self.changes = changes
        return True

    def whole_turn(self) -> bool:
        """Tell whether a delayed view has gone on by whole turns. Delayed watchers do not move, so all of them are
        where they were last told, and the difference leads on from there, if the log reaches back so far."""
        sight, told = self.room.sight(self.own), self.told
        goes_on = told.epoch == self.head.epoch and told.sequence < self.head.sequence
        return bool(sight.behind and goes_on and sight.log) and sight.log[0].sequence <= told.sequence + 1

    def whole(self) -> str:
        head = self.head
        return encode_frame(
            PageFrame(head.sequence, head.sequence, full=True, html=self.sheet.whole(), epoch=head.epoch)
        )

    def difference(self) -> str:
        if self.changes is None:
            return self.whole()
        return encode_frame(PageFrame(self.head.sequence, self.before.sequence, full=False, html=self.changes))

    def beat(self) -> str:
        return encode_frame(PageFrame(self.told.sequence, self.told.sequence, full=False))

    def look_around(self) -> None:
        self.sheet, html = lay_around(self.sheet, self.room.around, self.room.clock)
        if html:
            self.send(encode_frame(AroundFrame(html)))

    def look_at_clock(self) -> None:
        self.look_around()

    def since_around(self, shown: Around) -> str:
        """Return a frame for a page that shows other people around it than there are."""
        clock = self.room.clock
        there, _ = lay_around(self.sheet, shown, clock)
        return encode_frame(AroundFrame(lay_around(there, self.room.around, clock)[1]))

    def beside(self) -> str:
        self.sheet = lay_own(self.room, self.own, self.words, last=self.sheet)
        return encode_frame(AroundFrame(self.sheet.only(BACK)))

    def changes_since(self, seen: int) -> str | None:
        """Return what has to be replaced on a page that was at a sequence of this epoch; None if it is everything."""
        if seen >= self.told.sequence:
            return ""
        return self.changes if seen >= self.before.sequence else None


class DataStream(Stream):
    """A stream for programs."""

    def __init__(self, room: Room, own: Own) -> None:
        super().__init__(room, own)
        self.follows = False
        self.seen = self.look()
        self.news: list[Told] = []

    def beside(self) -> str:
        return encode_frame(Asked(asking_of(self.room)))

    def look_around(self) -> None:
        self.send(encode_frame(There(self.room.around)))

    def look_at_clock(self) -> None:
        self.send(encode_frame(Timed(told(self.room.clock))))

    def look(self) -> Seen:
        room, sight, side = self.room, self.sight, asked_of(self.room, self.own)
        asked = room.asked_at(sight.position)
        waiting = asked.waiting if sight.status == "playing" else ()
        awaited = tuple(one for one in room.awaited if one in self.own) if asked.awaited else ()
        time = told(clock_at(room, sight)) if self.clock else None
        return Seen(sight.epoch, sight.status, side, waiting, awaited, asked.views.json(side), time)

    def look_again(self, follows: bool) -> bool:
        old, self.follows = self.seen, follows
        self.seen = self.look()
        self.news = self.log_since(self.told.sequence)
        return not follows or bool(self.news) or old != self.seen

    def log_since(self, sequence: int) -> list[Told]:
        return readable_log(later(self.sight.log, sequence), self.seen.side)

    def whole(self) -> str:
        log = readable_log(self.sight.log, self.seen.side)
        return encode_frame(DataFrame(self.head.sequence, self.head.sequence, True, log, self.seen))

    def difference(self) -> str:
        if not self.follows:
            return self.whole()
        return encode_frame(DataFrame(self.head.sequence, self.before.sequence, False, self.news, self.seen))

    def beat(self) -> str:
        return encode_frame(Frame(self.told.sequence, self.told.sequence, full=False))


def follows(before: Head, after: Head) -> bool:
    return before.epoch == after.epoch and before.sequence + 1 == after.sequence


def encode_frame(frame: Struct) -> str:
    return msgspec.json.encode(frame).decode()
