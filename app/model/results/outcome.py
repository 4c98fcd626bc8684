"""Computes the result of one finished game: who sat where and finished in which place, how long it was, who answered in
time. It uses only the log and the first and last positions, so that it can be computed again at any time, and has no
side effects.
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
"""The reason stored for a game that an admin has ended without a result."""


class Sitter(Struct, frozen=True):
    """A seat and its owner at the end of the game."""

    number: int
    sides: tuple[Side, ...]
    person: int | None = None
    bot: str = ""


class Entry(Struct, frozen=True):
    """The fields of a log entry that count here."""

    side: Side
    key: str
    choice: str

    @property
    def sender(self) -> str:
        """The id of a person, or one of `app.model.senders`."""
        return sender_of(self.key)


class Ended(Struct, frozen=True):
    """A finished game as stored. `opening` is its first position, `last` its last."""

    room: int
    began_at: datetime
    ended_at: datetime
    sitters: tuple[Sitter, ...]
    rated: bool
    opening: AnyState
    last: AnyState
    log: Sequence[Entry]
    timed: bool = False
    """Whether the table had a clock."""


class Placing(Struct, frozen=True):
    """How a seat did. `share` is its part of the victory: with a tie a half, a third."""

    number: int
    sides: tuple[Side, ...]
    person: int | None
    bot: str
    rank: int
    share: float
    points: int
    facts: dict[Side, dict[str, str]] = {}
    """The traits by which statistics distinguish its sides, as the game reports them."""


class Answers(Struct, frozen=True):
    """How many decisions a person had to make, and how many of them timed out."""

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
    """Whether each seat belonged to one person from beginning to end."""
    rated: bool
    void: str = ""
    """Why it has no result: outcomes were given in advance (`rigged`), the table agreed to end it as it stood
    (`agreed`), an admin voided it (`voided`), or it cannot be read any more (`unreadable`)."""
    placings: tuple[Placing, ...] = ()
    answers: tuple[Answers, ...] = ()


def outcome(game: AnyGame, ended: Ended) -> Outcome:
    """Return the result of a game. Raises whatever the rules raise about positions that they cannot read."""
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
    """Tell whether the table agreed to end the game as it stood."""
    return bool(ended.log) and kind_of(game, ended.log[-1]) is End


def kind_of(game: AnyGame, entry: Entry) -> type[Choice]:
    return type(game.recorded_decoder.decode(entry.choice))


def is_decision(game: AnyGame, entry: Entry) -> bool:
    """Tell whether the entry answered a question of the game: not taking back, ending, or acting out of turn."""
    kind = kind_of(game, entry)
    return kind not in (Back, WithdrawAnswer, End) and kind not in game.out_of_turn.choices


def by_people_alone(ended: Ended) -> bool:
    """Tell whether each seat belonged to a different person and all its moves were made by that person or by a
    timeout."""
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
    facts, fared = game.showing.facts(ended.last), {one.sides: one for one in found}
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
    """Yield for each person how many decisions they had to make and how many timed out. One that timed out counts for
    the person who last decided for that side, or sits there."""
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
