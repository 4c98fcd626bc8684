"""The map of a board, as a game prints it: its places with their outlines, anchors and borders. It contains nothing of
a position; `templates/means/map.html` draws it, with what a view holds upon it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec import Struct

Number = int | float
"""Whole numbers stay whole, and so are short in the drawing."""
Point = tuple[Number, Number]
Box = tuple[Number, Number, Number, Number]
"""Left, top, width and height."""


class BadMap(ValueError):
    """A map that cannot be drawn or walked on; the message says everything that is wrong with it."""


class Place(Struct, frozen=True):
    """A place that things can be in. `at` is its anchor: the position of its holder, its pieces and its name."""

    id: str
    at: Point
    outline: str = ""
    """SVG path data. A place without an outline is a spot: a sea, a town."""
    near: tuple[str, ...] = ()
    """The places that it borders on."""
    pin: Point | None = None
    """Its true position, if its anchor is elsewhere; a line joins them."""


class Map(Struct, frozen=True):
    """The places of a map and what is around them, in units of its width and height. Raises BadMap."""

    key: str
    """Distinguishes it from other maps on the same board."""
    width: Number
    height: Number
    places: tuple[Place, ...]
    ground: tuple[str, ...] = ()
    """Outlines of land that is not in play."""
    lines: tuple[str, ...] = ()
    """Drawn dashed: old frontiers, sea lanes."""
    views: Mapping[str, Box] = {}
    """Sections that the board can be shown by, by name (`word.<game>.view.<name>`). A narrow screen opens on the
    first."""

    def __post_init__(self) -> None:
        if wrong := [*problems(self)]:
            raise BadMap(f"{self.key}: {'; '.join(wrong)}")

    def place(self, name: str) -> Place:
        return next(place for place in self.places if place.id == name)


def problems(drawn: Map) -> Iterator[str]:
    """Yield the faults of a map in words."""
    near = {place.id: place.near for place in drawn.places}
    times = Counter(place.id for place in drawn.places)
    yield from (f"{name} is there twice" for name, count in times.items() if count > 1)
    for place in drawn.places:
        if not all(within(point, (0, 0, drawn.width, drawn.height)) for point in (place.at, place.pin or place.at)):
            yield f"{place.id} lies outside"
        for other in place.near:
            if other not in near:
                yield f"{place.id} borders on {other}, which is not there"
            elif place.id not in near[other]:
                yield f"{place.id} borders on {other}, and not the other way round"
    yield from (f"view {name} shows no place" for name, box in drawn.views.items() if not shown(drawn, box))


def shown(drawn: Map, box: Box) -> list[Place]:
    """Return the places whose anchors a section shows."""
    return [place for place in drawn.places if within(place.at, box)]


def within(point: Point, box: Box) -> bool:
    (x, y), (left, top, width, height) = point, box
    return left <= x <= left + width and top <= y <= top + height
