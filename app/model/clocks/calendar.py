"""Computes which time counts for a person who plays by web: not their quiet hours, weekend and vacations, all in their
time zone. It has no side effects.

Nights that a zone skips or repeats need no case of their own: time is cut into stretches with one difference from UTC,
and within each of them the local clock runs evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import pairwise
from zoneinfo import ZoneInfo

from msgspec import Struct

Span = tuple[datetime, datetime]
"""From a moment until before another."""
NOTHING = timedelta()
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
WINDOW = timedelta(days=4)
"""How far ahead deadlines are searched at a time."""
LONGEST = timedelta(days=400)
"""Hours that never end do not postpone a deadline for longer."""


class Calendar(Struct, frozen=True, dict=True):
    """A person's hours. Quiet hours are minutes after midnight and may go past it; weekdays count from Monday, 0; a
    vacation lasts from its first day to its last."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekend: frozenset[int] = frozenset()
    vacations: tuple[tuple[date, date], ...] = ()

    @property
    def open(self) -> bool:
        """Whether all time counts."""
        return not (self.quiet or self.weekend or self.vacations)

    @cached_property
    def place(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    def away(self, day: date) -> bool:
        return day.weekday() in self.weekend or any(first <= day <= last for first, last in self.vacations)


OPEN = Calendar()


def counted(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    """Return how much of the time between two moments counts."""
    if end <= start:
        return NOTHING
    return end - start - sum((until - begin for begin, until in closed(start, end, calendar)), NOTHING)


def deadline(start: datetime, amount: timedelta, calendar: Calendar) -> datetime:
    """Return the first moment by which so much time has counted."""
    if calendar.open or amount <= NOTHING:
        return start + max(amount, NOTHING)
    at, left = start, amount
    while at - start < LONGEST:
        edge = at + WINDOW
        for begin, until in closed(at, edge, calendar):
            if left <= begin - at:
                return at + left
            left, at = left - (begin - at), until
        if left <= edge - at:
            return at + left
        left, at = left - (edge - at), edge
    return at + left


def closed(start: datetime, end: datetime, calendar: Calendar) -> Iterator[Span]:
    """Yield the time between two moments that does not count, in order."""
    if calendar.open:
        return
    last: Span | None = None
    for begin, until in pieces(start, end, calendar):
        if last and begin <= last[1]:
            last = (last[0], until)
            continue
        if last:
            yield last
        last = (begin, until)
    if last:
        yield last


def pieces(start: datetime, end: datetime, calendar: Calendar) -> Iterator[Span]:
    for begin, until in stretches(start, end, calendar.place):
        ahead = begin.astimezone(calendar.place).utcoffset() or NOTHING
        first, last = on_the_wall(begin, ahead), on_the_wall(until, ahead)
        day = first.date()
        while datetime.combine(day, time()) < last:
            for one, other in off(day, calendar):
                if max(one, first) < min(other, last):
                    yield as_known(max(one, first), ahead), as_known(min(other, last), ahead)
            day += DAY


def off(day: date, calendar: Calendar) -> Iterator[Span]:
    """Yield what does not count of a day of 24 hours, in local time."""
    midnight = datetime.combine(day, time())
    if calendar.away(day):
        yield midnight, midnight + DAY
    elif calendar.quiet:
        begin, until = (minutes * MINUTE for minutes in calendar.quiet)
        if begin < until:
            yield midnight + begin, midnight + until
        else:
            yield midnight, midnight + until
            yield midnight + begin, midnight + DAY


def stretches(start: datetime, end: datetime, place: ZoneInfo) -> Iterator[Span]:
    """Yield the time between two moments, cut where a zone's difference from UTC changes."""
    days = (end - start) // DAY
    marks = [start + number * DAY for number in range(days + 1)] + [end]
    begin = start
    for one, other in pairwise(marks):
        if differs(one, other, place):
            change = change_between(one, other, place)
            yield begin, change
            begin = change
    if begin < end:
        yield begin, end


def change_between(start: datetime, end: datetime, place: ZoneInfo) -> datetime:
    """Return the second at which the zone's difference from UTC changes, given that it differs between `start` and
    `end`."""
    before, after = int(start.timestamp()), -int(-end.timestamp() // 1)
    while after - before > 1:
        middle = (before + after) // 2
        if differs(start, datetime.fromtimestamp(middle, UTC), place):
            after = middle
        else:
            before = middle
    return datetime.fromtimestamp(after, UTC)


def differs(one: datetime, other: datetime, place: ZoneInfo) -> bool:
    return one.astimezone(place).utcoffset() != other.astimezone(place).utcoffset()


def on_the_wall(moment: datetime, ahead: timedelta) -> datetime:
    return moment.replace(tzinfo=None) + ahead


def as_known(wall: datetime, ahead: timedelta) -> datetime:
    return (wall - ahead).replace(tzinfo=UTC)


def next_time(start: datetime, shown: time, place: ZoneInfo) -> datetime:
    """Return the first moment, not before another one, at which the clocks in a zone show this time; on a day that
    skips it, the moment at which they have just gone past it."""
    day = start.astimezone(place).date() - DAY
    while (found := first_time(datetime.combine(day, shown), place)) < start:
        day += DAY
    return found


def first_time(wall: datetime, place: ZoneInfo) -> datetime:
    """Return when the local clock first shows a time, or has gone past it."""
    known = wall.replace(tzinfo=place).astimezone(UTC)
    if on_the_wall(known, known.astimezone(place).utcoffset() or NOTHING) == wall:
        return known
    return change_between(known - DAY, known, place)
