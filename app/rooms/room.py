"""A live game. The position is in memory. A choice is decided on a clone of it and recorded in one transaction; only
then is the position replaced, the answer given and the news announced. A room whose rules fail freezes itself and no
other.

Pages and sockets read the room; everyone who moves calls `play`. `deciding` finds out where a move leads, `seating`
knows who sits here, `follower` adopts what other processes did.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
import structlog

from app.base import logs
from app.base.clock import now, set_back
from app.model.clocks.hands import Calendars, Clock, as_kept, as_told, clock_of
from app.model.refusals import Accepted, Answer, RequestKeyReused, RoomFrozen
from app.model.senders import CLOCK, LESSON, NOT_CHOSEN, VOTE
from app.rooms import votes
from app.rooms.deciding import Decided, decide
from app.rooms.delayed_view import Sight
from app.rooms.follower import Follower
from app.rooms.lesson import EndLesson, Lesson, NotInLesson, follow, keep_lesson, lesson_of
from app.rooms.loading import Loaded, Told, log_entry
from app.rooms.move import Move
from app.rooms.move_timing import InTime, at_once, clock_after, late
from app.rooms.pending import Asked, asked_at
from app.rooms.presence import Around
from app.rooms.seating import Seating, Sitters
from app.rooms.standing_orders import go_on_from, stops_short
from app.store.games.ledger import Action, Behind, KeyReused, Ledger, Replayed, Stored, digest, known_answer
from app.store.games.rooms import Head, RoomRow, RoomStore
from app.store.games.votes import Vote
from app.store.ops.admin_log import AdminActions
from app.store.people.people import Person
from app.store.tables.tables import Arranged
from app.store.tables.tenures import Held
from app.words.reader import phrase_of
from engine.core.absence import TimedOut
from engine.core.choice import Choice
from engine.core.game import AnyGame
from engine.core.journal import Entry, seen
from engine.core.refusal import GameOver, Refusal, Stale
from engine.core.state import AnyState, Side, encode, fingerprint
from engine.core.undo import Back, kind_of

SNAPSHOT_EVERY = 50

log = structlog.get_logger(__name__)
Announce = Callable[["Room", bool], None]
"""Called on every change with the room, and whether this process made the change."""
NO_HOURS: Calendars = MappingProxyType({})
T = TypeVar("T")


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
        self.seating = Seating(row.seats, table)
        self.position: AnyState = loaded.position
        self.asked = asked_at(game, loaded.position)
        self.log: deque[Told] = loaded.log
        self.undo, self.late = loaded.undo, loaded.late
        self.seen = Sight(self.position, self.log, self.epoch, self.status)
        """The room as players see it now."""
        self.veiled = veiled
        """The position and log that delayed spectators see."""
        self.store, self.ledger, self.announce = store, ledger, announce
        self.follower, self.changes = Follower(self), 0
        self.latest_vote: Vote | None = None
        self.admin_actions: AdminActions = ()
        self.tenures: Held = ()
        """The latest vote, the admin actions and the tenures of seats, as of the change of this number."""
        self.hours = hours
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
        return Head(self.epoch, self.sequence, self.status, self.changes, self.wound)

    @property
    def open_vote(self) -> Vote | None:
        """The open vote of the table."""
        return votes.open_vote(self)

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

    @property
    def table(self) -> Arranged | None:
        return self.seating.table

    def sides_of(self, person: Person | None) -> tuple[Side, ...]:
        """Return the sides that a person plays here."""
        return self.seating.sides_of(person)

    def shown_to(self, person: Person | None) -> bool:
        """Tell whether a person may look at the room; for others it does not exist."""
        return self.seating.shown_to(person)

    def look_around(self, table: Arranged) -> None:
        """Adopt a change of the table that is not counted in the room: people change their names, a lesson ends. Seats
        that changed hands are adopted by `look_beside`, with everything that goes with it."""
        if self.seating.sits_as_before(table) and self.seating.arrange(table):
            self.announce(self, False)

    @property
    def behind(self) -> int:
        """By how many turns spectators are late; 0 once the game is over."""
        return self.seating.delay if self.status != "finished" else 0

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
        return await self.finish(self.played(move, self.epoch, self.seating.sitters))

    async def played(self, move: Move, epoch: int, sitters: Sitters) -> Answer:
        async with self.lock:
            answer = await self.at_head(move, epoch, sitters)
        if self.lesson and move.by != LESSON and isinstance(answer, Accepted):
            await follow(self, self.lesson)
        return answer

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that the game follows, if it is guided."""
        return lesson_of(self.game) if self.seating.guided else None

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
            await self.follower.catch_up()
        while (self.epoch, self.seating.sitters) == (epoch, sitters) and self.current(move.side, move.seen):
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
        decided = await decide(self, move)
        if isinstance(decided, Refusal):
            return decided
        return self.astray(move.side, move.choice) or await self.record(decided, move)

    def still_due(self, move: Move) -> bool:
        """Tell whether the reason for a move of the clock or of a vote still holds: the time is up, or the vote has
        passed."""
        if move.by == CLOCK:
            return move.side in late(self)
        return move.by != VOTE or votes.has_passed(self, int(move.key))

    def current(self, side: Side, seen_sequence: int) -> bool:
        """Tell whether a side that saw the position of a sequence has received no news since and has not moved itself:
        what others do in secret does not make an answer stale."""
        if seen_sequence == self.sequence:
            return True
        since = [entry for entry in self.log if entry.sequence > seen_sequence]
        complete = seen_sequence < self.sequence == seen_sequence + len(since)
        return complete and not any(entry.side == side or seen(entry.news, side) for entry in since)

    async def look(self) -> None:
        async with self.lock:
            await self.follower.catch_up()
        await votes.settle(self)

    async def already(self, move: Move) -> Answer | None:
        """Return the answer that was given to the same move before."""
        known = await known_answer(self.store, self.id, move.request_key, digest(move.side, encoded(move.choice)))
        return None if known is None else self.known(known, move.side)

    async def record(self, decided: Decided, move: Move) -> Answer:
        """Record a decided choice. If only the clock or a vote has changed since it was decided, it is recorded again,
        unless it was made because time was up or another player has taken the seat."""
        after, side, choice, sitters = decided.after, move.side, move.choice, self.seating.sitters
        news = [TimedOut(side), *decided.news] if move.by == CLOCK else decided.news
        if self.clock:
            await self.in_time()
        action = self.action(after, move, news)
        outcome = await self.ledger.record(action)
        if isinstance(outcome, Stored):
            await self.follower.unveil(after)
            self.wind(action.clock)
            self.undo.remember(side, choice, news, after)
            self.late.remember(self.position, side, choice, action.at, move.by)
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
        await self.follower.catch_up()
        if isinstance(outcome, Behind) and move.by != CLOCK and self.seating.sitters == sitters and self.is_at(action):
            return await self.record(decided, move)
        if isinstance(outcome, Behind):
            return RoomFrozen() if self.status == "frozen" else Stale(action.seen, self.sequence)
        return self.known(outcome, side)

    def is_at(self, action: Action) -> bool:
        """Tell whether the game still is where an action was decided, but the clock, a vote or a seat has changed."""
        changed = (self.wound, self.changes) != (action.was, action.changes)
        return changed and (self.epoch, self.sequence, self.status) == (action.epoch, action.seen, "playing")

    def known(self, outcome: Replayed | KeyReused, side: Side) -> Answer:
        if isinstance(outcome, KeyReused):
            return RequestKeyReused()
        entry = outcome.entry
        return Accepted(entry.epoch, entry.sequence, seen(log_entry(self.game, entry).news, side))

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
            bot_due=any(other in self.seating.bots for other in (*waiting, *awaited)) or stops_short(self, after),
            at=at,
            changes=self.changes,
            clock=as_kept(clock),
            due_at=clock.due_at if clock else None,
            was=self.wound,
            snapshot=encode(after).decode() if due else None,
            tells=self.seating.tells,
        )

    def move(self, after: AnyState, status: str, news: list[Told], own: bool) -> None:
        self.position, self.status = after, status
        self.log.extend(news)
        self.announce(self, own)


def encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()
