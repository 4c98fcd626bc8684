"""The printed map: a panel for each continent, with its land and the places of the board's boxes. `maps/` at the root
of the project draws panels.json; layout.py there holds the places.
"""

from __future__ import annotations

from msgspec import Struct

from engine.belle_epoque.printed.vocabulary import Power
from engine.core.maps import Box, Map, Point


class Home(Struct, frozen=True):
    """Own land of a Power. `at` is the place of its name; None where another part of the same land has it."""

    id: str
    power: Power
    d: str
    at: Point | None


class Panel(Struct, frozen=True):
    map: Map
    blocks: dict[str, Box]
    """The spaces of each territory, in rows of `cell`."""
    homes: tuple[Home, ...]
    fleet_box: Box
    rate_box: Box | None = None
