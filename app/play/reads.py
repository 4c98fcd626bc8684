"""The reads that a template declares at its top: `{# reads: view.cubes[each], table.waiting #}`. Its output is drawn
again only when something of that has changed. A template that declares nothing counts as reading everything.

An item is a path into the values that the template gets:
- `view.turn`, all of a field; `view.bidding.issue`, a field within;
- `view.cubes[each]`, the value for this part; `view.cubes[view.table[each]]`, the value for something else;
- `view.lots | having("side", each)`, the items of a dict whose value has this in that field;
- `lately("fired")`, what a function returns for these words;
- `nothing`, by itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from app.pages import environment

READS = re.compile(r"\{#-?\s*reads:(.*?)-?#\}", re.DOTALL)
EACH = re.compile(r"\{#-?\s*each:(.*?)-?#\}", re.DOTALL)
NOTHING = "nothing"
EXAMPLE = "{# reads: view.cubes[each], table.waiting #}"

ROOT = re.compile(r"\b(view|table)\b(?:\.(\w+))?")

Given = Mapping[str, Any]
"""The values that a template knows, by name."""
Root = tuple[str, str]
"""A field of the view or the table; without a name all of it."""
EVERYTHING = frozenset({("view", ""), ("table", "")})


class WrongReads(Exception):
    """A declaration that cannot be understood, or names something that does not exist."""

    def __init__(self, template: str, line: int, item: str, fault: str) -> None:
        super().__init__(f"templates/{template}, line {line}: {item} {fault}. Write it like {EXAMPLE}")


class Missing(Struct, frozen=True, tag=True):
    """Stands for a missing value."""


MISSING = Missing()


class Field(Struct, frozen=True):
    """A step of a path: `.name` in a template."""

    name: str

    def code(self, of: str) -> str:
        return f"field({of}, {self.name!r})"


class Under(Struct, frozen=True):
    """A step of a path: `[index]` in a template."""

    index: Read

    def code(self, of: str) -> str:
        return f"under({of}, {self.index.code})"


class Having(Struct, frozen=True):
    """A step of a path: the items that have a value in a field."""

    name: str
    index: Read

    def code(self, of: str) -> str:
        return f"those({of}, {self.name!r}, {self.index.code})"


class Called(Struct, frozen=True):
    """A step of a path: what a function returns for some words."""

    words: tuple[str, ...]

    def code(self, of: str) -> str:
        return f"{of}(*{self.words!r})"


Step = Field | Under | Having | Called


class Read(Struct, frozen=True):
    """Something that a template reads: its text, the value it starts from, the field of that (unless it is all of it),
    and the steps that lead on."""

    text: str
    root: str
    field: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def code(self) -> str:
        """The Python expression for it."""
        way = f"given[{self.root!r}]" + (f".{self.field}" if self.field else "")
        for step in self.steps:
            way = step.code(way)
        return way

    def get(self, given: Given) -> Any:
        """Return the value as it is now; MISSING if there is none."""
        return getter((self,))(given)[0]

    def on(self, text: str, step: Step) -> Read:
        """Return the same path with one step more."""
        if isinstance(step, Field) and not (self.field or self.steps):
            return Read(text, self.root, step.name)
        return Read(text, self.root, self.field, (*self.steps, step))

    @property
    def all(self) -> list[Read]:
        """The path itself and all paths in its indices."""
        indices = (step.index for step in self.steps if isinstance(step, Under | Having))
        return [self, *(one for index in indices for one in index.all)]


@cache
def getter(items: tuple[Read, ...]) -> Callable[[Given], list[Any]]:
    """Compile a function that gets all of these values. It is compiled because parts ask for hundreds of values at each
    move, and a call for each step would take a twentieth of the move's time."""
    code = ", ".join(item.code for item in items)
    helpers = {"field": field, "under": under, "those": those}
    found: Callable[[Given], list[Any]] = eval(f"lambda given: [{code}]", helpers)  # noqa: S307 - of our own templates
    return found


def field(of: Any, name: str) -> Any:
    found = getattr(of, name, MISSING)
    return of.get(name, MISSING) if isinstance(of, Mapping) and found is MISSING else found


def under(of: Any, index: Any) -> Any:
    try:
        return of[index]
    except (LookupError, TypeError):
        return MISSING


def those(of: Any, name: str, value: Any) -> Any:
    return having(of, name, value) if isinstance(of, Mapping) else MISSING


class Reads(Struct, frozen=True):
    """All that a template declares to read, and in which line. `get` gets the present values, which identify a
    rendering."""

    template: str
    line: int
    items: tuple[Read, ...]
    get: Callable[[Given], list[Any]]

    def check(self, names: Collection[str], **types: type) -> None:
        """Raise WrongReads if an item starts from an unknown name, or from a field that one of these types does not
        have."""
        for read in (one for item in self.items for one in item.all):
            if read.root not in names:
                raise WrongReads(self.template, self.line, read.text, f"is of none of {', '.join(sorted(names))}")
            if read.field and read.root in types and not hasattr(types[read.root], read.field):
                raise WrongReads(self.template, self.line, read.text, f"is of a field that {read.root} has not")


@cache
def reads(template: str) -> Reads | None:
    """Return the declared reads of a template; None if it declares nothing. Raises WrongReads."""
    text = source(template)
    said = [*READS.finditer(text)]
    if not said:
        return None
    line = text.count("\n", 0, said[-1].start()) + 1
    if len(said) > 1:
        raise WrongReads(template, line, "reads:", "stands there a second time")
    found = items(template, line, said[0][1].strip())
    return Reads(template, line, found, getter(found))


@cache
def each(template: str) -> Callable[[Given], Any] | None:
    """Return a function for the things of `{# each: view.factions #}` in a position; None if a part appears once. A
    plain path is followed without Jinja, in a tenth of the time."""
    if not (found := EACH.match(source(template))):
        return None
    if way := read_in(ast.parse(found[1].strip(), mode="eval").body):
        get = getter((way,))
        return lambda given: get(given)[0]
    expression = environment.compile_expression(found[1].strip())
    return lambda given: expression(**given)


@cache
def roots(template: str) -> frozenset[Root]:
    """Return the fields that a part depends on, including those of its `each`."""
    if not (said := reads(template)):
        return EVERYTHING
    of = EACH.match(source(template))
    read = {(one.root, one.field) for item in said.items for one in item.all if one.root in ("view", "table")}
    return frozenset(read | {*ROOT.findall(of[1] if of else "")})


def source(template: str) -> str:
    assert environment.loader
    return environment.loader.get_source(environment, template)[0]


def items(template: str, line: int, said: str) -> tuple[Read, ...]:
    if said == NOTHING:
        return ()
    try:
        parsed = ast.parse(f"[{said}]", mode="eval").body
    except SyntaxError:
        raise WrongReads(template, line, repr(said), "can't be understood") from None
    nodes = parsed.elts if isinstance(parsed, ast.List) else []
    found = [read_in(node) for node in nodes]
    for node, read in zip(nodes, found, strict=True):
        if read is None:
            raise WrongReads(template, line, ast.unparse(node), "is no way into what a template is given")
    if not found:
        raise WrongReads(template, line, repr(said), f"names nothing; where nothing is read, that is {NOTHING!r}")
    return tuple(read for read in found if read)


def read_in(node: ast.expr) -> Read | None:
    """Return the path that an expression is; None if it is something else."""
    text = ast.unparse(node)
    match node:
        case ast.Name(id=name):
            return Read(text, name)
        case ast.Attribute(value=of, attr=name) if way := read_in(of):
            return way.on(text, Field(name))
        case ast.Subscript(value=of, slice=at) if (way := read_in(of)) and (index := read_in(at)):
            return way.on(text, Under(index))
        case ast.BinOp(
            left=of,
            op=ast.BitOr(),
            right=ast.Call(func=ast.Name(id="having"), args=[ast.Constant(value=str(name)), at], keywords=[]),
        ) if (way := read_in(of)) and (index := read_in(at)):
            return way.on(text, Having(name, index))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            words = tuple(arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
            return Read(text, name, steps=(Called(words),)) if len(words) == len(args) else None
    return None


def having(things: Mapping[Any, Any], field: str, value: object) -> list[tuple[Any, Any]]:
    """Return the items of a dict whose value has this in a field, with their names: `view.settled | having("side",
    each)`."""
    return [(name, thing) for name, thing in things.items() if getattr(thing, field) == value]


environment.filters.update(having=having)
