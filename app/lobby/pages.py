"""The pages of the lobby as they are drawn. Called by lobby.routes, and by play.routes for a table that has not begun.

Parts of them fetch themselves anew every few seconds, and are sent only if they are different by then.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import Request
from markupsafe import Markup
from starlette.responses import Response

from app.pages import comes_back_to, page
from app.store.lobby import Arranged
from app.store.people import Person
from app.words.language import words_for
from app.words.reader import Reader, reader_of
from engine.core import registry

LIVE = Markup('<div id="live-part" hx-get="{}" hx-trigger="every 3s" hx-swap="outerHTML">{}</div>')


def live_part(request: Request, template: str, address: str, **context: Any) -> tuple[Markup, str]:
    """A part that fetches itself from an address; and what it says the next time it asks, to be told only news."""
    html = bytes(page(request, template, **context).body).decode()
    seen = hashlib.blake2b(html.encode(), digest_size=8).hexdigest()
    asked = f"{address}{'&' if '?' in address else '?'}seen={seen}"
    return LIVE.format(asked, Markup(html)), seen  # noqa: S704 - a template's own output


def news(part: tuple[Markup, str], seen: str) -> Response:
    """What such a part gets."""
    html, now = part
    return Response(status_code=204) if seen == now else Response(html, media_type="text/html; charset=utf-8")


def table_not_begun(
    request: Request, table: Arranged, person: Person | None, refused: str = "", status: int = 200
) -> Response:
    """Who sits where, and what one can do about it."""
    comes_back_to(request, f"/tables/{table.key}")
    live, _ = chairs_part(request, table, person)
    return page(request, "lobby/table.html", status, refused=refused, live=live, **given(request, table, person))


def chairs_part(request: Request, table: Arranged, person: Person | None) -> tuple[Markup, str]:
    return live_part(request, "lobby/chairs.html", f"/tables/{table.key}/seats", **given(request, table, person))


def given(request: Request, table: Arranged, person: Person | None) -> dict[str, Any]:
    own = table.chairs_of(person.id if person else None)
    return {
        "table": table,
        "game": registry.game(table.game),
        "reader": reader_in(request, table.game),
        "own": own,
        "link": str(request.url_for("table", key=table.key)),
        "hosting": person is not None and table.host == person.id,
        "full": not any(chair.free for chair in table.chairs),
        "settled": all(chair.ready or chair.person in (None, table.host) for chair in table.chairs),
    }


def reader_in(request: Request, game: str) -> Reader:
    return reader_of(registry.game(game), words_for(request).language)


def readers(request: Request) -> dict[str, Reader]:
    """A reader for every game there is."""
    return {key: reader_in(request, key) for key in registry.games()}
