"""The time, always UTC and always aware of it. Everything in app that needs to know asks here."""

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)
