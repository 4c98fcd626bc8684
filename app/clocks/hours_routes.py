"""The page under /me on which people enter when they do not play."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from app.accounts.forms import form_of, whole
from app.accounts.judging import Faults
from app.accounts.visitor import SignedInDep
from app.clocks.calendar import Calendar
from app.clocks.hours import Hours
from app.pages import page
from app.services import ServicesDep
from app.store.clocks import ClockStore

router = APIRouter(prefix="/me/hours")

DAYS = tuple(f"day.{number}" for number in range(7))


@router.get("")
async def hours(request: Request, services: ServicesDep, person: SignedInDep, done: str = "") -> Response:
    return await hours_page(request, Hours(ClockStore(services.database), person), done=bool(done))


@router.post("")
async def set_hours(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form, own = await form_of(request, "quiet_from", "quiet_to", *DAYS), Hours(ClockStore(services.database), person)
    weekend = frozenset(number for number, name in enumerate(DAYS) if form[name])
    try:
        await own.set(form["quiet_from"], form["quiet_to"], weekend)
    except Faults as faults:
        return await hours_page(request, own, form, faults)
    return RedirectResponse("/me/hours?done=yes", 303)


@router.post("/rest")
async def rest(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    form, own = await form_of(request, "first", "last"), Hours(ClockStore(services.database), person)
    try:
        await own.rest(form["first"], form["last"])
    except Faults as faults:
        return await hours_page(request, own, form, faults)
    return RedirectResponse("/me/hours?done=yes", 303)


@router.post("/end")
async def end_rest(request: Request, services: ServicesDep, person: SignedInDep) -> Response:
    number = whole((await form_of(request, "vacation"))["vacation"])
    if not await Hours(ClockStore(services.database), person).end_rest(number):
        raise HTTPException(404)
    return RedirectResponse("/me/hours?done=yes", 303)


async def hours_page(
    request: Request, own: Hours, typed: dict[str, str] | None = None, faults: Faults | None = None, done: bool = False
) -> Response:
    calendar = await own.calendar()
    return page(
        request, "accounts/hours.html", 422 if faults else 200, done=done, zone=calendar.zone, today=await own.today(),
        form=as_typed(calendar) | (typed or {}), faults=faults.by_field if faults else {},
        planned=await own.planned(), budgets=await own.budgets(),
    )  # fmt: skip


def as_typed(calendar: Calendar) -> dict[str, Any]:
    quiet = (f"{at // 60:02d}:{at % 60:02d}" for at in calendar.quiet or ())
    return dict(zip(("quiet_from", "quiet_to"), quiet, strict=False)) | {f"day.{day}": "on" for day in calendar.weekend}
