"""The terms of a table about time: none, or one of three ways to play. They are stored as JSON with the table, and with
its game once that has begun; the lobby asks for them, `hands` follows them.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

HOUR, DAY = 3_600, 86_400
OFFERED = {
    "bank": (5, 10, 15, 20, 30, 45, 60, 90, 120, 180),
    "increment": (5, 10, 15, 30, 60, 120, 300),
    "each": (6, 12, 24, 36, 48, 72, 96, 120, 168),
    "reserve": (0, 1, 2, 3, 5, 7, 10, 14),
    "least": (1, 2, 4, 6, 8, 12, 24),
    "misses": (1, 2, 3, 5),
}
"""The values that the form offers, in the unit of the field; programs may use any number that the field allows."""


class Agreed(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="kind"):
    """The part of all terms: after how many timeouts in a row a seat may be offered to others, and whether the host may
    stop the clocks and give more time."""

    misses: Annotated[int, Meta(ge=1, le=9)] = 2
    host_holds: bool = True

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Live(Agreed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="live"):
    """Live: a bank of minutes for the whole game, to which each decision adds some seconds."""

    bank: Annotated[int, Meta(ge=1, le=600)]
    increment: Annotated[int, Meta(ge=5, le=600)]


class Days(Agreed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="days"):
    """By web: so many hours for each decision, and days of reserve for the whole game."""

    each: Annotated[int, Meta(ge=1, le=336)]
    reserve: Annotated[int, Meta(ge=0, le=60)]


class Hour(Agreed, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="hour"):
    """By web: each decision is due when clocks in a zone show this hour, but not before so many hours have passed."""

    at: Annotated[int, Meta(ge=0, le=23)]
    zone: Annotated[str, Meta(max_length=64)]
    least: Annotated[int, Meta(ge=1, le=168)]


Terms = Live | Days | Hour
KINDS: dict[str, type[Live | Days | Hour]] = {"live": Live, "days": Days, "hour": Hour}
WEB = ("days", "hour")

AGREED_LIVE = '{"kind":"live"'
"""How stored live terms begin."""

decode = msgspec.json.Decoder(Terms).decode


def agreed(kept: str) -> Terms | None:
    """Decode the stored terms of a table; None if it has no clock."""
    return decode(kept) if kept else None


def as_kept(terms: Terms | None) -> str:
    return msgspec.json.encode(terms).decode() if terms else ""
