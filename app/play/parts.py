"""The parts of a table's page: each is a template that reads some fields of `view` and `table`, and is rendered again
only when one of those has changed; `reads` finds out which.

A game's parts are the files of templates/<game>/parts; those of templates/play/parts are on every table. Besides view
and table they know the game's `printed` tables, and `reader` and `say`, which put things into words.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from app.pages import environment
from app.paths import TEMPLATES
from app.play.plain import plain_parts
from app.play.reads import each, reads
from app.play.scene import Scene
from app.words.reader import Reader
from engine.core.game import AnyGame

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
    said = {"reader": reader, "say": reader.words.say, "language": reader.words.language}
    html = environment.get_template(template).render(printed=reader.game.printed, **said, **given)
    return Markup(html)  # noqa: S704 - the template has escaped what it was given


def pieces(scene: Scene) -> list[Piece]:
    """All parts of a table's page."""
    given = {"view": scene.view, "table": scene.table}
    parts = [*parts_in("play"), *parts_in(scene.game.key)]
    drawn = [piece for name, template in parts for piece in pieces_of(name, template, given)]
    if has_templates(scene.game):
        return drawn
    plain = [
        Piece(part.name, f"plain/{part.kind}.html", part.given, msgspec.json.encode(part.given))
        for part in plain_parts(scene.view, scene.table)
    ]
    return drawn + plain


def pieces_of(name: str, template: str, given: dict[str, Any]) -> Iterator[Piece]:
    """One piece, or one for each of what the part stands for."""
    several = each(template)
    if several is None:
        yield piece_of(name, template, given)
    else:
        for one in several(**given):
            yield piece_of(f"{name}-{one}", template, {**given, "each": one})


def piece_of(name: str, template: str, given: dict[str, Any]) -> Piece:
    depends = [given.get("each"), *(read.get(given) for read in reads(template))]
    return Piece(name, template, given, msgspec.json.encode(depends))


def has_templates(game: AnyGame) -> bool:
    return bool(parts_in(game.key))


@cache
def parts_in(folder: str) -> tuple[tuple[str, str], ...]:
    """Name and template of each part in a folder of templates/."""
    files = sorted((TEMPLATES / folder / "parts").glob("*.html"))
    return tuple((file.stem, f"{folder}/parts/{file.name}") for file in files)
