"""Admin actions on people: giving them a role, banning and unbanning them. A banned person keeps the seats in running
games until these are handed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from app.base.clock import now
from app.features.admin.actions import LONGEST_REASON, Doer, do
from app.model.admin_refusals import (
    IsBanned,
    LastAdmin,
    NoFactor,
    NoReason,
    NoSuchPerson,
    NoSuchSeat,
    NotBanned,
    NotForYou,
    NotPlaying,
    NotYourself,
)
from app.model.names import fold_name
from app.rooms.admin_actions import Replace
from app.rooms.permissions import ROLES, may
from app.store.db.database import Database
from app.store.ops.admin_log import NewAdminAction
from app.store.people.factors import FactorStore
from app.store.people.people import PeopleStore
from app.store.people.roles import RoleStore, Standing
from app.words.account_mails import AccountMails
from app.words.catalogue import words_of
from engine.core.refusal import Refusal

CloseSockets = Callable[[Iterable[int]], None]
"""Called with the sessions that have ended."""


def unheard(_: Iterable[int]) -> None:
    """Do nothing: servers notice ended sessions by themselves."""


async def appoint(database: Database, doer: Doer, name: str, role: str, reason: str) -> Refusal | None:
    """Make a person a player, a moderator or an admin; guests can only be players."""
    who = await RoleStore(database).called(fold_name(name))
    if who is None or role not in ROLES or (who.guest and role != "player") or who.banned:
        return NoSuchPerson()
    action = action_on(doer, "appoint", who, reason, role)
    if isinstance(action, Refusal):
        return action
    return None if await RoleStore(database).appoint(action, role) else LastAdmin()


async def ban(
    database: Database,
    doer: Doer,
    name: str,
    reason: str,
    close_sockets: CloseSockets = unheard,
    seats_too: bool = False,
) -> Refusal | None:
    who = await RoleStore(database).called(fold_name(name))
    if who is None:
        return NoSuchPerson()
    action = action_on(doer, "ban", who, reason)
    if isinstance(action, Refusal) or who.banned:
        return action if isinstance(action, Refusal) else IsBanned()
    ended = await RoleStore(database).ban(action)
    if ended is None:
        return LastAdmin()
    close_sockets(ended)
    if seats_too:
        await hand_on(database, doer, name, reason)
    return None


async def hand_on(database: Database, doer: Doer, name: str, reason: str) -> Refusal | None:
    """Offer the seats of a banned person in all running games to others; each table is told why."""
    who = await RoleStore(database).called(fold_name(name))
    if who is None or not who.banned:
        return NotBanned() if who else NoSuchPerson()
    for key, seat in await RoleStore(database).seats_of(who.id):
        refusal = await do(database, doer, key, Replace(seat), reason)
        if refusal and not isinstance(refusal, NotPlaying | NoSuchSeat):
            return refusal
    return None


async def unban(database: Database, doer: Doer, name: str, reason: str) -> Refusal | None:
    who = await RoleStore(database).called(fold_name(name))
    if who is None:
        return NoSuchPerson()
    action = action_on(doer, "unban", who, reason)
    if isinstance(action, Refusal) or not who.banned:
        return action if isinstance(action, Refusal) else NotBanned()
    await RoleStore(database).unban(action)
    return None


async def reset_factor(
    database: Database,
    doer: Doer,
    name: str,
    reason: str,
    account_mails: AccountMails,
    close_sockets: CloseSockets = unheard,
) -> Refusal | None:
    """Switch off the second factor of a person who has lost app and recovery codes: their sessions end, and a mail
    tells them."""
    who = await RoleStore(database).called(fold_name(name))
    if who is None:
        return NoSuchPerson()
    action = action_on(doer, "reset_factor", who, reason)
    if isinstance(action, Refusal):
        return action
    account = await PeopleStore(database).account_of(who.id)
    mail = account_mails.about_factor(words_of(account.language or "en"), "factor_reset", account)
    ended = await FactorStore(database).reset(action, mail)
    close_sockets(ended or ())
    return NoFactor() if ended is None else None


def action_on(doer: Doer, kind: str, who: Standing, reason: str, role: str = "") -> NewAdminAction | Refusal:
    """Return the action to record, or why it is not allowed."""
    why = " ".join(reason.split())
    if not may(doer.role, kind):
        return NotForYou()
    if who.id == doer.person:
        return NotYourself()
    if not 1 <= len(why) <= LONGEST_REASON or not why.isprintable():
        return NoReason()
    argument = msgspec.json.encode({"do": kind} | ({"role": role} if role else {})).decode()
    return NewAdminAction(kind, doer.person, doer.role, why, argument, now(), subject=who.id)
