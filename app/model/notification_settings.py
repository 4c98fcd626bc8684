"""Which notifications a person wants, by which channels, and when: rules without side effects."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import msgspec
from msgspec import Struct

from app.model.clocks.calendar import Calendar, next_time
from app.model.notification_kinds import INVITATION, MAIL, TIME, VOTE, is_urgent, is_usual, setting_of

GRACE = {VOTE: 20, INVITATION: 0, TIME: 0}
"""Seconds in which a person who is there may see something by themselves before they are notified; a minute for kinds
that are not listed."""
USUAL_GRACE = 60
MOST_MUTED = 500
"""How many muted tables are remembered; the one muted first is forgotten first."""


class NotificationSettings(Struct, frozen=True):
    """A person's notification settings: everything is on unless it is switched off, except for alerts that a game marks
    as off by default."""

    off: dict[str, tuple[str, ...]] = {}
    """For each channel the kinds that are switched off; alerts of a game by their names, `versailles.outbid`."""
    on: dict[str, tuple[str, ...]] = {}
    """For each channel the kinds that are switched on though they are off by default."""
    digest: int | None = None
    """The hour of the day for one mail with everything (the digest); None: mails are sent at once."""
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    """Games, and tables by their keys, that are muted."""

    def wants(self, kind: str, way: str, game: str, table: str) -> bool:
        return self.has(setting_of(kind, game), way) and game not in self.games and table not in self.tables

    def has(self, setting: str, way: str) -> bool:
        return setting not in self.off.get(way, ()) if is_usual(setting) else setting in self.on.get(way, ())

    def muting(self, table: str, muted: bool) -> NotificationSettings:
        others = tuple(key for key in self.tables if key != table)
        return msgspec.structs.replace(self, tables=(*others, table)[-MOST_MUTED:] if muted else others)


decoder = msgspec.json.Decoder(NotificationSettings)


def read(text: str | None) -> NotificationSettings:
    """Read stored settings; without any, everything is on."""
    return decoder.decode(text) if text else NotificationSettings()


def moment(setting: str, way: str, noticed_at: datetime, settings: NotificationSettings, day: Calendar) -> datetime:
    """Return when to send a notification that arose at `noticed_at`. Of the person's calendar only the zone and the
    quiet hours count."""
    at = noticed_at + timedelta(seconds=GRACE.get(setting, USUAL_GRACE))
    if way == MAIL and settings.digest is not None and not is_urgent(setting):
        at = next_time(at, time(settings.digest), day.place)
    return after_quiet(at, day)


def after_quiet(at: datetime, day: Calendar) -> datetime:
    """Return the moment itself, or the end of the quiet hours that it falls into."""
    since, until = (time(*divmod(minutes, 60)) for minutes in day.quiet or (0, 0))
    return next_time(at, until, day.place) if is_quiet(at.astimezone(day.place).time(), since, until) else at


def is_quiet(hour: time, since: time, until: time) -> bool:
    if since <= until:
        return since <= hour < until
    return hour >= since or hour < until
