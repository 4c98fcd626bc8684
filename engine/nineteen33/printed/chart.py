"""The drawn map: land and seas of January 1933, and where cards, names and units stand on it. `maps/` at the root of
the project draws map.json; layout_1933.py there says where things stand.
"""

from __future__ import annotations

from msgspec import Struct

from engine.core.maps import Box, Map, Point


class Card(Struct, frozen=True):
    """Where the card of a place with an opinion track lies, and the first army beside it."""

    plate: Box
    army: Point


class Water(Struct, frozen=True):
    """A sea: where its name stands and by how many degrees it is turned, where the first division lies, its outline."""

    name_at: Point
    turned: float
    fleet: Point
    d: str


class Chart(Struct, frozen=True):
    map: Map
    apart: tuple[str, ...]
    """Outlines of lands that are drawn and in no play."""
    cards: dict[str, Card]
    labels: dict[str, Point]
    """Names of lands without a card."""
    armies: dict[str, Point]
    """Where armies stand in lands without a card."""
    seas: dict[str, Water]
    sea_lines: str
    lanes: tuple[str, ...]
    """Links between seas that no common edge shows."""
