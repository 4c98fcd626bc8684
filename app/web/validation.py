"""Validates what people fill in about themselves: each function returns the value to store, or raises Faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import cache
from zoneinfo import available_timezones

from app.model import names
from app.web import passwords

EMAIL = re.compile(r"[!-~]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])")
NOT_IN_EMAIL = set('()<>[]:;@\\,"')
LONGEST_EMAIL = 254
OLD_AREAS = ("Etc/", "US/", "Brazil/", "Canada/", "Chile/", "Mexico/", "SystemV/", "posix/", "right/")


class Faults(ValueError):
    """The faults of a form: for each field the key of a sentence that says why."""

    def __init__(self, **by_field: str) -> None:
        super().__init__(by_field)
        self.by_field = by_field


def all_of(*judged: Callable[[], str]) -> list[str]:
    """Run all these validations and return their values; raises the Faults of all of them together."""
    found: list[str] = []
    faults: dict[str, str] = {}
    for judge in judged:
        try:
            found.append(judge())
        except Faults as error:
            faults |= error.by_field
    if faults:
        raise Faults(**faults)
    return found


def fit_name(name: str) -> str:
    try:
        return names.clean_name(name)
    except names.Unfit as error:
        raise Faults(name=f"ui.name.{error.reason}") from error


def fit_email(email: str) -> str:
    plain = email.strip().lower()
    local = plain.rpartition("@")[0]
    if len(plain) > LONGEST_EMAIL or not EMAIL.fullmatch(plain) or set(local) & NOT_IN_EMAIL:
        raise Faults(email="ui.email.wrong")
    return plain


def fit_password(password: str, *known: str, staff: bool = False) -> str:
    try:
        passwords.check(password, *known, staff=staff)
    except passwords.Unfit as error:
        raise Faults(password=f"ui.password.{error.reason}") from error
    return password


def one_of(field: str, value: str, known: Container[str]) -> str:
    """Return the value if it is one of those that the page offered. Raises Faults."""
    if value not in known:
        raise Faults(**{field: "ui.choice.wrong"})
    return value


@cache
def zones() -> tuple[str, ...]:
    """Return the names of time zones, without those that exist only for old programs."""
    named = (zone for zone in available_timezones() if "/" in zone and not zone.startswith(OLD_AREAS))
    return ("UTC", *sorted(named))
