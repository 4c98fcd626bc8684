"""Routes of past positions: /tables/{key}/at/{step}, as a side or as spectators saw it, and /tables/{key}/figures, the
log with money and the like. A page's script asks only for the parts that differ from another step.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from app.decide.layout import ALL_LINES, Sheet, lay_changes, lay_scene
from app.features.replay.figures import lines_of
from app.features.replay.toolbar import bar_of, where
from app.render.scene import scene_then
from app.rooms.loading import REMEMBERED, Unreadable
from app.rooms.viewpoint import CantBeShown, Vantage, in_branch, vantage
from app.web.expensive_pages import costly
from app.web.language import words_for
from app.web.pages import page
from app.web.rooms import reader_in, room_shown
from app.web.services import Services, ServicesDep, TableKey
from app.web.visitor import PersonDep

router = APIRouter(dependencies=[Depends(costly)])

LARGEST = 2**31 - 1
Step = Annotated[int, Path(ge=0, le=LARGEST)]
Asked = Annotated[int, Query(ge=0, le=LARGEST)]
InBranch = Annotated[int | None, Query(ge=0, le=LARGEST)]
"""The epoch of a branch that the game has left; None for the current one."""
As = Annotated[str, Query(alias="as", max_length=64)]


@router.get("/tables/{key}/at")
async def go_to(
    services: ServicesDep, person: PersonDep, key: TableKey, step: Asked, as_whom: As = "", branch: InBranch = None
) -> RedirectResponse:
    """Redirect the form of the scrubber to its step."""
    seen = vantage(await room_shown(services, key, person), person, as_whom)
    seen = await in_branch(services.store, seen, branch)
    there = f"&branch={seen.epoch}" if seen.branch else ""
    return RedirectResponse(f"/tables/{key}/at/{min(step, seen.last)}?as={seen.name}{there}", 303)


@router.get("/tables/{key}/at/{step}", response_class=HTMLResponse)
async def table_then(
    request: Request,
    services: ServicesDep,
    person: PersonDep,
    key: TableKey,
    step: Step,
    as_whom: As = "",
    branch: InBranch = None,
    since: Annotated[int | None, Query(alias="from", ge=0, le=LARGEST)] = None,
) -> Response:
    seen = vantage(await room_shown(services, key, person), person, as_whom)
    seen = await in_branch(services.store, seen, branch)
    sheet = await sheet_at(request, services, seen, step)
    bar = await bar_of(services.moments, seen, step)
    if since is None or "hx-request" not in request.headers:
        return page(request, "replay/page.html", sheet=sheet, bar=bar, room=seen.room, reader=sheet.reader)
    before = await sheet_at(request, services, seen, since)
    return HTMLResponse("".join((changes(before, sheet), where(bar, sheet))))


@router.get("/tables/{key}/figures", response_class=HTMLResponse)
async def figures(
    request: Request, services: ServicesDep, person: PersonDep, key: TableKey, as_whom: As = ""
) -> Response:
    seen = vantage(await room_shown(services, key, person), person, as_whom)
    room = seen.room
    if not room.game.has_figures:
        raise HTTPException(404)
    lines, reader = await lines_of(services, seen), reader_in(request, room.game.key)
    return page(request, "replay/figures.html", room=room, lines=lines, reader=reader, looking=seen)


async def sheet_at(request: Request, services: Services, seen: Vantage, step: int) -> Sheet:
    if step > seen.last:
        raise HTTPException(404)
    try:
        loaded = await services.moments.at(seen.room, step, seen.branch)
    except Unreadable as error:
        raise CantBeShown(seen.room, error) from error
    return lay_scene(scene_then(seen.room, loaded.position, loaded.log, seen.side), words_for(request))


def changes(old: Sheet, new: Sheet) -> str:
    """Return the parts that differ; the log is sent whole where lines disappear."""
    changed = lay_changes(old, new)
    if changed is None:
        return new.whole()
    ahead = new.scene.table.sequence - old.scene.table.sequence
    return changed if 0 <= ahead < REMEMBERED else "".join((changed, ALL_LINES.format(new.log)))
