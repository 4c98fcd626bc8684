"""The admin area as lines of text, for the command `horloge admin`: the results of searches, what moving a game would
change, what a side sees.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from markupsafe import Markup
from msgspec import Struct

from app.admin.answers import CantBeRead, NotBegun
from app.admin.comparing import Compared, Hand, comparison
from app.admin.deeds import SHELL_DOER, do
from app.admin.kinds import Asked, See
from app.rooms.loading import Unreadable, load
from app.store.database import Database
from app.store.rooms import RoomStore
from app.store.searching import Delivery, FoundPerson, FoundTable, SearchStore
from app.words.catalogue import words_of
from app.words.plain import PlainReader, plain_reader_of
from engine.core import registry
from engine.core.refusal import Refusal

SPOKEN = "en"
"""The language of the shell."""


class Told(Struct, frozen=True):
    """Lines to print."""

    lines: tuple[str, ...]


async def searched(database: Database, text: str, status: str) -> Told:
    """Return the people, tables and deliveries that the admin area would find."""
    store, wanted = SearchStore(database), text.strip()
    people, tables = await store.people(wanted, addresses=True), await store.tables(wanted, status)
    deliveries = await store.deliveries(wanted)
    return Told((*map(of_person, people), *map(of_table, tables), *map(of_delivery, deliveries)))


def of_person(one: FoundPerson) -> str:
    what = "left" if one.left_at else "banned" if one.banned_at else "guest" if one.guest else one.role
    return line("person", one.name, what, one.email or "")


def of_table(one: FoundTable) -> str:
    return line("table", one.key, "void" if one.void else one.status, one.game, one.title)


def of_delivery(one: Delivery) -> str:
    return line(one.kind, one.to, one.state, one.about, one.what, one.trouble)


def line(*parts: str) -> str:
    return "  ".join(part for part in parts if part)


async def seen_as(database: Database, key: str, side: str, why: str) -> Told | Refusal:
    """Return all that a side sees of its table as JSON. The look is recorded, and the table is told."""
    refusal = await do(database, SHELL_DOER, key, See(side), why)
    if refusal is not None:
        return refusal
    store = RoomStore(database)
    row = await store.row(key)
    try:
        game = registry.game(row.game)
        position = (await load(store, game, row)).position
    except (registry.UnknownGame, Unreadable):
        return CantBeRead()
    view = msgspec.json.format(msgspec.json.encode(game.view(position, side)), indent=2)
    return Told((view.decode(),))


async def compared_with(database: Database, key: str, asked: Asked) -> Told | Refusal:
    """Return the differences, a line for each: now, and then. Raises NoTable."""
    row = await RoomStore(database).find(key)
    if row is None:
        return NotBegun()
    try:
        reader = plain_reader_of(registry.game(row.game), SPOKEN)
    except registry.UnknownGame:
        return CantBeRead()
    _, found = await comparison(database, key, asked, reader)
    return found if isinstance(found, Refusal) else Told((*differences(reader, found),))


def differences(reader: PlainReader, found: Compared) -> Iterator[str]:
    if found.new_deal:
        yield say("ui.admin.compare.new_deal")
    if not found.readable:
        yield say("ui.admin.compare.unreadable")
    yield differs(say("ui.admin.step"), str(found.step_before), str(found.step_after))
    waiting = (sides(reader, those) for those in (found.waiting_before, found.waiting_after))
    if not found.new_deal:
        yield differs(say("ui.admin.waited"), *waiting)
    for side, (was, becomes) in found.scores.items():
        points = f"{say('ui.admin.points')} {reader.name(side)}"
        yield differs(points, "?" if was is None else str(was), str(becomes))
    for hand in found.hands:
        yield differs(f"{say('ui.admin.time.left')} {reader.name(hand.side)}", *hours(hand))
    for one in found.figures:
        what = " · ".join(map(plain, one.what))
        yield differs(what, *("; ".join(map(plain, those)) for those in (one.before, one.after)))


def differs(what: str, before: str, after: str) -> str:
    return f"{what}: {before or say('ui.none')} -> {after or say('ui.none')}"


def sides(reader: PlainReader, those: tuple[str, ...]) -> str:
    return ", ".join(map(reader.name, those))


def hours(hand: Hand) -> tuple[str, ...]:
    return tuple(
        say("ui.admin.time", hours=int(seconds // 3600), minutes=int(seconds % 3600 // 60))
        for seconds in (hand.before, hand.after)
    )


def plain(text: Markup | str) -> str:
    return text.striptags() if isinstance(text, Markup) else text


def say(key: str, **facts: object) -> str:
    return words_of(SPOKEN).say(key, **facts).striptags()
