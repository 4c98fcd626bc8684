"""Calls about seats that change hands during a game: leaving one's seat, taking one that is offered, coming back."""

from __future__ import annotations

from typing import Annotated

from fastapi import HTTPException
from msgspec import Struct

from app.accounts.programs import TABLES
from app.api.answers import Done, Taken
from app.api.bodies import body
from app.api.caller import CallerDep
from app.api.calls import Calls
from app.api.play import not_accepted
from app.api.tables import Nothing
from app.play.seats import give_up, known_to, sit_down
from app.rooms.room import Room
from app.services import TableKey
from engine.core.refusal import Refusal

calls = Calls("tables")


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of the seat."""

    seat: int


@calls.post("/tables/{key}/resign", scope=TABLES, example={})
async def resign(caller: CallerDep, key: TableKey, _: Annotated[Nothing, body(Nothing)]) -> Done:
    """Give up all the caller's seats at a table whose game is running. It goes on for the others; the seats are
    offered, or a bot plays on, as the table's terms say."""
    room = await caller.room(key)
    if refusal := await give_up(room, caller.signed_in()):
        raise not_accepted(room, refusal, caller)
    return Done()


@calls.post("/tables/{key}/seat", scope=TABLES, example={"seat": 0})
async def take_seat(caller: CallerDep, key: TableKey, wanted: Annotated[TakeSeat, body(TakeSeat)]) -> Taken:
    """Take a seat that is offered at a table whose game is running, or return to one's own. If one may come back only
    with the table's consent, this starts the vote."""
    person, services = caller.signed_in(), caller.services
    room, table = await services.rooms.visit(key), await services.rooms.tables.find(key)
    if not isinstance(room, Room) or table is None or not await known_to(services, table, person):
        raise HTTPException(404)
    outcome = await sit_down(room, person, wanted.seat)
    if isinstance(outcome, Refusal):
        raise not_accepted(room, outcome, caller)
    return Taken(outcome is None)
