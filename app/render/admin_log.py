"""The admin actions on a table as its log and mails tell them: who did what, and why."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup
from msgspec import Struct

from app.rooms.admin_actions import Asked, Extend, Rename, Replace, Reset, Rewind, See, Undo, decode
from app.rooms.permissions import ADMIN, HOST, MODERATOR
from app.rooms.seats import Seat
from app.store.ops.admin_log import AdminAction, AdminActions
from app.words.reader import Reader
from engine.core.state import Side


class Done(Struct, frozen=True):
    """An admin action as a sentence: `said` names it, and the other fields fill it in."""

    said: str
    at: datetime
    name: str
    role: str
    reason: str
    sides: tuple[Side, ...] = ()
    title: str = ""
    number: int = 0
    """A step, a branch, or minutes."""


def done_at(actions: AdminActions, seats: tuple[Seat, ...]) -> tuple[Done, ...]:
    return tuple(done(action, decode(action.argument), seats) for action in actions)


def done(action: AdminAction, asked: Asked, seats: tuple[Seat, ...]) -> Done:
    said, sides, title, number = action.kind, tuple[Side, ...](), "", 0
    match asked:
        case Rename(title):
            pass
        case Reset(same_seed=True):
            said = "reset.same"
        case Rewind(number) | Undo(number) | Extend(number):
            pass
        case Replace(seat):
            sides = seats[seat].sides
        case See(side):
            sides = (side,)
    return Done(said, action.at, action.name, action.role, action.reason, sides, title, number)


def told_of(one: Done, reader: Reader) -> tuple[Markup, Markup]:
    """Return the two sentences: who did what, and why."""
    say, sides = reader.words.say, Markup(", ").join(map(reader.side, one.sides))
    named = one.name and one.role in (HOST, MODERATOR, ADMIN)
    who = say(f"ui.deed.by.{one.role}", name=one.name) if named else say("ui.deed.by.nobody")
    facts = {"step": one.number, "branch": one.number, "minutes": one.number}
    told = say(f"ui.deed.told.{one.said}", who=who, sides=sides, title=one.title, **facts)
    return told, say("ui.deed.why", reason=one.reason)
