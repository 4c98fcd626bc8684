"""Sides, distinguished from other words by their type: a place may have the name of a side.

A field that holds sides is annotated so: `Side`, `Side | None`, `tuple[tuple[Side, int], ...]`, `dict[Side, int]`. The
log's filters, recaps and sentences find sides by these annotations. They cost nothing elsewhere: to the decoder, the
type checker and the rules a side is a plain string.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import asdict


class IsSide(Struct, frozen=True):
    """Marks a type whose values are sides, even a narrow one: `Annotated[Literal["red", "blue"], IS_SIDE]`."""


IS_SIDE = IsSide()
Side: TypeAlias = Annotated[str, IS_SIDE]
"""A side that plays by the rules, or a power without a player."""


class SideName(str):
    """A side among the facts of a sentence, where a value has no annotation. It is a str everywhere else."""

    __slots__ = ()


class Visit(NamedTuple):
    """The functions to call for sides and structs within a value."""

    side: Callable[[str], Any]
    struct: Callable[[Struct], Any]


Walk: TypeAlias = Callable[[Any, Visit], Any]
"""Goes through a value of one type and returns it, with the sides and structs in it as the visit makes them."""


def sides_in(thing: Struct) -> list[Side]:
    """Return the sides that a struct names, at any depth, each once and in order."""
    found: dict[Side, None] = {}

    def struct(inner: Struct) -> None:
        for name, walk in walks(type(inner)):
            if walk:
                walk(getattr(inner, name), visit)

    visit = Visit(lambda side: found.setdefault(side), struct)
    struct(thing)
    return [*found]


def facts_of(thing: Struct) -> dict[str, Any]:
    """Return the fields of a struct, with each side in them as a `SideName`; structs in them stay as they are."""
    facts = asdict(thing)
    for name, walk in walks(type(thing)):
        if walk:
            facts[name] = walk(facts[name], MARKED)
    return facts


def fact_of(struct: type[Struct], field: str, value: Any) -> Any:
    """Return a value of one field, with each side in it as a `SideName`."""
    return walked(dict(walks(struct)).get(field), value, MARKED)


def plain_of(thing: Struct) -> dict[str, Any]:
    """Return the fields of a struct, and of the structs in it, as they are on the wire, with each side as a
    `SideName`."""
    config = thing.__struct_config__
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return tag | {name: walked(walk, getattr(thing, name), PLAIN) for name, walk in walks(type(thing))}


def named(key: object) -> str:
    """Return the key of a dict as a word; a side stays a side."""
    return key if isinstance(key, str) else str(key)


def written(value: object) -> str:
    """Encode a `SideName`, since msgspec knows no subclasses of str: like the side itself."""
    if isinstance(value, SideName):
        return str(value)
    raise NotImplementedError(f"{type(value).__qualname__} can't be written")


encoded = msgspec.json.Encoder(enc_hook=written).encode
"""Encodes anything as JSON, including a `SideName`, which is written like the side itself."""
MARKED = Visit(SideName, lambda struct: struct)
PLAIN = Visit(SideName, plain_of)


def walked(walk: Walk | None, value: Any, visit: Visit) -> Any:
    return walk(value, visit) if walk else value


@cache
def walks(struct: type[Struct]) -> tuple[tuple[str, Walk | None], ...]:
    """Return each field, and how to go through its value; None where there can be neither a side nor a struct."""
    hints = get_type_hints(struct, include_extras=True)
    return tuple((name, walk_of(hints[name])) for name in struct.__struct_fields__)


def picks_sides(struct: type[Struct], field: str) -> bool:
    """Tell whether the words of a field are sides: one of them, several, or a number for each."""
    return names_side(get_type_hints(struct, include_extras=True)[field])


def names_side(annotation: Any) -> bool:
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return IS_SIDE in annotation.__metadata__ or names_side(parts[0])
    if origin in (Union, types.UnionType):
        return any(map(names_side, parts))
    return origin is tuple and names_side(parts[0])


def walk_of(annotation: Any) -> Walk | None:
    origin, parts = get_origin(annotation) or annotation, get_args(annotation)
    if origin is Annotated:
        return at_side if IS_SIDE in annotation.__metadata__ else walk_of(parts[0])
    if origin in (Union, types.UnionType):
        return either(parts)
    if origin is dict and parts:
        return at_items(*map(walk_of, parts))
    if origin is list or (origin is tuple and parts[-1:] == (...,)):
        return at_each(origin, *map(walk_of, parts[:1]))
    if origin is tuple:
        return at_row([*map(walk_of, parts)])
    return at_struct if isinstance(origin, type) and issubclass(origin, Struct) else None


def at_side(value: Any, visit: Visit) -> Any:
    return visit.side(value)


def at_struct(value: Any, visit: Visit) -> Any:
    return visit.struct(value)


def at_each(kind: Callable[[Iterable[Any]], Any], walk: Walk | None) -> Walk | None:
    return (lambda value, visit: kind([walk(one, visit) for one in value])) if walk else None


def at_row(row: list[Walk | None]) -> Walk | None:
    def through(value: Any, visit: Visit) -> Any:
        return tuple([walk(one, visit) if walk else one for walk, one in zip(row, value, strict=True)])

    return through if any(row) else None


def at_items(key: Walk | None, inner: Walk | None) -> Walk | None:
    def through(value: Any, visit: Visit) -> Any:
        return {walked(key, name, visit): walked(inner, one, visit) for name, one in value.items()}

    return through if key or inner else None


def either(parts: tuple[Any, ...]) -> Walk | None:
    """Choose by the value's type: at most one member of a union is a string, a list, a tuple or a dict."""
    by_kind = {kind_of(part): walk for part in parts if (walk := walk_of(part))}

    def through(value: Any, visit: Visit) -> Any:
        walk = by_kind.get(Struct if isinstance(value, Struct) else type(value))
        return walked(walk, value, visit)

    return through if by_kind else None


def kind_of(annotation: Any) -> Any:
    if get_origin(annotation) is Annotated:
        inner = get_args(annotation)[0]
        return str if IS_SIDE in annotation.__metadata__ else kind_of(inner)
    origin = get_origin(annotation) or annotation
    return Struct if isinstance(origin, type) and issubclass(origin, Struct) else origin
