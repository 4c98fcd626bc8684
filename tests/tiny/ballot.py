"""Chapter 6: all envoys stake coins at once and in secret."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.state import Side, reveal
from engine.core.step import Waiting
from tests.tiny.choices import Stake
from tests.tiny.journal import BallotShown, Drew
from tests.tiny.menus import CoinsBetween
from tests.tiny.state import USHER, Antechamber


class Ballot(Waiting[Antechamber, Stake], frozen=True):
    """6.1: it stays on the agenda, with the stakes so far, until every envoy has answered."""

    clause = "6.1"
    stakes: tuple[tuple[Side, int], ...] = ()

    def waiting(self, state: Antechamber) -> Mapping[Side, Menu]:
        answered = {side for side, _ in self.stakes}
        return {side: CoinsBetween(Stake, 0, state.coins[side], "6.1") for side in state.sides if side not in answered}

    def choose(self, state: Antechamber, side: Side, choice: Stake) -> None:
        stakes = (*self.stakes, (side, choice.coins))
        if len(stakes) < len(state.sides):
            then(state, Ballot(stakes))
        else:
            show(state, stakes)


def show(state: Antechamber, stakes: tuple[tuple[Side, int], ...]) -> None:
    """The stakes are told in seating order, whoever answered first."""
    reveal(state)
    stakes = tuple(sorted(stakes, key=lambda stake: state.sides.index(stake[0])))
    highest = max(coins for _, coins in stakes)
    winners = [side for side, coins in stakes if coins == highest]
    winner = winners[0] if len(winners) == 1 else None
    tell(state, BallotShown(stakes, winner))
    if winner:
        state.pay(highest, winner, USHER)
        dispatch = state.deck.pop()
        state.hands[winner].append(dispatch)
        tell(state, Drew(winner, dispatch))
