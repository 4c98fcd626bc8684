"""Routes of what can be exported or checked about a table: its record at /tables/{key}/record.json, its dice at
/tables/{key}/dice, and a program that checks them at /tables/{key}/dice.py.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from app.accounts.visitor import PersonDep
from app.lobby.pages import reader_in
from app.pages import HEADERS, page
from app.play.routes import room_shown
from app.replay.dice import LINES, Dice, checked, script
from app.replay.exporting import exported
from app.replay.vantage import CantBeShown, Vantage, vantage, whole
from app.rooms.loading import Unreadable
from app.services import Services, ServicesDep, TableKey
from app.web.costly import costly

router = APIRouter(dependencies=[Depends(costly)])

As = Annotated[str, Query(alias="as", max_length=64)]


@router.get("/tables/{key}/record.json")
async def record(services: ServicesDep, person: PersonDep, key: TableKey, as_whom: As = "") -> Response:
    looking = vantage(await room_shown(services, key, person), person, as_whom)
    return attached(await exported(services.store, looking), "application/json", f"horloge-{key}.json")


@router.get("/tables/{key}/dice", response_class=HTMLResponse)
async def dice(request: Request, services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    looking = vantage(await room_shown(services, key, person), person)
    room, found = looking.room, await dice_of(services, looking)
    reader = reader_in(request, room.game.key)
    return page(
        request, "replay/dice.html", room=room, dice=found, reader=reader, lines=LINES, looking=looking,
        takes_whole=whole(room, looking.sight),
    )  # fmt: skip


@router.get("/tables/{key}/dice.py")
async def dice_script(services: ServicesDep, person: PersonDep, key: TableKey) -> Response:
    """Return the program that checks the draws; it exists once the seed is known."""
    found = await dice_of(services, vantage(await room_shown(services, key, person), person))
    if not found.seed:
        raise HTTPException(404)
    return attached(script(found).encode(), "text/x-python", f"horloge-{key}.py")


async def dice_of(services: Services, looking: Vantage) -> Dice:
    try:
        falls = await services.moments.falls(looking.room, looking.last)
    except Unreadable as error:
        raise CantBeShown(looking.room, error) from error
    return checked(looking.room, falls, over=looking.revealed)


def attached(content: bytes, kind: str, name: str) -> Response:
    """Return a file to be saved, not shown."""
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=HEADERS | disposition)
