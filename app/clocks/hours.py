"""When a person does not play: quiet hours, weekdays, vacations. Changes count from then on; invalid input raises
Faults.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from msgspec import Struct

from app.accounts.judging import Faults
from app.clock import now
from app.clocks.calendar import Calendar
from app.store.clocks import ClockStore, Vacation
from app.store.people import Person

BUDGET = 30
"""Days of vacation per calendar year."""
LONGEST_QUIET = 14 * 60
"""Minutes."""
FREE_DAYS = 3
"""The maximum of weekdays that do not count."""
FARTHEST = timedelta(days=730)
DAY = timedelta(days=1)


class Budget(Struct, frozen=True):
    """The vacation days left in a year."""

    year: int
    left: int
    most: int = BUDGET


class Hours:
    """The hours of one person."""

    def __init__(self, store: ClockStore, person: Person) -> None:
        self.store, self.person = store, person

    async def calendar(self) -> Calendar:
        return await self.store.hours_of(self.person.id)

    async def planned(self) -> list[Vacation]:
        """Return the vacations that are not over."""
        today = await self.today()
        return [one for one in await self.store.vacations_of(self.person.id) if one.last >= today]

    async def budgets(self) -> list[Budget]:
        """Return the budgets of this year and of later years with planned vacations."""
        taken, this = await self.store.vacations_of(self.person.id), (await self.today()).year
        years = {this} | {year for one in taken for year in (one.first.year, one.last.year) if year > this}
        return [Budget(year, BUDGET - days_in(year, taken)) for year in sorted(years)]

    async def today(self) -> date:
        """Return today's date in the person's time zone."""
        return now().astimezone((await self.calendar()).place).date()

    async def set(self, begin: str, end: str, weekend: frozenset[int]) -> None:
        if len(weekend) > FREE_DAYS or not weekend <= frozenset(range(7)):
            raise Faults(weekend="ui.hours.weekend.many")
        quiet = fit_quiet(begin, end)
        values = {"quiet_from": quiet[0], "quiet_to": quiet[1]} if quiet else {"quiet_from": None, "quiet_to": None}
        days = "".join(map(str, sorted(weekend)))
        await self.store.set_hours(self.person.id, now(), weekend=days, **values)

    async def rest(self, first: str, last: str) -> None:
        """Plan a vacation."""
        begin, end = fit_day("first", first), fit_day("last", last)
        today = await self.today()
        if begin < today:
            raise Faults(first="ui.hours.rest.past")
        if end < begin:
            raise Faults(last="ui.hours.rest.order")
        if end > today + FARTHEST:
            raise Faults(last="ui.hours.rest.far")
        taken = await self.store.vacations_of(self.person.id)
        if any(begin <= one.last and one.first <= end for one in taken):
            raise Faults(first="ui.hours.rest.twice")
        after = [*taken, Vacation(0, begin, end)]
        if any(days_in(year, after) > BUDGET for year in range(begin.year, end.year + 1)):
            raise Faults(last="ui.hours.rest.budget")
        await self.store.rest(self.person.id, begin, end, now())

    async def end_rest(self, number: int) -> bool:
        """End a vacation today, or cancel it; return whether there was one."""
        return await self.store.end_rest(self.person.id, number, await self.today(), now())


def days_in(year: int, vacations: list[Vacation]) -> int:
    first, last = date(year, 1, 1), date(year, 12, 31)
    return sum(max(0, (min(one.last, last) - max(one.first, first)).days + 1) for one in vacations)


def fit_quiet(begin: str, end: str) -> tuple[int, int] | None:
    """Return the quiet hours as minutes after midnight, None for none. Raises Faults."""
    if not begin.strip() and not end.strip():
        return None
    first, last = fit_time("quiet_from", begin), fit_time("quiet_to", end)
    if not 0 < (last - first) % (24 * 60) <= LONGEST_QUIET:
        raise Faults(quiet_to="ui.hours.quiet.long")
    return first, last


def fit_time(field: str, text: str) -> int:
    try:
        found = time.fromisoformat(text.strip())
    except ValueError as error:
        raise Faults(**{field: "ui.hours.quiet.wrong"}) from error
    if found.tzinfo:
        raise Faults(**{field: "ui.hours.quiet.wrong"})
    return found.hour * 60 + found.minute


def fit_day(field: str, text: str) -> date:
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").date()  # noqa: DTZ007 - a day has no zone
    except ValueError as error:
        raise Faults(**{field: "ui.hours.rest.date"}) from error
