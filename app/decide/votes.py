"""Votes as players propose and answer them: reads what a form or a program sent, and prepares what pages, notices, the
feed and the API show. `rooms.votes` does the work.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from markupsafe import Markup
from msgspec import Meta, Struct

from app.base.strict_json import no_field_twice
from app.decide.submitting import NotYourSeat
from app.model.forms import BadForm
from app.model.refusals import Answer
from app.rooms.room import Room
from app.rooms.vote_kinds import (
    KINDS,
    LONGEST_MINUTES,
    ComeBack,
    Details,
    EndHere,
    Extend,
    Pause,
    Replace,
    Resume,
    Rules,
    TakeBack,
)
from app.rooms.votes import cast_vote, may_vote, propose, withdraw_proposal
from app.store.games.votes import Vote
from app.store.people.people import Person
from app.words.reader import Reader
from engine.core.refusal import Stale
from engine.core.state import Side

ACTIONS = ("ask", "propose", "agree", "refuse", "withdraw")
"""The fields for proposing and answering: propose to go back to before an entry, propose something else, or answer the
vote of a number."""
SAID = (*ACTIONS, "about", "by", "minutes")

Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's action in a vote: one of `ask`, `propose`, `agree`, `refuse` and `withdraw`. `side` is the proposer's
    side, for those who play several. To `replace` a player, `about` is their side and `by` what comes instead; to
    `extend` the time, `minutes` is by how much."""

    epoch: Annotated[int, Meta(ge=0)]
    sequence: Annotated[int, Meta(ge=0)]
    ask: Number | None = None
    propose: Literal["end", "replace", "pause", "resume", "extend"] | None = None
    agree: Number | None = None
    refuse: Number | None = None
    withdraw: Number | None = None
    side: Side = ""
    about: Side = ""
    by: Literal["bot", "offer"] = "offer"
    minutes: Annotated[int, Meta(ge=0, le=LONGEST_MINUTES)] = 0


def moved(said: object) -> Move:
    try:
        return msgspec.convert(said, Move, strict=False)
    except msgspec.ValidationError as error:
        raise BadForm from error


def moved_by_program(body: bytes) -> Move:
    try:
        no_field_twice(body)
        said = msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise BadForm from error
    return moved(said)


async def move_at(room: Room, person: Person, move: Move) -> Answer | Vote:
    """Propose something to the table, or answer a proposal."""
    own = room.sides_of(person)
    if not own or (move.side and move.side not in own):
        raise NotYourSeat
    if sum(getattr(move, name) is not None for name in ACTIONS) != 1:
        raise BadForm
    if move.epoch != room.epoch:
        await room.refresh()
        return Stale(move.sequence, room.sequence)
    if move.withdraw is not None:
        return await withdraw_proposal(room, person.id, move.withdraw)
    if move.agree is not None or move.refuse is not None:
        return await cast_vote(room, person.id, move.agree or move.refuse or 0, move.agree is not None)
    return await propose(room, person.id, asking_side(room, own, move), wanted_by(move), move.sequence)


def asking_side(room: Room, own: tuple[Side, ...], move: Move) -> Side:
    """Return the proposer's side: the one named; to take a choice back, the one that made it."""
    side = move.side or next((told.side for told in room.log if told.sequence == move.ask), "")
    return side if side in own else own[0]


def wanted_by(move: Move) -> Details:
    match move.propose:
        case "end":
            return EndHere()
        case "replace":
            return Replace(move.about, move.by)
        case "pause":
            return Pause()
        case "resume":
            return Resume()
        case "extend":
            return Extend(move.minutes)
    return TakeBack((move.ask or 1) - 1)


class Asking(Struct, frozen=True):
    """The vote of a table, open or just closed; each player is named by the first of their sides. `kind` is what `side`
    proposes: to take_back entry `step`, to end the game as it stands, to replace the player of `about` `by` a bot or by
    offering the seat, to pause or resume the clock, to extend the time by `minutes`, to come_back to the seat of
    `about`. With `rules` the site itself proposes to go back to before `step`, because the rules have been
    corrected."""

    id: int
    side: Side
    step: int
    outcome: str
    """Empty while it is open."""
    agreed: tuple[Side, ...]
    refused: tuple[Side, ...]
    waiting: tuple[Side, ...]
    kind: str = "take_back"
    about: Side = ""
    by: str = ""
    minutes: int = 0
    everybody: bool = True
    """Whether all have to agree; otherwise more than half of them."""
    until: datetime | None = None
    """When it lapses."""


def asking_of(room: Room) -> Asking | None:
    """Return the vote to show; None if there has been none since the game last went on."""
    vote = room.open_vote or room.latest_vote
    if vote is None or room.table is None or room.status != "playing" or not (room.open_vote or vote.at(room.head)):
        return None
    asked = may_vote(room, vote) - {vote.person}
    chairs = [chair for chair in room.table.chairs if chair.person in asked]
    said = {chair.sides[0]: vote.ballots.get(chair.person or 0) for chair in chairs}
    agreed, refused, waiting = (
        tuple(side for side, one in said.items() if one is word) for word in (True, False, None)
    )
    kind = KINDS[vote.kind]
    facts = facts_of(room, kind.details_of(vote))
    return Asking(
        vote.id,
        vote.side,
        outcome=vote.outcome,
        agreed=agreed,
        refused=refused,
        waiting=waiting,
        kind=vote.kind,
        everybody=kind.everybody,
        until=vote.until,
        **({"step": 0} | facts),
    )


def sentence(said: Asking, reader: Reader) -> Markup:
    """Return the sentence that tells what is proposed, or the outcome."""
    say = reader.words.say
    time = (
        say("ui.motion.hours", n=said.minutes // 60)
        if said.minutes % 60 == 0
        else say("ui.motion.minutes", n=said.minutes)
    )
    return say(
        f"ui.motion.{said.kind}.{said.outcome or 'open'}",
        side=reader.side(said.side),
        step=said.step,
        about=reader.side(said.about) if said.about else "",
        by=say(f"ui.motion.by.{said.by}") if said.by else "",
        time=time,
    )


def facts_of(room: Room, asked: Any) -> dict[str, Any]:
    """Return the details of a proposal."""
    match asked:
        case TakeBack(to=to) | Rules(to=to):
            return {"step": to + 1}
        case Replace(side=side, by=by):
            return {"about": side, "by": by}
        case Extend(minutes=minutes):
            return {"minutes": minutes}
        case ComeBack(seat=seat) if room.table:
            return {"about": room.table.chairs[seat].sides[0]}
    return {}
