"""Draw the printed maps of La Belle Époque and of 1933: `python -m maps.build countries-50m.json` (see README.md)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import shapely
from shapely import box

from maps import coasts, nineteen33, shapes
from maps.boards import PANELS, POWERS, Panel
from maps.frontiers import MELANESIA, MICRONESIA, points
from maps.layout import BLOCKS, FLEET_BOXES, LABELS, RATE_BOXES, At

ENGINE = Path(__file__).parents[1] / "engine"
PRINTED = ENGINE / "belle_epoque" / "printed"
CELL, EDGE = 24, 4
"""The side of a space, and the total border of a block around its spaces."""
DOT = 2.2
"""The radius of an atoll."""
AWAY = 2.0
"""How far the coasts of land that holds no place of the board may be off."""
MARGIN = 4
"""The distance that outlines go on beyond the frame."""

Record = dict[str, Any]


def main(file: str) -> None:
    world = shapes.countries(Path(file))
    table = json.loads((PRINTED / "map.json").read_text())["territories"]
    rows = {one["id"]: (one["rows"], one["cols"]) for one in table}
    drawn = [panel(one, world, rows) for one in PANELS]
    write(PRINTED / "panels.json", drawn)
    write(ENGINE / "nineteen33" / "printed" / "map.json", nineteen33.drawn(world))


def write(file: Path, record: Record | list[Record]) -> None:
    file.write_text(f"{json.dumps(record, ensure_ascii=False, separators=(',', ':'))}\n")


def panel(of: Panel, world: shapes.Shapes, rows: dict[str, tuple[int, int]]) -> Record:
    outlines, sea = paths(of, world)
    blocks = {name: block(at, *rows[name]) for name, at in BLOCKS[of.id].items()}
    record: Record = {
        "map": {
            "key": of.id,
            "width": of.width,
            "height": of.height,
            "places": [place(name, at, blocks[name], outlines[name]) for name, at in BLOCKS[of.id].items()],
            "ground": [outlines["elsewhere"]],
            "lines": [sea] if sea else [],
        },
        "blocks": blocks,
        "homes": [home(name, d, LABELS[of.id]) for name, d in outlines.items() if name in POWERS],
        "fleet_box": FLEET_BOXES[of.id],
    }
    return record | ({"rate_box": RATE_BOXES[of.id]} if of.id in RATE_BOXES else {})


def paths(of: Panel, world: shapes.Shapes) -> tuple[dict[str, str], str]:
    """Return the outline of each region as path data, and the stretch of sea that stands for Micronesia, if it is on
    the panel."""
    land = shapes.regions(shapes.patched(shapes.within(world, *of.window), of.patches), of.members)
    flat = {name: shapes.projected(shape, of.projection) for name, shape in land.items()}
    frame = box(-MARGIN, -MARGIN, of.width + MARGIN, of.height + MARGIN)
    parts = shapes.simplified(shapes.coverage(flat, frame), of.tolerance, of.least)
    drawn = {name: shapes.path(those) for name, those in parts.items()}
    outlines = coasts.thinned(coasts.thinned(drawn, ("elsewhere", *POWERS), AWAY), of.members, of.tolerance)
    return islands(of, outlines) if "micronesia" in of.members else (outlines, "")


def islands(of: Panel, outlines: dict[str, str]) -> tuple[dict[str, str], str]:
    """Return the South Seas: a dot for each atoll, and a stretch of sea around those of Micronesia."""
    atolls = {name: dots(of, line) for name, line in (("micronesia", MICRONESIA), ("melanesia", MELANESIA))}
    around = shapely.MultiPoint(atolls["micronesia"]).convex_hull.buffer(40).buffer(-28).simplify(0.4)
    sea = shapes.path(shapes.polygons(around))
    drawn = {name: "".join(dot(*at) for at in those) for name, those in atolls.items()}
    return outlines | {
        "micronesia": sea + drawn["micronesia"],
        "melanesia": outlines.get("melanesia", "") + drawn["melanesia"],
    }, sea


def dots(of: Panel, line: str) -> list[tuple[float, float]]:
    """Return the points of a line that lie on the panel."""
    found = [of.projection(*point) for point in points(line)]
    return [(round(x, 1), round(y, 1)) for x, y in found if 0 < x < of.width and 0 < y < of.height]


def dot(x: float, y: float) -> str:
    return f"M{x - DOT:g} {y:g}a{DOT} {DOT} 0 1 0 {2 * DOT} 0a{DOT} {DOT} 0 1 0 {-2 * DOT} 0z"


def block(at: At, rows: int, cols: int) -> list[int]:
    return [at.x, at.y, cols * CELL + EDGE, rows * CELL + EDGE]


def place(name: str, at: At, around: list[int], drawn: str) -> Record:
    x, y, width, height = around
    record: Record = {"id": name, "at": [x + width // 2, y + height // 2], "outline": drawn}
    return record | ({"pin": at.pin} if at.pin else {})


def home(name: str, drawn: str, labels: dict[str, list[int]]) -> Record:
    return {"id": name, "power": POWERS[name], "d": drawn, "at": labels.get(name)}


if __name__ == "__main__":
    main(*sys.argv[1:])
