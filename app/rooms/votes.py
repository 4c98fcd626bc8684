"""Votes: a player proposes something to the people at the table; `kinds` lists what can be proposed. Where everyone has
to agree, one "no" ends it; otherwise it passes once more than half are for it. The proposer is for it, bots and free
seats do not vote, and absent players are not waited for. A vote lapses when its time is over.

The store settles the outcome in one transaction. After that any process can carry it out, any number of times: it takes
effect once, or not at all if the game has made it impossible.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from app.base.clock import now
from app.model.clocks.terms import Live
from app.model.refusals import AlreadyAnswered, Answer, NotAsked, QuestionOpen, QuestionOver
from app.model.senders import VOTE
from app.rooms.move import Move
from app.rooms.tenures import absent
from app.rooms.vote_kinds import KIND_OF, KINDS, Asked, Wish
from app.store.games.rooms import Head
from app.store.games.votes import Motion
from engine.core.refusal import GameOver, Refusal, Stale
from engine.core.state import Side

if TYPE_CHECKING:
    from app.rooms.room import Room

WAITS = timedelta(days=2)
WAITS_LIVE = timedelta(minutes=3)
"""For how long a vote is open; the second applies where a game is played live, or all voters have the table open."""


async def ask(room: Room, person: int, side: Side, asked: Asked, seen: int) -> Answer | Motion:
    """Propose something to the table as one of one's sides, having seen the position of a sequence."""
    return await room.finish(asking(room, Wish(person, side, asked, seen)))


async def vote(room: Room, person: int, number: int, yes: bool) -> Answer | Motion:
    """Vote yes or no on the proposal of another player. A ballot can be changed."""
    return await room.finish(voting(room, person, number, yes))


async def withdraw(room: Room, person: int, number: int) -> Answer | Motion:
    """Withdraw one's proposal."""
    return await room.finish(withdrawing(room, person, number))


async def asking(room: Room, wish: Wish) -> Answer | Motion:
    kind = KIND_OF[type(wish.asked)]
    async with room.lock:
        await room.follower.catch_up()
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

        motion = await room.follower.votes.change(room.id, decide)
        if refused or motion is None:
            await room.follower.catch_up()
            return refused[0] if refused else QuestionOver()
    return await heard(room, motion)


def all_here(room: Room, motion: Motion) -> bool:
    """Tell whether the game is played live, or all who have to vote have the table open."""
    if room.clock and isinstance(room.clock.terms, Live):
        return True
    others = voters(room, motion) - {motion.person}
    chairs = room.table.chairs if room.table else ()
    return bool(others) and others <= {chair.person for chair in chairs if {*chair.sides} & {*room.around.sides}}


def goes_on(motion: Motion, head: Head, at: datetime) -> bool:
    """Tell whether this vote is open."""
    late = motion.until is not None and motion.until <= at
    return not motion.outcome and not late and (motion.at(head) or not KINDS[motion.kind].stays)


def declined(before: Motion, new: Motion, head: Head) -> bool:
    """Tell whether the same person was declined the same before: they may not propose it again until the game has gone
    on."""
    again = (before.person, before.kind) == (new.person, new.kind)
    return again and before.outcome == "declined" and before.at(head)


def asked_to_stay(room: Room) -> bool:
    """Tell whether the table is voting on the very position it is at: then bots wait."""
    return room.question is not None and KINDS[room.question.kind].stays


def open_question(room: Room) -> Motion | None:
    """Return the open vote of a room."""
    motion = room.motion if room.status == "playing" else None
    return motion if motion and goes_on(motion, room.head, now()) else None


async def voting(room: Room, person: int, number: int, yes: bool) -> Answer | Motion:
    async with room.lock:
        await room.follower.catch_up()
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

        motion = await room.follower.votes.change(room.id, decide)
        if motion is None or motion.id != number or motion.ballots.get(person) is not yes:
            await room.follower.catch_up()
            return QuestionOver()
    return await heard(room, motion)


def may_vote(room: Room, motion: Motion) -> set[int]:
    """Return the people who may vote, including absent ones."""
    kind = KINDS[motion.kind]
    return room.seating.people - (kind.about(room, kind.asked_in(motion)) if kind.about else set())


def voters(room: Room, motion: Motion) -> set[int]:
    """Return the people whose votes count: absent ones only if they have voted."""
    return may_vote(room, motion) - (absent(room) - motion.ballots.keys() - {motion.person})


def outcome_of(room: Room, motion: Motion) -> str:
    """Return the outcome that the ballots so far amount to: `agreed`, `declined`, or empty for none yet."""
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
        await room.follower.catch_up()
        question = room.question
        if question is None or question.id != number:
            return QuestionOver()
        if person != question.person:
            return NotAsked()
        motion = await close(room, number, "withdrawn")
    return await heard(room, motion) if motion else QuestionOver()


async def close(room: Room, number: int, outcome: str) -> Motion | None:
    """Close a vote with an outcome; return None if it is closed already or another one is the latest."""
    written: list[Motion] = []

    def decide(before: Motion | None, head: Head) -> Motion | None:
        written[:] = [closed(before, outcome, head)] if before and before.id == number and not before.outcome else []
        return written[0] if written else None

    await room.follower.votes.change(room.id, decide)
    return written[0] if written else None


def closed(motion: Motion, outcome: str, head: Head) -> Motion:
    at = {} if KINDS[motion.kind].stays else {"epoch": head.epoch, "sequence": head.sequence}
    return replace(motion, outcome=outcome, closed_at=now(), **at)


async def heard(room: Room, motion: Motion) -> Answer | Motion:
    """Announce a vote that was made or changed here, and carry it out if it has passed."""
    async with room.lock:
        await room.follower.catch_up(own=True)
    return await settle(room) or room.motion or motion


async def settle(room: Room) -> Answer | None:
    """Carry out what the table has agreed on, and close votes that have lapsed."""
    motion = room.motion
    if motion is None or motion.outcome or room.table is None:
        return None
    if KINDS[motion.kind].choice and has_passed(room, motion.id):
        return await move_as_agreed(room, motion)
    async with room.lock:
        return await settle_beside(room)


def has_passed(room: Room, number: int) -> bool:
    """Tell whether the vote of this id is open, can be carried out at the head of the game, and has passed."""
    motion = room.motion
    if motion is None or motion.id != number or motion.outcome or room.status != "playing":
        return False
    in_place = motion.at(room.head) or not KINDS[motion.kind].stays
    return in_place and outcome_of(room, motion) == "agreed"


async def move_as_agreed(room: Room, motion: Motion) -> Answer:
    """Move the game as its table has agreed. The request key is made of the vote's id, so the move is made once,
    whichever processes make it."""
    while isinstance(answer := await room.play(move_of(room, motion)), Stale):
        if not has_passed(room, motion.id):
            break
    async with room.lock:
        await close(room, motion.id, "lapsed" if isinstance(answer, Refusal) else "agreed")
        await room.follower.catch_up(own=True)
    return answer


def move_of(room: Room, motion: Motion) -> Move:
    """Return the move that a vote is about, at the head of the game."""
    kind = KINDS[motion.kind]
    assert kind.choice
    return Move(motion.side, kind.choice(kind.asked_in(motion)), str(motion.id), room.sequence, VOTE)


async def settle_beside(room: Room) -> Answer | None:
    """Carry out what does not move the game, and close votes that have lapsed, or whose move has been made since. The
    caller holds the lock."""
    motion = room.motion
    if motion is None or motion.outcome:
        return None
    kind, answer = KINDS[motion.kind], None
    if has_passed(room, motion.id):
        if kind.choice is None:
            answer = await carry_out(room, motion)
    elif room.question:
        return None
    else:
        made = kind.choice is not None and await room.already(move_of(room, motion)) is not None
        await close(room, motion.id, "agreed" if made else "lapsed")
    await room.follower.catch_up(own=True)
    return answer


async def carry_out(room: Room, motion: Motion) -> Refusal | None:
    """Carry a vote out beside the game, and close it: before that where doing it twice would make a difference."""
    kind = KINDS[motion.kind]
    assert kind.carry_out
    if kind.once and not await close(room, motion.id, "agreed"):
        return None
    refusal = await kind.carry_out(room, motion, kind.asked_in(motion))
    if not kind.once:
        await close(room, motion.id, "lapsed" if refusal else "agreed")
    return refusal
