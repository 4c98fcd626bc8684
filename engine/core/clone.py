"""Clones a position about fifteen times faster than copy.deepcopy: a copying function is generated once from the
annotations of a State class. Reading the annotations also keeps positions plain: anything but ints, strings, lists,
dicts, tuples and Structs is refused when the game is registered.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct

SCALARS = (int, str, bool, type(None))


class NotPlain(TypeError):
    """A field whose type a position, step, choice or entry must not hold."""


def cloner(state: type[Struct]) -> Callable[[Any], Any]:
    """Return a function that copies positions of this class."""
    writer = Writer()
    return cast("Callable[[Any], Any]", writer.scope[writer.name(state)])


def require_immutable(struct: type[Struct]) -> None:
    """Refuse a step, choice or entry that holds more than tuples and scalars: only then is a copied agenda a correct
    clone. Raises NotPlain."""
    for name, annotation in fields(struct):
        if not immutable(annotation):
            raise NotPlain(f"{struct.__qualname__}.{name}: {annotation} can change; use a tuple or a scalar")


@cache
def fields(struct: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Return name and annotation of every field, in order."""
    hints = get_type_hints(struct)
    return tuple((name, hints[name]) for name in struct.__struct_fields__)


@cache
def immutable(annotation: Any) -> bool:
    """Tell whether a value of this type can be shared between clones. Each type is examined once, because types contain
    each other, and some contain themselves."""
    met, left = set(), [annotation]
    while left:
        part = left.pop()
        if part in met or part in SCALARS or get_origin(part) is Literal:
            continue
        met.add(part)
        held = held_by(part)
        if held is None:
            return False
        left += held
    return True


def held_by(annotation: Any) -> list[Any] | None:
    """Return the types that a value of this type is made of; None if it can change."""
    if isinstance(annotation, typing.TypeVar):
        return [annotation.__default__]  # type: ignore[attr-defined]
    if is_union(annotation) or get_origin(annotation) is tuple:
        return [part for part in get_args(annotation) if part is not Ellipsis]
    struct = get_origin(annotation) or annotation
    if isinstance(struct, type) and issubclass(struct, Struct) and struct.__struct_config__.frozen:
        return [inner for _, inner in fields(struct)]
    return None


def is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, types.UnionType)


class Writer:
    """Writes the source of the copying functions, one for each Struct class that occurs."""

    def __init__(self) -> None:
        self.scope: dict[str, Any] = {}
        self.names: dict[type[Struct], str] = {}

    def name(self, struct: type[Struct]) -> str:
        """Return the name of the function for this class; its number distinguishes classes with the same name."""
        if struct not in self.names:
            name = self.names[struct] = f"clone_{len(self.names)}_{struct.__name__}"
            self.scope[f"made_by_{name}"] = struct
            values = ", ".join(self.copy(f"of.{field}", inner, struct, field) for field, inner in fields(struct))
            exec(f"def {name}(of):\n return made_by_{name}({values})", self.scope)  # noqa: S102 - our own source
        return self.names[struct]

    def copy(self, value: str, annotation: Any, struct: type[Struct], field: str) -> str:
        """Return the expression that copies `value`."""
        if immutable(annotation):
            return value
        origin, parts = get_origin(annotation) or annotation, get_args(annotation)
        if origin is list and parts:
            return f"{value}[:]" if immutable(parts[0]) else self.each(value, parts[0], struct, field)
        if origin is dict and parts and immutable(parts[0]):
            return f"{value}.copy()" if immutable(parts[1]) else self.items(value, parts[1], struct, field)
        if is_union(annotation) and len(parts) == 2 and type(None) in parts:
            other = next(part for part in parts if part is not type(None))
            return f"(None if {value} is None else {self.copy(value, other, struct, field)})"
        if isinstance(origin, type) and issubclass(origin, Struct):
            return f"{self.name(origin)}({value})"
        raise NotPlain(f"{struct.__qualname__}.{field}: {annotation} is not plain data")

    def each(self, value: str, inner: Any, struct: type[Struct], field: str) -> str:
        return f"[{self.copy('item', inner, struct, field)} for item in {value}]"

    def items(self, value: str, inner: Any, struct: type[Struct], field: str) -> str:
        return f"{{key: {self.copy('item', inner, struct, field)} for key, item in {value}.items()}}"
