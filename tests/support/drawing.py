"""Draws a game's own parts of the table page, and its board, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from app.render.parts import draw, parts_in, pieces_of
from app.words.reader import Reader
from engine.core.journal import Entry
from engine.core.state import Side


def parts_of(reader: Reader, view: Struct, sides: tuple[Side, ...], news: Sequence[Entry] = ()) -> dict[str, Markup]:
    """Draw the parts for a viewer of this view after these news."""
    key, lately = reader.game.key, reader.game.showing.lately
    shown = lately(reversed(news)) if lately else {}
    table = SimpleNamespace(seats=(), key="k", sides=sides, cards=(), news=news, lately=shown)
    given: dict[str, Any] = {"view": view, "table": table}
    pieces = [piece for name, template in parts_in(key) for piece in pieces_of(name, template, given)]
    return {piece.name: draw(piece.template, reader, **piece.given) for piece in pieces}


def board_of(reader: Reader, drawn: dict[str, Markup]) -> Markup:
    """Draw the board with these parts."""

    def part(name: str) -> Markup:
        return drawn.get(name, Markup())

    return draw(f"{reader.game.key}/board.html", reader, part=part, names=tuple(drawn))
