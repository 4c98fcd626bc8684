"""13.8: places the armament cubes that an automated Power took by its missions, within the limits of 8.9 and without
paying.
"""

from __future__ import annotations

from msgspec import Struct

from engine.belle_epoque.arms import free_for_arms
from engine.belle_epoque.automated import pick_most, rivals, sheet_of, uncontested
from engine.belle_epoque.automated_journal import ArmamentsPlaced, ArmamentsReturned
from engine.belle_epoque.board import cube_at, is_closed_to, majority
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.prestige import move_prestige
from engine.belle_epoque.printed import TERRITORIES, rate_of
from engine.belle_epoque.printed.figures import ARMS, CLOSED_SALE_PRESTIGE
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic


class Plan(Struct, frozen=True):
    """The spaces for armament cubes in a territory, the dice that chose the cubes to replace, and the holder of the
    territory afterwards."""

    territory: str
    spaces: tuple[int, ...]
    dice: tuple[int, ...]
    holder: Side | None


class Arming(Automatic[BelleEpoque], frozen=True):
    """13.8b, 13.8d: arm the first territory where the cubes change something; then start again from the top."""

    clause = "13.8b"
    side: Side
    cubes: int

    def run(self, state: BelleEpoque) -> None:
        plan = first_plan(state, self.side, self.cubes) if self.cubes else None
        if plan:
            then(state, Arming(self.side, self.cubes - len(plan.spaces)))
            place(state, self.side, plan)
        elif self.cubes:
            tell(state, ArmamentsReturned(self.side, self.cubes))


def by_worth(side: Side) -> list[str]:
    """13.8b: list the objective territories by map VP, the highest first, and equal ones in order of priority."""
    return sorted(sheet_of(side).objective_priority, key=lambda one: -TERRITORIES[one].vp)


def first_plan(state: BelleEpoque, side: Side, cubes: int) -> Plan | None:
    for territory in by_worth(side):
        if ARMS not in state.spaces[territory] and rate_of(territory).cubes <= cubes:
            plan = plan_for(state, side, territory)
            if plan and changes_something(state, side, plan):
                return plan
    return None


def plan_for(state: BelleEpoque, side: Side, territory: str) -> Plan | None:
    """13.8c: plan on free spaces, then on those of the rival Power with most cubes; None if there are too few of
    both."""
    cubes = rate_of(territory).cubes
    spaces, dice = free_for_arms(state, territory, cubes), list[int]()
    while len(spaces) < cubes:
        left = {power: [*set(uncontested(state, territory, power)) - {*spaces}] for power in rivals(side)}
        losing = [power for power in left if left[power]]
        if not losing:
            return None
        pick = pick_most(state, losing, lambda power: remaining(state, territory, power, spaces))
        dice += [pick.die] if pick.die else []
        spaces.append(max(left[pick.side]))
    return Plan(territory, tuple(spaces), tuple(dice), holder_with(state, territory, spaces))


def remaining(state: BelleEpoque, territory: str, power: Side, spaces: list[int]) -> int:
    """Count the cubes of a Power there, without those already replaced."""
    row = enumerate(state.spaces[territory], start=1)
    return sum(cube == power and space not in spaces for space, cube in row)


def holder_with(state: BelleEpoque, territory: str, spaces: list[int]) -> Side | None:
    """Return who would hold the territory with armament cubes on these spaces."""
    before = state.spaces[territory]
    for space in spaces:
        set_space(state, territory, space, ARMS)
    holder = majority(state, territory)
    state.spaces[territory] = before
    return holder


def changes_something(state: BelleEpoque, side: Side, plan: Plan) -> bool:
    """13.8b: tell whether a rival Power would lose the Alliance or Control, or this Power gain it."""
    before = state.held.get(plan.territory)
    return before != plan.holder and (plan.holder == side or before not in (None, side))


def place(state: BelleEpoque, side: Side, plan: Plan) -> None:
    """Place the cubes as 8.9 does, even where a rival has closed the territory (8.9.2)."""
    territory, before = plan.territory, state.held.get(plan.territory)
    replaced = tuple(cube for space in plan.spaces if (cube := cube_at(state, territory, space)))
    for space in plan.spaces:
        set_space(state, territory, space, ARMS)
    state.sheets[side].armaments -= len(plan.spaces)
    tell(state, ArmamentsPlaced(side, territory, plan.spaces, replaced, plan.dice, before, plan.holder))
    if is_closed_to(state, territory, side):
        move_prestige(state, side, -CLOSED_SALE_PRESTIGE)
    recheck(state, territory)
