"""What one finished game says: who sat where and came in which place, how long it was, who answered in time. Worked out
from its log and its last position alone, so that it can be worked out again at any time. Pure; called by `counting`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from app.model.senders import BOT, CLOCK, LESSON, sender_of
from engine.core.choice import Choice
from engine.core.ending import End
from engine.core.game import AnyGame
from engine.core.results import results
from engine.core.sealed import WithdrawAnswer
from engine.core.state import AnyState, Side
from engine.core.undo import Back

VOID = "voided"
"""What is said of a game that an admin has ended without a result."""


class Sitter(Struct, frozen=True):
    """A seat as it was when the game ended."""

    number: int
    sides: tuple[Side, ...]
    person: int | None = None
    bot: str = ""


class Entry(Struct, frozen=True):
    """An entry of the log: as much of it as counts here."""

    side: Side
    key: str
    choice: str

    @property
    def sender(self) -> str:
        """The id of a person, or one of `app.model.senders`."""
        return sender_of(self.key)


class Ended(Struct, frozen=True):
    """A game that is over, as it is kept. `opening` is its first position, `last` its last."""

    room: int
    began_at: datetime
    ended_at: datetime
    sitters: tuple[Sitter, ...]
    rated: bool
    opening: AnyState
    last: AnyState
    log: Sequence[Entry]
    timed: bool = False
    """Whether there was a time to answer in."""


class Placing(Struct, frozen=True):
    """How a seat fared. `share` is its part of the victory: whoever ties for it has a half, a third."""

    number: int
    sides: tuple[Side, ...]
    person: int | None
    bot: str
    rank: int
    share: float
    points: int
    facts: dict[Side, dict[str, str]] = {}
    """What statistics tell its sides apart by, as the game has it."""


class Answers(Struct, frozen=True):
    """How many decisions somebody had to answer, and how many of them their time ran out for."""

    person: int
    asked: int
    late: int


class Outcome(Struct, frozen=True):
    room: int
    game: str
    players: int
    began_at: datetime
    ended_at: datetime
    turns: int
    decisions: int
    people: bool
    """Whether each seat was one person's from the beginning to the end."""
    rated: bool
    void: str = ""
    """Why it says nothing about anybody: outcomes were given in advance (`rigged`), the table agreed to end it as it
    stood (`agreed`), an admin ended it (`voided`), or it can't be read any more (`unreadable`)."""
    placings: tuple[Placing, ...] = ()
    answers: tuple[Answers, ...] = ()


def outcome(game: AnyGame, ended: Ended) -> Outcome:
    """Raises whatever the rules raise about positions that they can't judge."""
    decisions = [entry for entry in ended.log if is_decision(game, entry)]
    people = by_people_alone(ended)
    void = "rigged" if ended.opening.rigged or not ended.opening.seed else "agreed" if cut_short(game, ended) else ""
    return Outcome(
        room=ended.room,
        game=game.key,
        players=len(ended.sitters),
        began_at=ended.began_at,
        ended_at=ended.ended_at,
        turns=max(1, game.turn(ended.last) - game.turn(ended.opening)),
        decisions=len(decisions),
        people=people,
        rated=ended.rated and people and len(ended.sitters) > 1 and not void and not ended.last.agenda,
        void=void,
        placings=placings(game, ended),
        answers=tuple(answers(decisions, ended.sitters)) if ended.timed else (),
    )


def cut_short(game: AnyGame, ended: Ended) -> bool:
    """Whether the table agreed to end it as it stood."""
    return bool(ended.log) and kind_of(game, ended.log[-1]) is End


def kind_of(game: AnyGame, entry: Entry) -> type[Choice]:
    return type(game.recorded_decoder.decode(entry.choice))


def is_decision(game: AnyGame, entry: Entry) -> bool:
    """Whether it answered what the game asked: neither taking back, nor ending it, nor anything out of turn."""
    kind = kind_of(game, entry)
    return kind not in (Back, WithdrawAnswer, End) and kind not in game.aside_choices


def by_people_alone(ended: Ended) -> bool:
    """A person of its own on each seat, and whatever it did was done by that person, or by nobody in time."""
    people = [sitter.person for sitter in ended.sitters]
    if None in people or len(set(people)) < len(people) or any(sitter.bot for sitter in ended.sitters):
        return False
    theirs = {side: str(sitter.person) for sitter in ended.sitters for side in sitter.sides}
    return not any(
        entry.sender in (BOT, LESSON) or (entry.sender.isdigit() and entry.sender != theirs.get(entry.side))
        for entry in ended.log
    )


def placings(game: AnyGame, ended: Ended) -> tuple[Placing, ...]:
    found = results(game, ended.last, [sitter.sides for sitter in ended.sitters])
    facts, fared = game.facts(ended.last), {one.sides: one for one in found}
    winners = sum(one.rank == 1 for one in found)
    return tuple(
        Placing(
            number=sitter.number,
            sides=sitter.sides,
            person=sitter.person,
            bot=sitter.bot,
            rank=fared[sitter.sides].rank,
            share=1 / winners if fared[sitter.sides].rank == 1 else 0.0,
            points=fared[sitter.sides].points,
            facts={side: dict(facts[side]) for side in sitter.sides if facts.get(side)},
        )
        for sitter in ended.sitters
    )


def answers(decisions: Iterable[Entry], sitters: Sequence[Sitter]) -> Iterable[Answers]:
    """For each person who was to decide. What nobody answered in time counts for who last decided for that side, or
    sits there."""
    holder = {side: sitter.person for sitter in sitters for side in sitter.sides}
    asked: Counter[int] = Counter()
    late: Counter[int] = Counter()
    for entry in decisions:
        if entry.sender.isdigit():
            holder[entry.side] = int(entry.sender)
        person = holder.get(entry.side)
        if person is not None and (entry.sender.isdigit() or entry.sender == CLOCK):
            asked[person] += 1
            late[person] += entry.sender == CLOCK
    return (Answers(person, asked[person], late[person]) for person in sorted(asked))
