"""8.7i, 8.7j: the exact chances of a contest, from what everyone can see: the committed units, those that either side
could still send, and the cards beside the sheet of an automated Power (13.4.6g). Cards in hand that roll a die again
(8.6.4) are hidden and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.belle_epoque.automated_contests import SendingUnits, units_of
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
from engine.belle_epoque.reactions import Dice, Reacting, Rolling, bonus, losers, winner_when_level
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.state import Side
from engine.core.step import Step

FACES = range(1, DIE + 1)
PAIRS = DIE * DIE


class Odds(Struct, frozen=True):
    """The number of equally likely throws, 36 with two dice, and of those that the attacker or the defender wins; in
    `both`, neither cube stays."""

    attacker: int
    defender: int
    both: int = 0
    throws: int = PAIRS

    def share(self, is_attacker: bool) -> float:
        """Return the share of all throws that this side wins."""
        return (self.attacker if is_attacker else self.defender) / self.throws

    def per_cent(self, is_attacker: bool) -> int:
        return round(100 * self.share(is_attacker))


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
    again = cards_beside(state, clash.attacker), cards_beside(state, clash.defender)
    winner = winner_when_level(state, clash)
    level = None if winner is None else winner == clash.attacker
    return counted(attacking - defending, level, *again)


def cards_beside(state: BelleEpoque, side: Side) -> int:
    """13.4.6g: return how often an automated Power may still roll again; its cards lie open."""
    return len(state.automata[side].strategies) if side in state.automata else 0


def chance(state: BelleEpoque, clash: Clash, side: Side, own: int, rival: int) -> float:
    """Return the chance that this side keeps its cube with these bonuses."""
    attacks = side == clash.attacker
    return (odds(state, clash, own, rival) if attacks else odds(state, clash, rival, own)).share(attacks)


@cache
def counted(ahead: int, level: bool | None, attacker_again: int = 0, defender_again: int = 0) -> Odds:
    """Count all throws; `ahead` is by how much the attacker's bonus is higher. `level`: whether the attacker wins equal
    totals; None if neither side does. Each card beside a sheet adds a throw of one die."""
    ends = [
        settled(attacker, defender, ahead, level, attacker_again, defender_again)
        for attacker in FACES
        for defender in FACES
    ]
    won, lost, both = map(sum, zip(*ends, strict=True))
    return Odds(won, lost, both, PAIRS * DIE ** (attacker_again + defender_again))


def settled(
    attacker: int, defender: int, ahead: int, level: bool | None, attacker_again: int, defender_again: int
) -> tuple[int, int, int]:
    """Count all throws that may follow from these dice: those the attacker wins, those the defender wins, and those in
    which neither cube stays."""
    ends = ending(attacker + ahead - defender, level)
    if attacker_again and not ends[0] and any(ending(face + ahead - defender, level)[0] for face in FACES):
        rolled = [settled(face, defender, ahead, level, attacker_again - 1, defender_again) for face in FACES]
    elif defender_again and not ends[1] and any(ending(attacker + ahead - face, level)[1] for face in FACES):
        rolled = [settled(attacker, face, ahead, level, attacker_again, defender_again - 1) for face in FACES]
    else:
        rolled = [ends] * DIE ** (attacker_again + defender_again)
    won, lost, both = map(sum, zip(*rolled, strict=True))
    return won, lost, both


def ending(total: int, level: bool | None) -> tuple[int, int, int]:
    """8.7j: return who keeps its cube if the attacker's total is higher by this much: the attacker, the defender, or
    neither."""
    won, lost = total > 0 or (not total and level is True), total < 0 or (not total and level is False)
    return int(won), int(lost), int(not won and not lost)


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


def counts_of(choice: Choice) -> tuple[int, int, int]:
    """Count an answer's own Fleets, its Fleets of allies, and its Armies of either."""
    fleets, armies = units_of(choice)
    return fleets.own, len(fleets.allied), armies.own + len(armies.allied)


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
    again: int = 0
    """13.4.6g: how often it may roll again, by cards that lie open; the chances include this."""


Chances = list[list[list[int]]]
"""Per cent, by own Fleets, then by Fleets of allies, then by Armies of either: as many as can be paid and change
something."""


class Duel(Struct, frozen=True):
    """The contest that is being resolved, as everyone sees it."""

    territory: str
    space: int
    cube: str
    """The lower cube."""
    attacker: Party
    defender: Party
    asked: Side
    """The side that is asked to commit units or react; empty when the dice are rolled."""
    stage: int
    """8.7a to 8.7d are 0 to 3; 4: all units are sent. 13.9.3: 0 or 1, by the side that is asked for all its units."""
    at_once: bool = False
    """13.9.3: whether Fleets and Armies are sent in one step."""
    chances: Chances = []
    """The chances of the side that is asked, by the units it sends now."""

    def chance(self, choice: Choice) -> int:
        """Return the chance of the side that is asked if it sends this, in per cent."""
        return self.chance_with(*counts_of(choice))

    def chance_with(self, own: int, allied: int, armies: int) -> int:
        by_armies = self.chances[own][allied]
        return by_armies[min(armies, len(by_armies) - 1)]

    def wastes(self, choice: Choice) -> bool:
        """Tell whether one unit less would bring the same chance."""
        sent = counts_of(choice)
        fewer = [(*sent[:kind], sent[kind] - 1, *sent[kind + 1 :]) for kind in range(len(sent)) if sent[kind]]
        return any(self.chance_with(*less) >= self.chance_with(*sent) for less in fewer)


UNDER_WAY: dict[type[Step[Any] | None], Callable[[Any], tuple[Clash, int]]] = {
    SendingFleets: lambda step: (step.clash, step.stage),
    SendingArmies: lambda step: (step.clash, step.stage),
    SendingUnits: lambda step: (step.joining.clash, 0 if step.side == step.joining.clash.attacker else 1),
}
"""The questions that ask for units, each with its contest and the stage from which units may still come."""


def duel(state: BelleEpoque) -> Duel | None:
    """Return the contest that is being resolved; None if there is none. Dice wait only in a position that is
    previewed."""
    step: Any = state.agenda[-1] if state.agenda else None
    if isinstance(step, Rolling):
        return made(state, step.clash, "", len(STAGES))
    if isinstance(step, Reacting):
        return made(state, step.dice.clash, step.side, len(STAGES), (step.dice.attacker, step.dice.defender))
    if found := UNDER_WAY.get(type(step)):
        clash, stage = found(step)
        return replace(made(state, clash, step.side, stage), chances=chances(state, step.side, clash, menus_now(step)))
    return None


def menus_now(step: SendingFleets | SendingArmies | SendingUnits) -> Menus:
    """Return the menus of the units that this question asks for."""
    return (fleets_menu, armies_menu) if isinstance(step, SendingUnits) else (STAGES[step.stage][1],)


def made(state: BelleEpoque, clash: Clash, asked: Side, stage: int, dice: tuple[int, int] = (0, 0)) -> Duel:
    now = odds(state, clash, bonus(state, clash, clash.attacker), bonus(state, clash, clash.defender))
    return Duel(
        clash.territory,
        clash.space,
        clash.cube,
        party(state, clash, clash.attacker, now, dice[0]),
        party(state, clash, clash.defender, now, dice[1]),
        asked,
        stage,
        bool(clash.shares),
    )


def party(state: BelleEpoque, clash: Clash, side: Side, now: Odds, die: int) -> Party:
    again = cards_beside(state, side)
    force = clash.force_of(side)
    fleets, armies = force.fleets + force.allied_fleets, force.armies + force.allied_armies
    return Party(side, fleets, armies, bonus(state, clash, side), now.per_cent(side == clash.attacker), die, again)


def chances(state: BelleEpoque, side: Side, clash: Clash, menus: Menus) -> Chances:
    """Return the chances with all that this side could send now. All allied units of one kind are alike."""
    fleets, armies = (menu(state, side, clash) if menu in menus else None for menu in (fleets_menu, armies_menu))
    rival = bonus(state, clash, clash.defender if side == clash.attacker else clash.attacker)
    most = most_bonus(state, clash, side, menus)

    def sending(own: int, allied: int, sent: int) -> int:
        ships = CommitFleets(own, fleets.allied[:allied]) if fleets else NO_FLEETS
        joined = clash.joined_by(side, ships, CommitArmies(sent))
        return round(100 * chance(state, joined, side, bonus(state, joined, side), rival))

    def by_armies(own: int, allied: int) -> list[int]:
        payable = armies_for(armies, own * fleets.cost if fleets else 0)
        useful = min(payable.own + len(payable.allied), most)
        return [sending(own, allied, sent) for sent in range(useful + 1)]

    own_ones, allied_ones = (fleets.most, len(fleets.allied)) if fleets else (0, 0)
    return [[by_armies(own, allied) for allied in range(allied_ones + 1)] for own in range(own_ones + 1)]


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
