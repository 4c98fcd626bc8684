"""The parts of a table's page: each is a template that reads some fields of `view` and `table`, and is rendered again
only when one of those has changed; `reads` finds out which.

A game's parts are the files of templates/<game>/parts; those of templates/play/parts are on every table. Besides view
and table they know the game's `printed` tables, and `reader` and `say`, which put things into words.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from app.pages import environment
from app.paths import TEMPLATES
from app.play.kept import Kept
from app.play.plain import plain_parts
from app.play.reads import each, reads, roots
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


rendered: Kept[tuple[str, str, str, bytes], Markup] = Kept(KEPT)


def render(piece: Piece, reader: Reader) -> Markup:
    """The part's markup, drawn if it was not needed before."""
    key = (piece.template, reader.game.key, reader.words.language, piece.depends)
    return rendered.get(key, lambda: draw(piece.template, reader, **piece.given))


def draw(template: str, reader: Reader, **given: object) -> Markup:
    words = reader.words
    given |= {"printed": reader.game.printed, "reader": reader, "say": words.say, "language": words.language}
    return Markup(environment.get_template(template).render(given))  # noqa: S704 - it has escaped what it was given


def pieces(scene: Scene) -> list[Piece]:
    """All parts of a table's page."""
    return [piece for part in parts_of(scene.game) for piece in pieces_of(part, given_by(scene))]


def given_by(scene: Scene) -> dict[str, Any]:
    """What every part is given."""
    return {"view": scene.view, "table": scene.table}


class Part(Struct, frozen=True):
    """A kind of part: where its templates stand, and what they read of a scene, as (root, field)."""

    name: str
    template: str
    roots: tuple[tuple[str, str], ...]


EVERYTHING = (("view", ""), ("table", ""))
PLAIN = Part("", "", EVERYTHING)
"""All parts of a game that has no templates of its own: they depend on anything."""


drawn_parts: Kept[tuple[object, ...], dict[str, Markup]] = Kept(KEPT // 4)


def drawn(part: Part, scene: Scene, reader: Reader) -> dict[str, Markup]:
    """The pieces of a part, by their names. Those who look at a table mostly see the same of it: what was drawn for one
    of them is there for the others."""
    slices = map(scene.slices.__getitem__, part.roots)
    key = (part.template, reader.game.key, reader.words.language, *slices)
    return drawn_parts.get(
        key, lambda: {piece.name: render(piece, reader) for piece in pieces_of(part, given_by(scene))}
    )


def pieces_of(part: Part, given: dict[str, Any]) -> list[Piece]:
    """The pieces of a part: one, or one for each of what it stands for."""
    if part is PLAIN:
        return [
            Piece(plain.name, f"plain/{plain.kind}.html", plain.given, msgspec.json.encode(plain.given))
            for plain in plain_parts(**given)
        ]
    several = each(part.template)
    if several is None:
        return [piece_of(part.name, part.template, given)]
    return [piece_of(f"{part.name}-{one}", part.template, {**given, "each": one}) for one in several(**given)]


def piece_of(name: str, template: str, given: dict[str, Any]) -> Piece:
    depends = [given.get("each"), *(read.get(given) for read in reads(template))]
    return Piece(name, template, given, msgspec.json.encode(depends))


def changed_parts(old: Scene, new: Scene) -> list[Part]:
    """The parts that read something which differs between two scenes of a game."""
    parts = parts_of(new.game)
    differ = [readers for root, readers in readers_of(parts).items() if new.slices.differs(old.slices, root)]
    changed = {part.name for readers in differ for part in readers}
    return [part for part in parts if part.name in changed]


@cache
def readers_of(parts: tuple[Part, ...]) -> dict[tuple[str, str], list[Part]]:
    """For each field, the parts that read it."""
    fields = {root for part in parts for root in part.roots}
    return {root: [part for part in parts if root in part.roots] for root in sorted(fields)}


@cache
def parts_of(game: AnyGame) -> tuple[Part, ...]:
    """Those that are on every table, and the game's own."""
    files = [*parts_in("play"), *parts_in(game.key)]
    drawn = tuple(Part(name, template, tuple(sorted(roots(template)))) for name, template in files)
    return drawn if has_templates(game) else (*drawn, PLAIN)


def has_templates(game: AnyGame) -> bool:
    return bool(parts_in(game.key))


@cache
def parts_in(folder: str) -> tuple[tuple[str, str], ...]:
    """Name and template of each part in a folder of templates/."""
    files = sorted((TEMPLATES / folder / "parts").glob("*.html"))
    return tuple((file.stem, f"{folder}/parts/{file.name}") for file in files)
