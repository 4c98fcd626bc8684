"""The admin log in sentences: who did what, to which table or person, and why, each with its links. The pages of admins
and moderators show it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from app.rooms.permissions import SHELL
from app.store.ops.admin_log import AdminAction, AdminActions
from app.words.catalogue import Words
from app.words.reader import reader_of
from engine.core import registry

LINK = Markup('<a href="{}" dir="auto">{}</a>')


class Line(Struct, frozen=True):
    """An admin action as the log tells it."""

    id: int
    at: datetime
    sentence: Markup


def lines(actions: AdminActions, words: Words) -> list[Line]:
    return [Line(action.id, action.at, sentence(action, words)) for action in actions]


def sentence(action: AdminAction, words: Words) -> Markup:
    """`Ana froze Evening game: Red has to catch a train`."""
    argument: dict[str, Any] = msgspec.json.decode(action.argument)
    facts = {name: argument.get(name, "") for name in ("title", "minutes")}
    told = words.say(
        f"ui.audit.{action.kind}{variant(argument)}",
        who=doer(action, words),
        table=LINK.format(f"/admin/tables/{action.key}", action.title or action.key),
        person=person(action.subject, action.about, words),
        role=words.say(f"ui.admin.role.{argument.get('role') or 'player'}"),
        side=side(action.game, argument.get("side", ""), words),
        step=argument.get("to", ""),
        branch=argument.get("epoch", ""),
        seat=argument.get("seat", 0) + 1,
        **facts,
    )
    return words.say("ui.audit.line", told=told, reason=Markup('<q dir="auto">{}</q>').format(action.reason))


def variant(argument: dict[str, Any]) -> str:
    """Return a suffix for actions of one kind that have different sentences."""
    match argument:
        case {"do": "reset", "same_seed": True}:
            return ".same"
        case {"do": "replace", "name": str(name)} if name:
            return ".person"
        case {"do": "replace", "bot": str(bot)} if bot:
            return ".bot"
        case {"do": "replace"}:
            return ".offered"
    return ""


def doer(action: AdminAction, words: Words) -> Markup:
    return words.say("ui.audit.shell") if action.role == SHELL else person(action.person, action.name, words)


def person(number: int | None, name: str, words: Words) -> Markup:
    """Return a person's name with a link; people who have left have no name."""
    said = name or words.say("ui.audit.nobody")
    return LINK.format(f"/admin/people/{number}", said) if number else Markup("{}").format(said)


def side(game: str, named: str, words: Words) -> str:
    """Return a side's name as its game calls it."""
    known = registry.games().get(game)
    return reader_of(known, words.language).name(named) if known and named else named
