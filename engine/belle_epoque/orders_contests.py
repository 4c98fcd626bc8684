"""8.7b, 8.7c, 13.9.3: decides which order counts in a contest, and what it sends, by the open position and the order
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.belle_epoque.board import majority
from engine.belle_epoque.choices import CommitArmies, CommitFleets, CommitUnits
from engine.belle_epoque.clash import Clash, Commitments, armies_menu, fleet_cost, fleets_menu
from engine.belle_epoque.odds import chance, menus_of, most_of
from engine.belle_epoque.orders_left import EVERYWHERE, NONE, ContestOrder
from engine.belle_epoque.printed.figures import ARMY_COST, DIE
from engine.belle_epoque.reactions import bonus
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side


class Plan(NamedTuple):
    """Units that could be sent, their cost, and the bonus they bring."""

    fleets: CommitFleets
    armies: CommitArmies
    price: int
    bonus: int

    @property
    def units(self) -> CommitUnits:
        """13.9.3: return all units as one answer."""
        return CommitUnits(self.fleets.own, self.armies.own, (*self.fleets.allied, *self.armies.allied))

    @property
    def effort(self) -> tuple[int, int, int]:
        """Return a key for sorting: the cheaper plan first, then the one with fewer units, then the one with fewer
        Fleets."""
        fleets = self.fleets.own + len(self.fleets.allied)
        return self.price, fleets + self.armies.own + len(self.armies.allied), fleets


NOTHING = Plan(CommitFleets(), CommitArmies(), 0, 0)

# The order that counts


def order_for(state: BelleEpoque, side: Side, clash: Clash) -> ContestOrder | None:
    """Return the order for the territory, else the one for the continent, else the one for everywhere; at the same
    place, the one for cubes that decide something counts first."""
    left = state.orders.get(side, NONE).contests
    if not left:
        return None
    role, orders = "attack" if side == clash.attacker else "defence", {order.key: order for order in left}
    found = (orders.get((role, where, decisive)) for where in places(clash) for decisive in (True, False))
    fitting = (order for order in found if order and (not order.decisive or is_decisive(state, clash)))
    return next(fitting, None)


def places(clash: Clash) -> tuple[str, str, str]:
    return clash.territory, clash.continent, EVERYWHERE


def is_decisive(state: BelleEpoque, clash: Clash) -> bool:
    """2.6f: tell whether the territory would have another holder if the attacker won."""
    row = [*state.spaces[clash.territory]]
    row[clash.space - 1] = clash.attacker
    won = replace(state, spaces={**state.spaces, clash.territory: tuple(row)})
    return majority(won, clash.territory) != majority(state, clash.territory)


# The units it sends


def plan_of(state: BelleEpoque, side: Side, clash: Clash, order: ContestOrder, stage: int) -> Plan | None:
    """Return what an order sends from this stage on (8.7k); None if it cannot do what it says and then asks."""
    if order.send == "nothing":
        return NOTHING
    found = [*plans(state, side, clash, order, stage)]
    if order.send == "all":
        return min(found, key=lambda plan: (-plan.bonus, plan.effort))
    least = least_bonus(state, side, clash, order, stage)
    enough = (plan for plan in found if plan.bonus >= least)
    beyond = NOTHING if order.beyond == "nothing" else None
    return min(enough, key=lambda plan: plan.effort, default=beyond)


def least_bonus(state: BelleEpoque, side: Side, clash: Clash, order: ContestOrder, stage: int) -> int:
    """Return the bonus that is enough for the order: that of the opponent now, or the one that leaves a chance whatever
    the opponent still sends."""
    opponent = clash.defender if side == clash.attacker else clash.attacker
    if order.send == "match":
        return bonus(state, clash, opponent)
    most = most_of(state, clash, opponent, stage)
    enough = (own for own in range(most + DIE) if 100 * chance(state, clash, side, own, most) >= order.chance)
    return next(enough, most + DIE)


def plans(state: BelleEpoque, side: Side, clash: Clash, order: ContestOrder, stage: int) -> Iterator[Plan]:
    """Yield all plans within the limits of the order."""
    menus, cost = menus_of(side == clash.attacker, stage), fleet_cost(state, side)
    fleets = sendable(fleets_menu(state, side, clash), order.keep_fleets) if fleets_menu in menus else NO_UNITS
    armies = sendable(armies_menu(state, side, clash), order.keep_armies) if armies_menu in menus else NO_UNITS
    left = min(state.sheets[side].money, max(0, order.pounds - clash.force_of(side).fleets * cost))
    for own_fleets, allied_fleets in fleets:
        for own_armies, allied_armies in armies:
            price = own_fleets * cost + own_armies * ARMY_COST
            if price <= left:
                sent = CommitFleets(own_fleets, allied_fleets), CommitArmies(own_armies, allied_armies)
                yield Plan(*sent, price, bonus(state, clash.joined_by(side, *sent), side))


NO_UNITS: list[tuple[int, tuple[str, ...]]] = [(0, ())]


def sendable(menu: Commitments, keep: int) -> list[tuple[int, tuple[str, ...]]]:
    """Return the ways to send units of the Power's own with these allied ones, so that `keep` of all stay ready."""
    room = max(0, menu.has + len(menu.allied) - keep)
    return [
        (own, menu.allied[:allied])
        for own in range(min(menu.most, room) + 1)
        for allied in range(min(len(menu.allied), room - own) + 1)
    ]
