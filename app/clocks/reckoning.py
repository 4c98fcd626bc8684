"""How much time each side of a game has. Pure: from a clock as it was, what happened, and when, follows the clock as it
is. Kept as JSON with the room; moved on in the transaction of each action, by Room, and otherwise by `holding`.

Only a side that is waited for loses time: its hand runs from `since` on. What it may still take for this decision is
`free`; then its store `left` is used up. `due` says when both are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.clock import set_back
from app.clocks.calendar import OPEN, Calendar, counted, deadline, next_hour
from app.clocks.terms import DAY, HOUR, Days, Hour, Live, Terms
from engine.core.state import Side

USED = 0.8
"""Who has used so much of the time for a decision is reminded."""

Calendars = Mapping[Side, Calendar]


class Hand(Struct, frozen=True, omit_defaults=True):
    """The time of a side, in seconds. All of it counts as the hours of whoever plays the side say."""

    left: float
    """Of its bank or reserve."""
    free: float = 0
    """Of what it may take for this decision before that."""
    given: float = 0
    """Of both, when it was asked: what 80 % are reckoned from."""
    since: datetime | None = None
    """Since when it runs; it stands while its side is not waited for."""
    due: datetime | None = None
    remind: datetime | None = None
    """When to remind it; nothing once that is done."""
    reminded: bool = False
    misses: int = 0
    """Time-outs in a row."""
    back: bool = False
    """Whether the side took something back: until others act its time goes on, and no decision brings it new."""


class Clock(Struct, frozen=True, omit_defaults=True):
    terms: Terms
    hands: dict[Side, Hand]
    paused: datetime | None = None
    """Since when all hands stand."""
    wound: int = 0
    """How often it was changed by anything but the game: whoever reckoned from the one before begins again."""
    back: float = 0.0
    """By how many seconds the database's clock had been set back in all when these moments were written down."""

    @property
    def due_at(self) -> datetime | None:
        """When there is something to do next: to remind somebody, or to answer for them."""
        return min((hand.remind or hand.due for hand in self.hands.values() if hand.due), default=None)

    def late(self, at: datetime) -> list[Side]:
        """The sides whose time is up."""
        return [side for side, hand in self.hands.items() if hand.due and hand.due <= at]

    def with_hands(self, hands: Iterable[tuple[Side, Hand]]) -> Clock:
        return replace(self, hands=self.hands | dict(hands))


class Answered(Struct, frozen=True):
    """What an action was to the clock."""

    side: Side
    late: bool = False
    """Whether it was made for the side when its time was up."""
    aside: bool = False
    """Whether it answered no question: an offer, an order."""
    anew: bool = False
    """Whether everybody who is waited for now is asked something else than before."""
    back: bool = False
    """Whether the side only took back what it had chosen."""
    opened: bool = False
    """Whether it was the last of several sealed answers, none of which can be taken back any more."""


decode = msgspec.json.Decoder(Clock).decode


def clock_of(kept: str) -> Clock | None:
    """By the time as it is told now, whatever has become of the database's clock since."""
    return as_told(decode(kept), set_back()) if kept else None


def as_told(clock: Clock, back: float) -> Clock:
    """The same clock where the database's clock has been set back by so many seconds in all: every side keeps what it
    had left."""
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


def started(terms: Terms, sides: Iterable[Side], waiting: Collection[Side], at: datetime, hours: Calendars) -> Clock:
    """The clock of a game that begins."""
    clock = Clock(terms, {side: Hand(store_of(terms)) for side in sides}, back=set_back())
    return asked(clock, waiting, at, hours)


def moved(clock: Clock, answered: Answered, waiting: Collection[Side], at: datetime, hours: Calendars) -> Clock:
    """After an action, which leaves these sides waited for. While the clock is paused nobody loses time, but who
    decides goes on."""
    stopping = [side for side in clock.hands if side not in waiting or answered.anew]
    if not answered.aside and answered.side not in stopping:
        stopping += {answered.side} & clock.hands.keys()
    clock = stopped(clock, stopping, at, hours)
    if not answered.aside:
        clock = clock.with_hands((side, acted(hand, side, answered)) for side, hand in clock.hands.items())
    return asked(clock, waiting, at, hours)


def acted(hand: Hand, side: Side, answered: Answered) -> Hand:
    """Who answers is there, unless it was answered for them; who does not can take nothing back any more."""
    if side != answered.side:
        return replace(hand, back=False) if hand.back else hand
    back = answered.back or (hand.back and not answered.opened)
    return replace(hand, misses=hand.misses + 1 if answered.late else 0, back=back)


def asked(clock: Clock, waiting: Collection[Side], at: datetime, hours: Calendars) -> Clock:
    """Those who are waited for and whose hand stands begin to use their time."""
    begin = [(side, hand) for side, hand in clock.hands.items() if side in waiting and hand.since is None]
    fresh = ((side, hand if hand.back else renewed(hand, clock.terms)) for side, hand in begin)
    return clock.with_hands((side, run(hand, clock, at, hours.get(side, OPEN))) for side, hand in fresh)


def stopped(clock: Clock, sides: Iterable[Side], at: datetime, hours: Calendars) -> Clock:
    """These hands stand, with what they have left."""
    spent = ((side, settled(clock.hands[side], clock.terms, at, hours.get(side, OPEN))) for side in sides)
    return clock.with_hands((side, standing(hand)) for side, hand in spent)


def paused(clock: Clock, at: datetime, hours: Calendars) -> Clock:
    """Nobody's time passes any more."""
    if clock.paused:
        return clock
    return each_running(replace(clock, paused=at, wound=clock.wound + 1), at, at, hours, hours)


def resumed(clock: Clock, at: datetime, hours: Calendars) -> Clock:
    """It passes again from here on."""
    if clock.paused is None:
        return clock
    running = replace(clock, paused=None, wound=clock.wound + 1)
    return running.with_hands(
        (side, run(hand, running, at, hours.get(side, OPEN))) for side, hand in clock.hands.items() if hand.since
    )


def extended(clock: Clock, by: timedelta, at: datetime, hours: Calendars) -> Clock:
    """Who is waited for may take so much longer for this decision."""

    def longer(hand: Hand) -> Hand:
        more = by.total_seconds()
        return replace(hand, free=hand.free + more, given=hand.free + hand.left + more, reminded=False)

    return each_running(replace(clock, wound=clock.wound + 1), at, at, hours, hours, longer)


def excused(clock: Clock, begin: datetime, until: datetime, hours: Calendars) -> Clock:
    """The time between two moments is nobody's fault, and what was due in it is put off by at least its length. Said
    twice, it is the same as once."""
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
    """Somebody has changed their hours: the new ones count from here on."""
    return each_running(replace(clock, wound=clock.wound + 1), at, at, before, after)


def taken_over(
    clock: Clock, sides: Collection[Side], at: datetime, hours: Calendars, waited: Collection[Side]
) -> Clock:
    """Somebody else plays these sides from here on: what their predecessors missed is forgotten. `waited` are those who
    are waited for and have a clock: bots have none."""
    clock = stopped(replace(clock, wound=clock.wound + 1), sides, at, hours)
    fresh = ((side, replace(clock.hands[side], misses=0, back=False)) for side in sides)
    return asked(clock.with_hands(fresh), waited, at, hours)


def told_of(clock: Clock, at: datetime) -> Clock:
    """Those who were to be reminded by now are."""
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
    """Hands that run have used their time up to a moment, by the hours that held then, and run on from another. A hand
    that only began between the two begins at the second; one that began later is left alone."""

    def on(side: Side, hand: Hand) -> Hand:
        if hand.since is None or (hand.since >= until and begin != until):
            return hand
        spent = settled(hand, clock.terms, min(begin, until), before.get(side, OPEN))
        return run(change(spent), clock, until, after.get(side, OPEN))

    return clock.with_hands((side, on(side, hand)) for side, hand in clock.hands.items())


def store_of(terms: Terms) -> float:
    """What a side has for the whole game."""
    match terms:
        case Live(bank=minutes):
            return minutes * 60
        case Days(reserve=days):
            return days * DAY
        case Hour():
            return 0


def renewed(hand: Hand, terms: Terms) -> Hand:
    """About to be asked something new. What it did not take of the seconds of its last decision is banked."""
    match terms:
        case Live(increment=seconds):
            hand = replace(hand, left=hand.left + hand.free, free=seconds)
        case Days(each=hours):
            hand = replace(hand, free=hours * HOUR)
        case Hour(least=hours):
            hand = replace(hand, free=hours * HOUR)
    return replace(hand, given=hand.free + hand.left, reminded=False)


def run(hand: Hand, clock: Clock, at: datetime, calendar: Calendar) -> Hand:
    """It runs from here on; while the clock is paused it has no end."""
    if clock.paused:
        return replace(hand, since=at, due=None, remind=None)
    terms = clock.terms
    calendar = OPEN if isinstance(terms, Live) else calendar
    have = timedelta(seconds=hand.free + hand.left)
    due = deadline(at, have, calendar)
    if isinstance(terms, Hour):
        due = next_hour(due, terms.at, Calendar(terms.zone).place)
        hand = in_full(hand, counted(at, due, calendar))
    spare = timedelta(seconds=(1 - USED) * hand.given)
    remind = deadline(at, timedelta(seconds=hand.free + hand.left) - spare, calendar)
    return replace(hand, since=at, due=due, remind=None if hand.reminded else remind)


def in_full(hand: Hand, until_hour: timedelta) -> Hand:
    """Where a decision is due at an hour, there is as much time as there is until then."""
    free = until_hour.total_seconds()
    return replace(hand, free=free, given=max(hand.given, free))


def settled(hand: Hand, terms: Terms, at: datetime, calendar: Calendar) -> Hand:
    """With what is left of its time at a moment. While the clock was paused, none of it went."""
    if hand.since is None or hand.due is None:
        return hand
    used = counted(hand.since, at, OPEN if isinstance(terms, Live) else calendar).total_seconds()
    beyond = max(0.0, used - hand.free)
    return replace(hand, free=max(0.0, hand.free - used), left=max(0.0, hand.left - beyond))


def standing(hand: Hand) -> Hand:
    return replace(hand, since=None, due=None, remind=None)
