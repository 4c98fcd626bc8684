"""What a template reads of `view` and `table`, found in the template itself, so that nobody has to say it twice; and
for what a part stands. Called by parts: a part is rendered again only when something that it reads has changed.

A part whose first line is `{# each: view.factions #}` stands on the page once for each of them, and knows as `each`
for which. Then `view.available[each]` reads one value only; so does `view.cubes[issue]` after
`{% set issue = view.table[each] %}`, and in a form `view.available[side]`, of the side that it is for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from jinja2 import Undefined, nodes
from jinja2.environment import TemplateExpression
from jinja2.meta import find_undeclared_variables
from msgspec import Struct

from app.pages import environment

VIEW = "view"
ROOTS = (VIEW, "table")
ROOT = re.compile(r"\b(view|table)\b(?:\.(\w+))?")
TREES = 8
"""Parsed templates that are kept: as many as a few that include each other."""
EACH = re.compile(r"\{#-? each: (.+?) -?#\}")

Known = Mapping[str, Any]
"""`view`, `table`, `each` in parts that have one, and `side` in forms."""
GIVEN = ("each", "side")
"""What else a way into view and table may lead by; unless a template gives the name to something else."""
Names = Mapping[str, nodes.Node | None]
"""What names stand for that mean the same everywhere; None for what is given."""


Root = tuple[str, str]
"""A field of the view or the table; with no name all of it."""


class Read(Struct, frozen=True):
    """Something that a template reads: as it is written there, how to get it (None if there is no such thing), and what
    it is of. What is of nothing is only a way to get there."""

    text: str
    get: Callable[[Known], Any]
    roots: frozenset[Root] = frozenset()


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
    if not found:
        return None
    [output] = environment.parse("{{ " + found[1] + " }}").find_all(nodes.Output)
    read = followed(output.nodes[0], {})
    return (lambda **known: read.get(known)) if read else environment.compile_expression(found[1])


@cache
def roots(template: str) -> frozenset[Root]:
    """What a part depends on, what it stands for each of included."""
    found = EACH.match(source(template))
    each_of = ROOT.findall(found[1]) if found else []
    return frozenset(each_of).union(*(read.roots for read in reads(template)))


@cache
def attributes(template: str) -> frozenset[str]:
    """The names of whatever a template and those that it includes read of anything."""
    return frozenset(found.attr for name in with_included(template) for found in parsed(name).find_all(nodes.Getattr))


@cache
def uses(template: str) -> frozenset[str]:
    """The names that a template and those that it includes are to be given."""
    return frozenset().union(*(find_undeclared_variables(parsed(name)) for name in with_included(template)))


@cache
def besides(template: str) -> frozenset[str]:
    """The names that a template and those that it includes use for more than to lead a way into view and table."""
    trees = [parsed(name) for name in with_included(template)]
    names = named(trees)
    return frozenset(name for tree in trees for name in loose(tree, names))


@cache
def asked_for(template: str, function: str) -> tuple[tuple[str, ...], ...]:
    """The words with which a template and those that it includes call a function."""
    calls = [call for name in with_included(template) for call in parsed(name).find_all(nodes.Call)]
    named = [call for call in calls if isinstance(call.node, nodes.Name) and call.node.name == function]
    return tuple(tuple(str(word.as_const()) for word in call.args) for call in named)


def source(template: str) -> str:
    assert environment.loader
    return environment.loader.get_source(environment, template)[0]


@lru_cache(TREES)
def parsed(template: str) -> nodes.Template:
    """Each is asked for several things, one after the other."""
    return environment.parse(source(template))


def with_included(template: str) -> Iterator[str]:
    """A template and all that it includes, each once, though it may be within itself."""
    found, to_read = {template}, [template]
    while to_read:
        name = to_read.pop()
        yield name
        included = (include.template for include in parsed(name).find_all(nodes.Include))
        new = {str(one.value) for one in included if isinstance(one, nodes.Const)} - found
        found |= new
        to_read += sorted(new)


def named(trees: list[nodes.Template]) -> Names:
    """The names that are set once and mean the same everywhere, or are given and never set."""
    given = Counter(name.name for tree in trees for name in tree.find_all(nodes.Name) if name.ctx != "load")
    sets = [assign for tree in trees for assign in tree.find_all(nodes.Assign)]
    return dict.fromkeys(name for name in GIVEN if not given[name]) | {
        assign.target.name: assign.node
        for assign in sets
        if isinstance(assign.target, nodes.Name) and given[assign.target.name] == 1
    }


def reads_of(node: nodes.Node, names: Names) -> Iterator[Read]:
    """The longest ways into view and table that can be followed; a bare `view` is all of it."""
    read = followed(node, names) or worked_out(node)
    if read and read.roots:
        yield read
    elif isinstance(node, nodes.Name) and node.name in ROOTS:
        yield field_of(node.name)
    else:
        for child in parts_of(node):
            yield from reads_of(child, names)


def loose(node: nodes.Node, names: Names) -> Iterator[str]:
    """The names that stand anywhere but in ways that can be followed."""
    read = followed(node, names)
    if read and read.roots:
        return
    if isinstance(node, nodes.Name) and node.ctx == "load":
        yield node.name
    for child in parts_of(node):
        yield from loose(child, names)


def parts_of(node: nodes.Node) -> Iterator[nodes.Node]:
    """What it is made of; of a call such as `view.home.items()` what it is a call to, and what with."""
    match node:
        case nodes.Call(node=nodes.Getattr(node=of)):
            yield of
            yield from node.iter_child_nodes(exclude=("node",))
        case _:
            yield from node.iter_child_nodes()


def followed(node: nodes.Node, names: Names) -> Read | None:
    match node:
        case nodes.Const(value=value):
            return Read(repr(value), lambda _: value)
        case nodes.Name(name=name, ctx="load") if name in names:
            stands_for = names[name]
            return followed(stands_for, names) if stands_for else Read(name, lambda known: known[name])
        case nodes.Getattr(node=nodes.Name(name=root), attr=field) if root in ROOTS:
            return field_of(root, field)
        case nodes.Getattr(node=of, attr=field):
            return attribute_of(followed(of, names), field)
        case nodes.Getitem(node=of, arg=at):
            return item_of(followed(of, names), followed(at, names))
        case nodes.Filter(name="having", node=of, args=[nodes.Const(value=field), at]) if of is not None:
            return having_of(followed(of, names), field, followed(at, names))
        case nodes.Filter(name="default", node=inner, args=[usual]) if inner is not None and is_written_out(usual):
            return followed(inner, names)
    return None


def is_written_out(node: nodes.Node) -> bool:
    """Whether it stands in the template what it is."""
    return not isinstance(node, nodes.Name) and node.find(nodes.Name) is None


def worked_out(node: nodes.Node) -> Read | None:
    """A list that is set once and worked out of view, table and each alone is read as that list, and not as all that it
    was picked from."""
    match node:
        case nodes.Assign(node=nodes.Filter(name="list") as made):
            known = {name.name for name in made.find_all(nodes.Name)}
            if known <= {*ROOTS, "each"}:
                work_out = expression(made)
                read = frozenset().union(*(one.roots for one in reads_of(made, {"each": None})))
                return Read(repr(made), lambda given: work_out(**given), read)
    return None


def expression(node: nodes.Expr) -> Callable[..., Any]:
    body: list[nodes.Node] = [nodes.Assign(nodes.Name("result", "store"), node, lineno=1)]
    return TemplateExpression(environment.from_string(nodes.Template(body, lineno=1)), undefined_to_none=True)


def field_of(root: str, field: str = "") -> Read:
    if not field:
        return Read(root, lambda known: known[root], frozenset({(root, "")}))
    return Read(f"{root}.{field}", lambda known: getattr(known[root], field), frozenset({(root, field)}))


def attribute_of(of: Read | None, field: str) -> Read | None:
    if of is None or not of.roots:
        return None
    return Read(f"{of.text}.{field}", lambda known: attribute(of.get(known), field), of.roots)


def attribute(of: Any, field: str) -> Any:
    found = environment.getattr(of, field)
    return None if isinstance(found, Undefined) else found


def item_of(of: Read | None, at: Read | None) -> Read | None:
    if of is None or at is None or not of.roots:
        return None
    return Read(f"{of.text}[{at.text}]", lambda known: item(of.get(known), at.get(known)), of.roots | at.roots)


def having_of(of: Read | None, field: str, at: Read | None) -> Read | None:
    if of is None or at is None or not of.roots:
        return None
    text = f"{of.text} having {field} {at.text}"
    return Read(text, lambda known: having(of.get(known) or {}, field, at.get(known)), of.roots | at.roots)


def having(things: Mapping[Any, Any], field: str, value: object) -> list[tuple[Any, Any]]:
    """Of what stands under names, that which has this in a field, each with its name:
    `view.settled | having("side", each)`."""
    return [(name, thing) for name, thing in things.items() if getattr(thing, field) == value]


environment.filters.update(having=having)


def item(of: Any, at: Any) -> Any:
    try:
        return of[at]
    except (LookupError, TypeError):
        return None
