"""3.1: all powers seal their plans, at once and in secret."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.menu import Menu
from engine.core.sealed import Sealed
from engine.core.state import Side
from tests.games.compass.choices import Plan
from tests.games.compass.menus import plans
from tests.games.compass.round import CarryOut
from tests.games.compass.state import Compass


class Planning(Sealed[Compass, Plan], frozen=True):
    """3.1, 3.1.3, 3.2"""

    clause = "3.1"

    def asked(self, state: Compass) -> Mapping[Side, Menu]:
        return {side: plans(state, side) for side in state.sides}

    def opened(self, state: Compass, answers: Mapping[Side, Plan]) -> None:
        then(state, *(CarryOut(side, answers[side]) for side in state.order))

    def alone(self, state: Compass, side: Side, choice: Plan) -> None:
        then(state, CarryOut(side, choice))
