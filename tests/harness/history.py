"""Records what every client sent, was told and was shown, for the checker. All clients are in one process, so one clock
decides what was told before something else was sent.
"""

from __future__ import annotations

import time
from collections import Counter
from hashlib import blake2b

from msgspec import Struct

from engine.core.state import Side


class Told(Struct, frozen=True):
    """An answer that settles a request: the sequence it led to, or a refusal."""

    at: float
    sequence: int | None
    """None: refused."""


class Request(Struct):
    """A choice under a request key, which may be sent several times to several processes. Its outcome is unknown until
    an answer settles it."""

    room: str
    key: str
    """As the log stores it."""
    side: Side
    choice: str
    sent_at: float
    told: list[Told] = []

    @property
    def sequences(self) -> list[int]:
        return [told.sequence for told in self.told if told.sequence is not None]

    @property
    def acknowledged_at(self) -> float | None:
        return min((told.at for told in self.told if told.sequence is not None), default=None)

    @property
    def refused(self) -> bool:
        return any(told.sequence is None for told in self.told)

    @property
    def outcome(self) -> str:
        return "ok" if self.sequences else "refused" if self.told else "unknown"


class Shown(Struct, frozen=True):
    """A position shown to a client: which one, to whom, and the view (None if only its number was shown)."""

    room: str
    epoch: int
    sequence: int
    side: Side | None
    view: bytes | None
    at: float


class Absence(Struct, frozen=True):
    """The time between losing a connection and seeing the table again on another."""

    began: float
    ended: float


class History:
    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.shown: list[Shown] = []
        self.absences: list[Absence] = []
        self.acknowledged = 0
        self.answers: Counter[int] = Counter()
        """How often each status was answered."""

    def send(self, room: str, key: str, side: Side, choice: bytes) -> Request:
        request = Request(room, key, side, choice.decode(), time.monotonic())
        self.requests.append(request)
        return request

    def accept(self, request: Request, sequence: int) -> None:
        self.acknowledged += not request.sequences
        request.told.append(Told(time.monotonic(), sequence))

    def refuse(self, request: Request) -> None:
        request.told.append(Told(time.monotonic(), None))

    def be_back(self, lost_at: float) -> None:
        self.absences.append(Absence(lost_at, time.monotonic()))

    def show(self, room: str, epoch: int, sequence: int, side: Side | None = None, view: bytes | None = None) -> None:
        seen = None if view is None else mark(view)
        self.shown.append(Shown(room, epoch, sequence, side, seen, time.monotonic()))

    @property
    def outcomes(self) -> Counter[str]:
        return Counter(request.outcome for request in self.requests)


def mark(view: bytes) -> bytes:
    """Return a mark that tells views apart."""
    return blake2b(view, digest_size=12).digest()
