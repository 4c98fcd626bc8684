"""Times as people read them: near the present how long ago or how long still, otherwise the day and the hour in the
reader's time zone, which is named. Every page, part and line shows its times by `moment` or `left`.

Parts are drawn once for all who read a language, so they contain moments in UTC; `convert_times` converts them on the
page that goes to one reader, and js/times.js keeps them right there, and in what comes over a socket.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_datetime, format_timedelta
from markupsafe import Markup

from app.words.catalogue import Words, words_of

MOMENT = re.compile(r'<time datetime="([^"]+)" data-moment="(at|left)">[^<]*</time>')
SHOWN = " data-moment="
MINUTE, HOUR, DAY = 60, 3_600, 86_400
LONG = 4
"""From how many units on a duration is shown in them, such as days; below that in hours."""
WAYS = ("ago", "in", "left")
UNITS = ("minutes", "hours")


def moment(language: str, at: datetime) -> Markup:
    """Return the markup of when something was, or will be."""
    return mark_time(language, at, "at")


def left(language: str, at: datetime) -> Markup:
    """Return the markup of how long there is still: "12 min left"."""
    return mark_time(language, at, "left")


def mark_time(language: str, at: datetime, kind: str) -> Markup:
    """Return the markup of a time that has yet to be converted for its reader."""
    said = absolute(language, "UTC", at)
    return Markup('<time datetime="{}" data-moment="{}">{}</time>').format(at.isoformat(timespec="seconds"), kind, said)


def convert_times(html: str, words: Words, zone: str, now: datetime) -> Markup:
    """Return a page, or a part of one, with its times converted for a reader."""

    def told_one(found: re.Match[str]) -> str:
        at, kind = datetime.fromisoformat(found[1]), found[2]
        exact = absolute(words.language, zone, at)
        said = near(words, (at - now).total_seconds(), kind) or far(words, exact, kind)
        return Markup('<time datetime="{}" data-moment="{}" title="{}">{}</time>').format(found[1], kind, exact, said)

    return Markup(MOMENT.sub(told_one, html))  # noqa: S704 - what was markup still is


def absolute(language: str, zone: str, at: datetime) -> str:
    """Return the day and the hour in a zone, and the zone's name."""
    there = at.astimezone(ZoneInfo(zone))
    short = there.tzname() or ""
    named = short if short.isalpha() else zone.rpartition("/")[2].replace("_", " ")
    return f"{format_datetime(there, 'd MMM y, HH:mm', locale=language)} {named}"


def near(words: Words, seconds: float, kind: str) -> Markup | None:
    """Return a time within a day of now by its distance; None if it is further away."""
    size = abs(seconds)
    if size >= DAY and (kind == "at" or seconds > 0):
        return None
    if kind == "left" and seconds <= 0:
        return words.say("ui.time.over")
    way = "left" if kind == "left" else "in" if seconds > 0 else "ago"
    if size < MINUTE:
        return words.say(f"ui.time.{way}.now")
    unit, length = ("hours", HOUR) if size >= HOUR else ("minutes", MINUTE)
    return words.say(f"ui.time.{way}.{unit}", n=int(size // length))


def far(words: Words, exact: str, kind: str) -> str:
    return words.say("ui.clock.due", when=exact) if kind == "left" else exact


def span(language: str, seconds: float) -> str:
    """Return how long something lasts, to the second where that matters."""
    if seconds < HOUR:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
    return format_timedelta(timedelta(seconds=seconds), granularity="hour", threshold=LONG, locale=language)


@cache
def sentences(language: str) -> dict[str, Any]:
    """Return the sentences with which js/times.js shows times: for each direction and unit its forms, singular
    first."""
    words = words_of(language)

    def forms(key: str) -> list[str]:
        return [words.sentence(key, number) or key for number in (1, 2)]

    ways: dict[str, Any] = {}
    for way in WAYS:
        ways[way] = {unit: forms(f"ui.time.{way}.{unit}") for unit in UNITS}
        ways[way]["now"] = words.sentence(f"ui.time.{way}.now")
    return ways | {"over": words.sentence("ui.time.over"), "due": words.sentence("ui.clock.due")}
