"""Draws any game's view without templates of its own: single values as facts, what each side has as a mat per side, and
everything else as a field of its own. So a new game can be watched before its board is drawn.
"""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from app.play.scene import Table
from engine.core.sides import Side, SideName, facts_of

NOBODY: dict[str, Any] = {"bot": None, "name": "", "person": 0, "offered": ""}
Plain = Any
"""The values that a view consists of: dicts, lists, structs, text, numbers, truth values, None."""


class PlainPart(Struct, frozen=True):
    """A part of a plain view; `kind` names its template in `templates/plain`."""

    name: str
    kind: str
    given: dict[str, Plain]


def plain_parts(view: Struct, table: Table) -> list[PlainPart]:
    """Return the facts first, then the mats, then the rest."""
    sides = table.sides
    fields = facts_of(view)
    single = {name: fields[name] for name in single_fields(type(view))}
    shared = {name: value for name, value in fields.items() if name not in single and is_by_side(value, sides)}
    rest = {name: value for name, value in fields.items() if name not in single and name not in shared}
    return [
        *(PlainPart(f"fact-{name}", "fact", {"name": name, "value": value}) for name, value in single.items()),
        *(mat(side, has, table) for side, has in mats(shared, sides).items()),
        *(PlainPart(f"field-{name}", "field", {"name": name, "value": value}) for name, value in rest.items()),
    ]


def mat(side: Side, has: dict[str, Plain], table: Table) -> PlainPart:
    """Return a mat: what a side has, who plays it, and whether it has to decide."""
    seat = next((seat for seat in table.seats if side in seat.sides), None)
    offered = table.key if seat and seat.offered else ""
    who = {"bot": seat.bot, "name": seat.name, "person": seat.person, "offered": offered} if seat else NOBODY
    given = {"side": side, "has": has, "asked": side in table.waiting, "seated": seat is not None}
    return PlainPart(f"mat-{side}", "mat", given | who)


@cache
def single_fields(view: type[Struct]) -> tuple[str, ...]:
    """Return the fields that hold one value in every position, by their types, so that the parts are always the
    same."""
    return tuple(field.name for field in msgspec.structs.fields(view) if is_scalar(field.type))


def is_scalar(kind: object) -> bool:
    if get_origin(kind) in (Union, UnionType):
        return all(map(is_scalar, get_args(kind)))
    if get_origin(kind) is Annotated:
        return is_scalar(get_args(kind)[0])
    return get_origin(kind) is Literal or kind in (int, str, bool, float, NoneType)


def is_by_side(value: Plain, sides: tuple[Side, ...]) -> bool:
    return isinstance(value, dict) and set(sides) <= {name for name in value if isinstance(name, SideName)}


def mats(shared: dict[str, dict[Side, Plain]], sides: tuple[Side, ...]) -> dict[Side, dict[str, Plain]]:
    """Return what each side has; after the sides come other holders (a bank, a neutral power)."""
    holders = dict.fromkeys([*sides, *(holder for holdings in shared.values() for holder in holdings)])
    return {side: {name: held[side] for name, held in shared.items() if side in held} for side in holders}
