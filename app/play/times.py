"""Times on a table's page. Parts are drawn once for all who read a language, so they tell moments in UTC; the page that
goes to one reader tells them in theirs. Called by play.routes; templates know `moment` and `span`.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from babel.dates import format_timedelta
from markupsafe import Markup

from app.pages import environment, when

MOMENT = re.compile(r'<time datetime="([^"]+)" data-moment>[^<]*</time>')
HOUR = 3_600
LONG = 4
"""Days, say, are told as such only from so many on; before that as hours."""


def moment(language: str, at: datetime) -> Markup:
    """A moment that each reader is to be told in their own zone."""
    return marked(when(language, "UTC", at))


def marked(time: Markup) -> Markup:
    return time.replace('">', Markup('" data-moment>'), 1)


def in_zone(html: Markup, language: str, zone: str) -> Markup:
    """A part, or several, with the moments in them told in a zone."""
    if zone == "UTC":
        return html
    told = MOMENT.sub(lambda found: when(language, zone, datetime.fromisoformat(found[1])), html)
    return Markup(told)  # noqa: S704 - what was markup still is


def span(language: str, seconds: float) -> str:
    """How long, to the second where that matters."""
    if seconds < HOUR:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
    return format_timedelta(timedelta(seconds=seconds), granularity="hour", threshold=LONG, locale=language)


environment.globals.update(moment=moment, span=span)
