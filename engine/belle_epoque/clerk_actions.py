"""Lists the actions of a round that the clerk considers: of each kind those that may be worth it, with their worth in
VP beyond their cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.belle_epoque.appraisal import CUBE, POUND, STEP, appraise, scorings_left, settling, with_cube
from engine.belle_epoque.arms import Sales, free_for_arms
from engine.belle_epoque.board import IN_CONTINENT, cube_at, has_fleet, is_closed_to
from engine.belle_epoque.cards import PlayableCards
from engine.belle_epoque.choices import (
    BuildGreatWork,
    BuyUnits,
    DeployFleets,
    PlayNational,
    RaisePrestige,
    ResolveContest,
    SellArmaments,
    SendMission,
)
from engine.belle_epoque.clerk_cards import card_worth, free_gain
from engine.belle_epoque.clerk_contests import chance_of_attack
from engine.belle_epoque.contests import Contests
from engine.belle_epoque.deploy import Deployments, goals
from engine.belle_epoque.holdings import ARSENAL
from engine.belle_epoque.missions import Missions
from engine.belle_epoque.printed import LAST_TURN, NATIONAL, PRESTIGE, PRESTIGE_MOST, SHEETS, TERRITORIES, rate_of
from engine.belle_epoque.printed.figures import ARMS, FREE, PRESTIGE_COST
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.units import Purchases
from engine.belle_epoque.works import GreatWork, PrestigeStep
from engine.core.choice import Choice
from engine.core.state import Side

Options = Iterator[tuple[float, Choice]]
FLEETS = (6.0, 4.0, 2.5)
"""The worth of the first, second and third Fleet at the beginning of the game."""
ARMY = 0.9
ARMIES = 4
"""The number of ready Armies that the clerk wants."""
CARD = 0.3
"""The worth of a card in hand, for better times."""
IN_TIME = 0.5
"""Added to the worth of resolving an open contest, which would lapse at the end of the turn."""
ATTACK = 0.4
"""The cost of the units in a contest that a mission prepares."""


def missions(state: BelleEpoque, side: Side) -> Options:
    """List missions to free spaces, and onto one cube of each rival."""
    menu = Missions(state, side)
    for territory in TERRITORIES if menu.cubes else ():
        if menu.is_open(territory):
            now = appraise(state, side, territory, state.spaces[territory])
            cubes = {cube_at(state, territory, space): space for space in menu.targets(territory)[::-1]}
            for cube, space in cubes.items():
                if cube == FREE:
                    yield settling(state, side, territory) - CUBE, SendMission(territory, space)
                    continue
                row = with_cube(state.spaces[territory], space, side)
                gained = appraise(state, side, territory, row) - now
                yield attack_worth(state, side, territory, space, gained), SendMission(territory, space)


def attack_worth(state: BelleEpoque, side: Side, territory: str, space: int, gained: float) -> float:
    if gained <= CUBE + ATTACK:
        return 0
    return gained * chance_of_attack(state, side, territory, space) - CUBE - ATTACK


def contests(state: BelleEpoque, side: Side) -> Options:
    for choice in Contests(state, side):
        assert isinstance(choice, ResolveContest)
        row = state.spaces[choice.territory]
        gained = appraise(state, side, choice.territory, with_cube(row, choice.space, side))
        gained -= appraise(state, side, choice.territory, row)
        chance = chance_of_attack(state, side, choice.territory, choice.space)
        yield IN_TIME + max(0, gained) * chance, choice


def turns_left(state: BelleEpoque) -> int:
    return LAST_TURN - state.turn


def great_work(state: BelleEpoque, side: Side) -> Options:
    if GreatWork(state, side):
        work = SHEETS[side].great_work
        yearly = work.bonus.delta * CUBE * turns_left(state) if work.bonus.type == "md_income" else 1
        worth = work.vp * scorings_left(state.turn) + work.prestige * STEP + yearly
        yield worth - work.cost * POUND, BuildGreatWork()


def prestige(state: BelleEpoque, side: Side) -> Options:
    """Weigh a step of Prestige, and the bonus of a space reached for the first time."""
    sheet = state.sheets[side]
    if sheet.prestige < PRESTIGE_MOST and PrestigeStep(state, side):
        bonus = PRESTIGE[sheet.prestige + 1].bonus if sheet.prestige == sheet.reached else None
        extra = bonus.amount * BONUSES[bonus.type] if bonus else 0
        yield STEP + extra - PRESTIGE_COST * POUND, RaisePrestige()


BONUSES = {"md": CUBE, "money": POUND, "intrigue": CARD}


def purchases(state: BelleEpoque, side: Side) -> Options:
    """Weigh a Fleet, or Armies up to the number that the clerk wants."""
    menu, sheet = Purchases(state, side), state.sheets[side]
    if menu.most_fleets():
        share = (turns_left(state) + 1) / LAST_TURN
        yield FLEETS[min(2, sheet.fleets_built)] * share - menu.fleet_cost * POUND, BuyUnits(fleets=1)
    armies = min(menu.most_armies(0), ARMIES - sheet.armies)
    if armies > 0:
        yield armies * (ARMY - menu.army_cost * POUND), BuyUnits(armies=armies)


def deployments(state: BelleEpoque, side: Side) -> Options:
    """Weigh each Fleet of the Arsenal, in the box where it opens up most."""
    fleets = [fleet for (fleet, place), count in Deployments(state, side).fleets.items() if place == ARSENAL]
    opened = {continent: opens(state, side, continent) for continent in IN_CONTINENT}
    for fleet in fleets:
        to = max(goals(fleet, ARSENAL), key=lambda continent: opened[continent])
        yield opened[to], DeployFleets(((fleet, ARSENAL, to),))


def opens(state: BelleEpoque, side: Side, continent: str) -> float:
    """Return what a Fleet brings there: the best missions of a continent that was out of reach, else help in
    contests."""
    if has_fleet(state, side, continent):
        return 0.3
    return 0.5 + max(free_gain(state, side, territory) for territory in IN_CONTINENT[continent])


def sales(state: BelleEpoque, side: Side) -> Options:
    """Weigh sales where free spaces take the armament cubes and Armies pay."""
    menu = Sales(state, side)
    for territory in TERRITORIES if menu else ():
        rate = rate_of(territory)
        if not rate.fleets and menu.refused_territory(territory) is None and not menu.to_replace(territory):
            yield sale_worth(state, side, territory), SellArmaments(territory)


def sale_worth(state: BelleEpoque, side: Side, territory: str) -> float:
    rate, row = rate_of(territory), state.spaces[territory]
    for space in free_for_arms(state, territory, rate.cubes):
        row = with_cube(row, space, ARMS)
    cost = rate.armies * SHEETS[side].armies.cost * POUND + STEP * is_closed_to(state, territory, side)
    return appraise(state, side, territory, row) - appraise(state, side, territory, state.spaces[territory]) - cost


def cards(state: BelleEpoque, side: Side) -> Options:
    for choice in PlayableCards(state, side):
        if isinstance(choice, PlayNational):
            yield card_worth(state, side, choice.card) - NATIONAL[choice.card].cost * POUND - CARD, choice
        else:
            yield card_worth(state, side, choice.card, choice.half) - CARD, choice  # type: ignore[attr-defined]


ACTIONS: dict[str, Callable[[BelleEpoque, Side], Options]] = {
    "resolve_contest": contests,
    "send_mission": missions,
    "great_work": great_work,
    "deploy": deployments,
    "buy_units": purchases,
    "play_card": cards,
    "prestige": prestige,
    "sell_armaments": sales,
}
"""By kind (8.0.1b); the clerk never invests a waiting cube for money."""
