"""Chapter 6: all envoys stake coins at once and in secret."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.sealed import Sealed
from engine.core.state import Side
from tests.games.tiny.choices import Stake
from tests.games.tiny.journal import BallotShown, Drew
from tests.games.tiny.menus import CoinsBetween
from tests.games.tiny.state import USHER, Antechamber


class Ballot(Sealed[Antechamber, Stake], frozen=True):
    """6.1"""

    clause = "6.1"

    def asked(self, state: Antechamber) -> Mapping[Side, Menu]:
        return {side: CoinsBetween(Stake, 0, state.coins[side], "6.1") for side in state.sides}

    def opened(self, state: Antechamber, answers: Mapping[Side, Stake]) -> None:
        stakes = tuple((side, stake.coins) for side, stake in answers.items())
        highest = max(coins for _, coins in stakes)
        winners = [side for side, coins in stakes if coins == highest]
        winner = winners[0] if len(winners) == 1 else None
        tell(state, BallotShown(stakes, winner))
        if winner:
            state.pay(highest, winner, USHER)
            dispatch = state.deck.pop()
            state.hands[winner].append(dispatch)
            tell(state, Drew(winner, dispatch))

    def alone(self, state: Antechamber, side: Side, choice: Stake) -> None:
        """6.2: pay the stake to the usher, as if it wins. The draw that would follow is not known."""
        state.pay(choice.coins, side, USHER)
