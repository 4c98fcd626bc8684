"""Going back: an entry of the log like any other, after which the table stands as it did at an earlier sequence.

Inside one's own move nobody is asked: `Undo` knows how far that goes, never past a draw, a reveal or another side's
decision. Further back is the table's to allow. Rooms and records carry it out with `gone_back`; no game offers it.
An answer that lies sealed while others are still asked is taken back otherwise: see `engine.core.sealed`.
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
"""So many choices at most can be taken back one after the other."""


class Back(Choice, frozen=True):
    """Back to the position of this sequence; `agreed` if the table was asked."""

    to: Annotated[int, Meta(ge=0)]
    agreed: bool = False


class WentBack(Entry, frozen=True):
    """A side took back its choice of kind `what`, which was entry `step`, and all that came after it. Known to those
    who knew any of it: `known_to`, or everybody."""

    side: Side
    step: int
    what: str
    agreed: bool = False
    known_to: tuple[Side, ...] | None = None

    def seen_by(self, side: Side | None) -> Self | None:
        return self if self.known_to is None or side in self.known_to else None


class Taken(Struct, frozen=True):
    """A choice that can be taken back: which entry it is, where that leads back to, its kind, and what it told."""

    step: int
    to: int
    what: str
    news: Sequence[Entry]


class Undo:
    """The choices that can be taken back without asking. It is told of every entry, a new one or a replayed one. The
    sealed answers of others end no chain that began while all of them were asked: see `kept`."""

    def __init__(self, at: AnyState) -> None:
        self.barriers = at.barriers
        self.here = at.sequence
        """The first sequence at which the table stood as it does now."""
        self.side: Side | None = None
        self.taken: list[Taken] = []
        self.asked: Sealed[Any, Any] | None = None
        """The question that the table waits at, if several are asked it in secret: without their answers."""
        self.since = at.sequence
        """Since which sequence it is asked."""
        self.look_at(at)

    def remember(self, side: Side, choice: Choice, news: Sequence[Entry], after: AnyState) -> None:
        """A side chose, which led to `after`."""
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
        """The last choice was made for this side, which was away: it is the table's to take back, not its own."""
        self.taken = [] if side == self.side else self.taken

    def last(self, side: Side) -> Taken | None:
        """The choice that this side may take back now."""
        return self.taken[-1] if self.taken and side == self.side else None

    def back(self, side: Side, to: int) -> list[Taken]:
        """What this side would take back by going back so far, first one first; nothing if it may not."""
        there = [taken for taken in self.taken if taken.to >= to] if side == self.side else []
        return there if there and there[0].to == to else []


def lies_sealed(after: AnyState, side: Side, choice: Choice) -> bool:
    """Whether a choice sealed an answer, or took a sealed one back: it leaves what came before it as it was."""
    step = sealed_step(after)
    return step is not None and (isinstance(choice, WithdrawAnswer) or (side, choice) in step.answers)


def gone_back(game: AnyGame, now: AnyState, then: AnyState, side: Side, back: Back) -> AnyState:
    """The table as it stood then. What was drawn stays drawn, so that nobody knows a die that is rolled anew. What
    others have answered in secret since stays where it is, unless the whole table has agreed."""
    after: AnyState = game.clone(then)
    if (step := kept(now, then, side)) and not back.agreed:
        after.agenda[-1] = step
    after.sequence = now.sequence + 1
    after.draws, after.rigged = now.draws, {source: [*outcomes] for source, outcomes in now.rigged.items()}
    after.barriers = now.barriers + back.agreed
    return after


def kept(now: AnyState, then: AnyState, side: Side) -> Sealed[Any, Any] | None:
    """The question that waits now and did then, with the answers of others as they are now. None if it is another one.
    The answer of the side itself is that of then, as long as it has not been taken back since."""
    step, before = sealed_step(now), sealed_step(then)
    if step is None or before is None or step.known_to(None) != before.known_to(None):
        return None
    own = dict(before.known_to(side).answers) if side in step.given else {}
    given = dict(step.without(side).answers) | own
    return replace(step, answers=tuple((one, given[one]) for one in step.asked(then) if one in given))


def stays_good(now: AnyState, then: AnyState, side: Side) -> bool:
    """Whether the others who have answered in secret were asked the same then. It is told by what they are asked and
    not by what they answered, so that a refusal tells nothing of that."""
    step = sealed_step(now)
    others = step.without(side).given if step else {}
    if step is None or not others:
        return True
    asked, before = step.asked(now), step.asked(then) if kept(now, then, side) else {}
    return all(other in before and asked[other].describe() == before[other].describe() for other in others)


def led_back(game: AnyGame, then: AnyState, known: Iterable[AnyState]) -> AnyState:
    """The table as it stood then, to be gone on from as another branch of the same game. Whatever was drawn in a branch
    that is `known` stays drawn, and nobody takes back what came before."""
    same = [then, *(state for state in known if state.seed == then.seed)]
    after: AnyState = game.clone(then)
    after.draws = max(state.draws for state in same)
    after.barriers = max(state.barriers for state in same) + 1
    for source in then.rigged:
        after.rigged[source] = [*min((one.rigged.get(source, []) for one in same), key=lambda left: len(left))]
    return after


def went_back(side: Side, taken: Sequence[Taken], sides: Iterable[Side]) -> WentBack:
    """What a side tells by taking back these choices: to those who were told of them."""
    news = [entry for one in taken for entry in one.news]
    public = any(entry.seen_by(None) for entry in news) or not news
    knowing = tuple(one for one in sides if one == side or any(entry.seen_by(one) for entry in news))
    return WentBack(side, taken[0].step, taken[0].what, known_to=None if public else knowing)


def kind_of(choice: Choice | type[Choice]) -> str:
    """What a choice is called on the wire."""
    return str(choice.__struct_config__.tag)
