"""What a room answers to a choice beyond what the engine's door says. Pages and sockets render them."""

from __future__ import annotations

from msgspec import Struct

from engine.core.journal import Entry
from engine.core.refusal import Refusal


class Accepted(Struct, frozen=True):
    """The choice is durable: it led to this position and told this, as far as the side may know."""

    epoch: int
    sequence: int
    news: list[Entry]


class RoomFrozen(Refusal, frozen=True):
    """The room has come to a stop because its rules or its stored position failed."""


class RequestKeyReused(Refusal, frozen=True):
    """The request key belongs to another choice of this room."""


Answer = Accepted | Refusal
