"""The answers of calls about what the caller keeps at a table: notes, news since the last visit, who is there. The
others are in `api.answers`.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from app.api.answers import Plain


class Notes(Struct, frozen=True):
    """The caller's private notes. The version rises with every change. `replaced` is what was written elsewhere since
    the version that this text was based on; the text written last stays."""

    text: str
    version: int
    replaced: str = ""


class Happening(Struct, frozen=True):
    """Something that happened at a step: a typed entry, and the same as a sentence."""

    sequence: int
    news: Plain
    text: str


class SeatHanded(Struct, frozen=True):
    """A seat that changed hands after a position: its sides, when, and the same as a sentence."""

    sequence: int
    at: datetime
    sides: list[str]
    text: str


class SinceVisit(Struct, frozen=True):
    """The recap between the last position that the caller has seen, `after`, and `sequence`: what touches their own
    sides, the topics of the game that form groups of recaps, by their keys, and the rest; and which seats changed
    hands. `after` is null if they have seen nothing of this game yet."""

    epoch: int
    after: int | None
    sequence: int
    mine: list[Happening] = []
    topics: dict[str, list[Happening]] = {}
    rest: list[Happening] = []
    seats: list[SeatHanded] = []


class Present(Struct, frozen=True):
    """The people who have the table open: the sides whose players do, and how many others."""

    sides: list[str]
    watching: int
