"""The tabs beside a table that are for its reader alone: the talk they may read, the rules, their notes; and the recap
since their last visit. Drawn for each page, never for a stream.
"""

from __future__ import annotations

from typing import Any

from fastapi import Request
from markupsafe import Markup
from msgspec import Struct

from app.clocks.told import due
from app.pages import page
from app.play.handed import sentences
from app.play.recap import Recap
from app.play.table import Sheet
from app.rooms.room import Room
from app.rules.book import book
from app.services import Services
from app.store.people import Person
from app.talk.channels import sides_of, standing
from app.talk.pages import channels_for


class Beside(Struct, frozen=True):
    """The tabs, the panes that they open, and the recap."""

    tabs: Markup
    panes: Markup
    recap: Markup


async def beside(
    request: Request, services: Services, room: Room, person: Person | None, sheet: Sheet, news: Recap | None
) -> Beside:
    reader, sequence = sheet.reader, sheet.scene.table.sequence
    who = standing(room, person)
    talk = await channels_for(request, services.talk.store, who) if who else []
    keeps = person is not None and who is not None and who.seated
    given: dict[str, Any] = {
        "who": who,
        "talk": talk,
        "groups": groups(room, person),
        "rules": book(room.game.key, reader.words.language),
        "notes": await services.keeping.note(person.id, who.table.id) if keeps and person and who else None,
        "news": news,
        "sentences": sentences,
        "sequence": sequence,
        "until": due(room.clock, room.sides_of(person)),
        "reader": reader,
        "room": room,
    }
    return Beside(*(drawn(request, f"play/{name}.html", given) for name in Beside.__struct_fields__))


def drawn(request: Request, template: str, given: dict[str, Any]) -> Markup:
    html = bytes(page(request, template, **given).body).decode()
    return Markup(html)  # noqa: S704 - a template's own output


def groups(room: Room, person: Person | None) -> list[str]:
    """Return the sides of other people, if one may talk with several of them in private."""
    who = standing(room, person)
    if who is None or not any(channel.count("-") > 1 for channel in who.apart()):
        return []
    pairs = {side for channel in who.apart() if channel.count("-") == 1 for side in channel.split("-")}
    return [side for side in sides_of(who.table) if side in pairs and side not in who.own]
