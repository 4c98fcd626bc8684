"""The kinds of votes. Each kind says what exactly is proposed, whether it may be proposed, who has to agree, and what
carries it out.

A new kind needs an argument, its two functions, a line in `KINDS`, and its sentences in `app/words/votes`.
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
    from app.store.games.votes import Vote


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


class Proposal(Struct, frozen=True):
    """A proposal: the person, their side, what they propose, and the sequence they had seen."""

    person: int
    side: Side
    details: Any
    seen: int


class Kind(Struct, frozen=True):
    name: str
    details: type[Struct]
    may_ask: Callable[[Room, Proposal], Awaitable[Refusal | None]]
    carry_out: Callable[[Room, Vote, Any], Awaitable[Refusal | None]] | None = None
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

    def details_of(self, vote: Vote) -> Any:
        return msgspec.json.decode(vote.argument, type=self.details)


async def may_take_back(room: Room, proposal: Proposal) -> Refusal | None:
    if room.lesson:
        return NothingToTakeBack()
    if not room.current(proposal.side, proposal.seen):
        return Stale(proposal.seen, room.sequence)
    entries = await room.store.entries(room.id, room.epoch, proposal.details.to, proposal.details.to + 1)
    ours = entries and entries[0].side == proposal.side and not jumps(room.game, entries[0])
    return None if ours else NotYourChoice()


def back_to(details: TakeBack | Rules) -> Back:
    return Back(details.to, agreed=True)


async def never_by_players(_: Room, __: Proposal) -> Refusal:
    return NothingToAsk()


async def may_end(room: Room, _: Proposal) -> Refusal | None:
    return refuse_unless_game(room)


async def may_hold(room: Room, proposal: Proposal) -> Refusal | None:
    return holding_of(proposal.details).why_not(room.clock)


async def may_extend(room: Room, proposal: Proposal) -> Refusal | None:
    in_bounds = 0 < proposal.details.minutes <= LONGEST_MINUTES
    return await may_hold(room, proposal) or (None if in_bounds else NothingToAsk())


async def hold(room: Room, _: Vote, details: Pause | Resume | Extend) -> None:
    await wind(room, holding_of(details))


async def may_replace(room: Room, proposal: Proposal) -> Refusal | None:
    """Allow it only against absent players other than oneself."""
    person = sitting_at(room, proposal.details.side)
    if person is None or person == proposal.person:
        return NothingToAsk()
    return refuse_unless_game(room) or (None if person in absent(room) else NotAway(proposal.details.side))


async def replace_absent(room: Room, _: Vote, details: Replace) -> Refusal | None:
    person = sitting_at(room, details.side)
    return NothingToAsk() if person is None else await replace_player(room, person, details.by == "bot")


def player_of(room: Room, details: Replace) -> set[int]:
    person = sitting_at(room, details.side)
    return set() if person is None else {person}


async def may_come_back(room: Room, proposal: Proposal) -> Refusal | None:
    """Allow it to people who sat there; `tenures.why_not_seated` has found that the table has to agree."""
    sat_there = any(one.person == proposal.person and one.seat == proposal.details.seat for one in room.tenures)
    return refuse_unless_game(room) or (None if sat_there else NothingToAsk())


async def come_back(room: Room, vote: Vote, details: ComeBack) -> Refusal | None:
    return NothingToAsk() if vote.person is None else await let_back(room, vote.person, details.seat)


def refuse_unless_game(room: Room) -> Refusal | None:
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
        Kind("replace", Replace, may_replace, replace_absent, about=player_of),
        Kind("come_back", ComeBack, may_come_back, come_back),
        Kind("rules", Rules, never_by_players, choice=back_to, everybody=True, stays=True),
    )
}
KIND_OF = {kind.details: kind for kind in KINDS.values()}
Details = TakeBack | EndHere | Pause | Resume | Extend | Replace | ComeBack | Rules
