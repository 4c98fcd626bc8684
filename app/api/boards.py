"""Analysis boards, lessons, and games against bots: tables for the caller alone."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Literal

import msgspec
from fastapi import HTTPException
from msgspec import Meta, Struct

from app.api.caller import CallerDep
from app.api.converting import listed_table
from app.api.declaring import PREFIX, Calls
from app.api.games import GameKey
from app.api.request_bodies import body, unreadable
from app.api.schemas.extras import Lesson
from app.api.schemas.game import Boards, Done, Made
from app.api.tables import Nothing
from app.api.viewing_side import looking
from app.base.strict_json import Twice
from app.features.analysis.beginning import begun_by, begun_from
from app.features.analysis.record_import import Unfit
from app.features.lessons import service
from app.features.lessons.service import taught
from app.features.lobby.quick_start import against_bots, start_of, title_of
from app.model.scopes import PLAY, READ, TABLES
from app.render.scene import scene_now
from app.store.tables.boards import BoardStore, TooManyBoards
from app.web.forms import UPLOADS
from app.web.idempotency import RequestKey
from app.web.problems import Problem
from app.web.services import TableKey

calls = Calls("boards")

LARGEST_RECORD = UPLOADS[f"{PREFIX}/boards"]


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as calls and pages export it when a game is over; of at most 4 MB. With the same `key` the same call
    makes one board."""

    record: msgspec.Raw
    key: RequestKey | None = None


class From(Struct, frozen=True, forbid_unknown_fields=True):
    """The step to begin from (the latest by default), and the side whose knowledge counts. With the same `key` the same
    call makes one board."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    side: Annotated[str, Meta(max_length=64)] = ""
    key: RequestKey | None = None


class Practice(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of one of the game's quick starts, by default the first; and the number of the caller's seat, by default
    any. With the same `key` the same call makes one table."""

    start: Annotated[str, Meta(max_length=64)] = ""
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    key: RequestKey | None = None


class GoOn(Struct, frozen=True, forbid_unknown_fields=True):
    """`go`: the lesson makes the next move for its learner; `end`: from here on everyone plays as they like."""

    what: Literal["go", "end"]


@calls.post("/games/{game}/practice", scope=TABLES, example={"seat": 0})
async def practise(caller: CallerDep, game: GameKey, wanted: Annotated[Practice, body(Practice)]) -> Made:
    """Begin a game against bots: they take all seats but the caller's."""
    person, found = caller.signed_in(), caller.game(game)
    start = start_of(found, wanted.start)
    seats = found.quick_seats(start)
    if wanted.seat is not None and wanted.seat >= len(seats):
        raise Problem(422, "no_seat")
    seat = SystemRandom().choice(seats) if wanted.seat is None else seats[wanted.seat]
    title, asked = title_of(caller.words, found, start, person), caller.asked(wanted.key, wanted)
    return Made(await against_bots(caller.services, found, start, person, seat, title, asked))


@calls.get("/boards", scope=READ)
async def boards(caller: CallerDep) -> Boards:
    """The caller's boards, the one used last first."""
    person = caller.signed_in()
    found = await BoardStore(caller.services.database).boards(person.id)
    return Boards([listed_table(table, person) for table in found])


@calls.post("/boards", scope=TABLES, example={"record": {"record": 1}})
async def bring_record(caller: CallerDep, brought: Annotated[Brought, body(Brought, LARGEST_RECORD)]) -> Made:
    """Make a board from a record, at its end."""
    person = caller.signed_in()
    try:
        asked = caller.asked(brought.key, brought)
        return Made(await begun_by(caller.request, await caller.request.body(), person, asked, inside=True))
    except Twice as error:
        raise unreadable(caller.request, error) from error
    except Unfit as unfit:
        said = caller.say("ui.api.error.unfit_record", place=unfit.place, problem=unfit.said(caller.words))
        raise Problem(422, "unfit_record", said, place=unfit.place, problem=unfit.problem) from unfit
    except TooManyBoards as error:
        raise Problem(409, "too_many_boards", caller.say("ui.analysis.too_many")) from error


@calls.post("/tables/{key}/analyse", scope=TABLES, example={"step": 12})
async def analyse(caller: CallerDep, key: TableKey, wanted: Annotated[From, body(From)]) -> Made:
    """Make a board from a position that the caller may see: what they cannot see is dealt again."""
    person, room = caller.signed_in(), await caller.room(key)
    seen = looking(room, caller, wanted.side)
    step = seen.last if wanted.step is None else wanted.step
    try:
        return Made(await begun_from(caller.services, seen, step, person, caller.asked(wanted.key, wanted)))
    except TooManyBoards as error:
        raise Problem(409, "too_many_boards", caller.say("ui.analysis.too_many")) from error


@calls.post("/tables/{key}/discard", scope=TABLES, example={})
async def discard(caller: CallerDep, key: TableKey, _: Annotated[Nothing, body(Nothing)]) -> Done:
    """Delete a board of the caller."""
    if not await BoardStore(caller.services.database).discard(key, caller.signed_in().id):
        raise HTTPException(404)
    caller.services.rooms.forget(key)
    return Done()


@calls.post("/games/{game}/lesson", scope=TABLES, example={})
async def learn(caller: CallerDep, game: GameKey, _: Annotated[Nothing, body(Nothing)]) -> Made:
    """Open a lesson of a game; if the caller has one under way already, that one is returned."""
    person = caller.signed_in()
    found, lesson = taught(game)
    title = caller.say("ui.guide.title", game=found.title)
    return Made(await service.open_lesson(caller.services.rooms, found, lesson, person, title))


@calls.get("/tables/{key}/lesson", scope=READ)
async def lesson(caller: CallerDep, key: TableKey) -> Lesson:
    """The progress of a lesson of the caller: what is to be learnt, and what they have to do."""
    room = await caller.room(key)
    stand = scene_now(room, room.lesson.side).table.lesson if room.lesson else None
    if stand is None or not room.sides_of(caller.person):
        raise HTTPException(404)
    reader, called = caller.reader(room.game), f"{room.game.key}.{stand.name}"
    told = [reader.reason("guide", f"{called}.{part}", {}).striptags() for part in ("title", "text") if stand.name]
    title, text = told or ("", "")
    wanted = reader.told(stand.wanted).striptags() if stand.wanted else None
    return Lesson(stand.number, stand.count, title, text, wanted, stand.over)


@calls.post("/tables/{key}/lesson", scope=PLAY, example={"what": "go"})
async def go_on(caller: CallerDep, key: TableKey, wanted: Annotated[GoOn, body(GoOn)]) -> Done:
    """Go on with a lesson, or end it."""
    person, room = caller.signed_in(), await caller.room(key)
    if room.lesson is None or not room.sides_of(person):
        raise HTTPException(404)
    if wanted.what == "end":
        await caller.services.rooms.end_lesson(room)
    else:
        await service.play_on(room)
    return Done()
