"""Carries out admin actions on tables: checks that the admin may do it, then the reason, then whether it is possible;
one transaction carries it out and records who did it and why. Live rooms learn of it like of any other change.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

import msgspec
from msgspec import Struct

from app.base.clock import now
from app.features.admin import rewinding as branching
from app.features.admin.rewinding import Past, Target, past_of
from app.model.admin_refusals import (
    CantBeRead,
    GoneOn,
    NoGame,
    NoReason,
    NoSuchLine,
    NoSuchPerson,
    NoSuchSeat,
    NotBegun,
    NotForYou,
    PlaysHere,
)
from app.model.names import fold_name
from app.model.refusals import HasLooked
from app.rooms.admin_actions import (
    BESIDE,
    LEADING,
    Asked,
    Hide,
    Replace,
    Reset,
    Rewind,
    See,
    Show,
    Undo,
    change_of,
    of_a_game,
    replace_owner,
)
from app.rooms.permissions import CLOCKS, HOST, SHELL, may
from app.rooms.seats import decode_seats
from app.store.db.database import Database
from app.store.games.rooms import RoomStore
from app.store.messages.talk import TalkStore
from app.store.ops.admin_log import AdminLog, Before, Change, NewAdminAction, Overtaken
from app.store.people.people import PeopleStore
from app.store.tables.tenures import Looked
from engine.core import registry
from engine.core.refusal import Refusal

LONGEST_REASON = 500
TRIES = 5
"""How many times the target of a rewind is computed again if the game goes on in the meantime."""


class Doer(Struct, frozen=True):
    """The person who carries out an action, and their role."""

    person: int | None
    role: str


class Seen(Struct, frozen=True):
    """The state that the admin saw when deciding: where the game was, and the last action on the table."""

    head: tuple[int, int]
    action: int


SHELL_DOER = Doer(None, SHELL)


async def do(
    database: Database, doer: Doer, key: str, asked: Asked, reason: str, seen: Seen | None = None
) -> Refusal | None:
    """Carry out an action on a table; None means it is done. Raises NoTable."""
    try:
        return await doing(database, doer, key, asked, reason, seen)
    except Overtaken:
        return GoneOn()
    except Looked:
        return HasLooked()


async def doing(
    database: Database, doer: Doer, key: str, asked: Asked, reason: str, seen: Seen | None
) -> Refusal | None:
    why = " ".join(reason.split())
    if not may(doer.role, asked.kind):
        return NotForYou()
    if not 1 <= len(why) <= LONGEST_REASON or not why.isprintable():
        return NoReason()
    action = NewAdminAction(asked.kind, doer.person, doer.role, why, msgspec.json.encode(asked).decode(), now(), key)
    told = not isinstance(asked, BESIDE)
    action = msgspec.structs.replace(action, told=told, after=seen.action if seen else None)
    if isinstance(asked, Replace):
        return await replace(database, action, asked)
    if isinstance(asked, Hide | Show):
        return await hide(database, action, asked)
    if isinstance(asked, LEADING):
        return await move_game(database, action, asked, seen)
    return await simply(database, action, asked)


async def simply(database: Database, action: NewAdminAction, asked: Asked) -> Refusal | None:
    def decide(before: Before) -> Change | Refusal:
        if action.role == HOST and action.kind in CLOCKS and not (before.clock and before.clock.terms.host_holds):
            return NotForYou()
        if isinstance(asked, See) and (why_not := unseeable(asked, action.person, before)):
            return why_not
        return change_of(asked, before, action.at)

    return await AdminLog(database).carry_out(action, decide)


def unseeable(asked: See, person: int | None, before: Before) -> Refusal | None:
    """Return why a person may not look at a table as this side, None if they may: former players of it may come
    back."""
    if before.room is None:
        return NotBegun()
    if asked.side not in {side for seat in decode_seats(before.room.seats) for side in seat.sides}:
        return NoSuchSeat()
    seated = before.table is not None and bool(before.table.chairs_of(person))
    sat_here = any(person is not None and one.person == person for one in before.held)
    return PlaysHere() if seated or sat_here else None


async def move_game(database: Database, action: NewAdminAction, asked: Asked, seen: Seen | None) -> Refusal | None:
    """Move the game to the position that is computed for it: from where the admin saw it, or from wherever it is."""
    refusal: Refusal | None = None
    for _ in range(TRIES):
        target = await target_of(database, action.key, asked)
        if isinstance(target, Refusal):
            return target
        if seen and seen.head != target.head:
            return GoneOn()
        refusal = await AdminLog(database).carry_out(action, partial(change, target, action.at))
        if not isinstance(refusal, GoneOn):
            break
    return refusal


def change(target: Target, at: datetime, before: Before) -> Change | Refusal:
    return target.change(before, at) if of_a_game(before) else NoGame()


async def target_of(database: Database, key: str, asked: Asked) -> Target | Refusal:
    """Compute where a game would be moved."""
    past = await past_at(database, key)
    return past if isinstance(past, Refusal) else await target_from(database, key, past, asked)


async def target_from(database: Database, key: str, past: Past, asked: Asked) -> Target | Refusal:
    match asked:
        case Reset(same_seed):
            table = await AdminLog(database).table(key)
            return await branching.reset(past, table, same_seed, now())
        case Rewind(to):
            return await branching.rewind(past, to)
        case Undo(epoch):
            return await branching.undo(past, epoch)
    raise TypeError(f"{asked.kind} leads nowhere")


async def past_at(database: Database, key: str) -> Past | Refusal:
    """Return the past of a table's game."""
    store = RoomStore(database)
    row = await store.find(key)
    if row is None:
        return NotBegun()
    try:
        return await past_of(store, registry.game(row.game), row)
    except registry.UnknownGame:
        return CantBeRead()


async def replace(database: Database, action: NewAdminAction, asked: Replace) -> Refusal | None:
    """Replace the owner of a seat, after looking up who is to sit there."""
    person = None
    if asked.name:
        account = (await PeopleStore(database).called([fold_name(asked.name)])).get(fold_name(asked.name))
        if account is None or account.banned:
            return NoSuchPerson()
        person = account.id
    table = await AdminLog(database).table(action.key)
    if asked.bot and (person or table is None or asked.bot not in registry.game(table.game).bots):
        return NoSuchSeat()
    about = msgspec.structs.replace(action, subject=person)
    return await AdminLog(database).carry_out(about, lambda before: replace_owner(asked, person, before, action.at))


async def hide(database: Database, action: NewAdminAction, asked: Hide | Show) -> Refusal | None:
    """Hide a message, or show it again."""
    done = await TalkStore(database).hide(action, asked.channel, asked.number, isinstance(asked, Hide))
    return None if done else NoSuchLine()
