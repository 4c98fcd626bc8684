"""Forms made from types: turns the fields of a struct into blanks to fill in, and what was typed into plain data for
the typed decoder. Options of games and large choices use it, so that no game needs a form of its own.

It validates nothing: what cannot be read is handed on as typed, and the decoder says where it is wrong. `rows.py` adds
and removes the rows of a list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from engine.core.naming import snake
from engine.core.sides import picks_sides

NUMBER = re.compile(r"-?[0-9]{1,9}")
ROWS = 12
"""The number of rows of a list whose type sets no limit."""
ROW = "row"
"""The field by which a form says that a row exists, where all rows are of one kind without a tag."""

WORDS = (inspect.LiteralType, inspect.NoneType)


class Blank(Struct, frozen=True):
    """A field to fill in. `kind` names its macro in `templates/play/blanks.html`: a word of several, a truth value, a
    number, text, ticks (any of several words), counts (a number for any of several words), one (a struct of one of
    several kinds) or rows (any number of these)."""

    name: str
    kind: str
    words: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Any = None
    optional: bool = False
    """Whether no word may be picked."""
    nothing: Any = None
    """The value if no word is picked."""
    tag_field: str = ""
    """The field of a struct that names its kind."""
    kinds: tuple[Kind, ...] = ()
    sides: bool = False
    """Whether its words are sides."""

    @property
    def preset(self) -> Any:
        """The value shown before the player fills it in: the default that its type declares harmless, or the only
        possible value. None leaves it empty, so that nobody answers by accident."""
        if self.kind == "word" and not self.optional and len(self.words) == 1:
            return self.words[0]
        if self.kind == "number" and self.least is not None and self.least == self.most:
            return self.least
        return self.default if not self.words or self.default in self.words else None

    @property
    def usual_first(self) -> tuple[Any, ...]:
        """Its words, with the default first."""
        if self.default not in self.words:
            return self.words
        return (self.default, *(word for word in self.words if word != self.default))

    def among(self, words: Collection[object]) -> Blank:
        """Return the blank with only those of its words."""
        return replace(self, words=tuple(filter(words.__contains__, self.words)))

    def mentioned(self, words: AbstractSet[object]) -> Blank:
        """Return the blank, and the blanks of its kinds, with only those of their words that are mentioned, wherever
        any is."""
        here = self if words.isdisjoint(self.words) else self.among(words)
        if not here.kinds:
            return here
        inside = (replace(kind, blanks=tuple(blank.mentioned(words) for blank in kind.blanks)) for kind in here.kinds)
        return replace(here, kinds=tuple(inside))

    def at_rest(self) -> Blank:
        """Return the blank as it is before anyone fills it in: a list has no rows yet, and their fields are hidden."""
        if self.kind != "rows":
            return self
        return replace(self, kinds=tuple(Kind(kind.tag, ()) for kind in self.kinds))

    def of_kind(self, tag: str) -> Kind | None:
        return next((kind for kind in self.kinds if kind.tag == tag), None)


class Kind(Struct, frozen=True):
    """The blanks of a struct of this kind."""

    tag: str
    blanks: tuple[Blank, ...]


@cache
def blanks_of(struct: type[Struct]) -> tuple[Blank, ...] | None:
    """Return the blanks of all fields; None if a form cannot ask for one of them."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return blanks_in(info)


def blanks_in(info: inspect.StructType) -> tuple[Blank, ...] | None:
    found = [blank_of(field.encode_name, field.type, given(field)) for field in info.fields]
    sides = [picks_sides(info.cls, field.name) for field in info.fields]
    blanks = [replace(blank, sides=side) for blank, side in zip(found, sides, strict=True) if blank]
    return tuple(blanks) if all(found) else None


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
        case inspect.StrType(max_length=most):
            return Blank(name, "text", most=most, default=default)
        case inspect.VarTupleType(item_type=inspect.LiteralType(values=values)):
            return Blank(name, "ticks", tuple(values), default=default)
        case inspect.VarTupleType(
            item_type=inspect.TupleType(
                item_types=(inspect.LiteralType(values=values), inspect.IntType(ge=least, le=most))
            )
        ):
            return Blank(name, "counts", tuple(values), least, most)
        case inspect.UnionType(types=types) if all(isinstance(one, WORDS) for one in types):
            return of_words(name, types, default)
        case inspect.VarTupleType(
            item_type=inspect.UnionType() | inspect.StructType() as row, min_length=least, max_length=most
        ):
            types = row.types if isinstance(row, inspect.UnionType) else (row,)
            return of_kinds(Blank(name, "rows", least=least, most=most or ROWS), types)
        case inspect.UnionType(types=types):
            return of_kinds(Blank(name, "one"), types)
    return None


def of_words(name: str, types: Iterable[inspect.Type], default: Any) -> Blank:
    """Return a blank for a word of several lists, or for no word: None or an empty word, whichever the type has."""
    lists = [one.values for one in types if isinstance(one, inspect.LiteralType)]
    words = tuple(word for values in lists for word in values if word != "")
    empty = any("" in values for values in lists)
    optional = empty or any(isinstance(one, inspect.NoneType) for one in types)
    return Blank(name, "word", words, default=default, optional=optional, nothing="" if empty else None)


def of_kinds(blank: Blank, types: tuple[inspect.Type, ...]) -> Blank | None:
    """Return a blank for structs that name their kind, or for structs of a single kind; None if the types are something
    else."""
    structs = [struct for struct in types if isinstance(struct, inspect.StructType)]
    kinds = [Kind(kind_of(struct), blanks) for struct in structs if (blanks := blanks_in(struct)) is not None]
    fields = {struct.tag_field or ROW for struct in structs}
    if len(kinds) < len(types) or len(fields) != 1 or (ROW in fields and len(kinds) > 1):
        return None
    return replace(blank, tag_field=str(fields.pop()), kinds=tuple(kinds))


def kind_of(struct: inspect.StructType) -> str:
    """Return the tag of a struct, or its name if it has none."""
    return str(struct.tag) if struct.tag_field else snake(struct.cls.__name__)


def filled_in(blanks: Iterable[Blank], typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what was typed, by the names of the fields. A word of ticks or counts has a name of its own,
    `cubes.smyrna`, and so has a field of a struct or row: `clauses.0.issue`."""
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
                blank.nothing
                if not text and blank.optional
                else next((word for word in blank.words if str(word) == text), text)
            )
        case "ticks":
            return [word for word in blank.words if f"{blank.name}.{word}" in typed]
        case "counts":
            counts = {word: typed.get(f"{blank.name}.{word}", "").strip() for word in blank.words}
            return [[word, number(count)] for word, count in counts.items() if count not in ("", "0")]
        case "one":
            return struct_of(blank, below(blank.name, typed))
        case "rows":
            return [struct_of(blank, below(f"{blank.name}.{row}", typed)) for row in rows_of(blank, typed)]
    return text


def struct_of(blank: Blank, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return a struct of the kind that was picked, or of the first."""
    tag = typed.get(blank.tag_field, blank.kinds[0].tag)
    kind = blank.of_kind(tag)
    told = {} if blank.tag_field == ROW else {blank.tag_field: tag}
    return told | (filled_in(kind.blanks, typed) if kind else {})


def rows_of(blank: Blank, typed: Mapping[str, str]) -> list[int]:
    """Return the numbers of the rows that were typed."""
    return [row for row in range(blank.most or ROWS) if f"{blank.name}.{row}.{blank.tag_field}" in typed]


def below(name: str, typed: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed in the fields below a name, by their own names."""
    return {field.removeprefix(f"{name}."): text for field, text in typed.items() if field.startswith(f"{name}.")}


def number(text: str) -> int | str:
    return int(text) if NUMBER.fullmatch(text) else text


def typed_as(blanks: Iterable[Blank], values: Mapping[str, Any]) -> dict[str, str]:
    """Return the typed fields of a form that is filled in with these values, the reverse of `filled_in`."""
    return {name: text for blank in blanks for name, text in entered(blank, values[blank.name])}


def entered(blank: Blank, value: Any) -> Iterator[tuple[str, str]]:
    match blank.kind:
        case "truth":
            yield from [(blank.name, "on")] if value else []
        case "ticks":
            yield from ((f"{blank.name}.{word}", "on") for word in value)
        case "counts":
            yield from ((f"{blank.name}.{word}", str(count)) for word, count in value)
        case "one":
            yield from entered_struct(blank, blank.name, value)
        case "rows":
            for row, inner in enumerate(value):
                yield from entered_struct(blank, f"{blank.name}.{row}", inner)
        case _:
            yield blank.name, "" if value is None else str(value)


def entered_struct(blank: Blank, name: str, value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    tag = blank.kinds[0].tag if blank.tag_field == ROW else value[blank.tag_field]
    kind = blank.of_kind(tag)
    yield f"{name}.{blank.tag_field}", tag
    for field, text in typed_as(kind.blanks if kind else (), value).items():
        yield f"{name}.{field}", text


def names_of(blanks: Iterable[Blank]) -> set[str]:
    """Return all names that a form with these blanks may send."""
    return {name for blank in blanks for name in names_in(blank)}


def names_in(blank: Blank) -> Iterator[str]:
    match blank.kind:
        case "ticks" | "counts":
            yield from (f"{blank.name}.{word}" for word in blank.words)
        case "one":
            yield from names_of_kinds(blank, blank.name)
        case "rows":
            for row in range(blank.most or ROWS):
                yield from names_of_kinds(blank, f"{blank.name}.{row}")
        case _:
            yield blank.name


def names_of_kinds(blank: Blank, name: str) -> Iterator[str]:
    inside = {blank.tag_field} | {field for kind in blank.kinds for field in names_of(kind.blanks)}
    return (f"{name}.{field}" for field in inside)
