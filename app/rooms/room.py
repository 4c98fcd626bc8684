"""A live game. The position is in memory. A choice is decided on a clone of it and recorded in one transaction; only
then is the position replaced, the answer given and the news announced. A room whose rules fail freezes itself and no
other.

Pages and sockets read the room; everyone who moves calls `play`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from app.base import logs
from app.base.clock import now, set_back
from app.base.failures import StoreUnavailable
from app.base.time_limit import OverBudget, budget
from app.model.clocks.hands import Calendars, Clock, as_kept, as_told, clock_of
from app.model.refusals import Accepted, Answer, RequestKeyReused, RoomFrozen
from app.model.senders import CLOCK, LESSON, NOT_CHOSEN, VOTE
from app.rooms.delayed_view import Sight, shown_behind
from app.rooms.lesson import EndLesson, Lesson, NotInLesson, follow, keep_lesson, lesson_of
from app.rooms.loading import Loaded, Told, Unreadable, jumps, load, recorded, replay, told
from app.rooms.move import Move
from app.rooms.move_timing import InTime, at_once, clock_after, comes_too_late, late
from app.rooms.pending import Asked, asked_at
from app.rooms.presence import Around
from app.rooms.seats import bots_of, decode_seats, seated
from app.rooms.standing_orders import go_on_from, stops_short, told_first
from app.rooms.votes import has_passed, open_question, settle
from app.store.games.clocks import ClockStore
from app.store.games.ledger import Action, Behind, KeyReused, Ledger, Replayed, Stored, digest, known_answer
from app.store.games.rooms import Head, RoomRow, RoomStore
from app.store.games.votes import Motion, MotionStore
from app.store.ops.admin_log import Deeds, DeedStore
from app.store.people.people import Person
from app.store.tables.tables import Arranged, TableStore
from app.store.tables.tenures import Held, TenureStore
from app.words.reader import phrase_of
from engine.core import door
from engine.core.absence import TimedOut
from engine.core.choice import Choice
from engine.core.ending import End, ended
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.refusal import GameOver, NothingToTakeBack, Refusal, Stale
from engine.core.state import AnyState, Side, encode, fingerprint
from engine.core.undo import Back, WentBack, gone_back, kind_of, stays_good, went_back

SNAPSHOT_EVERY = 50

log = structlog.get_logger(__name__)
Announce = Callable[["Room", bool], None]
"""Called on every change with the room, and whether this process made the change."""
NO_HOURS: Calendars = MappingProxyType({})
T = TypeVar("T")


Sitters = tuple[tuple[int | None, str], ...]


def sitters_of(table: Arranged | None) -> Sitters:
    return tuple((chair.person, chair.bot) for chair in table.chairs) if table else ()


class NobodyCanAnswer(Exception):
    """The rules have led to a position in which a side has to decide and has no legal choice."""


class Decided(NamedTuple):
    """The result of a choice before it is recorded."""

    after: AnyState
    news: list[Entry]


class Room:
    def __init__(
        self,
        row: RoomRow,
        game: AnyGame,
        loaded: Loaded,
        store: RoomStore,
        ledger: Ledger,
        announce: Announce,
        table: Arranged | None = None,
        veiled: Loaded | None = None,
        hours: Calendars = NO_HOURS,
    ) -> None:
        self.id, self.key, self.title, self.game = row.id, row.key, row.title, game
        self.opened_at = row.opened_at
        self.epoch, self.status, self.trouble, self.void = row.epoch, row.status, row.trouble, row.void
        self.table = table
        self.sitters = sitters_of(table)
        """The owners of the seats: once this changes, a move that was under way before is not accepted."""
        self.seats = seated(decode_seats(row.seats), table)
        self.bots = bots_of(self.seats)
        self.position: AnyState = loaded.position
        self.asked = asked_at(game, loaded.position)
        self.log: deque[Told] = loaded.log
        self.undo = loaded.undo
        self.seen = Sight(self.position, self.log, self.epoch, self.status)
        """The room as players see it now."""
        self.veiled = veiled
        """The position and log that delayed spectators see."""
        self.store, self.ledger, self.announce = store, ledger, announce
        self.motion_store, self.motions = MotionStore(store.database), 0
        self.motion: Motion | None = None
        self.deeds: Deeds = ()
        self.tenures: Held = ()
        """The latest vote, the admin actions and the tenures of seats, as of the `motions`th change."""
        self.clocks, self.hours = ClockStore(store.database), hours
        """The hours of the players, by side. They are read again whenever their names are."""
        self.wind(row.clock)
        self.in_time: InTime = at_once
        self.end_lesson: EndLesson = keep_lesson
        self.lock = asyncio.Lock()
        self.unfinished: set[asyncio.Task[Any]] = set()
        self.around = Around()

    @property
    def sequence(self) -> int:
        return self.position.sequence

    @property
    def head(self) -> Head:
        return Head(self.epoch, self.sequence, self.status, self.motions, self.wound)

    @property
    def question(self) -> Motion | None:
        """The open vote of the table."""
        return open_question(self)

    @property
    def people(self) -> set[int]:
        """The ids of the people who sit here."""
        return {chair.person for chair in self.table.chairs if chair.person is not None} if self.table else set()

    @property
    def tells(self) -> bool:
        """Whether people are notified of what happens here: in games, not in lessons or on analysis boards."""
        return self.table is not None and self.table.kind == "game"

    @property
    def waiting(self) -> tuple[Side, ...]:
        """The sides that have to decide."""
        return self.asked_at(self.position).waiting if self.status == "playing" else ()

    @property
    def awaited(self) -> tuple[Side, ...]:
        """The sides that have an offer to answer, while the game goes on."""
        return self.asked_at(self.position).awaited if self.status == "playing" else ()

    def wind(self, kept: str) -> None:
        """Set the clock from its stored text, None if that is empty."""
        self.wound, self.reckoned = kept, clock_of(kept)

    @property
    def clock(self) -> Clock | None:
        """The clock by the present time: the database's clock may have been set back since this one was computed."""
        if self.reckoned:
            self.reckoned = as_told(self.reckoned, set_back())
        return self.reckoned

    def asked_at(self, position: AnyState) -> Asked:
        """Return who has to decide at a position. It is computed once per position, since every page needs it."""
        if self.asked.position is not position:
            self.asked = asked_at(self.game, position)
        return self.asked

    def sides_of(self, person: Person | None) -> tuple[Side, ...]:
        """Return the sides that a person plays here."""
        return self.table.sides_of(person.id) if self.table and person else ()

    def shown_to(self, person: Person | None) -> bool:
        """Tell whether a person may look at the room; for others it does not exist."""
        return self.table is None or self.table.shown_to(person.id if person else None)

    def look_around(self, table: Arranged) -> None:
        """Adopt a change of the table that is not counted in the room: people change their names, a lesson ends. Seats
        that changed hands are adopted by `look_beside`, with everything that goes with it."""
        if self.sitters == sitters_of(table) and self.arrange(table):
            self.announce(self, False)

    def arrange(self, table: Arranged) -> bool:
        """Adopt the table; return whether anything about it is different."""
        now_there = replace(table, invited=self.table.invited if self.table else ())
        if now_there == self.table:
            return False
        self.table, self.seats = now_there, seated(self.seats, now_there)
        self.sitters = sitters_of(now_there)
        self.bots = bots_of(self.seats)
        return True

    @property
    def behind(self) -> int:
        """By how many turns spectators are late; 0 once the game is over."""
        return self.table.delay if self.table and self.status != "finished" else 0

    def sight(self, own: tuple[Side, ...]) -> Sight:
        """Return what the players of these sides see; without sides, what spectators see."""
        if own or not self.behind:
            if not self.seen.is_of(self.position, self.epoch, self.status):
                self.seen = Sight(self.position, self.log, self.epoch, self.status)
            return self.seen
        assert self.veiled, f"room {self.key} does not know what it may show"
        return Sight(self.veiled.position, self.veiled.log, self.epoch, self.status, self.behind)

    async def play(self, move: Move) -> Answer:
        """Play a move: the only way in which a game goes on. The move is finished even if the caller is cancelled. It
        does not count if the game is led elsewhere, or the seats change hands, before its turn comes. In a lesson the
        moves of the others follow at once. Raises StoreUnavailable if the outcome is unknown; playing the same move
        again is safe then."""
        return await self.finish(self.played(move, self.epoch, self.sitters))

    async def played(self, move: Move, epoch: int, sitters: Sitters) -> Answer:
        async with self.lock:
            answer = await self.at_head(move, epoch, sitters)
        if self.lesson and move.by != LESSON and isinstance(answer, Accepted):
            await follow(self, self.lesson)
        return answer

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the game follows, if it is guided."""
        return lesson_of(self.game) if self.table and self.table.guided else None

    def astray(self, side: Side, choice: Choice) -> NotInLesson | None:
        """Return why a legal choice is not accepted now: a lesson follows its guide."""
        entry = self.lesson and self.lesson.entry_at(self.sequence)
        if not self.lesson or not entry or self.lesson.accepts(self.sequence, side, choice):
            return None
        return NotInLesson(phrase_of(self.game, entry.choice, self.position.agenda[-1]))

    async def refresh(self) -> None:
        """Look for what other processes have done to this game."""
        await self.finish(self.look())

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish a piece of work even if the caller is cancelled."""
        if asyncio.current_task() in self.unfinished:
            return await work
        return await asyncio.shield(self.begin(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start work that nothing cancels; the process waits for it before it ends."""
        task = asyncio.create_task(work)
        self.unfinished.add(task)
        task.add_done_callback(self.unfinished.discard)
        return task

    async def at_head(self, move: Move, epoch: int, sitters: Sitters) -> Answer:
        """Play a move at the head of the game, wherever that is by now, as long as it is current there."""
        if move.seen > self.sequence or self.status == "frozen":
            await self.catch_up()
        while (self.epoch, self.sitters) == (epoch, sitters) and self.current(move.side, move.seen):
            answer = await self.carry_out(move)
            if not isinstance(answer, Stale):
                return answer
            if not self.still_due(move):
                break
        return await self.already(move) or Stale(move.seen, self.sequence)

    async def carry_out(self, move: Move) -> Answer:
        """Decide the choice at the head and record it there; return Stale if another process was faster."""
        if self.status == "frozen":
            return RoomFrozen()
        if self.void:
            return GameOver()
        if not self.still_due(move):
            return Stale(move.seen, self.sequence)
        decided = await (self.back(move.side, move.choice) if isinstance(move.choice, Back) else self.decide(move))
        if isinstance(decided, Refusal):
            return decided
        return self.astray(move.side, move.choice) or await self.record(decided, move)

    def still_due(self, move: Move) -> bool:
        """Tell whether the reason for a move of the clock or of a vote still holds: the time is up, or the vote has
        passed."""
        if move.by == CLOCK:
            return move.side in late(self)
        return move.by != VOTE or has_passed(self, int(move.key))

    def current(self, side: Side, seen_sequence: int) -> bool:
        """Tell whether a side that saw the position of a sequence has received no news since and has not moved itself:
        what others do in secret does not make an answer stale."""
        if seen_sequence == self.sequence:
            return True
        since = [told for told in self.log if told.sequence > seen_sequence]
        complete = seen_sequence < self.sequence == seen_sequence + len(since)
        return complete and not any(told.side == side or seen(told.news, side) for told in since)

    async def look(self) -> None:
        async with self.lock:
            await self.catch_up()
        await settle(self)

    async def already(self, move: Move) -> Answer | None:
        """Return the answer that was given to the same move before."""
        payload = digest(move.side, encoded(move.choice))
        known = await known_answer(self.store, self.id, move.request_key, payload)
        return None if known is None else self.known(known, move.side)

    async def decide(self, move: Move) -> Decided | Refusal:
        """Carry the choice out on a clone. Rules that raise or do not end freeze the room."""
        side, choice = move.side, move.choice
        if comes_too_late(self, side, choice):
            return NothingToTakeBack()
        after = self.game.clone(self.position)
        try:
            with budget():
                if isinstance(choice, End):
                    return Decided(*ended(self.game, self.position, side))
                news = door.submit(self.game, after, side, choice, asked=self.asked_at(self.position).menus)
                if isinstance(news, Refusal):
                    return news
                if stuck := self.asked_at(after).stuck:
                    raise NobodyCanAnswer(f"{', '.join(stuck)} would have nothing to answer")
            return Decided(after, [*told_first(self, move), *news])
        except (Exception, OverBudget) as error:
            log.exception(
                "rules failed", room=self.key, sequence=self.sequence, kind=kind_of(choice), key=move.request_key
            )
            await self.freeze(f"the rules failed after {self.sequence}: {error!r}")
            return RoomFrozen()

    async def back(self, side: Side, back: Back) -> Decided | Refusal:
        """Return the position that a side goes back to."""
        if self.status != "playing":
            return GameOver()
        taken = self.undo.back(side, back.to)
        if not taken and not back.agreed:
            return NothingToTakeBack()
        try:
            then = await load(self.store, self.game, await self.row(), back.to)
            told = await self.agreed(side, back) if back.agreed else went_back(side, taken, self.position.sides)
        except Unreadable as error:
            await self.freeze(str(error))
            return RoomFrozen()
        if not (back.agreed or stays_good(self.position, then.position, side)):
            return NothingToTakeBack()
        return Decided(gone_back(self.game, self.position, then.position, side, back), [told])

    async def agreed(self, side: Side, back: Back) -> WentBack:
        """Return the news of going back by agreement to before a choice."""
        [entry] = await self.store.entries(self.id, self.epoch, back.to, back.to + 1)
        return WentBack(side, entry.sequence, kind_of(recorded(self.game, entry)), agreed=True)

    async def record(self, decided: Decided, move: Move) -> Answer:
        """Record a decided choice. If only the clock or a vote has changed since it was decided, it is recorded again,
        unless it was made because time was up or another player has taken the seat."""
        after, side, choice, sitters = decided.after, move.side, move.choice, self.sitters
        news = [TimedOut(side), *decided.news] if move.by == CLOCK else decided.news
        if self.clock:
            await self.in_time()
        action = self.action(after, move, news)
        outcome = await self.ledger.record(action)
        if isinstance(outcome, Stored):
            await self.unveil(after)
            self.wind(action.clock)
            self.undo.remember(side, choice, news, after)
            if move.by in NOT_CHOSEN:
                self.undo.seal(side)
            if action.bot_due:
                go_on_from(self, after)
            self.move(after, action.status, [Told(after.sequence, side, action.at, news, kind_of(choice))], own=True)
            if logs.tells_all():
                log.debug(
                    "recorded", room=self.key, epoch=self.epoch, sequence=after.sequence, side=side, key=action.key
                )
            return Accepted(self.epoch, after.sequence, seen(news, side))
        await self.catch_up()
        if isinstance(outcome, Behind) and move.by != CLOCK and self.sitters == sitters and self.is_at(action):
            return await self.record(decided, move)
        if isinstance(outcome, Behind):
            return RoomFrozen() if self.status == "frozen" else Stale(action.seen, self.sequence)
        return self.known(outcome, side)

    def is_at(self, action: Action) -> bool:
        """Tell whether the game still is where an action was decided, but the clock, a vote or a seat has changed."""
        changed = (self.wound, self.motions) != (action.was, action.motions)
        return changed and (self.epoch, self.sequence, self.status) == (action.epoch, action.seen, "playing")

    def known(self, outcome: Replayed | KeyReused, side: Side) -> Answer:
        if isinstance(outcome, KeyReused):
            return RequestKeyReused()
        entry = outcome.entry
        return Accepted(entry.epoch, entry.sequence, seen(told(self.game, entry).news, side))

    def action(self, after: AnyState, move: Move, news: list[Entry]) -> Action:
        asked = self.asked_at(after)
        waiting, awaited, at = asked.waiting, asked.awaited, now()
        clock = clock_after(self, after, waiting, move, at)
        due = after.sequence % SNAPSHOT_EVERY == 0 or not waiting or isinstance(move.choice, Back)
        return Action(
            room=self.id,
            epoch=self.epoch,
            seen=self.sequence,
            side=move.side,
            key=move.request_key,
            choice=encoded(move.choice),
            news=encoded(news),
            rules=self.game.rules,
            hash=fingerprint(after),
            status="playing" if waiting else "finished",
            waiting=" ".join(waiting),
            awaited=" ".join(awaited),
            bot_due=any(other in self.bots for other in (*waiting, *awaited)) or stops_short(self, after),
            at=at,
            motions=self.motions,
            clock=as_kept(clock),
            due_at=clock.due_at if clock else None,
            was=self.wound,
            snapshot=encode(after).decode() if due else None,
            tells=self.tells,
        )

    def move(self, after: AnyState, status: str, news: list[Told], own: bool) -> None:
        self.position, self.status = after, status
        self.log.extend(news)
        self.announce(self, own)

    async def catch_up(self, own: bool = False) -> None:
        """Adopt what other processes recorded, or with `own` the vote or seats changed here. The caller holds the
        lock."""
        head = await self.store.head(self.id)
        if head == self.head:
            return
        asked = (head.motions, head.clock) != (self.motions, self.wound)
        if head.motions != self.motions:
            await self.look_beside(head.motions)
            self.hours = (await self.clocks.hours([self.id]))[self.id] if head.clock else NO_HOURS
        self.wind(head.clock)
        try:
            if head.epoch != self.epoch:
                await self.reload()
            elif head.sequence > self.sequence:
                await self.follow(head)
            elif head.status != self.status:
                self.move(self.position, head.status, [], own=False)
            elif asked:
                self.announce(self, own)
        except Unreadable as error:
            await self.freeze(str(error))

    async def look_beside(self, motions: int) -> None:
        """Read the latest vote, the admin actions and the people at the table, as of this count of changes."""
        database = self.store.database
        self.motion, self.motions = await self.motion_store.latest(self.id), motions
        row, table = await self.row(), (await TableStore(database).of_rooms([self.id])).get(self.id)
        self.title, self.trouble, self.void = row.title, row.trouble, row.void
        if (deeds := await DeedStore(database).told_at(self.key)) != self.deeds:
            self.deeds = deeds
        if table:
            self.tenures = await TenureStore(database).of(table.id)
            self.arrange(table)

    async def follow(self, head: Head) -> None:
        entries = await self.store.entries(self.id, self.epoch, self.sequence, head.sequence)
        if any(jumps(self.game, entry) for entry in entries):
            await self.reload()
        else:
            after = replay(self.game, self.game.clone(self.position), entries, entries[-1].hash, self.undo)
            await self.unveil(after)
            self.move(after, head.status, [told(self.game, entry) for entry in entries], own=False)

    async def reload(self) -> None:
        row = await self.row()
        loaded = await load(self.store, self.game, row)
        self.epoch, self.log, self.undo = row.epoch, loaded.log, loaded.undo
        self.opened_at = row.opened_at
        await self.unveil(loaded.position, anew=True)
        self.move(loaded.position, row.status, [], own=False)

    async def row(self) -> RoomRow:
        return await self.store.row(self.key)

    async def unveil(self, after: AnyState, anew: bool = False) -> None:
        """Show delayed spectators a new turn. If it cannot be read now, they wait."""
        if self.behind and (anew or self.game.turn(after) != self.game.turn(self.position)):
            try:
                self.veiled = await shown_behind(self.store, self.game, await self.row(), after, self.behind)
            except (StoreUnavailable, Unreadable) as error:
                log.warning("spectators wait", room=self.key, sequence=after.sequence, error=str(error))

    async def freeze(self, trouble: str) -> None:
        log.error("room frozen", room=self.key, epoch=self.epoch, sequence=self.sequence, trouble=trouble)
        await self.store.freeze(self.id, trouble)
        self.trouble = trouble
        self.move(self.position, "frozen", [], own=True)


def encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()
