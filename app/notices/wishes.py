"""Which notices somebody wants, by which ways, and when: pure rules, asked by telling and by the page of them."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from app.clocks.calendar import Calendar
from app.model.notice_kinds import INVITATION, MAIL, MOTION, TIME, is_urgent, is_usual, wish_of

GRACE = {MOTION: 20, INVITATION: 0, TIME: 0}
"""Seconds in which whoever is there may see something by themselves before they are told; for what is not named, a
minute."""
USUAL_GRACE = 60
MOST_MUTED = 500
"""Tables that are remembered as muted; the one muted first is forgotten first."""


class Wishes(Struct, frozen=True):
    """Everything is wanted that is not said to be unwanted, but for alerts that a game tells only those who ask."""

    off: dict[str, tuple[str, ...]] = {}
    """For each way the wishes that are not told by it; alerts of a game by their names, `versailles.outbid`."""
    on: dict[str, tuple[str, ...]] = {}
    """For each way what is told by it though it usually is not."""
    digest: int | None = None
    """The hour of the day at which one letter tells everything; none: letters are written at once."""
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    """Games, and tables by their keys, that nothing is told of."""

    def wants(self, kind: str, way: str, game: str, table: str) -> bool:
        return self.has(wish_of(kind, game), way) and game not in self.games and table not in self.tables

    def has(self, wish: str, way: str) -> bool:
        return wish not in self.off.get(way, ()) if is_usual(wish) else wish in self.on.get(way, ())

    def muting(self, table: str, muted: bool) -> Wishes:
        others = tuple(key for key in self.tables if key != table)
        return msgspec.structs.replace(self, tables=(*others, table)[-MOST_MUTED:] if muted else others)


decoder = msgspec.json.Decoder(Wishes)


def read(text: str | None) -> Wishes:
    """As they were kept; who never said anything wants everything."""
    return decoder.decode(text) if text else Wishes()


def moment(wish: str, way: str, noticed_at: datetime, wishes: Wishes, day: Calendar) -> datetime:
    """When something is to be told that was noticed then. Of somebody's calendar the zone and quiet hours count."""
    at = noticed_at + timedelta(seconds=GRACE.get(wish, USUAL_GRACE))
    if way == MAIL and wishes.digest is not None and not is_urgent(wish):
        at = next_time(time(wishes.digest), at, day.zone)
    return after_quiet(at, day)


def after_quiet(at: datetime, day: Calendar) -> datetime:
    """The moment itself, or the end of the quiet hours that it falls into."""
    since, until = (time(*divmod(minutes, 60)) for minutes in day.quiet or (0, 0))
    if not is_quiet(at.astimezone(ZoneInfo(day.zone)).time(), since, until):
        return at
    return next_time(until, at, day.zone)


def is_quiet(hour: time, since: time, until: time) -> bool:
    if since <= until:
        return since <= hour < until
    return hour >= since or hour < until


def next_time(hour: time, after: datetime, zone: str) -> datetime:
    """The first moment after another at which clocks in a zone show an hour; where they skip it that night, as soon as
    they are past it."""
    there = ZoneInfo(zone)
    today = after.astimezone(there).date()
    days = (datetime.combine(today + timedelta(days=n), hour, there) for n in range(3))
    return next(found for day in days if (found := day.astimezone(after.tzinfo)) > after)
