"""Chapters 3 and 4: a turn, and the scandal that a published dispatch may cause."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from tests.games.tiny.auction import Auction
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import CallBallot, Collect, Publish, Tip
from tests.games.tiny.journal import Collected, Published, Rolled, UsherGave
from tests.games.tiny.state import BANK, SCANDAL, USHER, Antechamber


class Turn(Waiting[Antechamber, Publish | Collect | CallBallot], frozen=True):
    clause = "3.1"

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        side = state.active
        ballot = (CallBallot(),) if state.deck else ()
        published = map(Publish, state.hands[side])
        return {side: OneOf(Collect(), *ballot, *published, clause="3.1", otherwise=NOT_NOW)}

    def choose(self, state: Antechamber, side: Side, choice: Publish | Collect | CallBallot) -> None:
        then(state, Ushering(), Passing())
        if isinstance(choice, Publish):
            state.hands[side].remove(choice.dispatch)
            state.published[side].append(choice.dispatch)
            tell(state, Published(side, choice.dispatch))
            then(state, Scandal(side, choice.dispatch))
        elif isinstance(choice, Collect):
            coins = min(2, state.coins[BANK])
            state.pay(coins, BANK, side)
            tell(state, Collected(side, coins))
        else:
            then(state, Ballot())


NOT_NOW: dict[type[Choice], Refusal] = {
    Publish: illegal("antechamber.not_in_hand", "3.1"),
    CallBallot: illegal("antechamber.nothing_to_draw", "3.1"),
}


class Scandal(Automatic[Antechamber], frozen=True):
    """4.1, and 5.4 after a leak."""

    clause = "4.1"
    owner: Side
    dispatch: int

    def run(self, state: Antechamber) -> None:
        die = roll(state, "scandal", 6)
        tell(state, Rolled(die))
        if die >= SCANDAL:
            then(state, Auction(self.owner, self.dispatch, still_in=clockwise(state, self.owner)))


class Ushering(Automatic[Antechamber], frozen=True):
    """3.2: the usher is asked only if it has a coin to give."""

    clause = "3.2"

    def run(self, state: Antechamber) -> None:
        if state.coins[USHER]:
            then(state, UsherTips(by=state.active))


class UsherTips(Waiting[Antechamber, Tip], frozen=True):
    """1.1: the active envoy's player answers for the usher."""

    clause = "3.2"
    by: Side

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        return {self.by: OneOf(Tip(), *map(Tip, state.envoys), clause="3.2")}

    def choose(self, state: Antechamber, side: Side, choice: Tip) -> None:
        if choice.to:
            state.pay(1, USHER, choice.to)
            tell(state, UsherGave(choice.to))


class Passing(Automatic[Antechamber], frozen=True):
    """3.3: end the turn; whispers and promises lapse (7.1, 7.2)."""

    clause = "3.3"

    def run(self, state: Antechamber) -> None:
        state.turn += 1
        state.whispers.clear()
        state.bound.clear()
        if state.turn < state.rounds * len(state.sides):
            then(state, Turn())


def clockwise(state: Antechamber, first: Side) -> tuple[Side, ...]:
    at = state.sides.index(first)
    return state.sides[at:] + state.sides[:at]
