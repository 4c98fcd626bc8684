"""Draws the pages of the lobby. Parts of them reload themselves every few seconds, and are sent only if they have
changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import HTTPException, Request
from markupsafe import Markup
from starlette.responses import Response

from app.accounts.judging import zones
from app.clocks.terms import OFFERED, Hour
from app.lobby.faults import Fault
from app.lobby.service import DELAYS, STAND_INS
from app.lobby.timing import as_typed
from app.pages import page
from app.rooms.rooms import NotBegun
from app.services import Services
from app.store.lobby import Arranged
from app.store.people import Person
from app.talk.pages import talk_at
from app.web.addresses import address_of, comes_back_to
from app.words.language import words_for
from app.words.reader import Reader, reader_of
from engine.core import registry
from engine.core.phrase import Phrase
from engine.core.sides import fact_of

CLOCKS = {"offered": OFFERED, "zones": zones()}
"""The values that the form offers about time."""
LIVE = Markup('<div id="live-part" hx-get="{}" hx-trigger="every 3s" hx-swap="outerHTML">{}</div>')


def live_part(request: Request, template: str, address: str, **context: Any) -> tuple[Markup, str]:
    """Return a part that reloads itself from an address, and the digest that it sends, by which only changes are
    returned."""
    html = bytes(page(request, template, **context).body).decode()
    seen = hashlib.blake2b(html.encode(), digest_size=8).hexdigest()
    asked = f"{address}{'&' if '?' in address else '?'}seen={seen}"
    return LIVE.format(asked, Markup(html)), seen  # noqa: S704 - a template's own output


def news(part: tuple[Markup, str], seen: str) -> Response:
    """Return the part if it has changed, else nothing."""
    html, now = part
    return Response(status_code=204) if seen == now else Response(html, media_type="text/html; charset=utf-8")


class Gaps(dict[str, Any]):
    """A dict of texts that is empty for missing names: what was typed, or what is wrong."""

    def __missing__(self, name: str) -> str:
        return ""


async def table_not_begun(
    request: Request,
    services: Services,
    table: Arranged,
    person: Person | None,
    refused: str = "",
    status: int = 200,
    typed: Mapping[str, str] | None = None,
    faults: Mapping[str, Fault] | None = None,
) -> Response:
    """Draw a table that has not begun: who sits where and what the reader can do about it; the host's form with what
    was typed, if that is refused."""
    if not table.shown_to(person.id if person else None):
        raise HTTPException(404)
    comes_back_to(request, f"/tables/{table.key}")
    live, _ = chairs_part(request, table, person)
    here = given(request, table, person)
    talk = await talk_at(request, services.talk.store, NotBegun(table))
    return page(
        request, "lobby/table.html", status, refused=refused, live=live, options=chosen(table), talk=talk,
        typed=Gaps(typed or terms_typed(table)), faults=said_of(here["reader"], faults or {}), **here,
    )  # fmt: skip


def terms_typed(table: Arranged) -> dict[str, str]:
    """Return the initial content of the form that changes the terms."""
    names = ", ".join(guest.name for guest in table.invited if guest.person != table.host)
    talk = {"private_talk": "yes" if table.private_talk else "no", "comes_back": "yes" if table.comes_back else "no"}
    ticked = {name: "yes" for name in ("spectators", "rated") if getattr(table, name)}
    time = as_typed(table.terms, table.terms.zone if isinstance(table.terms, Hour) else "UTC")
    return time | {
        "title": table.title,
        "access": table.access,
        "names": names,
        "delay": str(table.delay),
        "stand_in": str(table.stand_in),
        **talk,
        **ticked,
    }


def chosen(table: Arranged) -> list[tuple[str, Any]]:
    """Return the options that this number of players could choose, with the chosen values."""
    game, players = registry.game(table.game), len(table.chairs)
    options = msgspec.json.decode(table.options)
    asked = [name for name in options if players in game.option_players(name)]
    return [(name, fact_of(game.options, name, options[name])) for name in asked]


def said_of(reader: Reader, faults: Mapping[str, Fault]) -> Gaps:
    """Return what is wrong, in the reader's language: sentences of the site, and those of a game about its own
    options."""
    return Gaps(
        {
            field: reader.words.say(key, **facts) if key.startswith("ui.") else reader.told(Phrase(key, facts))
            for field, (key, facts) in faults.items()
        }
    )


def chairs_part(request: Request, table: Arranged, person: Person | None) -> tuple[Markup, str]:
    return live_part(request, "lobby/chairs.html", f"/tables/{table.key}/seats", **given(request, table, person))


def given(request: Request, table: Arranged, person: Person | None) -> dict[str, Any]:
    own = table.chairs_of(person.id if person else None)
    return {
        "table": table,
        "game": registry.game(table.game),
        "reader": reader_in(request, table.game),
        "own": own,
        "link": f"{address_of(request)}/tables/{table.key}",
        "delays": DELAYS,
        "stand_ins": STAND_INS,
        "clocks": CLOCKS,
        "hosting": person is not None and table.host == person.id,
        "may_sit": table.open_to(person.id if person else None),
        "full": not any(chair.free for chair in table.chairs),
        "settled": all(chair.ready or chair.person in (None, table.host) for chair in table.chairs),
    }


def reader_in(request: Request, game: str) -> Reader:
    return reader_of(registry.game(game), words_for(request).language)


def readers(request: Request) -> dict[str, Reader]:
    """Return a reader for every game."""
    return {key: reader_in(request, key) for key in registry.games()}
