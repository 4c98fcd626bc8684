"""The decision panel: what a player may answer or do out of turn now, any game's, from its menus alone. `table` puts it
on the page beside the parts that everybody sees; `acting` draws it again with what was typed and why it was refused.

A game draws a kind of answer itself in templates/<game>/decide/<name of the choice>.html; see docs/adding-a-game.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from app.paths import TEMPLATES
from app.play.offers import Offer, offers
from app.play.parts import draw
from app.rooms.room import Room
from app.words.reader import Reader
from engine.core import door
from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Side

NAME = "decision"
"""The name of its part."""


class Foreseen(Struct, frozen=True):
    """A choice that has been looked at but not sent yet, and what it leads to."""

    choice: Choice
    news: list[Entry]
    certain: bool


class Draft(Struct, frozen=True):
    """What somebody filled in that has not been carried out: the kind of answer, its fields by name, why not."""

    tag: str = ""
    typed: Mapping[str, str] = {}
    refusal: Refusal | None = None
    foreseen: Foreseen | None = None


NOTHING = Draft()


def asked_of(room: Room, own: tuple[Side, ...]) -> Side | None:
    """As which of their sides a player looks at the table: the one that is waited for, if one is."""
    wanted = (*room.waiting, *room.awaited, *own)
    return next((side for side in wanted if side in own), None)


def decision(room: Room, own: tuple[Side, ...], reader: Reader, draft: Draft = NOTHING) -> Markup:
    """The panel of whoever plays these sides; nothing for those who only watch."""
    side = asked_of(room, own)
    if side is None or room.status != "playing":
        return Markup()
    game, position = room.game, room.position
    asked = door.waiting(game, position)
    offered = game.awaited(position).get(side)
    aside = game.aside.waiting(position).get(side) if game.aside_choices else None
    return draw(
        "play/decision.html",
        reader,
        key=room.key,
        side=side,
        several=len(own) > 1,
        step=position.agenda[-1],
        view=game.view(position, side),
        asked=offers(game, asked[side]) if side in asked else [],
        offered=offers(game, offered) if offered else [],
        aside=offers(game, aside) if aside else [],
        draft=draft,
        place=place_of(draft.refusal),
        own_template=lambda offer: own_template(game.key, offer),
        written=lambda choice: msgspec.json.encode(choice).decode(),
    )


def own_template(game: str, offer: Offer) -> str:
    """The template that draws this kind of answer."""
    own = f"{game}/decide/{offer.tag}.html"
    return own if exists(own) else "play/offer.html"


@cache
def exists(template: str) -> bool:
    return (TEMPLATES / template).is_file()


def place_of(refusal: Refusal | None) -> str:
    """The field that a refusal is about, where it names one: `$.cubes[1]` is about `cubes`."""
    path: Any = getattr(refusal, "path", "")
    return str(path).removeprefix("$").removeprefix(".").partition("[")[0]
