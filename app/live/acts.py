"""Moves over a table's socket, faster than the form: `{"act": {...}}` is what POST /tables/{key}/act takes, and
`{"answer": key, "status": 200, ...}` what it would answer. Both use `play.acting` and the same rights. A page also
sends `{"visible": true}` when it comes onto the screen, and `false` when it goes.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from fastapi import HTTPException
from msgspec import Struct

from app.accounts.limits import Bucket, Limit
from app.model.statuses import status_of
from app.play.acting import Posted, act, told_of
from app.play.decision import Draft
from app.rooms.answers import Accepted
from app.rooms.room import Room
from app.store.database import StoreUnavailable
from app.store.people import Person
from app.store.rooms import RoomGone
from app.twice import no_field_twice
from engine.core.journal import Entry

PATIENCE = 100
"""How many times in a row a client may be told to send more slowly."""
BURST_SECONDS = 2.0


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    act: Posted


class Glance(Struct, frozen=True, forbid_unknown_fields=True):
    visible: bool


class Done(Struct, frozen=True):
    """The answer to an accepted move."""

    answer: str
    status: int
    epoch: int
    sequence: int
    news: list[Entry]


encode = msgspec.json.encode
decode = msgspec.json.Decoder(Said).decode
decode_glance = msgspec.json.Decoder(Glance).decode


class Speaker:
    """Answers the messages of one socket."""

    def __init__(
        self,
        room: Room,
        person: Person | None,
        pace: float,
        may_act: bool = True,
        shown: Callable[[bool], None] | None = None,
    ) -> None:
        """`may_act` is False for a program whose token does not allow moves. `shown` is called with whether the page is
        on the screen."""
        self.shown = shown
        self.room, self.person, self.may_act = room, person, may_act
        self.bucket = Bucket(Limit("acts", max(1, round(pace * BURST_SECONDS)), 1 / pace))
        self.impatient = 0

    async def answer(self, said: str | bytes) -> str | None:
        """Return the reply to a message, empty if there is none; None if the client has been too fast for too long."""
        wait = self.bucket.wait()
        self.impatient = self.impatient + 1 if wait else 0
        if self.impatient > PATIENCE:
            return None
        try:
            posted = decode(said).act
            no_field_twice(said)
        except (ValueError, RecursionError) as error:
            return "" if self.is_glance(said) else refused("", 422, because=str(error))
        if wait:
            return refused(posted.key, 429, seconds=wait)
        return await self.acted(posted)

    def is_glance(self, said: str | bytes) -> bool:
        """Tell whether the message only says whether the page is on the screen, and report that."""
        try:
            visible = decode_glance(said).visible
            no_field_twice(said)
        except (ValueError, RecursionError):
            return False
        if self.shown:
            self.shown(visible)
        return True

    async def acted(self, posted: Posted) -> str:
        if self.person is None:
            return refused(posted.key, 401)
        if not self.may_act:
            return refused(posted.key, 403)
        try:
            outcome = await act(self.room, self.person, posted.sent())
        except HTTPException as error:
            return refused(posted.key, error.status_code)
        except RoomGone:
            return refused(posted.key, 404)
        except StoreUnavailable:
            return refused(posted.key, 503)
        assert not isinstance(outcome, Draft)
        if isinstance(outcome, Accepted):
            return encode(Done(posted.key, 200, outcome.epoch, outcome.sequence, outcome.news)).decode()
        return refused(posted.key, status_of(outcome), **told_of(outcome))


def refused(key: str, status: int, **facts: object) -> str:
    return encode({"answer": key, "status": status} | facts).decode()
