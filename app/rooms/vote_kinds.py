"""The kinds of votes. Each kind says what exactly is proposed, whether it may be proposed, who has to agree, and what
carries it out.

A new kind needs an argument, its two functions, a line in `KINDS`, and its sentences in `app/words/back`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from app.model.clocks.holding import holding_of
from app.model.refusals import (
    NotAway,
    NothingToAsk,
    NotYourChoice,
)
from app.rooms.clock_control import wind
from app.rooms.loading import jumps
from app.rooms.tenures import absent, let_back, replace_player, sitting_at
from engine.core.choice import Choice
from engine.core.ending import End
from engine.core.refusal import NothingToTakeBack, Refusal, Stale
from engine.core.state import Side
from engine.core.undo import Back

if TYPE_CHECKING:
    from app.rooms.room import Room
    from app.store.games.votes import Motion


LONGEST_MINUTES = 7 * 24 * 60


class TakeBack(Struct, frozen=True):
    """Go back to the position of this sequence."""

    to: int


class EndHere(Struct, frozen=True):
    """End the game as it stands when the last player agrees, with the score it gives then."""


class Pause(Struct, frozen=True):
    """Stop the clocks; players may still move."""


class Resume(Struct, frozen=True):
    """Start the clocks again."""


class Extend(Struct, frozen=True):
    """Give the sides that have to decide when the vote passes this much more time for the decision."""

    minutes: int


class Replace(Struct, frozen=True):
    """Go on without the absent player of this side: a bot takes over, or the seat is offered."""

    side: Side
    by: Literal["bot", "offer"] = "offer"


class ComeBack(Struct, frozen=True):
    """Let the person who asks return to the seat of this number."""

    seat: int


class Rules(Struct, frozen=True):
    """Go back to the position of this sequence, after which corrected rules would have led elsewhere, and play on from
    there. Players cannot propose this: see `app.ops.rules_migration`."""

    to: int
    rules: str


class Wish(Struct, frozen=True):
    """A proposal: the person, their side, what they propose, and the sequence they had seen."""

    person: int
    side: Side
    asked: Any
    seen: int


class Kind(Struct, frozen=True):
    name: str
    asked: type[Struct]
    may_ask: Callable[[Room, Wish], Awaitable[Refusal | None]]
    carry_out: Callable[[Room, Motion, Any], Awaitable[Refusal | None]] | None = None
    """Carries the proposal out under the room's lock; None means it is done. The game does not move."""
    choice: Callable[[Any], Choice] | None = None
    """Returns the choice that moves the game as proposed, for proposals to do that."""
    everybody: bool = False
    """Whether all have to agree; otherwise more than half of them."""
    once: bool = False
    """Whether doing it twice would make a difference: then the outcome is recorded first, and the process that recorded
    it carries it out."""
    stays: bool = False
    """Whether it is about the position it was proposed at, and lapses when the game goes on."""
    about: Callable[[Room, Any], set[int]] | None = None
    """The people it is about, who do not vote."""

    def asked_in(self, motion: Motion) -> Any:
        return msgspec.json.decode(motion.argument, type=self.asked)


async def may_take_back(room: Room, wish: Wish) -> Refusal | None:
    if room.lesson:
        return NothingToTakeBack()
    if not room.current(wish.side, wish.seen):
        return Stale(wish.seen, room.sequence)
    entries = await room.store.entries(room.id, room.epoch, wish.asked.to, wish.asked.to + 1)
    ours = entries and entries[0].side == wish.side and not jumps(room.game, entries[0])
    return None if ours else NotYourChoice()


def back_to(asked: TakeBack | Rules) -> Back:
    return Back(asked.to, agreed=True)


async def only_the_site(_: Room, __: Wish) -> Refusal:
    return NothingToAsk()


async def may_end(room: Room, _: Wish) -> Refusal | None:
    return only_at_games(room)


async def may_hold(room: Room, wish: Wish) -> Refusal | None:
    return holding_of(wish.asked).why_not(room.clock)


async def may_extend(room: Room, wish: Wish) -> Refusal | None:
    in_bounds = 0 < wish.asked.minutes <= LONGEST_MINUTES
    return await may_hold(room, wish) or (None if in_bounds else NothingToAsk())


async def hold(room: Room, _: Motion, asked: Pause | Resume | Extend) -> None:
    await wind(room, holding_of(asked))


async def may_replace(room: Room, wish: Wish) -> Refusal | None:
    """Allow it only against absent players other than oneself."""
    person = sitting_at(room, wish.asked.side)
    if person is None or person == wish.person:
        return NothingToAsk()
    return only_at_games(room) or (None if person in absent(room) else NotAway(wish.asked.side))


async def go_on_without(room: Room, _: Motion, asked: Replace) -> Refusal | None:
    person = sitting_at(room, asked.side)
    return NothingToAsk() if person is None else await replace_player(room, person, asked.by == "bot")


def whoever_plays(room: Room, asked: Replace) -> set[int]:
    person = sitting_at(room, asked.side)
    return set() if person is None else {person}


async def may_come_back(room: Room, wish: Wish) -> Refusal | None:
    """Allow it to people who sat there; `tenures.refused` has found that the table has to agree."""
    sat_there = any(one.person == wish.person and one.seat == wish.asked.seat for one in room.tenures)
    return only_at_games(room) or (None if sat_there else NothingToAsk())


async def come_back(room: Room, motion: Motion, asked: ComeBack) -> Refusal | None:
    return NothingToAsk() if motion.person is None else await let_back(room, motion.person, asked.seat)


def only_at_games(room: Room) -> Refusal | None:
    """Refuse votes at lessons, which follow their guide, and at analysis boards, which belong to one person."""
    return None if room.table and room.table.kind == "game" else NothingToAsk()


KINDS = {
    kind.name: kind
    for kind in (
        Kind("take_back", TakeBack, may_take_back, choice=back_to, everybody=True, stays=True),
        Kind("end", EndHere, may_end, choice=lambda _: End(), everybody=True),
        Kind("pause", Pause, may_hold, hold, once=True),
        Kind("resume", Resume, may_hold, hold, once=True),
        Kind("extend", Extend, may_extend, hold, once=True),
        Kind("replace", Replace, may_replace, go_on_without, about=whoever_plays),
        Kind("come_back", ComeBack, may_come_back, come_back),
        Kind("rules", Rules, only_the_site, choice=back_to, everybody=True, stays=True),
    )
}
KIND_OF = {kind.asked: kind for kind in KINDS.values()}
Asked = TakeBack | EndHere | Pause | Resume | Extend | Replace | ComeBack | Rules
