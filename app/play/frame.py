"""What stands around the parts of a table: a game's board, drawn once for each language and set of parts, and kept as
strings between which the parts are glued. Called by table. So a board may say names and words, but nothing of a
position: that is what parts are for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from app.play.parts import KEPT, draw, has_templates
from app.words.reader import Reader

PART = Markup('<section class="part part-{}" id="part-{}">{}</section>')
LINES = "lines"
HOLE = "\0"
FRAMES = 256
"""Boards kept: one for each game, number of players, language, and whether one plays or watches."""


def filled(reader: Reader, parts: Mapping[str, Markup], lines: Markup) -> Markup:
    """The whole table: the board with its parts, and the lines of the log."""
    text, *rest = frame(reader, tuple(parts))
    glued = [text]
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        glued += (lines if name == LINES else framed(name, parts[name]), text)
    return Markup("".join(glued))  # noqa: S704 - all of it comes from templates, which have escaped what they were given


@lru_cache(FRAMES)
def frame(reader: Reader, names: tuple[str, ...]) -> tuple[str, ...]:
    """By turns what stands around parts, and the name of a part."""

    def part(name: str) -> Markup:
        """The place of the part of this name, or of all that it stands for each of: `mat-red`, `mat-blue`."""
        these = [name] if name in names else [one for one in names if one.startswith(f"{name}-")]
        return Markup().join(map(hole, these))

    key = reader.game.key if has_templates(reader.game) else "plain"
    return tuple(draw(f"{key}/board.html", reader, part=part, names=names, lines=hole(LINES)).split(HOLE))


def hole(name: str) -> Markup:
    return Markup(f"{HOLE}{name}{HOLE}")  # noqa: S704 - cut out again before anybody sees it


@lru_cache(KEPT)
def framed(name: str, html: Markup) -> Markup:
    return PART.format(kind_of(name), name, html)


def kind_of(name: str) -> str:
    """`mat-red` is a mat: parts of a kind share a style."""
    return name.partition("-")[0]
