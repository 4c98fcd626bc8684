"""What the pages of those who run the site show, and what their forms ask for. Called by admin.routes; what a visitor
may not do there does not exist for them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from fastapi import HTTPException
from msgspec import Struct

from app.accounts.forms import BadForm
from app.admin.answers import NoSuchLine
from app.admin.deeds import Doer, Seen, do
from app.admin.kinds import AtTable, Hide, Reset, Rewind, See, Show, Undo
from app.admin.may import ADMIN, MAY, PLAYER, STAFF, may, role_at
from app.clock import now
from app.rooms.loading import Told, decoded_news
from app.rooms.room import Room
from app.services import Services
from app.store.deeds import Before, Deed, Deeds, DeedStore, NoTable
from app.store.lineage import Branch
from app.store.people import Person
from app.store.searching import Reported, SearchStore
from app.store.talk import Line, TalkStore
from app.talk.channels import Standing
from engine.core import registry
from engine.core.game import AnyGame
from engine.core.refusal import Refusal

SHOWN = 40
"""Entries and lines of talk that a table's page lists."""
SEEN_FOR = 3600
"""Seconds for which whoever looks at a table as a side may do so."""
TALK = ("table", "watchers")
"""The channels that moderators read; of others, what somebody objects to."""
ARGUMENTS = ("title", "minutes", "same_seed", "to", "epoch", "seat", "name", "bot", "channel", "number", "side")
"""Fields of forms that are arguments of deeds."""
Leading = Reset | Rewind | Undo


class Desk(Struct, frozen=True):
    """A table as whoever may do something to it sees it."""

    key: str
    doer: Doer
    before: Before
    game: AnyGame | None
    """None if it is not installed."""
    may: frozenset[str]
    deeds: Deeds
    branches: tuple[Branch, ...]
    log: tuple[Told, ...]
    """The latest, as everybody may read them; the latest first."""
    lines: tuple[Line, ...]
    reported: tuple[Reported, ...]

    @property
    def title(self) -> str:
        room, table = self.before.room, self.before.table
        return room.title if room else table.title if table else ""

    @property
    def sees_now(self) -> bool:
        """Whether its page may say where the game stands: a host who does not play sees what spectators see."""
        table, room = self.before.table, self.before.room
        delayed = table is not None and table.delay > 0 and room is not None and room.status != "finished"
        return not delayed or self.doer.role in STAFF or bool(table and table.chairs_of(self.doer.person))

    @property
    def last_deed(self) -> int:
        return self.deeds[-1].id if self.deeds else 0


def staff(person: Person) -> Person:
    """Those who run the site."""
    if person.role not in STAFF:
        raise HTTPException(404)
    return person


def admin(person: Person) -> Person:
    if person.role != ADMIN:
        raise HTTPException(404)
    return person


async def desk_at(services: Services, person: Person, key: str) -> Desk:
    database, store = services.database, services.store
    try:
        before = await DeedStore(database).looked_at(key)
    except NoTable as error:
        raise HTTPException(404) from error
    role = role_at(person, before.table.host if before.table else None)
    if role == PLAYER:
        raise HTTPException(404)
    room, table, runs = before.room, before.table, role in STAFF
    name = room.game if room else table.game if table else ""
    game = registry.games().get(name)
    return Desk(
        key=key,
        doer=Doer(person.id, role),
        before=before,
        game=game,
        may=frozenset(kind for kind in MAY if may(role, kind)),
        deeds=await DeedStore(database).told_at(key),
        branches=tuple(await store.branches(room.id)) if room and runs else (),
        log=await latest(services, before, game) if runs and game else (),
        lines=await said_at(services, before, person) if runs else (),
        reported=await reported_at(services, before, person) if runs else (),
    )


async def latest(services: Services, before: Before, game: AnyGame) -> tuple[Told, ...]:
    """The latest entries, each with what everybody may know of it."""
    room = before.room
    if room is None:
        return ()
    entries = await services.store.entries(room.id, room.epoch, room.sequence - SHOWN, room.sequence)
    public = (
        Told(one.sequence, one.side, one.at, [told for told in decoded_news(game, one.news) if told.seen_by(None)])
        for one in reversed(entries)
    )
    return tuple(public)


async def said_at(services: Services, before: Before, person: Person) -> tuple[Line, ...]:
    if before.table is None:
        return ()
    store = TalkStore(services.database)
    channels = [name for name in TALK if may_hear(before, person, name)]
    found = [line for name in channels for line in await store.latest(before.table.id, name, None, SHOWN)]
    return tuple(sorted(found, key=lambda line: line.at, reverse=True))


async def reported_at(services: Services, before: Before, person: Person) -> tuple[Reported, ...]:
    if before.table is None:
        return ()
    found = await SearchStore(services.database).reported(before.table.id)
    return tuple(one for one in found if may_hear(before, person, one.channel))


def may_hear(before: Before, person: Person, channel: str) -> bool:
    """Those who run the site hear at a table at which they play what anybody hears who plays there."""
    table, room = before.table, before.room
    if table is None or not table.chairs_of(person.id):
        return True
    return Standing(table, person, room is not None, room is not None and room.status == "finished").reads(channel)


def asked_by(form: Mapping[str, str]) -> AtTable:
    """What a form wants done."""
    kind = form["do"]
    given: dict[str, object] = {name: form[name] for name in ARGUMENTS if form.get(name, "") != ""}
    if "same_seed" in given:
        given["same_seed"] = given["same_seed"] == "on"
    known = next((one for one in AtTable.__args__ if one.__struct_config__.tag == kind), None)
    fields = known.__struct_fields__ if known else ()
    empty = {"title": "", "channel": "", "side": ""}
    try:
        wanted = {name: value for name, value in (empty | given).items() if name in fields}
        asked: AtTable = msgspec.convert(wanted | {"do": kind}, AtTable, strict=False)
    except msgspec.ValidationError as error:
        raise BadForm from error
    return asked


def seen_by(form: Mapping[str, str]) -> Seen:
    """What whoever filled in the form had before their eyes."""
    numbers = [form[name] for name in ("at_epoch", "at_step", "after")]
    if not all(text.isascii() and text.isdigit() and len(text) < 16 for text in numbers):
        raise BadForm
    epoch, step, deed = map(int, numbers)
    return Seen((epoch, step), deed)


async def carried_out(services: Services, desk: Desk, person: Person, form: Mapping[str, str]) -> Refusal | None:
    """What a form wants, done, and told to everybody who has the table open."""
    asked = asked_by(form)
    if isinstance(asked, Hide | Show) and not may_hear(desk.before, person, asked.channel):
        return NoSuchLine()
    refusal = await do(services.database, desk.doer, desk.key, asked, form["reason"], seen_by(form))
    if refusal is None:
        await told(services, desk.key)
    if refusal is None and isinstance(asked, Hide | Show):
        services.talk.live.looks_otherwise(desk.key, asked.channel, asked.number)
    return refusal


async def told(services: Services, key: str) -> None:
    """The live room goes on with it, and other processes are told at once."""
    room = await services.rooms.get(key)
    if isinstance(room, Room):
        await room.refresh()
        services.hub.changed(room, own=True)


async def looked_through(services: Services, person: Person, key: str, number: int) -> tuple[Room, str, Deed]:
    """The table and the side that somebody has said they look at it as: themselves, and of late."""
    deed = await DeedStore(services.database).deed(number)
    fresh = deed is not None and (now() - deed.at).total_seconds() < SEEN_FOR
    if deed is None or not fresh or (deed.kind, deed.key, deed.person) != ("see", key, person.id):
        raise HTTPException(404)
    room = await services.rooms.get(key)
    side = msgspec.json.decode(deed.argument, type=See).side
    if not isinstance(room, Room) or side not in room.position.sides or room.sides_of(person):
        raise HTTPException(404)
    return room, side, deed
