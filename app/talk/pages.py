"""The talk on pages: the channels of a table with their latest messages, as one visitor sees them."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Request
from markupsafe import Markup
from msgspec import Struct

from app.accounts.visitor import person_of
from app.pages import page
from app.rooms.rooms import NotBegun
from app.store.talk import Line, TalkStore
from app.talk.channels import TABLE, Standing, channels_of, members, standing
from app.talk.drawing import Look, drawn
from app.words.language import language_for
from app.words.reader import Reader, reader_of
from engine.core import registry
from engine.core.state import Side

LATEST = 40
"""How many messages of a channel a page shows at first."""
PAGE = 100
"""How many messages a page for one channel shows."""


class Shown(Struct, frozen=True):
    """A channel as a page shows it."""

    name: str
    sides: tuple[Side, ...]
    """The sides of a private channel; empty for the whole table and its spectators."""
    others: tuple[Side, ...]
    """The same sides without the reader's own."""
    lines: Markup
    first: int
    last: int
    """The numbers of the first and the last message shown."""
    unread: int
    writes: bool


async def channels_for(request: Request, store: TalkStore, who: Standing) -> list[Shown]:
    """Return all channels that this visitor may read, or in which they could begin to talk with one other side."""
    heads = (await store.heads([who.key]))[who.key]
    unread = await store.unread(who.person.id, who.table.id) if who.person else {}
    return [
        await shown(request, store, who, channel, unread.get(channel, 0), channel in heads)
        for channel in channels_of(who, heads)
    ]


async def talk_at(request: Request, store: TalkStore, table: NotBegun) -> Markup:
    """Return the talk at a table whose game has not begun."""
    who = standing(table, person_of(request))
    if who is None or not who.reads(TABLE):
        return Markup()
    [it] = await channels_for(request, store, who)
    html = bytes(page(request, "talk/before.html", who=who, it=it, reader=reader_at(request, who)).body).decode()
    return Markup(html)  # noqa: S704 - a template's own output


def reader_at(request: Request, who: Standing) -> Reader:
    return reader_of(registry.game(who.table.game), language_for(request))


async def shown(
    request: Request,
    store: TalkStore,
    who: Standing,
    channel: str,
    unread: int = 0,
    begun: bool = True,
    before: int | None = None,
    most: int = LATEST,
) -> Shown:
    lines = await store.latest(who.table.id, channel, before, most) if begun else []
    sides = members(who.table, channel)
    return Shown(
        name=channel,
        sides=sides,
        others=tuple(side for side in sides if side not in who.own),
        lines=await drawn_for(request, store, who, lines),
        first=lines[0].number if lines else 0,
        last=lines[-1].number if lines else 0,
        unread=unread,
        writes=who.writes(channel),
    )


async def drawn_for(request: Request, store: TalkStore, who: Standing, lines: Sequence[Line]) -> Markup:
    if not lines:
        return Markup()
    person = person_of(request)
    muted = {one.id for one in await store.muted_by(person.id)} if person else set()
    language = language_for(request)
    number, name = (person.id, person.name) if person else (0, "")
    return Markup().join(
        drawn(who.key, line, Look(who.table.game, language, name, line.person in muted, line.person == number))
        for line in lines
    )
