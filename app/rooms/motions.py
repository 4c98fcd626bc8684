"""Votes of the table: somebody asks the people there to agree on something; what there is to ask is in `kinds`. Where
everybody has to agree one "no" ends it, else it passes once more than half are for it. Who asks is for it; bots and
free seats have no say, and nobody waits for those who are away. A motion lapses when its time is over. Called by
play.asking; `Room` lets `settle` look whenever it looks for itself.

What becomes of a motion is settled by the store, in one transaction; carrying it out then can be tried by any process
and any number of times, and is done once, or not at all if the game has made it impossible.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from app.clock import now
from app.clocks.terms import Live
from app.rooms.answers import AlreadyAnswered, Answer, NotAsked, QuestionOpen, QuestionOver
from app.rooms.kinds import KIND_OF, KINDS, Asked, Wish
from app.rooms.tenures import absent
from app.store.motions import Motion
from app.store.rooms import Head
from engine.core.refusal import GameOver, Refusal, Stale
from engine.core.state import Side

if TYPE_CHECKING:
    from app.rooms.room import Room

WAITS = timedelta(days=2)
WAITS_LIVE = timedelta(minutes=3)
"""For how long a motion is open; the second where a game is played live, or everybody who is asked has it open."""


async def ask(room: Room, person: int, side: Side, asked: Asked, seen: int) -> Answer | Motion:
    """Ask the table for something, as one of one's sides, having seen the position of a sequence."""
    return await room.finish(asking(room, Wish(person, side, asked, seen)))


async def vote(room: Room, person: int, number: int, yes: bool) -> Answer | Motion:
    """Say yes or no to a motion of somebody else's; who has said one may still say the other."""
    return await room.finish(voting(room, person, number, yes))


async def withdraw(room: Room, person: int, number: int) -> Answer | Motion:
    """Ask no longer."""
    return await room.finish(withdrawing(room, person, number))


async def asking(room: Room, wish: Wish) -> Answer | Motion:
    kind = KIND_OF[type(wish.asked)]
    async with room.lock:
        await room.catch_up()
        if room.status != "playing":
            return GameOver()
        if refusal := await kind.may_ask(room, wish):
            return refusal
        argument, at = msgspec.json.encode(wish.asked).decode(), now()
        new = Motion(
            0, room.id, kind.name, wish.person, wish.side, argument, room.epoch, room.sequence, {}, "", at
        )  # fmt: skip
        new = replace(new, until=at + (WAITS_LIVE if all_here(room, new) else WAITS))
        refused: list[Refusal] = []

        def decide(before: Motion | None, head: Head) -> Motion | None:
            if head.status != "playing" or (kind.stays and not new.at(head)):
                refused.append(Stale(wish.seen, head.sequence))
            elif before and (goes_on(before, head, at) or declined(before, new, head)):
                refused.append(QuestionOpen())
            return None if refused else new

        motion = await room.motion_store.change(room.id, decide)
        if refused or motion is None:
            await room.catch_up()
            return refused[0] if refused else QuestionOver()
        return await heard(room, motion)


def all_here(room: Room, motion: Motion) -> bool:
    """Whether the game is played in one sitting, or all who are asked have the table open."""
    if room.clock and isinstance(room.clock.terms, Live):
        return True
    others = voters(room, motion) - {motion.person}
    chairs = room.table.chairs if room.table else ()
    return bool(others) and others <= {chair.person for chair in chairs if {*chair.sides} & {*room.around.sides}}


def goes_on(motion: Motion, head: Head, at: datetime) -> bool:
    """Whether the table is being asked this."""
    late = motion.until is not None and motion.until <= at
    return not motion.outcome and not late and (motion.at(head) or not KINDS[motion.kind].stays)


def declined(before: Motion, new: Motion, head: Head) -> bool:
    """Who was told no does not ask the same again until the game has gone on."""
    again = (before.person, before.kind) == (new.person, new.kind)
    return again and before.outcome == "declined" and before.at(head)


def asked_to_stay(room: Room) -> bool:
    """Whether the table is asked about the very position it is at: then bots wait too."""
    return room.question is not None and KINDS[room.question.kind].stays


def open_question(room: Room) -> Motion | None:
    """What a room's people are asked at the moment."""
    motion = room.motion if room.status == "playing" else None
    return motion if motion and goes_on(motion, room.head, now()) else None


async def voting(room: Room, person: int, number: int, yes: bool) -> Answer | Motion:
    async with room.lock:
        await room.catch_up()
        question = room.question
        if question is None or question.id != number:
            return QuestionOver()
        if person == question.person or person not in may_vote(room, question):
            return NotAsked()
        if question.ballots.get(person) is yes:
            return AlreadyAnswered()

        def decide(before: Motion | None, head: Head) -> Motion | None:
            if before is None or before.id != number or not goes_on(before, head, now()):
                return None
            after = replace(before, ballots={**before.ballots, person: yes})
            return closed(after, "declined", head) if outcome_of(room, after) == "declined" else after

        motion = await room.motion_store.change(room.id, decide)
        if motion is None or motion.id != number or motion.ballots.get(person) is not yes:
            await room.catch_up()
            return QuestionOver()
        return await heard(room, motion)


def may_vote(room: Room, motion: Motion) -> set[int]:
    """The people who have a say, also those who are away."""
    kind = KINDS[motion.kind]
    return room.people - (kind.about(room, kind.asked_in(motion)) if kind.about else set())


def voters(room: Room, motion: Motion) -> set[int]:
    """Those whom it takes: of the ones who are away only those who have said something all the same."""
    return may_vote(room, motion) - (absent(room) - motion.ballots.keys() - {motion.person})


def outcome_of(room: Room, motion: Motion) -> str:
    """What was said so far amounts to: `agreed`, `declined`, or nothing yet."""
    among = voters(room, motion)
    yes = among & {*motion.for_it, motion.person}
    no = among & {person for person, said in motion.ballots.items() if not said}
    if KINDS[motion.kind].everybody:
        return "declined" if no else "agreed" if yes == among else ""
    if not among or 2 * len(yes) > len(among):
        return "agreed"
    return "declined" if 2 * len(among - no) <= len(among) else ""


async def withdrawing(room: Room, person: int, number: int) -> Answer | Motion:
    async with room.lock:
        await room.catch_up()
        question = room.question
        if question is None or question.id != number:
            return QuestionOver()
        if person != question.person:
            return NotAsked()
        motion = await close(room, number, "withdrawn")
        return await heard(room, motion) if motion else QuestionOver()


async def close(room: Room, number: int, outcome: str) -> Motion | None:
    """Write down what became of a motion; None if somebody has, or there is another one."""
    written: list[Motion] = []

    def decide(before: Motion | None, head: Head) -> Motion | None:
        written[:] = [closed(before, outcome, head)] if before and before.id == number and not before.outcome else []
        return written[0] if written else None

    await room.motion_store.change(room.id, decide)
    return written[0] if written else None


def closed(motion: Motion, outcome: str, head: Head) -> Motion:
    at = {} if KINDS[motion.kind].stays else {"epoch": head.epoch, "sequence": head.sequence}
    return replace(motion, outcome=outcome, closed_at=now(), **at)


async def heard(room: Room, motion: Motion) -> Answer | Motion:
    """A motion was made or changed here: everybody is told, and if it passes it is carried out."""
    await room.catch_up(own=True)
    return await settle(room) or room.motion or motion


async def settle(room: Room) -> Answer | None:
    """Carry out what the table has agreed on, and write down what has lapsed; the lock is held."""
    motion = room.motion
    if motion is None or motion.outcome or room.table is None:
        return None
    kind = KINDS[motion.kind]
    possible = room.status == "playing" and (motion.at(room.head) or not kind.stays)
    if possible and kind.once and outcome_of(room, motion) == "agreed":
        mine = await close(room, motion.id, "agreed")
        answer = await kind.carry_out(room, motion, kind.asked_in(motion)) if mine else None
    elif possible and outcome_of(room, motion) == "agreed":
        answer = await kind.carry_out(room, motion, kind.asked_in(motion))
        await close(room, motion.id, "lapsed" if isinstance(answer, Refusal) else "agreed")
    elif room.question:
        return None
    else:
        answer = None
        await close(room, motion.id, "lapsed")
    await room.catch_up(own=True)
    return answer
