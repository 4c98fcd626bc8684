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
from app.rooms.vote_kinds import KIND_OF, KINDS, Details, Proposal
from app.store.games.rooms import Head
from app.store.games.votes import Vote
from engine.core.refusal import GameOver, Refusal, Stale
from engine.core.state import Side

if TYPE_CHECKING:
    from app.rooms.room import Room

WAITS = timedelta(days=2)
WAITS_LIVE = timedelta(minutes=3)
"""For how long a vote is open; the second applies where a game is played live, or all voters have the table open."""


async def propose(room: Room, person: int, side: Side, details: Details, seen: int) -> Answer | Vote:
    """Propose something to the table as one of one's sides, having seen the position of a sequence."""
    return await room.finish(record_proposal(room, Proposal(person, side, details, seen)))


async def cast_vote(room: Room, person: int, number: int, yes: bool) -> Answer | Vote:
    """Vote yes or no on the proposal of another player. A ballot can be changed."""
    return await room.finish(record_ballot(room, person, number, yes))


async def withdraw_proposal(room: Room, person: int, number: int) -> Answer | Vote:
    """Withdraw one's proposal."""
    return await room.finish(close_withdrawn(room, person, number))


async def record_proposal(room: Room, proposal: Proposal) -> Answer | Vote:
    kind = KIND_OF[type(proposal.details)]
    async with room.lock:
        await room.follower.catch_up()
        if room.status != "playing":
            return GameOver()
        if refusal := await kind.may_ask(room, proposal):
            return refusal
        argument, at = msgspec.json.encode(proposal.details).decode(), now()
        new = Vote(
            0, room.id, kind.name, proposal.person, proposal.side, argument, room.epoch, room.sequence, {}, "", at
        )  # fmt: skip
        new = replace(new, until=at + (WAITS_LIVE if voters_all_here(room, new) else WAITS))
        refused: list[Refusal] = []

        def decide(before: Vote | None, head: Head) -> Vote | None:
            if head.status != "playing" or (kind.stays and not new.at(head)):
                refused.append(Stale(proposal.seen, head.sequence))
            elif before and (is_open(before, head, at) or was_declined(before, new, head)):
                refused.append(QuestionOpen())
            return None if refused else new

        vote = await room.follower.votes.change(room.id, decide)
        if refused or vote is None:
            await room.follower.catch_up()
            return refused[0] if refused else QuestionOver()
    return await announce_vote(room, vote)


def voters_all_here(room: Room, vote: Vote) -> bool:
    """Tell whether the game is played live, or all who have to vote have the table open."""
    if room.clock and isinstance(room.clock.terms, Live):
        return True
    others = voters(room, vote) - {vote.person}
    chairs = room.table.chairs if room.table else ()
    return bool(others) and others <= {chair.person for chair in chairs if {*chair.sides} & {*room.around.sides}}


def is_open(vote: Vote, head: Head, at: datetime) -> bool:
    """Tell whether this vote is open."""
    late = vote.until is not None and vote.until <= at
    return not vote.outcome and not late and (vote.at(head) or not KINDS[vote.kind].stays)


def was_declined(before: Vote, new: Vote, head: Head) -> bool:
    """Tell whether the same person was declined the same before: they may not propose it again until the game has gone
    on."""
    again = (before.person, before.kind) == (new.person, new.kind)
    return again and before.outcome == "declined" and before.at(head)


def voting_on_position(room: Room) -> bool:
    """Tell whether the table is voting on the very position it is at: then bots wait."""
    return room.open_vote is not None and KINDS[room.open_vote.kind].stays


def open_vote(room: Room) -> Vote | None:
    """Return the open vote of a room."""
    vote = room.latest_vote if room.status == "playing" else None
    return vote if vote and is_open(vote, room.head, now()) else None


async def record_ballot(room: Room, person: int, number: int, yes: bool) -> Answer | Vote:
    async with room.lock:
        await room.follower.catch_up()
        current = room.open_vote
        if current is None or current.id != number:
            return QuestionOver()
        if person == current.person or person not in may_vote(room, current):
            return NotAsked()
        if current.ballots.get(person) is yes:
            return AlreadyAnswered()

        def decide(before: Vote | None, head: Head) -> Vote | None:
            if before is None or before.id != number or not is_open(before, head, now()):
                return None
            after = replace(before, ballots={**before.ballots, person: yes})
            return with_outcome(after, "declined", head) if outcome_of(room, after) == "declined" else after

        vote = await room.follower.votes.change(room.id, decide)
        if vote is None or vote.id != number or vote.ballots.get(person) is not yes:
            await room.follower.catch_up()
            return QuestionOver()
    return await announce_vote(room, vote)


def may_vote(room: Room, vote: Vote) -> set[int]:
    """Return the people who may vote, including absent ones."""
    kind = KINDS[vote.kind]
    return room.seating.people - (kind.about(room, kind.details_of(vote)) if kind.about else set())


def voters(room: Room, vote: Vote) -> set[int]:
    """Return the people whose votes count: absent ones only if they have voted."""
    return may_vote(room, vote) - (absent(room) - vote.ballots.keys() - {vote.person})


def outcome_of(room: Room, vote: Vote) -> str:
    """Return the outcome that the ballots so far amount to: `agreed`, `was_declined`, or empty for none yet."""
    among = voters(room, vote)
    yes = among & {*vote.for_it, vote.person}
    no = among & {person for person, said in vote.ballots.items() if not said}
    if KINDS[vote.kind].everybody:
        return "declined" if no else "agreed" if yes == among else ""
    if not among or 2 * len(yes) > len(among):
        return "agreed"
    return "declined" if 2 * len(among - no) <= len(among) else ""


async def close_withdrawn(room: Room, person: int, number: int) -> Answer | Vote:
    async with room.lock:
        await room.follower.catch_up()
        current = room.open_vote
        if current is None or current.id != number:
            return QuestionOver()
        if person != current.person:
            return NotAsked()
        vote = await close(room, number, "withdrawn")
    return await announce_vote(room, vote) if vote else QuestionOver()


async def close(room: Room, number: int, outcome: str) -> Vote | None:
    """Close a vote with an outcome; return None if it is closed already or another one is the latest."""
    written: list[Vote] = []

    def decide(before: Vote | None, head: Head) -> Vote | None:
        written[:] = (
            [with_outcome(before, outcome, head)] if before and before.id == number and not before.outcome else []
        )
        return written[0] if written else None

    await room.follower.votes.change(room.id, decide)
    return written[0] if written else None


def with_outcome(vote: Vote, outcome: str, head: Head) -> Vote:
    at = {} if KINDS[vote.kind].stays else {"epoch": head.epoch, "sequence": head.sequence}
    return replace(vote, outcome=outcome, closed_at=now(), **at)


async def announce_vote(room: Room, vote: Vote) -> Answer | Vote:
    """Announce a vote that was made or changed here, and carry it out if it has passed."""
    async with room.lock:
        await room.follower.catch_up(own=True)
    return await settle(room) or room.latest_vote or vote


async def settle(room: Room) -> Answer | None:
    """Carry out what the table has agreed on, and close votes that have lapsed."""
    vote = room.latest_vote
    if vote is None or vote.outcome or room.table is None:
        return None
    if KINDS[vote.kind].choice and has_passed(room, vote.id):
        return await move_as_agreed(room, vote)
    async with room.lock:
        return await settle_unmoved(room)


def has_passed(room: Room, number: int) -> bool:
    """Tell whether the vote of this id is open, can be carried out at the head of the game, and has passed."""
    vote = room.latest_vote
    if vote is None or vote.id != number or vote.outcome or room.status != "playing":
        return False
    in_place = vote.at(room.head) or not KINDS[vote.kind].stays
    return in_place and outcome_of(room, vote) == "agreed"


async def move_as_agreed(room: Room, vote: Vote) -> Answer:
    """Move the game as its table has agreed. The request key is made of the vote's id, so the move is made once,
    whichever processes make it."""
    while isinstance(answer := await room.play(move_of(room, vote)), Stale):
        if not has_passed(room, vote.id):
            break
    async with room.lock:
        await close(room, vote.id, "lapsed" if isinstance(answer, Refusal) else "agreed")
        await room.follower.catch_up(own=True)
    return answer


def move_of(room: Room, vote: Vote) -> Move:
    """Return the move that a vote is about, at the head of the game."""
    kind = KINDS[vote.kind]
    assert kind.choice
    return Move(vote.side, kind.choice(kind.details_of(vote)), str(vote.id), room.sequence, VOTE)


async def settle_unmoved(room: Room) -> Answer | None:
    """Carry out what does not move the game, and close votes that have lapsed, or whose move has been made since. The
    caller holds the lock."""
    vote = room.latest_vote
    if vote is None or vote.outcome:
        return None
    kind, answer = KINDS[vote.kind], None
    if has_passed(room, vote.id):
        if kind.choice is None:
            answer = await carry_out(room, vote)
    elif room.open_vote:
        return None
    else:
        made = kind.choice is not None and await room.already(move_of(room, vote)) is not None
        await close(room, vote.id, "agreed" if made else "lapsed")
    await room.follower.catch_up(own=True)
    return answer


async def carry_out(room: Room, vote: Vote) -> Refusal | None:
    """Carry a vote out beside the game, and close it: before that where doing it twice would make a difference."""
    kind = KINDS[vote.kind]
    assert kind.carry_out
    if kind.once and not await close(room, vote.id, "agreed"):
        return None
    refusal = await kind.carry_out(room, vote, kind.details_of(vote))
    if not kind.once:
        await close(room, vote.id, "lapsed" if refusal else "agreed")
    return refusal
