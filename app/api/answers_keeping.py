"""What the calls about what one keeps at a table answer with: notes, what happened since a visit, who is there. Used by
api.keeping; the others are in api.answers.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from app.api.answers import Plain


class Notes(Struct, frozen=True):
    """What one has noted for oneself. The version rises with every change. `replaced` is what had been written from
    elsewhere since the version that this was written over; what is written last stays."""

    text: str
    version: int
    replaced: str = ""


class Happening(Struct, frozen=True):
    """Something that happened at a step: a typed entry, and the same as a sentence."""

    sequence: int
    news: Plain
    text: str


class SeatHanded(Struct, frozen=True):
    """A seat changed hands after a position: whose, when, and how one would say so."""

    sequence: int
    at: datetime
    sides: list[str]
    text: str


class SinceVisit(Struct, frozen=True):
    """What happened between the last position that one has seen, `after`, and `sequence`: what touches one's own sides,
    by their keys those topics of the game that recaps have, the rest; and which seats changed hands. `after` is null if
    one has seen nothing of this game yet."""

    epoch: int
    after: int | None
    sequence: int
    mine: list[Happening] = []
    topics: dict[str, list[Happening]] = {}
    rest: list[Happening] = []
    seats: list[SeatHanded] = []


class Present(Struct, frozen=True):
    """Who has the table open: the sides whose players do, and how many others."""

    sides: list[str]
    watching: int
