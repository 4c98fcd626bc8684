"""The pages of the site as it stands: the list of tables, a table, a table as it was."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse

from app.pages import page
from app.play.scene import scene_then
from app.play.table import lay, lay_scene
from app.rooms.loading import Unreadable, load
from app.rooms.room import Room
from app.services import Services, ServicesDep, TableKey
from app.words.language import words_for
from engine.core import registry

router = APIRouter()

Step = Annotated[int, Path(ge=0, le=2**31 - 1)]
LISTED = 24


@router.get("/", response_class=HTMLResponse)
async def home(request: Request, services: ServicesDep) -> HTMLResponse:
    playing = await services.store.listed("playing", LISTED)
    finished = await services.store.listed("finished", LISTED // 4)
    titles = {key: game.title for key, game in registry.games().items()}
    return page(request, "home.html", playing=playing, finished=finished, titles=titles)


@router.get("/tables/{key}", response_class=HTMLResponse)
async def table(request: Request, services: ServicesDep, key: TableKey) -> HTMLResponse:
    found = await services.rooms.visit(key)
    if found is None:
        raise HTTPException(404)
    if not isinstance(found, Room):
        return page(request, "play/lost.html", room=found)
    return page(request, "play/table.html", room=found, content=lay(found, None, words_for(request)).content())


@router.get("/tables/{key}/at/{step}", response_class=HTMLResponse)
async def table_then(request: Request, services: ServicesDep, key: TableKey, step: Step) -> HTMLResponse:
    room = await services.rooms.visit(key)
    if not isinstance(room, Room) or step > room.sequence:
        raise HTTPException(404)
    content = await past(services, room, step, request)
    return page(request, "play/past.html", room=room, step=step, content=content)


async def past(services: Services, room: Room, step: int, request: Request) -> str:
    row = await services.store.find(room.key)
    try:
        if row is None or step > row.sequence:
            raise HTTPException(404)
        loaded = await load(services.store, room.game, row, step)
    except Unreadable as error:
        raise HTTPException(404) from error
    return lay_scene(scene_then(room, loaded.position, loaded.log), words_for(request)).content()
