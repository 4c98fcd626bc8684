"""Invitations by name: finds the people, and limits which of them are notified."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.model.form_errors import Unfit
from app.model.names import fold_name
from app.store.people.people import Person
from app.store.tables.tables import Guest
from app.web import rate_limits as limits
from app.web.sign_in import Accounts

BETWEEN = re.compile(r"[,;\r\n]+")
MOST = 20
"""How many people one table may invite."""


async def guests_named(accounts: Accounts, person: Person, text: str) -> tuple[Guest, ...]:
    """Return the people whose names were typed, and the person who typed them. Raises Unfit with names that nobody
    has."""
    typed = {fold_name(name): " ".join(name.split()) for name in BETWEEN.split(text) if name.strip()}
    if len(typed) > MOST:
        raise Unfit(names=("ui.lobby.names.many", {"most": MOST}))
    found = await accounts.people.called(typed)
    if unknown := [name for which, name in typed.items() if which not in found]:
        raise Unfit(names=("ui.lobby.names.unknown", {"names": ", ".join(unknown)}))
    guests = {account.id: Guest(account.id, account.name) for account in found.values()}
    if not guests.keys() - {person.id}:
        raise Unfit(names=("ui.lobby.names.nobody", {}))
    return (*guests.values(), *(() if person.id in guests else (Guest(person.id, person.name),)))


async def to_be_told(accounts: Accounts, person: Person, guests: Iterable[Guest]) -> list[int]:
    """Return the people to notify, so that nobody is invited too often, nor invites too many."""
    asked = [guest.person for guest in guests if guest.person != person.id]
    return [
        one
        for one in asked
        if not await accounts.tries.wait(limits.INVITING, str(person.id))
        and not await accounts.tries.wait(limits.ASKED, str(one))
    ]
