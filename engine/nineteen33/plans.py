"""4.4, 4.5: monthly plans, sealed by all at once, and carried out leader by leader."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.menu import Menu
from engine.core.sealed import Sealed
from engine.core.state import Side
from engine.core.step import Automatic
from engine.nineteen33 import armaments, guided, industry, suggestions, trade
from engine.nineteen33.choices import SealPlan
from engine.nineteen33.menus import Plans
from engine.nineteen33.state import Nineteen33


class Planning(Sealed[Nineteen33, SealPlan], frozen=True, kw_only=True):
    """4.4"""

    clause = "4.4"

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        return {side: Plans(state, side) for side in state.order}

    def opened(self, state: Nineteen33, answers: Mapping[Side, SealPlan]) -> None:
        then(state, CarryOutPlans(tuple(answers.items())))

    def alone(self, state: Nineteen33, side: Side, choice: SealPlan) -> None:
        then(state, CarryOutPlans(((side, choice),)))


class CarryOutPlans(Automatic[Nineteen33], frozen=True):
    """4.5: deals first, then the industry of each leader; 18.1: leaders that nobody plays have the default plan."""

    clause = "4.5"
    plans: tuple[tuple[Side, SealPlan], ...]

    def run(self, state: Nineteen33) -> None:
        given = dict(self.plans)
        answering = [leader for leader in state.line if leader in given or leader in state.guided]
        plans = {leader: given.get(leader) or default(state, leader) for leader in answering}
        for leader, plan in plans.items():
            carry_out_trade(state, leader, plan)
            if plan.feed:
                feed(state, leader)
        for leader, plan in plans.items():
            industry.work(state, leader, plan)


def default(state: Nineteen33, leader: Side) -> SealPlan:
    """18.1, 18.8: of a leader that nobody plays."""
    return suggestions.plan(state, leader, guided.reserve(state, leader))


def carry_out_trade(state: Nineteen33, leader: Side, plan: SealPlan) -> None:
    """4.5 a, 7.9"""
    for planned in plan.deals:
        trade.carry_out_planned(state, leader, planned)
    for place in plan.supplies:
        if armaments.refusal(state, leader, place) is None:
            armaments.supply(state, leader, place)


def feed(state: Nineteen33, leader: Side) -> None:
    """19.5: an absent leader goes without food only if no open state sells any."""
    fed = any("food" in state.places[place].lines for place in trade.partners(state, leader))
    deal = None if fed else suggestions.food_deal(state, leader)
    if deal:
        trade.carry_out_planned(state, leader, deal)
