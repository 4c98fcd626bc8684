"""Calls about a game's past: its log, past positions, the record to export, the dice."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import Path, Query

from app.api.caller import Caller, CallerDep
from app.api.converting import line, turn_of
from app.api.declaring import Calls
from app.api.schemas.extras import Branch, Branches
from app.api.schemas.game import Dice, Draw, Log, Plain, Seed, View
from app.api.viewing_side import Eyes, looking
from app.features.replay.dice import dice_of
from app.features.replay.exporting import exported
from app.model.scopes import READ
from app.render.scene import readable_log, scene_then
from app.rooms.loading import Told, Unreadable, decoded_news, log_entry
from app.rooms.viewpoint import Vantage, in_branch
from app.web.problems import Problem
from app.web.services import TableKey

calls = Calls("records")

MOST_LINES = 200
Step = Annotated[int, Path(ge=0, le=2**31 - 1, description="A sequence; 0 is the opening.")]
After = Annotated[int, Query(ge=-1, le=2**31 - 1, description="What came later than this sequence; -1: everything.")]
Steps = Annotated[int, Query(ge=1, le=MOST_LINES, description="How many steps at most are looked at.")]


Left = Annotated[
    int | None, Query(ge=0, le=2**31 - 1, description="The epoch of a branch that the game has left; else that played.")
]


@calls.get("/tables/{key}/log", scope=READ)
async def log(
    caller: CallerDep, key: TableKey, side: Eyes = "", after: After = -1, limit: Steps = 50, branch: Left = None
) -> Log:
    """The log in order, as far as the caller may know it. Steps of which they know nothing have no line."""
    room = await caller.room(key)
    seen = await in_branch(caller.services.store, looking(room, caller, side), branch)
    after = min(after, seen.last)
    last = min(seen.last, after + limit)
    lines = readable_log(await told_between(caller, seen, after, last), seen.side)
    reader = caller.reader(room.game)
    return Log(seen.epoch, seen.last, [line(one, reader) for one in lines], last if last < seen.last else None)


async def told_between(caller: Caller, seen: Vantage, after: int, last: int) -> list[Told]:
    """Return the news of the entries later than one sequence and not later than another; the opening is entry 0."""
    store, room = caller.services.store, seen.room
    entries = await store.entries(room.id, seen.epoch, max(after, 0), last)
    found = [log_entry(room.game, entry) for entry in entries]
    if after >= 0:
        return found
    row = seen.branch or await store.row(room.key)
    return [Told(0, "", row.opened_at, decoded_news(room.game, row.prologue)), *found]


@calls.get("/tables/{key}/at/{step}", scope=READ)
async def then(caller: CallerDep, key: TableKey, step: Step, side: Eyes = "", branch: Left = None) -> View:
    """The position after a step, as far as the caller's side knew it then."""
    room = await caller.room(key)
    seen = await in_branch(caller.services.store, looking(room, caller, side), branch)
    if step > seen.last:
        raise Problem(404, "no_step")
    try:
        loaded = await caller.services.moments.at(room, step, seen.branch)
    except Unreadable as error:
        raise Problem(404, "no_step") from error
    scene = scene_then(room, loaded.position, (), seen.side)
    turn = turn_of(loaded.position, caller.reader(room.game))
    return View(seen.epoch, step, seen.side, msgspec.to_builtins(scene.view), *turn)


@calls.get("/tables/{key}/branches", scope=READ)
async def branches(caller: CallerDep, key: TableKey) -> Branches:
    """The branches that a game has left because it was rewound or begun again; they can be viewed like the game."""
    seen = await in_branch(caller.services.store, looking(await caller.room(key), caller, ""), None)
    left = [Branch(one.epoch, one.parent, one.first, one.last or one.first, one.left_at) for one in seen.left]
    return Branches(seen.epoch, left)


@calls.get("/tables/{key}/record", scope=READ)
async def record(caller: CallerDep, key: TableKey, side: Eyes = "") -> Plain:
    """The whole record with its seed once the game is over; until then a digest of what the caller may know."""
    room = await caller.room(key)
    whole: Plain = msgspec.json.decode(await exported(caller.services.store, looking(room, caller, side)))
    return whole


@calls.get("/tables/{key}/dice", scope=READ)
async def dice(caller: CallerDep, key: TableKey) -> Dice:
    """Every draw so far. The seed, and whether each draw follows from it, is told once the game is over."""
    room = await caller.room(key)
    found = await dice_of(caller.services, looking(room, caller, ""))
    draws = [
        Draw(one.fall.step, one.fall.drawn.source, one.fall.drawn.outcome if one.shown else None, one.fair)
        for one in found.draws
    ]
    until = {one.fall.seed: one.fall.step for one in found.draws}
    earlier = [Seed(one.commitment, one.seed, until[one.seed]) for one in found.earlier]
    return Dice(found.commitment, found.seed or None, draws, earlier)
