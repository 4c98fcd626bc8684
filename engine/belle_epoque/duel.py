"""8.7: the contest that is being resolved as everybody sees it, with the chances of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from engine.belle_epoque.contests import STAGES, Clash, Force, SendingArmies, SendingFleets
from engine.belle_epoque.printed.figures import DIE
from engine.belle_epoque.reactions import Dice, Reacting, bonus, losers
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side

FACES = range(1, DIE + 1)


class Party(Struct, frozen=True):
    """One of the two, with what it has committed. A nation without an ally has no side (8.7.1)."""

    side: Side
    fleets: int
    armies: int
    bonus: int
    """8.7e: what counts, within the limit."""
    chance: int
    """How probably it keeps its cube as things stand, in per cent."""
    die: int = 0


class Duel(Struct, frozen=True):
    territory: str
    space: int
    cube: str
    """The lower one."""
    attacker: Party
    defender: Party
    asked: Side
    """Who commits units or reacts now."""
    stage: int
    """8.7a to 8.7d are 0 to 3; 4: both dice are rolled."""
    chances: list[int] = []
    """Per cent for whoever is asked, by how many units of its own it commits."""


def duel(state: BelleEpoque) -> Duel | None:
    """None while no contest is being resolved."""
    step = state.agenda[-1] if state.agenda else None
    if isinstance(step, SendingFleets | SendingArmies):
        return replace(made(state, step.clash, step.side, step.stage), chances=[*chances(state, step)])
    if isinstance(step, Reacting):
        return made(state, step.dice.clash, step.side, len(STAGES), (step.dice.attacker, step.dice.defender))
    return None


def made(state: BelleEpoque, clash: Clash, asked: Side, stage: int, dice: tuple[int, int] = (0, 0)) -> Duel:
    attacker = party(state, clash, clash.attacker, clash.attacking, dice[0])
    defender = party(state, clash, clash.defender, clash.defending, dice[1])
    return Duel(clash.territory, clash.space, clash.cube, attacker, defender, asked, stage)


def party(state: BelleEpoque, clash: Clash, side: Side, force: Force, die: int) -> Party:
    fleets, armies = force.fleets + force.allied_fleets, force.armies + force.allied_armies
    return Party(side, fleets, armies, bonus(state, clash, side), chance(state, clash, side), die)


def chance(state: BelleEpoque, clash: Clash, side: Side) -> int:
    """8.7i, 8.7j: of the 36 throws, those in which the side keeps its cube."""
    throws = (Dice(clash, attacker, defender) for attacker, defender in product(FACES, FACES))
    kept = sum(side not in losers(state, dice) for dice in throws)
    return round(100 * kept / len(FACES) ** 2)


def chances(state: BelleEpoque, step: SendingFleets | SendingArmies) -> Iterator[int]:
    """With no unit of its own, with one, and so on, and none of an ally."""
    _, menu, _ = STAGES[step.stage]
    force = step.clash.force_of(step.side)
    for own in range(menu(state, step.side, step.clash).most + 1):
        more = replace(force, fleets=own) if isinstance(step, SendingFleets) else replace(force, armies=own)
        yield chance(state, step.clash.joined_by(step.side, more), step.side)
