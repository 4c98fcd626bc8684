"""The parts of a table's page: each is a template that declares what it reads of `view` and `table` (`reads`), and is
drawn again only when something of that has changed.

A game's parts are the files of `templates/<game>/parts`; those of `templates/play/parts` are on every table. Besides
`view` and `table` they know the game's `printed` tables, and `reader` and `say`, which put things into words: neither
knows anything about a position.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache, partial
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from app.base.lru import Kept
from app.base.paths import TEMPLATES
from app.render.cards import whole
from app.render.plain_board import plain_parts
from app.render.scene import Scene, Table
from app.render.template_reads import Root, each, reads, roots
from app.render.templates import environment
from app.words.reader import Reader
from engine.core.game import AnyGame
from engine.core.sides import encoded

KEPT = 14_336
"""Rendered parts, forms and log lines in a process's cache: parts and lines have about 500 bytes, forms a few kB."""
GIVEN = ("view", "table", "each")
"""Names that a part may declare."""
Part = tuple[str, str]
"""The name and template of a part."""


class Piece(Struct, frozen=True):
    """Something to be rendered: its name on the page, its template, its values, and what these depend on; if that is
    None, it is drawn each time."""

    name: str
    template: str
    given: dict[str, Any]
    depends: Hashable


rendered: Kept[tuple[str, str, str, Hashable], Markup] = Kept(KEPT)


def render(piece: Piece, reader: Reader) -> Markup:
    """Return the piece's markup, from the cache if it is there."""
    if piece.depends is None:
        return draw(piece.template, reader, **piece.given)
    key = (piece.template, reader.game.key, reader.words.language, piece.depends)
    return rendered.get(key, lambda: draw(piece.template, reader, **piece.given))


def draw(template: str, reader: Reader, **given: object) -> Markup:
    words = reader.words
    given |= {"printed": reader.game.showing.printed, "reader": reader, "say": words.say, "language": words.language}
    given |= {"whole": partial(whole, reader)}
    return Markup(environment.get_template(template).render(given))  # noqa: S704 - it has escaped what it was given


def pieces(scene: Scene) -> list[Piece]:
    """Return all parts of a table's page."""
    own = [] if has_templates(scene.game) else plain_pieces(given_by(scene))
    return [*pieces_in(scene, parts_of(scene.game)), *own]


def pieces_in(scene: Scene, parts: Iterable[Part]) -> list[Piece]:
    given = given_by(scene)
    return [piece for part in parts for piece in pieces_of(*part, given)]


def given_by(scene: Scene) -> dict[str, Any]:
    return {"view": scene.view, "table": scene.table}


def changed_parts(old: Scene, new: Scene) -> list[Part]:
    """Return the parts that depend on a field that differs between two scenes of a game. Comparing fields comes first
    because a move changes few of them, and finding what a piece depends on takes 3 µs: there are 60."""
    parts = parts_of(new.game)
    differ = {root for root in roots_of(parts) if differs(root, old, new)}
    return [part for part in parts if not differ.isdisjoint(roots(part[1]))]


@cache
def roots_of(parts: tuple[Part, ...]) -> frozenset[Root]:
    return frozenset().union(*(roots(template) for _, template in parts))


def differs(root: Root, old: Scene, new: Scene) -> bool:
    """Tell whether a field differs between these scenes; the order of a dict counts too."""
    name, field = root
    then, now = getattr(old, name), getattr(new, name)
    if field:
        then, now = getattr(then, field), getattr(now, field)
    return then is not now and encoded(then) != encoded(now)


def pieces_of(name: str, template: str, given: dict[str, Any]) -> list[Piece]:
    """Return the pieces of a part: one, or one for each thing it stands for."""
    several = each(template)
    if several is None:
        return [piece_of(name, template, given)]
    return [piece_of(f"{name}-{one}", template, {**given, "each": one}) for one in several(given)]


def piece_of(name: str, template: str, given: dict[str, Any]) -> Piece:
    """Return a piece that depends on what its template declares, or on everything where it declares nothing."""
    said = reads(template)
    depends = [given.get("each"), *(said.get(given) if said else given.values())]
    return Piece(name, template, given, encoded(depends))


def plain_pieces(given: dict[str, Any]) -> list[Piece]:
    """Return the pieces of a game without templates of its own."""
    return [
        Piece(plain.name, f"plain/{plain.kind}.html", plain.given, encoded(plain.given))
        for plain in plain_parts(**given)
    ]


@cache
def parts_of(game: AnyGame) -> tuple[Part, ...]:
    """Return name and template of the parts on every table and of the game's own. Raises WrongReads if one declares
    something that does not exist."""
    found = (*parts_in("play"), *parts_in(game.key))
    for _, template in found:
        if said := reads(template):
            said.check(GIVEN, view=view_type(game), table=Table)
    return found


@cache
def view_type(game: AnyGame) -> type[Struct]:
    """Return the type of the game's views."""
    return type(game.view(game.start(min(game.players)), None))


def has_templates(game: AnyGame) -> bool:
    return bool(parts_in(game.key))


@cache
def parts_in(folder: str) -> tuple[Part, ...]:
    """Return name and template of each part in a folder of `templates/`."""
    files = sorted((TEMPLATES / folder / "parts").glob("*.html"))
    return tuple((file.stem, f"{folder}/parts/{file.name}") for file in files)
