"""The hours that count for a clock: quiet hours, weekends and vacations in local time, on every night on which clocks
go forward or back, compared with a count minute by minute.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest

from app.model.clocks.calendar import DAY, NOTHING, OPEN, Calendar, closed, counted, deadline, next_time

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Africa/Casablanca")
"""Their clocks change by an hour in Europe and America; by half an hour; at midnight; backwards in Ramadan."""
YEARS = range(2024, 2034)
QUIET = ((23 * 60, 7 * 60), (90, 150), (0, 6 * 60), (22 * 60 + 30, 2 * 60 + 30), (12 * 60, 13 * 60))


@cache
def changes(zone: str) -> tuple[datetime, ...]:
    """Return when a zone's clocks go forward or back in these years, to the minute."""
    place, at, found = ZoneInfo(zone), datetime(YEARS[0], 1, 1, tzinfo=UTC), []
    while at.year <= YEARS[-1]:
        if ahead(at, place) != ahead(at + DAY, place):
            found.append(next(one for n in range(1, 1441) if ahead(one := at + n * MINUTE, place) != ahead(at, place)))
        at += DAY
    return tuple(found)


def ahead(at: datetime, place: ZoneInfo) -> timedelta:
    return at.astimezone(place).utcoffset() or NOTHING


def counts(wall: datetime, calendar: Calendar) -> bool:
    """Apply the rule to one moment of local time."""
    if wall.weekday() in calendar.weekend or any(one <= wall.date() <= other for one, other in calendar.vacations):
        return False
    if calendar.quiet is None:
        return True
    (begin, until), minute = calendar.quiet, wall.hour * 60 + wall.minute
    return not (begin <= minute < until if begin < until else minute >= begin or minute < until)


def minutes(start: datetime, end: datetime, calendar: Calendar) -> timedelta:
    walls = ((start + n * MINUTE).astimezone(calendar.place) for n in range((end - start) // MINUTE))
    return sum(counts(wall, calendar) for wall in walls) * MINUTE


def nights() -> Iterator[tuple[str, datetime, Calendar]]:
    """Yield every change of the clocks, under several kinds of hours."""
    for zone in ZONES:
        for number, change in enumerate(changes(zone)):
            wall = change.astimezone(ZoneInfo(zone)).date()
            for quiet in QUIET:
                yield zone, change, Calendar(zone, quiet)
            yield zone, change, Calendar(zone, QUIET[number % 5], frozenset({5, 6}))
            yield zone, change, Calendar(zone, None, frozenset({wall.weekday()}))
            yield zone, change, Calendar(zone, QUIET[number % 5], vacations=((wall, wall + DAY),))


def test_every_change_of_the_clocks_is_tried() -> None:
    assert [len(changes(zone)) for zone in ZONES] >= [20, 20, 20, 19, 18]
    assert len([*nights()]) >= 700


@pytest.mark.parametrize("zone", ZONES)
def test_on_every_such_night_time_counts_as_the_wall_says_and_a_deadline_is_the_end_of_what_counts(zone: str) -> None:
    chance = Random(zone)
    for _, change, calendar in (night for night in nights() if night[0] == zone):
        start = change - chance.randrange(60, 900) * MINUTE
        end = change + chance.randrange(60, 900) * MINUTE
        expected = minutes(start, end, calendar)
        assert counted(start, end, calendar) == expected, (change, calendar)
        due = deadline(start, expected, calendar)
        assert due <= end
        assert counted(due, end, calendar) == NOTHING, (change, calendar)
        assert counted(start, due, calendar) == expected
        after = deadline(start, expected + HOUR, calendar)
        assert counted(start, after, calendar) == expected + HOUR
        assert counted(start, after - MINUTE, calendar) < expected + HOUR, "not a minute too late either"


@pytest.mark.parametrize("seed", range(10))
def test_any_stretch_of_time_counts_as_minute_by_minute(seed: int) -> None:
    chance = Random(seed)
    for _ in range(30):
        compare_at_random(chance)


def compare_at_random(chance: Random) -> None:
    zone = chance.choice(ZONES)
    first = date(chance.choice(YEARS), chance.randint(1, 12), chance.randint(1, 28))
    calendar = Calendar(
        zone,
        chance.choice((None, *QUIET)),
        frozenset(chance.sample(range(7), chance.randint(0, 3))),
        ((first + DAY, first + chance.randint(1, 3) * DAY),),
    )
    start = datetime(first.year, first.month, first.day, chance.randint(0, 23), chance.randint(0, 59), tzinfo=UTC)
    end = start + chance.randint(1, 4_000) * MINUTE
    assert counted(start, end, calendar) == minutes(start, end, calendar)
    amount = chance.randint(1, 3_000) * MINUTE
    due = deadline(start, amount, calendar)
    assert counted(start, due, calendar) == amount
    assert counted(start, due - timedelta(seconds=1), calendar) < amount


def test_what_does_not_count_is_told_in_order_and_apart() -> None:
    calendar = Calendar("Europe/Paris", (22 * 60, 8 * 60), frozenset({5, 6}))
    friday = datetime(2026, 11, 20, 12, tzinfo=UTC)
    spans = [*closed(friday, friday + 5 * DAY, calendar)]
    assert spans[0] == (datetime(2026, 11, 20, 21, tzinfo=UTC), datetime(2026, 11, 23, 7, tzinfo=UTC))
    assert all(one[1] < other[0] for one, other in pairwise(spans))


def test_without_hours_of_ones_own_all_time_counts() -> None:
    start = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert counted(start, start + DAY, OPEN) == DAY
    assert deadline(start, DAY, OPEN) == start + DAY
    assert counted(start + DAY, start, OPEN) == NOTHING
    assert deadline(start, -DAY, OPEN) == start


def test_hours_that_never_end_put_nothing_off_for_ever() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    never = Calendar(weekend=frozenset(range(7)))
    assert deadline(start, DAY, never) < start + 500 * DAY


@pytest.mark.parametrize("zone", ZONES)
def test_a_fixed_hour_comes_once_on_every_day_also_where_a_night_has_it_twice_or_not_at_all(zone: str) -> None:
    place = ZoneInfo(zone)
    for change in changes(zone):
        for hour in (0, 1, 2, 3, 23):
            at, found = change - 2 * DAY, []
            while at < change + 2 * DAY:
                found.append(next_time(at, time(hour), place))
                at = found[-1] + MINUTE
            assert len({one.astimezone(place).date() for one in found}) == len(found)
            assert all(DAY - 2 * HOUR <= after - one <= DAY + 2 * HOUR for one, after in pairwise(found))
            for one in found:
                wall = one.astimezone(place)
                skipped = ahead(one, place) > ahead(one - MINUTE, place)
                assert (wall.hour, wall.minute) == (hour, 0) or skipped, (one, hour)


def test_a_time_shown_at_the_moment_itself_is_the_next_one() -> None:
    at = datetime(2026, 1, 1, 8, tzinfo=UTC)
    assert next_time(at, time(8), ZoneInfo("UTC")) == at
    assert next_time(at + MINUTE, time(8), ZoneInfo("UTC")) == at + DAY
