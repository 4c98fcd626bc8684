"""Forms that follow from types: a struct's fields as blanks to fill in, and what was filled in as plain data for the
typed decoder. Used for the options of a game and for its wide choices, so that no game needs a form of its own.

Nothing is judged here. What can't be read is handed on as it was typed, and the decoder says where it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

NUMBER = re.compile(r"-?[0-9]{1,9}")


class Blank(Struct, frozen=True):
    """A field to fill in. `kind` names its macro in templates/play/blanks.html: a word of several, a truth value, a
    number, text, ticks (any of several words) or counts (a number for any of several words)."""

    name: str
    kind: str
    words: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Any = None
    optional: bool = False
    """Whether no word may be picked."""

    def among(self, words: Collection[object]) -> Blank:
        """The same, with only some of its words."""
        return replace(self, words=tuple(word for word in self.words if word in words))


@cache
def blanks_of(struct: type[Struct]) -> tuple[Blank, ...] | None:
    """The blanks of all its fields; None if one of them can't be asked for in a form."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    found = [blank_of(field.encode_name, field.type, given(field)) for field in info.fields]
    return tuple(blank for blank in found if blank) if all(found) else None


def given(field: inspect.Field) -> Any:
    return None if field.default is msgspec.NODEFAULT else field.default


def blank_of(name: str, kind: inspect.Type, default: Any) -> Blank | None:
    match kind:
        case inspect.LiteralType(values=values):
            return Blank(name, "word", tuple(values), default=default)
        case inspect.BoolType():
            return Blank(name, "truth", default=default)
        case inspect.IntType(ge=least, le=most):
            return Blank(name, "number", least=least, most=most, default=default)
        case inspect.StrType():
            return Blank(name, "text", default=default)
        case inspect.VarTupleType(item_type=inspect.LiteralType(values=values)):
            return Blank(name, "ticks", tuple(values), default=default)
        case inspect.VarTupleType(
            item_type=inspect.TupleType(
                item_types=(inspect.LiteralType(values=values), inspect.IntType(ge=least, le=most))
            )
        ):
            return Blank(name, "counts", tuple(values), least, most)
        case inspect.UnionType(types=(inspect.LiteralType(values=values), inspect.NoneType())):
            return Blank(name, "word", tuple(values), default=default, optional=True)
    return None


def filled_in(blanks: Iterable[Blank], typed: Mapping[str, str]) -> dict[str, Any]:
    """What was typed, by the names of the fields; a word of ticks or counts has a name of its own: `cubes.smyrna`."""
    return {blank.name: read(blank, typed) for blank in blanks}


def read(blank: Blank, typed: Mapping[str, str]) -> Any:
    text = typed.get(blank.name, "").strip()
    match blank.kind:
        case "truth":
            return blank.name in typed
        case "number":
            return number(text) if text or blank.default is None else blank.default
        case "word":
            return (
                None if not text and blank.optional else next((word for word in blank.words if str(word) == text), text)
            )
        case "ticks":
            return [word for word in blank.words if f"{blank.name}.{word}" in typed]
        case "counts":
            counts = {word: typed.get(f"{blank.name}.{word}", "").strip() for word in blank.words}
            return [[word, number(count)] for word, count in counts.items() if count not in ("", "0")]
    return text


def number(text: str) -> int | str:
    return int(text) if NUMBER.fullmatch(text) else text


def names_of(blanks: Iterable[Blank]) -> set[str]:
    """All names that a form with these blanks may send."""
    names = set()
    for blank in blanks:
        several = blank.kind in ("ticks", "counts")
        names |= {f"{blank.name}.{word}" for word in blank.words} if several else {blank.name}
    return names
