"""Turns modern countries into the simplified outlines of a panel."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import Polygon, box
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry as Shape

from maps.coasts import track
from maps.frontiers import Degrees, Patch
from maps.projection import Projection

GRID = 0.05
"""The grid on which all outlines of a panel meet, in units of the panel."""
Shapes = dict[str, Shape]


def countries(path: Path) -> Shapes:
    """Read the countries of a TopoJSON file of world-atlas, in longitude and latitude."""
    topology = json.loads(path.read_text())
    scale, origin = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc, dtype=float), axis=0) * scale + origin for arc in topology["arcs"]]
    found = topology["objects"]["countries"]["geometries"]
    return {one["properties"]["name"]: country(one, arcs) for one in found if one["type"]}


def country(record: dict[str, Any], arcs: Sequence[Any]) -> Shape:
    polygons = [record["arcs"]] if record["type"] == "Polygon" else record["arcs"]
    drawn = (Polygon(*outline([unrolled(loop(ring, arcs)) for ring in rings])) for rings in polygons)
    return shapely.union_all([shapely.make_valid(one) for one in drawn])


def outline(rings: list[list[Degrees]]) -> tuple[list[Degrees], list[list[Degrees]]]:
    first, *holes = rings
    return first, holes


def loop(numbers: Iterable[int], arcs: Sequence[Any]) -> list[Any]:
    """Return the points of a ring from the numbers of its arcs; a negative number runs its arc backwards."""
    points: list[Any] = []
    for number in numbers:
        part = arcs[number] if number >= 0 else arcs[~number][::-1]
        points.extend(part if not points else part[1:])
    return points


def unrolled(points: Sequence[Any]) -> list[Degrees]:
    """Continue a ring that jumps from 180 to -180 beyond 180."""
    out = [tuple(points[0])]
    for x, y in points[1:]:
        out.append((x - 360 * round((x - out[-1][0]) / 360), y))
    return out


def within(shapes: Shapes, west: float, south: float, east: float, north: float) -> Shapes:
    """Return the part within a window, which may reach beyond 180."""
    frame, out = box(west, south, east, north), {}
    for name, shape in shapes.items():
        parts = [shapely.intersection(translate(shape, turn), frame) for turn in (-360, 0, 360)]
        whole = shapely.union_all(parts, grid_size=1e-6)
        if name != "Antarctica" and not whole.is_empty:
            out[name] = whole
    return out


def patched(shapes: Shapes, patches: Iterable[Patch]) -> Shapes:
    """Return the shapes after each patch has passed land from its old owners to the new one."""
    shapes = dict(shapes)
    for owner, before, ring in patches:
        area = shapely.make_valid(Polygon(ring))
        for source in before:
            if source in shapes and source != owner:
                piece = shapely.intersection(shapes[source], area)
                shapes[source] = shapely.difference(shapes[source], area)
                shapes[owner] = shapely.union(shapes.get(owner, Polygon()), piece)
    return shapes


def regions(shapes: Shapes, members: Mapping[str, Sequence[str]]) -> Shapes:
    """Merge countries into regions; the rest is `elsewhere`."""
    out = {}
    for region, names in members.items():
        parts = [shapes[name] for name in sorted({*names, region}) if name in shapes]
        if parts:
            out[region] = shapely.union_all(parts)
    taken = {name for names in members.values() for name in names} | {*members}
    left = [shape for name, shape in shapes.items() if name not in taken]
    return {**out, "elsewhere": shapely.union_all(left)}


def projected(shape: Shape, projection: Projection) -> Shape:
    dense = shapely.segmentize(shape, 0.5)
    return shapely.make_valid(
        shapely.transform(dense, lambda points: np.array([projection(*point) for point in points]))
    )


def coverage(shapes: Shapes, frame: Shape) -> Shapes:
    """Return shapes that share their frontiers exactly: cut all outlines at every meeting, and give each face to one
    owner."""
    cut = {name: shapely.set_precision(shapely.intersection(one, frame), GRID) for name, one in shapes.items()}
    cut = {name: one for name, one in cut.items() if not one.is_empty}
    lines = shapely.union_all([shapely.boundary(one) for one in cut.values()], grid_size=GRID)
    names, tree = [*cut], shapely.STRtree([*cut.values()])
    owned: dict[str, list[Shape]] = {}
    for face in shapely.get_parts(shapely.polygonize([lines])):
        owners = tree.query(face.representative_point(), predicate="intersects")
        if len(owners):
            owned.setdefault(names[owners[0]], []).append(face)
    return {name: shapely.union_all(owned[name], grid_size=GRID) for name in names if name in owned}


def polygons(shape: Shape) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]


def simplified(shapes: Shapes, tolerance: float, least: float) -> dict[str, list[Polygon]]:
    """Return outlines with fewer points whose frontiers are still shared. A crumb joins the land around it, or goes if
    it is an islet."""
    kept, crumbs = parted(shapes, least)
    for crumb in crumbs:
        join(crumb, kept)
    out: dict[str, list[Polygon]] = {}
    smooth = shapely.coverage_simplify([part for _, part in kept], tolerance)
    for (name, _), part in zip(kept, smooth, strict=True):
        out.setdefault(name, []).extend(polygons(part))
    return out


Owned = list[tuple[str, Polygon]]


def parted(shapes: Shapes, least: float) -> tuple[Owned, list[Polygon]]:
    """Return the parts of all regions, and separately those that are smaller than `least` and not the largest of their
    region."""
    kept: Owned = []
    crumbs = []
    for name, shape in shapes.items():
        parts = polygons(shape)
        largest = max(part.area for part in parts)
        kept += [(name, part) for part in parts if part.area >= least or part.area == largest]
        crumbs += [part for part in parts if part.area < least and part.area < largest]
    return kept, crumbs


def join(crumb: Polygon, kept: Owned) -> None:
    """Give a crumb to the neighbour that it touches most, if that is a fifth of its outline."""
    shared = [
        (shapely.intersection(crumb, part).length, number)
        for number, (_, part) in enumerate(kept)
        if part.intersects(crumb)
    ]
    edge, number = max(shared, default=(0.0, 0))
    if edge > 0.2 * crumb.length:
        name, part = kept[number]
        joined = shapely.union(part, crumb)
        if joined.geom_type == "Polygon":
            kept[number] = name, joined


def path(parts: Iterable[Polygon]) -> str:
    """Return polygons as path data."""
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors) if len(ring.coords) > 3]
    return "".join(track(ring.coords[:-1]) + "z" for ring in rings)
