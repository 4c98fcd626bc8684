"""Shows what a reset, rewind or return to a branch would change, before an admin decides: positions as everyone sees
them, scores, who has to decide, clocks. Everything hidden from spectators is hidden here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from app.base.clock import now
from app.features.admin.actions import TRIES, past_at, target_from
from app.features.admin.rewinding import Target
from app.model.admin_refusals import GoneOn
from app.model.clocks.hands import Clock
from app.render.differences import differing
from app.rooms.admin_actions import Asked, Reset
from app.store.db.database import Database
from app.store.ops.admin_log import AdminLog, Before
from app.words.reader import Reader
from engine.core.game import AnyGame
from engine.core.refusal import Refusal
from engine.core.sides import named
from engine.core.state import AnyState, Side

MOST = 200


class Figure(Struct, frozen=True):
    """One difference: its name, before and after; of a list what goes and what comes."""

    what: tuple[Markup | str, ...]
    before: tuple[Markup, ...]
    after: tuple[Markup, ...]


class Hand(Struct, frozen=True):
    """The time of a side before and after: the seconds left, and the deadline."""

    side: Side
    before: float
    after: float
    due_before: datetime | None
    due_after: datetime | None


class Compared(Struct, frozen=True):
    """The present state and what it would become."""

    step_before: int
    step_after: int
    waiting_before: tuple[Side, ...]
    waiting_after: tuple[Side, ...]
    scores: dict[Side, tuple[int | None, int]]
    figures: list[Figure]
    hands: list[Hand]
    readable: bool
    new_deal: bool = False
    """Whether cards and dice are drawn only when it is done: then nothing that may depend on them is shown."""


async def comparison(
    database: Database, key: str, asked: Asked, reader: Reader, tries: int = TRIES
) -> tuple[Before, Compared | Refusal]:
    """Return what moving a game would change, and the table for which that is true. It tries again if the game goes on
    in the meantime. Raises NoTable."""
    before = await AdminLog(database).table_and_game(key)
    found = await compared_at(database, before, key, asked, reader)
    if isinstance(found, GoneOn) and tries > 1:
        return await comparison(database, key, asked, reader, tries - 1)
    return before, found


async def compared_at(database: Database, before: Before, key: str, asked: Asked, reader: Reader) -> Compared | Refusal:
    past = await past_at(database, key)
    if isinstance(past, Refusal):
        return past
    target = await target_from(database, key, past, asked)
    if isinstance(target, Refusal):
        return target
    found = compared(reader, target, past.now, before, now())
    drawn_later = isinstance(asked, Reset) and not asked.same_seed
    return undealt(found) if drawn_later and isinstance(found, Compared) else found


def compared(reader: Reader, target: Target, here: AnyState | None, before: Before, at: datetime) -> Compared | Refusal:
    """Return the differences if it were done at this moment; `here` is the present position, if it can be read."""
    game, then, change = reader.game, target.position, target.change(before, at)
    if isinstance(change, Refusal):
        return change
    totals_now, totals_then = game.totals(here) if here else {}, game.totals(then)
    return Compared(
        target.head[1],
        target.stand.sequence,
        tuple(before.room.waiting.split()) if before.room else (),
        tuple(target.stand.waiting.split()),
        {side: (totals_now.get(side), totals_then[side]) for side in then.sides},
        figures(reader, game, here, then) if here else [],
        [*hands(before.clock, change.clock)],
        here is not None,
    )


def undealt(found: Compared) -> Compared:
    """Keep only what is the same whatever is dealt: not who has to decide first, nor how long they have."""
    return replace(found, waiting_after=(), scores={}, figures=[], hands=[], new_deal=True)


def figures(reader: Reader, game: AnyGame, now: AnyState, then: AnyState) -> list[Figure]:
    """Return what changes for spectators, in the order of the view."""
    found = islice(differing(game.view(now, None), game.view(then, None)), MOST)
    return [
        Figure(tuple(map(reader.label, path)), said(reader, path, gone), said(reader, path, come))
        for path, before, after in found
        for gone, come in [gone_and_come(before, after)]
    ]


def gone_and_come(before: Any, after: Any) -> tuple[list[Any], list[Any]]:
    """Return what goes and what comes: of lists their members, of others the values."""
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        return [one for one in before if one not in after], [one for one in after if one not in before]
    return [before], [after]


def said(reader: Reader, path: tuple[str, ...], values: list[Any]) -> tuple[Markup, ...]:
    return tuple(plainly(reader, path, value) for value in values)


def plainly(reader: Reader, path: tuple[str, ...], value: Any) -> Markup:
    """Return a value of a view as text; a dictionary as its words and figures in a row."""
    if isinstance(value, dict):
        told = {named(name): one for name, one in value.items() if one not in (None, "", [], {})}
        return Markup(", ").join(
            Markup(" ").join((reader.label(name), plainly(reader, (name, *path), one))) for name, one in told.items()
        )
    if isinstance(value, list | tuple):
        return Markup(", ").join(plainly(reader, path, one) for one in value)
    return reader.fact(value, *path)


def hands(before: Clock | None, after: Clock | None) -> Iterator[Hand]:
    """Yield the time of each side, with what it has in all."""
    for side, hand in after.hands.items() if after else ():
        was = before.hands.get(side) if before else None
        had = was.left + was.free if was else 0.0
        yield Hand(side, had, hand.left + hand.free, was.due if was else None, hand.due)
