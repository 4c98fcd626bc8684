"""The skeleton around the parts of a table: a game's board and the rail beside it. Each is drawn once per language and
set of parts and cached as strings between which the parts are put. So a board may contain names and words, but nothing
of a position (which is for parts) and nothing for one reader (which comes as panes).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from app.pages import environment
from app.play.parts import draw, has_templates
from app.words.reader import Reader, joined

PART = Markup('<section class="part part-{}" id="part-{}">{}</section>')
TWICE = "cards"
"""The part that is both on the board and beside the question; where it is in two places it has no id. It is sent
once."""
PART_TWICE = Markup('<section class="part part-{}">{}</section>')
BOARD, RAIL = "board.html", "rail.html"
OTHERS = ("lines", "tabs", "panes")
"""The other content of a rail: the lines of the log, and the reader's own tabs and panes."""
NO_OTHERS = dict.fromkeys(OTHERS, Markup())
HOLE = "\0"
FRAMES = 512
"""Size of the cache: two frames for each game, number of players and language, for playing and watching."""


def glued(reader: Reader, template: str, parts: Mapping[str, Markup], **others: Markup) -> list[Markup]:
    """Return a board or a rail with its parts in their sections, as pieces to be joined."""
    pieces, these = [*frame(reader, template, tuple(parts))], {**parts, **NO_OTHERS, **others}
    pieces[1::2] = map(these.__getitem__, pieces[1::2])
    return pieces


def laid(reader: Reader, template: str, names: tuple[str, ...]) -> list[str]:
    """Return the names of the parts in a board or rail."""
    return [name for name in frame(reader, template, names)[1::2] if name not in OTHERS]


@lru_cache(FRAMES)
def frame(reader: Reader, template: str, names: tuple[str, ...]) -> tuple[Markup, ...]:
    """Return the markup around the parts and the names of the parts in turn."""

    def part(name: str) -> Markup:
        """Return the section of the part of this name, or of all parts that it stands for: `mat-red`, `mat-blue`."""
        these = [name] if name in names else [one for one in names if one.startswith(f"{name}-")]
        return joined(section(one, hole(one)) for one in these)

    others = {name: hole(name) for name in OTHERS}
    return tuple(draw(found(reader, template), reader, part=part, names=names, **others).split(HOLE))


def section(name: str, html: Markup) -> Markup:
    """Return a part in its section of the page."""
    return PART_TWICE.format(name, html) if name == TWICE else PART.format(kind_of(name), name, html)


def swapped(name: str, html: Markup, *, changed: bool) -> str:
    """Return a part in a section that replaces it on a page, in both places if it has two; `changed` highlights it for
    the reader."""
    kind, seen = kind_of(name), " changed" if changed else ""
    place = f'hx-swap-oob="outerHTML:.part-{TWICE}"' if name == TWICE else f'id="part-{name}" hx-swap-oob="true"'
    return f'<section class="part part-{kind}{seen}" {place}>{html}</section>'


def found(reader: Reader, template: str) -> str:
    """Return the game's own board or rail, else the one for all games."""
    own, shared = f"{reader.game.key}/{template}", {BOARD: "plain/board.html", RAIL: "play/rail.html"}
    has_own = has_templates(reader.game) and own in environment.list_templates()
    return own if has_own else shared[template]


def hole(name: str) -> Markup:
    return Markup(f"{HOLE}{name}{HOLE}")  # noqa: S704 - cut out again before anyone sees it


def kind_of(name: str) -> str:
    """Return the kind of a part: `mat-red` is a mat. Parts of a kind share a style."""
    return name.partition("-")[0]
