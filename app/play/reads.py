"""What a template reads of `view` and `table`, found in the template itself, so that nobody has to say it twice; and
for what a part stands. Called by parts: a part is rendered again only when something that it reads has changed.

A part whose first line is `{# each: view.factions #}` stands on the page once for each of them, and knows as `each`
for which. Then `view.available[each]` reads one value only; so does `view.cubes[issue]` after
`{% set issue = view.table[each] %}`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from jinja2 import nodes
from msgspec import Struct

from app.pages import environment

ROOTS = ("view", "table")
EACH = re.compile(r"\{#-? each: (.+?) -?#\}")

Known = Mapping[str, Any]
"""`view`, `table`, and `each` in parts that have one."""


class Read(Struct, frozen=True):
    """Something that a template reads: as it is written there, and how to get it; None if there is no such thing."""

    text: str
    get: Callable[[Known], Any]
    rooted: bool = True
    """Whether it is of the view or the table, not only a way to get there."""


@cache
def reads(template: str) -> tuple[Read, ...]:
    """All that a template and those that it includes read."""
    trees = [parsed(name) for name in with_included(template)]
    names = named(trees)
    found = {read.text: read for tree in trees for read in reads_of(tree, names)}
    return tuple(found[text] for text in sorted(found))


@cache
def each(template: str) -> Callable[..., Any] | None:
    """What a part stands for each of."""
    found = EACH.match(source(template))
    return environment.compile_expression(found[1]) if found else None


def source(template: str) -> str:
    assert environment.loader
    return environment.loader.get_source(environment, template)[0]


def parsed(template: str) -> nodes.Template:
    return environment.parse(source(template))


def with_included(template: str) -> Iterator[str]:
    yield template
    for include in parsed(template).find_all(nodes.Include):
        if isinstance(include.template, nodes.Const):
            yield from with_included(str(include.template.value))


def named(trees: list[nodes.Template]) -> dict[str, nodes.Node]:
    """The names that are set once and mean the same everywhere."""
    given = Counter(name.name for tree in trees for name in tree.find_all(nodes.Name) if name.ctx != "load")
    sets = [assign for tree in trees for assign in tree.find_all(nodes.Assign)]
    return {
        assign.target.name: assign.node
        for assign in sets
        if isinstance(assign.target, nodes.Name) and given[assign.target.name] == 1
    }


def reads_of(node: nodes.Node, names: Mapping[str, nodes.Node]) -> Iterator[Read]:
    """The longest ways into view and table that can be followed; a bare `view` is all of it."""
    read = followed(node, names)
    if read and read.rooted:
        yield read
    elif isinstance(node, nodes.Name) and node.name in ROOTS:
        yield field_of(node.name)
    else:
        for child in node.iter_child_nodes():
            yield from reads_of(child, names)


def followed(node: nodes.Node, names: Mapping[str, nodes.Node]) -> Read | None:
    match node:
        case nodes.Const(value=value):
            return Read(repr(value), lambda _: value, rooted=False)
        case nodes.Name(name="each"):
            return Read("each", lambda known: known["each"], rooted=False)
        case nodes.Name(name=name, ctx="load") if name in names:
            return followed(names[name], names)
        case nodes.Getattr(node=nodes.Name(name=root), attr=field) if root in ROOTS:
            return field_of(root, field)
        case nodes.Getitem(node=of, arg=at):
            return item_of(followed(of, names), followed(at, names))
        case nodes.Filter(name="default", node=inner) if inner is not None:
            return followed(inner, names)
    return None


def field_of(root: str, field: str = "") -> Read:
    if not field:
        return Read(root, lambda known: known[root])
    return Read(f"{root}.{field}", lambda known: getattr(known[root], field))


def item_of(of: Read | None, at: Read | None) -> Read | None:
    if of is None or at is None or not of.rooted:
        return None
    return Read(f"{of.text}[{at.text}]", lambda known: item(of.get(known), at.get(known)))


def item(of: Any, at: Any) -> Any:
    try:
        return of[at]
    except (LookupError, TypeError):
        return None
