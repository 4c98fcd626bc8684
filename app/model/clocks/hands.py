"""Computes how much time each side of a game has: a pure function of the clock before, what happened, and when. Clocks
are stored as JSON with the room; Room moves them on in the transaction of each action, and `holding` otherwise.

Only a side that has to decide loses time: its hand runs from `since` on. `free` is what it may use for this decision;
after that its store `left` is used up. `due` is when both are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, time, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.base.clock import set_back
from app.model.clocks.calendar import OPEN, Calendar, counted, deadline, next_time
from app.model.clocks.terms import DAY, HOUR, Days, Hour, Live, Terms
from engine.core.state import Side

USED = 0.8
"""A side is reminded once it has used this part of the time for a decision."""

Calendars = Mapping[Side, Calendar]


class Hand(Struct, frozen=True, omit_defaults=True):
    """The time of a side, in seconds. Only time within the hours of the side's player counts."""

    left: float
    """The seconds left of its bank or reserve."""
    free: float = 0
    """The seconds left for this decision before those."""
    given: float = 0
    """Both together at the beginning of the decision: the whole of which 80 % leads to a reminder."""
    since: datetime | None = None
    """Since when it runs; None while its side does not have to decide."""
    due: datetime | None = None
    remind: datetime | None = None
    """When to remind the side; None once that is done."""
    reminded: bool = False
    misses: int = 0
    """The number of timeouts in a row."""
    back: bool = False
    """Whether the side took something back: until others act its time goes on, and no decision gives it new time."""


class Clock(Struct, frozen=True, omit_defaults=True):
    terms: Terms
    hands: dict[Side, Hand]
    paused: datetime | None = None
    """Since when all hands are stopped."""
    wound: int = 0
    """How often it was changed by something other than the game: a computation based on an earlier count has to start
    again."""
    back: float = 0.0
    """By how many seconds the database's clock had been set back in all when these moments were stored."""

    @property
    def due_at(self) -> datetime | None:
        """When the next reminder or timeout is due."""
        return min((hand.remind or hand.due for hand in self.hands.values() if hand.due), default=None)

    def late(self, at: datetime) -> list[Side]:
        """Return the sides whose time is up."""
        return [side for side, hand in self.hands.items() if hand.due and hand.due <= at]

    def with_hands(self, hands: Iterable[tuple[Side, Hand]]) -> Clock:
        return replace(self, hands=self.hands | dict(hands))


class Answered(Struct, frozen=True):
    """How a move affects the clock."""

    side: Side
    late: bool = False
    """Whether it was made for the side because its time was up."""
    aside: bool = False
    """Whether it answered no question: an offer, an order."""
    anew: bool = False
    """Whether all sides that have to decide now face another question than before."""
    back: bool = False
    """Whether the side only took back what it had chosen."""
    opened: bool = False
    """Whether it was the last of several sealed answers, none of which can be taken back any more."""


decode = msgspec.json.Decoder(Clock).decode


def clock_of(kept: str) -> Clock | None:
    """Decode a stored clock, moved to the present database time."""
    return as_told(decode(kept), set_back()) if kept else None


def as_told(clock: Clock, back: float) -> Clock:
    """Return the clock after the database's clock has been set back by so many seconds in all: every side keeps the
    time it had left."""
    if clock.back == back:
        return clock
    by = timedelta(seconds=clock.back - back)

    def moved_by(hand: Hand) -> Hand:
        since, due, remind = (at and at + by for at in (hand.since, hand.due, hand.remind))
        return replace(hand, since=since, due=due, remind=remind)

    hands = {side: moved_by(hand) for side, hand in clock.hands.items()}
    return replace(clock, hands=hands, paused=clock.paused and clock.paused + by, back=back)


def as_kept(clock: Clock | None) -> str:
    return msgspec.json.encode(clock).decode() if clock else ""


def start_clock(
    terms: Terms, sides: Iterable[Side], waiting: Collection[Side], at: datetime, hours: Calendars
) -> Clock:
    """Return the clock of a game that begins."""
    clock = Clock(terms, {side: Hand(store_of(terms)) for side in sides}, back=set_back())
    return start_hands(clock, waiting, at, hours)


def clock_after_move(
    clock: Clock, answered: Answered, waiting: Collection[Side], at: datetime, hours: Calendars
) -> Clock:
    """Return the clock after a move, given the sides that now have to decide. While the clock is paused no side loses
    time, but decisions still begin and end."""
    stopping = [side for side in clock.hands if side not in waiting or answered.anew]
    if not answered.aside and answered.side not in stopping:
        stopping += {answered.side} & clock.hands.keys()
    clock = stop_hands(clock, stopping, at, hours)
    if not answered.aside:
        clock = clock.with_hands((side, hand_after_answer(hand, side, answered)) for side, hand in clock.hands.items())
    return start_hands(clock, waiting, at, hours)


def hand_after_answer(hand: Hand, side: Side, answered: Answered) -> Hand:
    """Return the hand of a side after a move. A side that answers itself is present; other sides can take nothing back
    any more."""
    if side != answered.side:
        return replace(hand, back=False) if hand.back else hand
    back = answered.back or (hand.back and not answered.opened)
    return replace(hand, misses=hand.misses + 1 if answered.late else 0, back=back)


def start_hands(clock: Clock, waiting: Collection[Side], at: datetime, hours: Calendars) -> Clock:
    """Start the hands of the sides that have to decide."""
    begin = [(side, hand) for side, hand in clock.hands.items() if side in waiting and hand.since is None]
    fresh = ((side, hand if hand.back else renew_hand(hand, clock.terms)) for side, hand in begin)
    return clock.with_hands((side, run(hand, clock, at, hours.get(side, OPEN))) for side, hand in fresh)


def stop_hands(clock: Clock, sides: Iterable[Side], at: datetime, hours: Calendars) -> Clock:
    """Stop these hands, with the time they have left."""
    spent = ((side, settle_hand(clock.hands[side], clock.terms, at, hours.get(side, OPEN))) for side in sides)
    return clock.with_hands((side, standing(hand)) for side, hand in spent)


def pause_clock(clock: Clock, at: datetime, hours: Calendars) -> Clock:
    """Stop all time."""
    if clock.paused:
        return clock
    return each_running(replace(clock, paused=at, wound=clock.wound + 1), at, at, hours, hours)


def resume_clock(clock: Clock, at: datetime, hours: Calendars) -> Clock:
    """Start all time again."""
    if clock.paused is None:
        return clock
    running = replace(clock, paused=None, wound=clock.wound + 1)
    return running.with_hands(
        (side, run(hand, running, at, hours.get(side, OPEN))) for side, hand in clock.hands.items() if hand.since
    )


def extend_time(clock: Clock, by: timedelta, at: datetime, hours: Calendars) -> Clock:
    """Give the sides that have to decide this much more time for the decision."""

    def longer(hand: Hand) -> Hand:
        more = by.total_seconds()
        return replace(hand, free=hand.free + more, given=hand.free + hand.left + more, reminded=False)

    return each_running(replace(clock, wound=clock.wound + 1), at, at, hours, hours, longer)


def excuse_outage(clock: Clock, begin: datetime, until: datetime, hours: Calendars) -> Clock:
    """Give back the time between two moments to everyone, and postpone what was due in it by at least its length. Doing
    it twice is the same as once."""
    if not any(hand.since and hand.since < until for hand in clock.hands.values()):
        return clock
    after = each_running(replace(clock, wound=clock.wound + 1), begin, until, hours, hours)

    def in_full_length(side: Side, hand: Hand) -> Hand:
        before = clock.hands[side].due
        if not (before and hand.due and begin <= before <= until):
            return hand
        short = (before + (until - begin) - hand.due).total_seconds()
        longer = replace(hand, free=hand.free + short, given=hand.given + short)
        return run(longer, after, until, hours.get(side, OPEN)) if short > 0 else hand

    return after.with_hands((side, in_full_length(side, hand)) for side, hand in after.hands.items())


def other_hours(clock: Clock, at: datetime, before: Calendars, after: Calendars) -> Clock:
    """Continue with other hours of a person from this moment on."""
    return each_running(replace(clock, wound=clock.wound + 1), at, at, before, after)


def taken_over(
    clock: Clock, sides: Collection[Side], at: datetime, hours: Calendars, waited: Collection[Side]
) -> Clock:
    """Continue with other players of these sides: what their predecessors missed is forgotten. `waited` are the sides
    that have to decide and have a clock; bots have none."""
    clock = stop_hands(replace(clock, wound=clock.wound + 1), sides, at, hours)
    fresh = ((side, replace(clock.hands[side], misses=0, back=False)) for side in sides)
    return start_hands(clock.with_hands(fresh), waited, at, hours)


def told_of(clock: Clock, at: datetime) -> Clock:
    """Mark the sides as reminded whose reminder is due."""
    hands = ((side, hand) for side, hand in clock.hands.items() if hand.remind and hand.remind <= at)
    told = [(side, replace(hand, remind=None, reminded=True)) for side, hand in hands]
    return replace(clock, wound=clock.wound + 1).with_hands(told) if told else clock


def each_running(
    clock: Clock,
    begin: datetime,
    until: datetime,
    before: Calendars,
    after: Calendars,
    change: Callable[[Hand], Hand] = lambda hand: hand,
) -> Clock:
    """Settle the running hands up to `begin`, by the hours before, and run them on from `until`. A hand that began
    between the two begins at `until`; one that began later is left alone."""

    def on(side: Side, hand: Hand) -> Hand:
        if hand.since is None or (hand.since >= until and begin != until):
            return hand
        spent = settle_hand(hand, clock.terms, min(begin, until), before.get(side, OPEN))
        return run(change(spent), clock, until, after.get(side, OPEN))

    return clock.with_hands((side, on(side, hand)) for side, hand in clock.hands.items())


def store_of(terms: Terms) -> float:
    """Return the seconds that a side has for the whole game."""
    match terms:
        case Live(bank=minutes):
            return minutes * 60
        case Days(reserve=days):
            return days * DAY
        case Hour():
            return 0


def renew_hand(hand: Hand, terms: Terms) -> Hand:
    """Return a hand at the beginning of a new decision. Unused seconds of its last decision go into the bank."""
    match terms:
        case Live(increment=seconds):
            hand = replace(hand, left=hand.left + hand.free, free=seconds)
        case Days(each=hours):
            hand = replace(hand, free=hours * HOUR)
        case Hour(least=hours):
            hand = replace(hand, free=hours * HOUR)
    return replace(hand, given=hand.free + hand.left, reminded=False)


def run(hand: Hand, clock: Clock, at: datetime, calendar: Calendar) -> Hand:
    """Run a hand from this moment on; while the clock is paused it has no deadline."""
    if clock.paused:
        return replace(hand, since=at, due=None, remind=None)
    terms = clock.terms
    calendar = OPEN if isinstance(terms, Live) else calendar
    have = timedelta(seconds=hand.free + hand.left)
    due = deadline(at, have, calendar)
    if isinstance(terms, Hour):
        due = next_time(due, time(terms.at), Calendar(terms.zone).place)
        hand = in_full(hand, counted(at, due, calendar))
    spare = timedelta(seconds=(1 - USED) * hand.given)
    remind = deadline(at, timedelta(seconds=hand.free + hand.left) - spare, calendar)
    return replace(hand, since=at, due=due, remind=None if hand.reminded else remind)


def in_full(hand: Hand, until_hour: timedelta) -> Hand:
    """Give the time until the fixed hour to a decision that is due then."""
    free = until_hour.total_seconds()
    return replace(hand, free=free, given=max(hand.given, free))


def settle_hand(hand: Hand, terms: Terms, at: datetime, calendar: Calendar) -> Hand:
    """Return a hand with what is left of its time at a moment. While the clock was paused it lost none."""
    if hand.since is None or hand.due is None:
        return hand
    used = counted(hand.since, at, OPEN if isinstance(terms, Live) else calendar).total_seconds()
    beyond = max(0.0, used - hand.free)
    return replace(hand, free=max(0.0, hand.free - used), left=max(0.0, hand.left - beyond))


def standing(hand: Hand) -> Hand:
    return replace(hand, since=None, due=None, remind=None)
