"""Calls about clocks: those of a table, and when the caller does not play."""

from __future__ import annotations

from collections.abc import Awaitable
from datetime import date
from typing import Annotated, Literal

from fastapi import HTTPException
from msgspec import Meta, Struct

from app.api.caller import Caller, CallerDep
from app.api.converting import refusal_body, running_table
from app.api.declaring import Calls
from app.api.request_bodies import body
from app.api.schemas.game import Budget, Rest, Table
from app.api.schemas.game import Hours as Told
from app.features.accounts.playing_hours import Hours, as_typed
from app.model.clocks.holding import Holding
from app.model.scopes import READ, TABLES
from app.model.statuses import status_of
from app.rooms.clock_control import MOST, held_by
from app.store.games.clocks import ClockStore
from app.web.problems import Problem
from app.web.services import TableKey
from app.web.validation import Faults

calls = Calls("clocks")


class Hold(Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the clocks: `extend` gives `minutes` more to the sides that have to decide."""

    do: Literal["pause", "resume", "extend"]
    minutes: Annotated[int, Meta(ge=1, le=MOST)] = 60


class NewHours(Struct, frozen=True, forbid_unknown_fields=True):
    """Quiet hours as 22:00 and 07:00, both empty for none; weekdays that do not count, from Monday, 0."""

    quiet_from: Annotated[str, Meta(max_length=8)] = ""
    quiet_to: Annotated[str, Meta(max_length=8)] = ""
    weekend: Annotated[tuple[Annotated[int, Meta(ge=0, le=6)], ...], Meta(max_length=7)] = ()


class NewRest(Struct, frozen=True, forbid_unknown_fields=True):
    """A vacation, from its first day to its last."""

    first: date
    last: date


class EndRest(Struct, frozen=True, forbid_unknown_fields=True):
    """The vacation to end today, or to cancel."""

    id: Annotated[int, Meta(ge=1, le=2**63 - 1)]


@calls.post("/tables/{key}/clock", scope=TABLES, example={"do": "extend", "minutes": 720})
async def hold_clock(caller: CallerDep, key: TableKey, wanted: Annotated[Hold, body(Hold)]) -> Table:
    """Stop, start or extend the clocks of a table. Only the host may, where the table's terms allow it."""
    room, person = await caller.room(key), caller.signed_in()
    refusal = await held_by(room, person, Holding(wanted.do, wanted.minutes))
    if refusal:
        said = refusal_body(refusal, caller.reader(room.game))
        raise Problem(status_of(refusal), said.error, said.message, **said.facts)
    return running_table(room, caller)


@calls.get("/me/hours", scope=READ)
async def hours(caller: CallerDep) -> Told:
    """When the caller does not play: this time does not count in games by web."""
    return await told(hours_of(caller))


@calls.post("/me/hours", scope=TABLES, example={"quiet_from": "22:00", "quiet_to": "07:00", "weekend": [5, 6]})
async def set_hours(caller: CallerDep, new: Annotated[NewHours, body(NewHours)]) -> Told:
    """Change the caller's quiet hours and weekdays. Changes count from now on."""
    own = hours_of(caller)
    await fit(caller, own.set(new.quiet_from, new.quiet_to, frozenset(new.weekend)))
    return await told(own)


@calls.post("/me/vacations", scope=TABLES, example={"first": "{first}", "last": "{last}"})
async def rest(caller: CallerDep, new: Annotated[NewRest, body(NewRest)]) -> Told:
    """Plan a vacation: at most 30 days in a calendar year."""
    own = hours_of(caller)
    await fit(caller, own.rest(new.first.isoformat(), new.last.isoformat()))
    return await told(own)


@calls.post("/me/vacations/end", scope=TABLES, example={"id": 1})
async def end_rest(caller: CallerDep, wanted: Annotated[EndRest, body(EndRest)]) -> Told:
    """End a vacation today, or cancel it."""
    own = hours_of(caller)
    if not await own.end_rest(wanted.id):
        raise HTTPException(404)
    return await told(own)


def hours_of(caller: Caller) -> Hours:
    return Hours(ClockStore(caller.services.database), caller.signed_in())


async def fit(caller: Caller, work: Awaitable[None]) -> None:
    """Turn Faults into a Problem that says what is wrong with each field."""
    try:
        await work
    except Faults as faults:
        raise caller.unfit(faults) from faults


async def told(own: Hours) -> Told:
    calendar = await own.calendar()
    quiet = as_typed(calendar)
    return Told(
        calendar.zone,
        quiet.get("quiet_from", ""),
        quiet.get("quiet_to", ""),
        sorted(calendar.weekend),
        [Rest(one.id, one.first, one.last) for one in await own.planned()],
        [Budget(one.year, one.left, one.most) for one in await own.budgets()],
    )
