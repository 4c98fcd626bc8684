"""Going back: an entry of the log like any other, after which the table is as it was at an earlier sequence.

Inside one's own move no consent is needed: `Undo` knows how far that goes, never past a draw, a reveal or another
side's decision. Going further back needs the table's consent. Rooms and records carry it out with `gone_back`; no game
offers it. A sealed answer is taken back in another way while others are still asked: see `engine.core.sealed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.sealed import Sealed, WithdrawAnswer, sealed_step
from engine.core.state import AnyState, Side

if TYPE_CHECKING:
    from engine.core.game import AnyGame

LONGEST = 30
"""How many choices can be taken back one after the other."""


class Back(Choice, frozen=True):
    """Go back to the position of this sequence; `agreed` if the table has consented."""

    to: Annotated[int, Meta(ge=0)]
    agreed: bool = False


class WentBack(Entry, frozen=True):
    """A side took back its choice of kind `what`, which was entry `step`, and all that came after it. It is known to
    those who knew any of it: `known_to`, or everyone."""

    side: Side
    step: int
    what: str
    agreed: bool = False
    known_to: tuple[Side, ...] | None = None

    def seen_by(self, side: Side | None) -> Self | None:
        return self if self.known_to is None or side in self.known_to else None


class Taken(Struct, frozen=True):
    """A choice that can be taken back: its entry, the sequence that this goes back to, its kind, and its news."""

    step: int
    to: int
    what: str
    news: Sequence[Entry]


class Undo:
    """The choices that can be taken back without consent. `remember` is called for every entry, new or replayed. The
    sealed answers of others do not end a chain that began while all of them were asked: see `kept`."""

    def __init__(self, at: AnyState) -> None:
        self.barriers = at.barriers
        self.here = at.sequence
        """The first sequence at which the table was as it is now."""
        self.side: Side | None = None
        self.taken: list[Taken] = []
        self.asked: Sealed[Any, Any] | None = None
        """The question at which the table waits, if several sides are asked in secret, without their answers."""
        self.since = at.sequence
        """The sequence since which it is asked."""
        self.look_at(at)

    def remember(self, side: Side, choice: Choice, news: Sequence[Entry], after: AnyState) -> None:
        """Record that a side made a choice that led to `after`."""
        if isinstance(choice, Back) and not choice.agreed:
            self.taken = [taken for taken in self.taken if taken.to < choice.to]
            self.here = choice.to
            self.look_at(after)
            return
        self.look_at(after)
        sealed = self.asked is not None and lies_sealed(after, side, choice)
        if after.barriers != self.barriers:
            self.taken = []
        elif side != self.side:
            self.taken = [taken for taken in self.taken if sealed and taken.to >= self.since]
        if after.barriers == self.barriers and not sealed:
            self.taken = [*self.taken, Taken(after.sequence, self.here, kind_of(choice), news)][-LONGEST:]
        self.side = self.side if sealed and self.taken else side
        self.barriers, self.here = after.barriers, after.sequence

    def look_at(self, after: AnyState) -> None:
        step = sealed_step(after)
        asked = step and step.known_to(None)
        if asked != self.asked:
            self.asked, self.since = asked, after.sequence

    def seal(self, side: Side) -> None:
        """Make the last choice final for this side, which was away: only the table can take it back."""
        self.taken = [] if side == self.side else self.taken

    def last(self, side: Side) -> Taken | None:
        """Return the choice that this side may take back now."""
        return self.taken[-1] if self.taken and side == self.side else None

    def back(self, side: Side, to: int) -> list[Taken]:
        """Return what this side would take back by going back so far, first one first; nothing if it may not."""
        there = [taken for taken in self.taken if taken.to >= to] if side == self.side else []
        return there if there and there[0].to == to else []


def lies_sealed(after: AnyState, side: Side, choice: Choice) -> bool:
    """Tell whether a choice sealed an answer, or took a sealed one back: it leaves what came before it as it was."""
    step = sealed_step(after)
    return step is not None and (isinstance(choice, WithdrawAnswer) or (side, choice) in step.answers)


def gone_back(game: AnyGame, now: AnyState, then: AnyState, side: Side, back: Back) -> AnyState:
    """Return the table as it was then. Draws stay used up, so that a die rolled again is unknown to all. Sealed answers
    that others have given since stay, unless the whole table has consented."""
    after: AnyState = game.clone(then)
    if (step := kept(now, then, side)) and not back.agreed:
        after.agenda[-1] = step
    after.sequence = now.sequence + 1
    after.draws, after.rigged = now.draws, {source: [*outcomes] for source, outcomes in now.rigged.items()}
    after.barriers = now.barriers + back.agreed
    return after


def kept(now: AnyState, then: AnyState, side: Side) -> Sealed[Any, Any] | None:
    """Return the question that waits now and did then, with the answers of others as they are now. None if it is
    another one. The answer of the side itself is that of then, unless it has been taken back since."""
    step, before = sealed_step(now), sealed_step(then)
    if step is None or before is None or step.known_to(None) != before.known_to(None):
        return None
    own = dict(before.known_to(side).answers) if side in step.given else {}
    given = dict(step.without(side).answers) | own
    return replace(step, answers=tuple((one, given[one]) for one in step.asked(then) if one in given))


def stays_good(now: AnyState, then: AnyState, side: Side) -> bool:
    """Tell whether the others who have answered in secret were asked the same then. It compares what they were asked
    and not what they answered, so that a refusal reveals nothing of that."""
    step = sealed_step(now)
    others = step.without(side).given if step else {}
    if step is None or not others:
        return True
    asked, before = step.asked(now), step.asked(then) if kept(now, then, side) else {}
    return all(other in before and asked[other].describe() == before[other].describe() for other in others)


def led_back(game: AnyGame, then: AnyState, known: Iterable[AnyState]) -> AnyState:
    """Return the table as it was then, to go on from as another branch of the same game. Whatever was drawn in a branch
    that is `known` stays drawn, and what came before cannot be taken back."""
    same = [then, *(state for state in known if state.seed == then.seed)]
    after: AnyState = game.clone(then)
    after.draws = max(state.draws for state in same)
    after.barriers = max(state.barriers for state in same) + 1
    for source in then.rigged:
        after.rigged[source] = [*min((one.rigged.get(source, []) for one in same), key=lambda left: len(left))]
    return after


def went_back(side: Side, taken: Sequence[Taken], sides: Iterable[Side]) -> WentBack:
    """Return the news of taking back these choices, for those who were told of them."""
    news = [entry for one in taken for entry in one.news]
    public = any(entry.seen_by(None) for entry in news) or not news
    knowing = tuple(one for one in sides if one == side or any(entry.seen_by(one) for entry in news))
    return WentBack(side, taken[0].step, taken[0].what, known_to=None if public else knowing)


def kind_of(choice: Choice | type[Choice]) -> str:
    """Return the name of a choice on the wire."""
    return str(choice.__struct_config__.tag)
