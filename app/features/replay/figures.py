"""The log with the game's open figures after each line, such as money, as one side sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.render.scene import scene_then
from app.rooms.history import Way, walk
from app.rooms.loading import REMEMBERED, Told, Unreadable
from app.rooms.viewpoint import CantBeShown, Vantage
from app.web.services import Services
from engine.core.game import Figures


class Line(NamedTuple):
    """A line of the log, the figures after it, and those before it, None if they are not known."""

    told: Told
    figures: Figures
    before: Figures | None


async def lines_of(services: Services, seen: Vantage) -> list[Line]:
    """Return the end of the log, the latest line first. Raises CantBeShown."""
    try:
        found = await figures_at(services, seen)
        loaded = await services.moments.at(seen.room, seen.last)
    except Unreadable as error:
        raise CantBeShown(seen.room, error) from error
    log = scene_then(seen.room, loaded.position, loaded.log, seen.side).log
    return [*paired(log, found)][::-1]


async def figures_at(services: Services, seen: Vantage) -> dict[int, Figures]:
    """Return the figures after each of the last choices, by sequence."""
    room, first = seen.room, max(0, seen.last - REMEMBERED)
    way = Way(room.id, seen.epoch, seen.last)
    steps = walk(services.store, room.game, way, first - 1)
    return {
        sequence: room.game.showing.figures(room.game.view(position, seen.side)) async for sequence, position in steps
    }


def paired(log: list[Told], found: Mapping[int, Figures]) -> Iterator[Line]:
    return (Line(told, found[told.sequence], found.get(told.sequence - 1)) for told in log if told.sequence in found)
