"""Estimates for the clerk what a contest is worth and how it would end, and decides what to send to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.belle_epoque.appraisal import POUND, UNIT, gain
from engine.belle_epoque.automated_contests import SendingUnits, share_with_another, units_of
from engine.belle_epoque.board import cube_at
from engine.belle_epoque.choices import ChangeStrategy, CommitArmies, CommitFleets, LetBe
from engine.belle_epoque.clash import Clash, Force, armies_menu, fleet_cost, fleets_menu
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.odds import chance, faces_that_save
from engine.belle_epoque.printed import NATIONS
from engine.belle_epoque.printed.figures import ARMY_COST, CONTEST_CAP, DIE
from engine.belle_epoque.reactions import Reacting, bonus
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import Side

GUESSED = 0.5
"""The share of an opponent's possible further units that the clerk expects."""
LEAST_CHANCE = 1 / 3
"""The least chance of a new die for which the clerk spends a card."""


def could_send(state: BelleEpoque, side: Side, clash: Clash) -> int:
    """Return what all units that a Power can pay would add."""
    fleets, armies = fleets_menu(state, side, clash), armies_menu(state, side, clash)
    force = Force(fleets.most, armies.most, len(fleets.allied), len(armies.allied))
    return min(CONTEST_CAP, force.strength)


def guessed_bonus(state: BelleEpoque, side: Side, clash: Clash) -> int:
    """Return the bonus expected of the other side; an empty name is a nation without an ally."""
    if not side:
        return NATIONS[clash.cube].unaligned_defence
    if state.is_automated(side):
        shares = dict(clash.shares)
        return shares[side] if side in shares else share_with_another(state, side)
    sent = bonus(state, clash, side)
    return max(sent, round(GUESSED * could_send(state, side, clash)))


def chance_of_attack(state: BelleEpoque, side: Side, territory: str, space: int) -> float:
    """Return the chance that the Power's cube would drive out the one on this space."""
    cube = cube_at(state, territory, space)
    defender = (state.ally_of(cube) or "") if cube in NATIONS else cube
    clash = Clash(territory, space, cube, side, defender)
    return chance(state, clash, side, could_send(state, side, clash), guessed_bonus(state, defender, clash))


def stake(state: BelleEpoque, side: Side, clash: Clash) -> float:
    """Return the worth of winning, compared with losing."""
    change = gain(state, side, clash.territory, clash.space, clash.attacker)
    return max(0, change if side == clash.attacker else -change)


# Sending


def price(state: BelleEpoque, side: Side, fleets: CommitFleets, armies: CommitArmies) -> float:
    """Return the price in pounds and exhausted units, as VP."""
    pounds = fleets.own * fleet_cost(state, side) + armies.own * ARMY_COST
    return pounds * POUND + (fleets.own + armies.own + len(fleets.allied) + len(armies.allied)) * UNIT


def send(state: BelleEpoque, side: Side, clash: Clash, menu: Menu) -> Choice:
    """Send the units that make the chance worth the price."""
    rival = clash.defender if side == clash.attacker else clash.attacker
    theirs, at_stake = guessed_bonus(state, rival, clash), stake(state, side, clash)

    def worth(choice: Choice) -> float:
        sent = units_of(choice)
        own = bonus(state, clash.joined_by(side, *sent), side)
        return chance(state, clash, side, own, theirs) * at_stake - price(state, side, *sent)

    return max(menu, key=worth)


def react(state: BelleEpoque, side: Side, step: Reacting, menu: Menu) -> Choice:
    """Roll again where that may well turn a contest that matters."""
    turned = faces_that_save(state, step.dice, side)
    cards = [choice for choice in menu if isinstance(choice, ChangeStrategy)]
    matters = stake(state, side, step.dice.clash) > 1 and turned / DIE >= LEAST_CHANCE
    return cards[0] if cards and matters else LetBe()


SENDING: dict[type[Any], Callable[[BelleEpoque, Side, Any, Menu], Choice]] = {
    SendingFleets: lambda state, side, step, menu: send(state, side, step.clash, menu),
    SendingArmies: lambda state, side, step, menu: send(state, side, step.clash, menu),
    SendingUnits: lambda state, side, step, menu: send(state, side, step.joining.clash, menu),
    Reacting: react,
}
