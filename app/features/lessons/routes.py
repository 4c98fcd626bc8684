"""Routes of lessons: the page that offers one, and the two buttons of a lesson. The learner's decisions are sent from
the table's page like any other.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.features.lessons import service
from app.features.lessons.service import taught
from app.model.forms import BadForm
from app.render.visits import reached, saw
from app.web.forms import form_of
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import room_shown
from app.web.services import ServicesDep, TableKey
from app.web.visitor import PersonDep, SignedInDep
from app.words.reader import reader_of

router = APIRouter()

GameKey = Annotated[str, Path(max_length=64)]


@router.get("/learn/{game}", response_class=HTMLResponse)
async def learn(request: Request, services: ServicesDep, person: PersonDep, game: GameKey) -> Response:
    found, lesson = taught(game)
    reader = reader_of(found, words_for(request).language)
    going_on = await services.rooms.tables.lesson_of(person.id, found.key) if person else None
    return page(request, "lessons/learn.html", game=found, lesson=lesson, reader=reader, going_on=going_on)


@router.post("/learn/{game}")
async def begin(request: Request, services: ServicesDep, person: SignedInDep, game: GameKey) -> Response:
    found, lesson = taught(game)
    await form_of(request)
    title = words_for(request).say("ui.guide.title", game=found.title)
    key = await service.open_lesson(services.rooms, found, lesson, person, title)
    return RedirectResponse(f"/tables/{key}", 303)


@router.post("/tables/{key}/lesson")
async def go_on(request: Request, services: ServicesDep, person: SignedInDep, key: TableKey) -> Response:
    form = await form_of(request, "what")
    room = await room_shown(services, key, person)
    if form["what"] not in ("go", "end"):
        raise BadForm
    if room.lesson is None or not room.sides_of(person):
        raise HTTPException(404)
    if form["what"] == "end":
        await services.rooms.end_lesson(room)
    else:
        await service.play_on(room)
        await saw(services.keeping, room, person, reached(room, person))
    return RedirectResponse(f"/tables/{room.key}", 303)
