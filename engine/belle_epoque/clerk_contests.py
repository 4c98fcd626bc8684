"""What a contest is worth to the clerk, how it would end, and what to send to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.belle_epoque.appraisal import POUND, UNIT, chance_to_win, gain
from engine.belle_epoque.automated_contests import SendingUnits, arsenal_of, contests_of, parts, share
from engine.belle_epoque.board import cube_at
from engine.belle_epoque.choices import ChangeStrategy, CommitArmies, CommitFleets, CommitUnits, LetBe
from engine.belle_epoque.contests import (
    Clash,
    Force,
    SendingArmies,
    SendingFleets,
    armies_menu,
    fleet_cost,
    fleets_menu,
)
from engine.belle_epoque.printed import NATIONS
from engine.belle_epoque.printed.figures import ARMY_COST, CONTEST_CAP, DIE
from engine.belle_epoque.reactions import Reacting, bonus, losers
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import Side

GUESSED = 0.5
"""Of what an opponent could still send, so much is expected."""
LEAST_CHANCE = 1 / 3
"""Of a new die, for which a card is spent."""


def could_send(state: BelleEpoque, side: Side, clash: Clash) -> int:
    """What all units that a Power can pay would add."""
    fleets, armies = fleets_menu(state, side, clash), armies_menu(state, side, clash)
    force = Force(fleets.most, armies.most, len(fleets.allied), len(armies.allied))
    return min(CONTEST_CAP, force.strength)


def guessed_bonus(state: BelleEpoque, side: Side, clash: Clash) -> int:
    """What the other side is expected to add; an empty name is a nation without an ally."""
    if not side:
        return NATIONS[clash.cube].unaligned_defence
    if state.is_automated(side):
        shares = dict(clash.shares)
        return shares[side] if side in shares else share(arsenal_of(state, side), contests_of(state)[side] + 1)
    sent = bonus(state, clash, side)
    return max(sent, round(GUESSED * could_send(state, side, clash)))


def wins_ties(state: BelleEpoque, side: Side, rival: Side) -> bool:
    """8.7j, 8.7.1"""
    return not rival or state.sheets[side].prestige > state.sheets[rival].prestige


def chance_of_attack(state: BelleEpoque, side: Side, territory: str, space: int) -> float:
    """That the Power's cube would drive out the one on this space."""
    cube = cube_at(state, territory, space)
    defender = (state.ally_of(cube) or "") if cube in NATIONS else cube
    clash = Clash(territory, space, cube, side, defender)
    lead = could_send(state, side, clash) - guessed_bonus(state, defender, clash)
    return chance_to_win(lead, wins_ties(state, side, defender))


def stake(state: BelleEpoque, side: Side, clash: Clash) -> float:
    """What winning is worth, against losing."""
    change = gain(state, side, clash.territory, clash.space, clash.attacker)
    return max(0, change if side == clash.attacker else -change)


# What to send


def with_choice(force: Force, choice: Choice) -> Force:
    """What a side has in the contest after this answer."""
    if isinstance(choice, CommitFleets):
        return replace(force, fleets=choice.own, allied_fleets=len(choice.allied))
    if isinstance(choice, CommitArmies):
        return replace(force, armies=choice.own, allied_armies=len(choice.allied))
    assert isinstance(choice, CommitUnits)
    fleets, armies = parts(choice)
    return with_choice(with_choice(force, fleets), armies)


def price(state: BelleEpoque, side: Side, before: Force, after: Force) -> float:
    """Pounds and exhausted units, in VP."""
    fleets, armies = after.fleets - before.fleets, after.armies - before.armies
    allied = after.allied_fleets + after.allied_armies - before.allied_fleets - before.allied_armies
    pounds = fleets * fleet_cost(state, side) + armies * ARMY_COST
    return pounds * POUND + (fleets + armies + allied) * UNIT


def send(state: BelleEpoque, side: Side, clash: Clash, menu: Menu) -> Choice:
    """What makes the chance worth the price."""
    rival = clash.defender if side == clash.attacker else clash.attacker
    theirs, ties = guessed_bonus(state, rival, clash), wins_ties(state, side, rival)
    at_stake, before = stake(state, side, clash), clash.force_of(side)

    def worth(choice: Choice) -> float:
        force = with_choice(before, choice)
        lead = bonus(state, clash.joined_by(side, force), side) - theirs
        return chance_to_win(lead, ties) * at_stake - price(state, side, before, force)

    return max(menu, key=worth)


def react(state: BelleEpoque, side: Side, step: Reacting, menu: Menu) -> Choice:
    """Roll again where that may well turn a contest that matters."""
    dice = step.dice
    turned = sum(side not in losers(state, dice.rolled_again(side, die)) for die in range(1, DIE + 1))
    cards = [choice for choice in menu if isinstance(choice, ChangeStrategy)]
    matters = stake(state, side, dice.clash) > 1 and turned / DIE >= LEAST_CHANCE
    return cards[0] if cards and matters else LetBe()


SENDING: dict[type[Any], Callable[[BelleEpoque, Side, Any, Menu], Choice]] = {
    SendingFleets: lambda state, side, step, menu: send(state, side, step.clash, menu),
    SendingArmies: lambda state, side, step, menu: send(state, side, step.clash, menu),
    SendingUnits: lambda state, side, step, menu: send(state, side, step.joining.clash, menu),
    Reacting: react,
}
