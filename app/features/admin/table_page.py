"""The content of the admin area's pages, and the actions that their forms ask for. Actions that a visitor may not carry
out do not exist for them.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from fastapi import HTTPException
from msgspec import Struct

from app.base.clock import now
from app.features.admin.actions import Doer, Seen, do
from app.model.admin_refusals import NoSuchLine
from app.model.forms import BadForm
from app.rooms.admin_actions import AtTable, Hide, Reset, Rewind, See, Show, Undo
from app.rooms.loading import Told, decoded_news
from app.rooms.permissions import ADMIN, MAY, PLAYER, STAFF, may, role_at
from app.rooms.room import Room
from app.rooms.talk_permissions import Standing
from app.store.games.branches import Branch
from app.store.messages.talk import Line, TalkStore
from app.store.ops.admin_log import AdminAction, AdminActions, AdminLog, Before, NoTable
from app.store.ops.search import Reported, SearchStore
from app.store.people.people import Person
from app.web.forms import whole
from app.web.services import Services
from engine.core import registry
from engine.core.game import AnyGame
from engine.core.refusal import Refusal

SHOWN = 40
"""How many entries and messages a table's page lists."""
SEEN_FOR = 3600
"""For how many seconds an admin may look at a table as a side."""
TALK = ("table", "watchers")
"""The channels that moderators read; of others they see reported messages."""
ARGUMENTS = ("title", "minutes", "same_seed", "to", "epoch", "seat", "name", "bot", "channel", "number", "side")
"""Form fields that are arguments of admin actions."""
Leading = Reset | Rewind | Undo


class Desk(Struct, frozen=True):
    """A table as a person sees it who may carry out actions on it."""

    key: str
    doer: Doer
    before: Before
    game: AnyGame | None
    """None if it is not installed."""
    may: frozenset[str]
    actions: AdminActions
    branches: tuple[Branch, ...]
    log: tuple[Told, ...]
    """The latest entries as everyone may read them, the latest first."""
    lines: tuple[Line, ...]
    reported: tuple[Reported, ...]

    @property
    def title(self) -> str:
        room, table = self.before.room, self.before.table
        return room.title if room else table.title if table else ""

    @property
    def sees_now(self) -> bool:
        """Whether its page may show the present position: a host who does not play sees what spectators see."""
        table, room = self.before.table, self.before.room
        delayed = table is not None and table.delay > 0 and room is not None and room.status != "finished"
        return not delayed or self.doer.role in STAFF or bool(table and table.chairs_of(self.doer.person))

    @property
    def last_action(self) -> int:
        return self.actions[-1].id if self.actions else 0


def staff(person: Person) -> Person:
    """Return the person if they are an admin or a moderator. Raises 404 otherwise."""
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
        before = await AdminLog(database).table_and_game(key)
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
        actions=await AdminLog(database).at_table(key),
        branches=tuple(await store.branches(room.id)) if room and runs else (),
        log=await latest(services, before, game) if runs and game else (),
        lines=await said_at(services, before, person) if runs else (),
        reported=await reported_at(services, before, person) if runs else (),
    )


async def latest(services: Services, before: Before, game: AnyGame) -> tuple[Told, ...]:
    """Return the latest entries, each with what everyone may know of it."""
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
    """Tell whether an admin may read a channel: at a table where they play, only what its players may read."""
    table, room = before.table, before.room
    if table is None or not table.chairs_of(person.id):
        return True
    return Standing(table, person, room is not None, room is not None and room.status == "finished").reads(channel)


def asked_by(form: Mapping[str, str]) -> AtTable:
    """Return the action that a form asks for. Raises BadForm."""
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
    """Return what the person saw when filling in the form. Raises BadForm."""
    epoch, step, action = (whole(form[name], 15) for name in ("at_epoch", "at_step", "after"))
    return Seen((epoch, step), action)


async def carried_out(services: Services, desk: Desk, person: Person, form: Mapping[str, str]) -> Refusal | None:
    """Carry out the action of a form and announce it to everyone who has the table open."""
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
    """Let the live room adopt the change, and tell other processes at once."""
    room = await services.rooms.get(key)
    if isinstance(room, Room):
        await room.refresh()
        services.hub.changed(room, own=True)


async def looked_through(services: Services, person: Person, key: str, number: int) -> tuple[Room, str, AdminAction]:
    """Return the room and the side as which this person has lately declared to look at the table. Raises 404."""
    action = await AdminLog(services.database).action(number)
    fresh = action is not None and (now() - action.at).total_seconds() < SEEN_FOR
    if action is None or not fresh or (action.kind, action.key, action.person) != ("see", key, person.id):
        raise HTTPException(404)
    room = await services.rooms.get(key)
    side = msgspec.json.decode(action.argument, type=See).side
    if not isinstance(room, Room) or side not in room.position.sides or room.sides_of(person):
        raise HTTPException(404)
    return room, side, action
