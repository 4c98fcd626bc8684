"""The permissions for actions on tables and people: one table, used by everything that does any of it."""

from __future__ import annotations

from app.store.people import Person

PLAYER, HOST, MODERATOR, ADMIN, SHELL = "player", "host", "moderator", "admin", "shell"
ROLES = (PLAYER, MODERATOR, ADMIN)
"""Roles on the whole site. The host of a table is host there; the shell may do what admins may."""
STAFF = (MODERATOR, ADMIN)

EVERYBODY, STAFF_ONLY, ADMINS = {HOST, MODERATOR, ADMIN}, {MODERATOR, ADMIN}, {ADMIN}
MAY = {
    "rename": EVERYBODY,
    "pause": EVERYBODY,
    "resume": EVERYBODY,
    "extend": EVERYBODY,
    "freeze": STAFF_ONLY,
    "thaw": STAFF_ONLY,
    "hide": STAFF_ONLY,
    "show": STAFF_ONLY,
    "void": ADMINS,
    "reset": ADMINS,
    "rewind": ADMINS,
    "undo": ADMINS,
    "replace": ADMINS,
    "see": ADMINS,
    "ban": ADMINS,
    "unban": ADMINS,
    "appoint": ADMINS,
    "reset_factor": ADMINS,
}
WEIGHTY = {kind for kind, those in MAY.items() if those == ADMINS} | {"hand_on"}
"""Admin actions before which the admin types a password or a code again."""
CLOCKS = ("pause", "resume", "extend")
"""A host may stop and extend the clocks only where the table's terms allow it."""


def may(role: str, kind: str) -> bool:
    return (ADMIN if role == SHELL else role) in MAY[kind]


def role_at(person: Person, host: int | None) -> str:
    """Return the role in which a person acts at a table: their role on the site, if that is more than host."""
    return person.role if person.role in STAFF else HOST if host == person.id else PLAYER
