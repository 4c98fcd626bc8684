"""What the people at a table may be asked to agree on. Each kind says what exactly is asked, whether it may be asked at
all, who has to agree, and what carries it out. Called by motions.

A new kind is an argument, its two functions, a line of KINDS, and its sentences in app/words/back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from app.clocks import holding
from app.rooms.answers import (
    Answer,
    NotAway,
    NothingToAsk,
    NotYourChoice,
)
from app.rooms.loading import jumps
from app.rooms.tenures import absent, let_back, replace_player, sitting_at
from engine.core.choice import Choice
from engine.core.ending import End
from engine.core.refusal import NothingToTakeBack, Refusal, Stale
from engine.core.state import Side
from engine.core.undo import Back

if TYPE_CHECKING:
    from app.rooms.room import Room
    from app.store.motions import Motion


LONGEST_MINUTES = 7 * 24 * 60


class TakeBack(Struct, frozen=True):
    """Back to the position of this sequence."""

    to: int


class EndHere(Struct, frozen=True):
    """The game ends as it stands when the last one agrees, with the score it gives then."""


class Pause(Struct, frozen=True):
    """The clocks stop; who wants to may play on."""


class Resume(Struct, frozen=True):
    """The clocks go on."""


class Extend(Struct, frozen=True):
    """Who is waited for when it passes has so much more time for this decision."""

    minutes: int


class Replace(Struct, frozen=True):
    """The table goes on without whoever plays this side, who is away: a bot plays on, or the seat is offered."""

    side: Side
    by: Literal["bot", "offer"] = "offer"


class ComeBack(Struct, frozen=True):
    """Whoever asks comes back to the seat of this number."""

    seat: int


class Rules(Struct, frozen=True):
    """By these rules the game goes otherwise after the position of this sequence; back to it, to play on from there?
    Nobody at the table asks that: see app.renewing."""

    to: int
    rules: str


class Wish(Struct, frozen=True):
    """Who asks for what, as which side, having seen the position of a sequence."""

    person: int
    side: Side
    asked: Any
    seen: int


class Kind(Struct, frozen=True):
    name: str
    asked: type[Struct]
    may_ask: Callable[[Room, Wish], Awaitable[Refusal | None]]
    carry_out: Callable[[Room, Motion, Any], Awaitable[Answer | None]]
    """None: it is done, and the game is where it was. The room's lock is held."""
    everybody: bool = False
    """Whether all have to agree; else more than half of them."""
    once: bool = False
    """Whether doing it twice would be different: then it is written down first, and done by who wrote it."""
    stays: bool = False
    """Whether it is about the position it was asked at, and lapses when the game goes on."""
    about: Callable[[Room, Any], set[int]] | None = None
    """The people it is about, who are not asked themselves."""

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


async def take_back(room: Room, motion: Motion, asked: TakeBack) -> Answer:
    """To before this choice, unless somebody has gone on meanwhile."""
    while isinstance(answer := await recorded(room, motion, Back(asked.to, agreed=True)), Stale):
        if room.status != "playing" or not motion.at(room.head):
            break
    return answer


async def only_the_site(_: Room, __: Wish) -> Refusal:
    return NothingToAsk()


async def back_to_the_rules(room: Room, motion: Motion, asked: Rules) -> Answer:
    return await take_back(room, motion, TakeBack(asked.to))


async def may_end(room: Room, _: Wish) -> Refusal | None:
    return only_at_games(room)


async def end_here(room: Room, motion: Motion, _: EndHere) -> Answer:
    """As it stands, wherever others have led it meanwhile."""
    while isinstance(answer := await recorded(room, motion, End()), Stale):
        continue
    return answer


async def recorded(room: Room, motion: Motion, choice: Choice) -> Answer:
    """As an entry of the log, under a request key of the motion's own: whichever process does it, it is done once."""
    return await room.carry_out(motion.side, choice, f"motion.{motion.id}")


async def may_pause(room: Room, _: Wish) -> Refusal | None:
    return holding.not_paused(room.clock)


async def pause(room: Room, _: Motion, __: Pause) -> None:
    await holding.wind(room, holding.pausing())


async def may_resume(room: Room, _: Wish) -> Refusal | None:
    return holding.not_resumed(room.clock)


async def resume(room: Room, _: Motion, __: Resume) -> None:
    await holding.wind(room, holding.resuming())


async def may_extend(room: Room, wish: Wish) -> Refusal | None:
    in_bounds = 0 < wish.asked.minutes <= LONGEST_MINUTES
    return holding.not_extended(room.clock) or (None if in_bounds else NothingToAsk())


async def extend(room: Room, _: Motion, asked: Extend) -> None:
    await holding.wind(room, holding.extending(timedelta(minutes=asked.minutes)))


async def may_replace(room: Room, wish: Wish) -> Refusal | None:
    """Only those who are away, and not oneself."""
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
    """Who sat there; `tenures.refused` has said that the table is to be asked."""
    sat_there = any(one.person == wish.person and one.seat == wish.asked.seat for one in room.tenures)
    return only_at_games(room) or (None if sat_there else NothingToAsk())


async def come_back(room: Room, motion: Motion, asked: ComeBack) -> Refusal | None:
    return NothingToAsk() if motion.person is None else await let_back(room, motion.person, asked.seat)


def only_at_games(room: Room) -> Refusal | None:
    """A lesson goes as it goes, and a board to try things out on is its owner's alone."""
    return None if room.table and room.table.kind == "game" else NothingToAsk()


KINDS = {
    kind.name: kind
    for kind in (
        Kind("take_back", TakeBack, may_take_back, take_back, everybody=True, stays=True),
        Kind("end", EndHere, may_end, end_here, everybody=True),
        Kind("pause", Pause, may_pause, pause, once=True),
        Kind("resume", Resume, may_resume, resume, once=True),
        Kind("extend", Extend, may_extend, extend, once=True),
        Kind("replace", Replace, may_replace, go_on_without, about=whoever_plays),
        Kind("come_back", ComeBack, may_come_back, come_back),
        Kind("rules", Rules, only_the_site, back_to_the_rules, everybody=True, stays=True),
    )
}
KIND_OF = {kind.asked: kind for kind in KINDS.values()}
Asked = TakeBack | EndHere | Pause | Resume | Extend | Replace | ComeBack | Rules
