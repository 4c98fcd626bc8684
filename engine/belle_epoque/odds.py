"""8.7i, 8.7j: the exact chances of a contest, in 36ths, from what everyone can see: the committed units, and those that
either side could still send. Cards that roll a die again (8.6.4) are hidden and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.belle_epoque.automated_contests import SendingUnits
from engine.belle_epoque.board import cube_at
from engine.belle_epoque.choices import CommitArmies, CommitFleets
from engine.belle_epoque.clash import (
    NO_ARMIES,
    NO_FLEETS,
    Clash,
    Commitments,
    armies_menu,
    defender_of,
    fleets_menu,
    refused_contest,
)
from engine.belle_epoque.contests import STAGES, SendingArmies, SendingFleets
from engine.belle_epoque.printed.figures import ARMY_COST, DIE
from engine.belle_epoque.reactions import Dice, Reacting, bonus, losers, winner_when_level
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side
from engine.core.step import Step

FACES = range(1, DIE + 1)
PAIRS = DIE * DIE


class Odds(Struct, frozen=True):
    """The number of the 36 throws of both dice that the attacker wins, and that the defender wins; in `both`, neither
    cube stays."""

    attacker: int
    defender: int
    both: int = 0

    def of(self, is_attacker: bool) -> int:
        return self.attacker if is_attacker else self.defender


class Outlook(Struct, frozen=True):
    """A contest as it stands, and how far either side can still get. `attacking` and `defending` are bonuses."""

    territory: str
    space: int
    attacker: Side
    defender: Side | None
    attacking: int
    attacking_most: int
    defending: int
    defending_most: int
    now: Odds
    """The odds if neither side sends more."""
    worst: Odds
    """The odds if only the defender sends more, as much as counts."""
    best: Odds
    """The odds if only the attacker sends more, as much as counts."""
    full: Odds
    """The odds if both do."""


def odds(state: BelleEpoque, clash: Clash, attacking: int, defending: int) -> Odds:
    """8.7j: return the odds with these bonuses."""
    more, level = throws(attacking - defending)
    winner = winner_when_level(state, clash)
    if winner is None:
        return Odds(more, PAIRS - more - level, level)
    more += level if winner == clash.attacker else 0
    return Odds(more, PAIRS - more)


def wins(state: BelleEpoque, clash: Clash, side: Side, own: int, rival: int) -> int:
    """Count the throws of 36 that keep the cube of this side, with these bonuses."""
    attacks = side == clash.attacker
    return (odds(state, clash, own, rival) if attacks else odds(state, clash, rival, own)).of(attacks)


@cache
def throws(ahead: int) -> tuple[int, int]:
    """Count the throws of both dice in which the attacker has the higher total, and those with equal totals; `ahead` is
    by how much its bonus is higher."""
    totals = [attacker + ahead - defender for attacker in FACES for defender in FACES]
    return sum(total > 0 for total in totals), totals.count(0)


def most_bonus(state: BelleEpoque, clash: Clash, side: Side, menus: Menus) -> int:
    """8.7e: return the highest bonus that a side can reach with units it may still send. Units never lower it, so it
    sends all allied ones, and as many Armies of its own as the Fleets leave money for."""
    fleets, armies = (menu(state, side, clash) if menu in menus else None for menu in (fleets_menu, armies_menu))
    found = [bonus(state, clash, side)]
    for own in range(fleets.most + 1 if fleets else 1):
        sent = CommitFleets(own, fleets.allied) if fleets else NO_FLEETS
        paid = own * fleets.cost if fleets else 0
        found.append(bonus(state, clash.joined_by(side, sent, armies_for(armies, paid)), side))
    return max(found)


def armies_for(armies: Commitments | None, paid: int) -> CommitArmies:
    """Return as many Armies as the money pays for after `paid`."""
    if armies is None:
        return NO_ARMIES
    return CommitArmies(min(armies.has, (armies.money - paid) // ARMY_COST), armies.allied)


UnitsMenu = Callable[[BelleEpoque, Side, Clash], Commitments]
Menus = tuple[UnitsMenu, ...]


def menus_of(is_attacker: bool, stage: int) -> Menus:
    """8.7k: return the menus of units that a side may still send from this stage on."""
    return tuple(menu for attacks, menu, _ in STAGES[stage:] if attacks == is_attacker)


def outlook(state: BelleEpoque, clash: Clash, stage: int) -> Outlook:
    attacking, defending = bonus(state, clash, clash.attacker), bonus(state, clash, clash.defender)
    attacking_most = most_of(state, clash, clash.attacker, stage)
    defending_most = most_of(state, clash, clash.defender, stage)
    return Outlook(
        clash.territory,
        clash.space,
        clash.attacker,
        clash.defender or None,
        attacking,
        attacking_most,
        defending,
        defending_most,
        now=odds(state, clash, attacking, defending),
        worst=odds(state, clash, attacking, defending_most),
        best=odds(state, clash, attacking_most, defending),
        full=odds(state, clash, attacking_most, defending_most),
    )


def most_of(state: BelleEpoque, clash: Clash, side: Side, stage: int) -> int:
    """Return the highest bonus that a side can reach from this stage on. A nation without an ally sends nothing."""
    if side not in state.sides:
        return bonus(state, clash, side)
    return most_bonus(state, clash, side, menus_of(side == clash.attacker, stage))


# The contest under way


class Party(Struct, frozen=True):
    """One side of a contest, with the units it has committed. A nation without an ally has no side (8.7.1)."""

    side: Side
    fleets: int
    armies: int
    bonus: int
    """8.7e: the bonus that counts, within the limit."""
    chance: int
    """The chance that it keeps its cube as things stand, in per cent."""
    die: int = 0


class Duel(Struct, frozen=True):
    """The contest that is being resolved, as everyone sees it."""

    territory: str
    space: int
    cube: str
    """The lower cube."""
    attacker: Party
    defender: Party
    asked: Side
    """The side that is asked to commit units or react."""
    stage: int
    """8.7a to 8.7d are 0 to 3; 4: both dice are rolled. 13.9.3: 0 or 1, by the side that is asked for all its units."""
    chances: list[int] = []
    """The chances of the side that is asked, in per cent, by the number of its own units it commits; empty where it
    commits two kinds."""


UNDER_WAY: dict[type[Step[Any] | None], Callable[[Any], tuple[Clash, int]]] = {
    SendingFleets: lambda step: (step.clash, step.stage),
    SendingArmies: lambda step: (step.clash, step.stage),
    SendingUnits: lambda step: (step.joining.clash, 0 if step.side == step.joining.clash.attacker else 1),
}
"""The questions that ask for units, each with its contest and the stage from which units may still come."""


def duel(state: BelleEpoque) -> Duel | None:
    """Return the contest that is being resolved; None if there is none."""
    step: Any = state.agenda[-1] if state.agenda else None
    if isinstance(step, Reacting):
        return made(state, step.dice.clash, step.side, len(STAGES), (step.dice.attacker, step.dice.defender))
    if found := UNDER_WAY.get(type(step)):
        clash, stage = found(step)
        return replace(made(state, clash, step.side, stage), chances=[*chances(state, step)])
    return None


def made(state: BelleEpoque, clash: Clash, asked: Side, stage: int, dice: tuple[int, int] = (0, 0)) -> Duel:
    attacking, defending = bonus(state, clash, clash.attacker), bonus(state, clash, clash.defender)
    now = odds(state, clash, attacking, defending)
    return Duel(
        clash.territory,
        clash.space,
        clash.cube,
        party(clash, clash.attacker, attacking, now.attacker, dice[0]),
        party(clash, clash.defender, defending, now.defender, dice[1]),
        asked,
        stage,
    )


def party(clash: Clash, side: Side, counted: int, won: int, die: int) -> Party:
    force = clash.force_of(side)
    fleets, armies = force.fleets + force.allied_fleets, force.armies + force.allied_armies
    return Party(side, fleets, armies, counted, per_cent(won), die)


def per_cent(won: int) -> int:
    return round(100 * won / PAIRS)


def chances(state: BelleEpoque, step: SendingFleets | SendingArmies | SendingUnits) -> Iterator[int]:
    """Yield the chance of the side with no unit of its own, with one, and so on; none of an ally."""
    if isinstance(step, SendingUnits):
        return
    _, menu, _ = STAGES[step.stage]
    clash, side = step.clash, step.side
    rival = bonus(state, clash, clash.defender if side == clash.attacker else clash.attacker)
    for own in range(menu(state, side, clash).most + 1):
        sent = (CommitFleets(own), NO_ARMIES) if isinstance(step, SendingFleets) else (NO_FLEETS, CommitArmies(own))
        yield per_cent(wins(state, clash, side, bonus(state, clash.joined_by(side, *sent), side), rival))


# The range of outcomes


def outlooks(state: BelleEpoque) -> tuple[Outlook, ...]:
    """Return the contest in which units are being sent; else the open ones that their attackers can resolve."""
    step = state.agenda[-1] if state.agenda else None
    if found := UNDER_WAY.get(type(step)):
        return (outlook(state, *found(step)),)
    return tuple(outlook(state, clash, 0) for clash in open_clashes(state))


def open_clashes(state: BelleEpoque) -> Iterator[Clash]:
    for contest in state.contests:
        if not state.is_automated(contest.side) and refused_contest(state, contest.side, contest) is None:
            cube = cube_at(state, contest.territory, contest.space)
            yield Clash(contest.territory, contest.space, cube, contest.side, defender_of(state, contest))


def new_die(state: BelleEpoque) -> int | None:
    """8.6.4: count the faces of a new die with which the side that is asked would keep its cube; None if no side is
    asked."""
    step = state.agenda[-1] if state.agenda else None
    return faces_that_save(state, step.dice, step.side) if isinstance(step, Reacting) else None


def faces_that_save(state: BelleEpoque, dice: Dice, side: Side) -> int:
    return sum(side not in losers(state, dice.rolled_again(side, face)) for face in FACES)
