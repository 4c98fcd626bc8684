"""The parts of a table's page: each is a template that reads some fields of `view` and `table`, and is rendered again
only when one of those has changed. Which fields it reads is found in the template, so that nobody has to say it twice.

A game's parts are the files of templates/<game>/parts; those of templates/play/parts are on every table.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import Any

import msgspec
from jinja2 import nodes
from markupsafe import Markup
from msgspec import Struct

from app.pages import environment
from app.paths import TEMPLATES
from app.play.plain import plain_parts
from app.play.scene import Scene
from app.words.reader import Reader
from engine.core.game import AnyGame

ROOTS = ("view", "table")
KEPT = 8_192
"""Rendered parts and log lines that a process keeps; about 500 bytes each."""


class Piece(Struct, frozen=True):
    """A part about to be rendered: its name on the page, its template, what it is given, and what that depends on."""

    name: str
    template: str
    given: dict[str, Any]
    depends: bytes


rendered: OrderedDict[tuple[str, str, str, bytes], Markup] = OrderedDict()


def render(piece: Piece, reader: Reader) -> Markup:
    """The part's markup, from the cache if it was needed before."""
    key = (piece.template, reader.game.key, reader.words.language, piece.depends)
    html = rendered.get(key)
    if html is None:
        html = rendered[key] = draw(piece.template, reader, **piece.given)
        if len(rendered) > KEPT:
            rendered.popitem(last=False)
    else:
        rendered.move_to_end(key)
    return html


def draw(template: str, reader: Reader, **given: object) -> Markup:
    language = reader.words.language
    html = environment.get_template(template).render(reader=reader, say=reader.words.say, language=language, **given)
    return Markup(html)  # noqa: S704 - the template has escaped what it was given


def pieces(scene: Scene) -> list[Piece]:
    """All parts of a table's page."""
    given = {"view": scene.view, "table": scene.table}
    common = [Piece(name, template, given, sliced(template, scene)) for name, template in parts_in("play")]
    own = parts_in(scene.game.key)
    if own:
        return common + [Piece(name, template, given, sliced(template, scene)) for name, template in own]
    plain = [
        Piece(part.name, f"plain/{part.kind}.html", part.given, msgspec.json.encode(part.given))
        for part in plain_parts(scene.view, scene.table)
    ]
    return common + plain


def has_templates(game: AnyGame) -> bool:
    return bool(parts_in(game.key))


@cache
def parts_in(folder: str) -> tuple[tuple[str, str], ...]:
    """Name and template of each part in a folder of templates/."""
    files = sorted((TEMPLATES / folder / "parts").glob("*.html"))
    return tuple((file.stem, f"{folder}/parts/{file.name}") for file in files)


def sliced(template: str, scene: Scene) -> bytes:
    """The values of all fields that a template reads."""
    return msgspec.json.encode([field_of(scene, root, field) for root, field in reads(template)])


def field_of(scene: Scene, root: str, field: str) -> object:
    whole: object = getattr(scene, root)
    return getattr(whole, field) if field else whole


@cache
def reads(template: str) -> tuple[tuple[str, str], ...]:
    """`view.coins` as ("view", "coins"); a bare `view` as ("view", ""), which stands for all of it."""
    assert environment.loader
    source, _, _ = environment.loader.get_source(environment, template)
    tree = environment.parse(source)
    read = {
        (node.node.name, node.attr)
        for node in tree.find_all(nodes.Getattr)
        if isinstance(node.node, nodes.Name) and node.node.name in ROOTS
    }
    uses = [node.name for node in tree.find_all(nodes.Name) if node.name in ROOTS]
    fields = [node.node.name for node in tree.find_all(nodes.Getattr) if isinstance(node.node, nodes.Name)]
    whole = {(root, "") for root in ROOTS if uses.count(root) > fields.count(root)}
    included = {read for name in includes(tree) for read in reads(name)}
    return tuple(sorted(read | whole | included))


def includes(tree: nodes.Template) -> list[str]:
    """The templates that this one includes by name, and whose fields it therefore reads too."""
    found = [node.template for node in tree.find_all(nodes.Include)]
    return [str(node.value) for node in found if isinstance(node, nodes.Const)]
