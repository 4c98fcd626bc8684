"""Draws the map of 1933: Europe and North Africa in January of that year, with a card for each state and fourteen
seas."""

from __future__ import annotations

from typing import Any

import shapely
from shapely import LineString, Point, box
from shapely.geometry.base import BaseGeometry as Shape

from maps import coasts, shapes
from maps.boards import Panel
from maps.frontiers import points
from maps.frontiers_1933 import PATCHES, SEA_LINES
from maps.layout_1933 import ARMIES, CARDS, LABELS, LANES, SEA_SEEDS, SEAS, VIEWS, Card
from maps.projection import centred, conformal_conic

STATES: dict[str, tuple[str, ...]] = {
    "france": ("France", "Monaco"),
    "united_kingdom": ("United Kingdom", "Isle of Man", "Jersey", "Guernsey"),
    "germany": ("Germany",),
    "italy": ("Italy", "San Marino", "Vatican"),
    "soviet_union": (
        "Russia",
        "Belarus",
        "Ukraine",
        "Georgia",
        "Armenia",
        "Azerbaijan",
        "Kazakhstan",
        "Moldova",
        "Turkmenistan",
        "Uzbekistan",
    ),
    "belgium": ("Belgium",),
    "denmark": ("Denmark",),
    "finland": ("Finland", "Åland"),
    "norway": ("Norway",),
    "netherlands": ("Netherlands",),
    "sweden": ("Sweden",),
    "albania": ("Albania",),
    "yugoslavia": ("Serbia", "Kosovo", "Macedonia", "Montenegro", "Bosnia and Herz.", "Croatia", "Slovenia"),
    "portugal": ("Portugal",),
    "romania": ("Romania",),
    "hungary": ("Hungary",),
    "lithuania": ("Lithuania",),
    "austria": ("Austria",),
    "bulgaria": ("Bulgaria",),
    "czechoslovakia": ("Czechia", "Slovakia"),
    "estonia": ("Estonia",),
    "greece": ("Greece",),
    "latvia": ("Latvia",),
    "poland": ("Poland",),
    "spain": ("Spain", "Andorra"),
    "ireland": ("Ireland",),
    "switzerland": ("Switzerland",),
    "french_north_africa": ("Morocco", "Algeria", "Tunisia"),
    "libya": ("Libya",),
    "egypt": ("Egypt",),
    "syria_lebanon": ("Syria", "Lebanon"),
    "palestine_transjordan": ("Israel", "Palestine", "Jordan"),
    "danzig": (),
    "saar": (),
    "spanish_morocco": (),
    "aegean_italy": (),
    "luxembourg": ("Luxembourg",),
}
"""The modern countries of each state; patches hold what these do not."""
APART = ("danzig", "saar", "spanish_morocco", "aegean_italy", "luxembourg")
"""Lands that are drawn but not in play."""
LEADERS = ("france", "united_kingdom", "germany", "italy", "soviet_union")
COLONIES = ("french_north_africa", "libya", "egypt")
PANEL = Panel(
    "europe",
    1000,
    1050,
    centred(conformal_conic, {"lon0": 15, "lat0": 50, "lat1": 36, "lat2": 62}, 1310, (442, 540), (15, 50)),
    (-30, 20, 75, 76),
    STATES,
    PATCHES,
    tolerance=1.7,
    least=9,
)
COARSE = 2.6
"""The tolerance for the edge of a sea, coarse because it lies below the land."""
MARGIN = 4
"""The distance that outlines go on beyond the frame."""

Record = dict[str, Any]


def drawn(world: shapes.Shapes) -> Record:
    land = outlines(world)
    found, cuts = seas(land)
    coarse = zip(found, shapely.coverage_simplify([*found.values()], COARSE), strict=True)
    waters = {name: shapes.path(shapes.polygons(face)) for name, face in coarse}
    outline = {name: shapes.path(parts) for name, parts in land.items()}
    places = [place(name, outline[name]) for name in STATES if name not in APART]
    return {
        "map": {
            "key": PANEL.id,
            "width": PANEL.width,
            "height": PANEL.height,
            "places": places,
            "ground": [outline["elsewhere"]],
            "views": VIEWS,
        },
        "apart": [outline[name] for name in APART],
        "cards": {name: card(name, at) for name, at in CARDS.items()},
        "labels": LABELS,
        "armies": {name: at for name, at in ARMIES.items() if name not in CARDS},
        "seas": {name: sea(name, waters[name]) for name in SEAS},
        "sea_lines": "".join(track(cut) for cut in cuts),
        "lanes": LANES,
    }


def outlines(world: shapes.Shapes) -> dict[str, list[shapely.Polygon]]:
    land = shapes.regions(shapes.patched(shapes.within(world, *PANEL.window), PANEL.patches), PANEL.members)
    flat = {name: shapes.projected(shape, PANEL.projection) for name, shape in land.items()}
    frame = box(-MARGIN, -MARGIN, PANEL.width + MARGIN, PANEL.height + MARGIN)
    return shapes.simplified(shapes.coverage(flat, frame), PANEL.tolerance, PANEL.least)


def place(name: str, outline: str) -> Record:
    """Return the record of a state. Its anchor is the middle of its card; a state without a card has its name there."""
    at = CARDS.get(name)
    if not at:
        return {"id": name, "at": LABELS[name], "outline": outline}
    x, y, width, height = plate(name, at)
    record: Record = {"id": name, "at": [x + width / 2, y + height / 2], "outline": outline}
    return record | ({"pin": at.pin} if at.is_joined else {})


def plate(name: str, at: Card) -> tuple[int, int, int, int]:
    width, height = (92, 38) if name in LEADERS else (104, 32) if name in COLONIES else (74, 32)
    return at.x, at.y, width, height


def card(name: str, at: Card) -> Record:
    x, y, width, height = plate(name, at)
    return {"plate": [x, y, width, height], "army": ARMIES.get(name) or [x + width // 2, y + height + 10]}


def sea(name: str, outline: str) -> Record:
    at = SEAS[name]
    return {"name_at": at.name, "turned": at.turned, "fleet": at.fleet, "d": outline}


def seas(land: dict[str, list[shapely.Polygon]]) -> tuple[shapes.Shapes, list[Shape]]:
    """Cut the water into seas along the lines between them; return the seas, and the lines as far as they cross
    water."""
    frame = box(0, 0, PANEL.width, PANEL.height)
    water = frame.difference(shapely.union_all([part for parts in land.values() for part in parts]))
    cuts = [projected(line) for line in SEA_LINES]
    edges = [water.boundary, *(cut.intersection(frame) for cut in cuts)]
    faces = shapely.get_parts(shapely.polygonize([shapely.union_all(edges, grid_size=0.01)]))
    found = {name: Point(PANEL.projection(lon, lat)) for name, (lat, lon) in SEA_SEEDS.items()}
    own = {name: next(face for face in faces if face.contains(seed)) for name, seed in found.items()}
    return own, [cut.intersection(water) for cut in cuts]


def projected(line: str) -> LineString:
    return LineString([PANEL.projection(*at) for at in shapely.segmentize(LineString(points(line)), 0.5).coords])


def track(cut: Shape) -> str:
    parts = (part for part in shapely.get_parts(cut) if part.geom_type == "LineString" and part.length > 1)
    return "".join(coasts.track(part.coords) for part in parts)
