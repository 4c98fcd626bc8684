"""19.4, 19.5: the answers of absent players. The same suggestions fill in forms, and menus list them first."""

from __future__ import annotations

from engine.core.state import Side
from engine.nineteen33 import trade
from engine.nineteen33.board import has_free_box, is_favoured
from engine.nineteen33.choices import PlaceLabour, PlannedDeal, SealPlan, SetBudget
from engine.nineteen33.food import need
from engine.nineteen33.industry import demand
from engine.nineteen33.manoeuvre import can_be_won
from engine.nineteen33.printed import PLACES, SECTORS, SHEETS, STATES, tables
from engine.nineteen33.printed.kinds import Sector
from engine.nineteen33.slips import AnySlip, BondsSlip, DevelopmentSlip, InfluenceSlip, LabourSlip, TaxesSlip
from engine.nineteen33.state import Nineteen33

EVERYTHING = 99
"""More than any industry makes."""


def placement(leader: Side) -> PlaceLabour:
    """18.1, 19.4: as suggested."""
    sheet = SHEETS[leader]
    return PlaceLabour(
        sheet.suggested.food - sheet.fixed.food,
        sheet.suggested.extraction - sheet.fixed.extraction,
        sheet.suggested.civil - sheet.fixed.civil,
        sheet.suggested.war - sheet.fixed.war,
    )


def budget(state: Nineteen33, leader: Side) -> SetBudget:
    """19.4"""
    least = tables.bonds.amounts[0]
    sector = least_developed(state, leader)
    places = [InfluenceSlip(place) for place in preferred_places(state, leader)]
    slips: list[AnySlip] = [LabourSlip(), BondsSlip(least), TaxesSlip(1), *places]
    if sector:
        slips.insert(len(slips) - len(places), DevelopmentSlip(sector))
    return SetBudget(tuple(slips[: tables.manoeuvre.slips]), -1, least, "short")


def least_developed(state: Nineteen33, leader: Side) -> Sector | None:
    held = state.leaders[leader].development
    found = [sector for sector in SECTORS if held[sector].steps < tables.development.steps]
    found.sort(key=lambda sector: held[sector].steps)
    return found[0] if found else None


def preferred_places(state: Nineteen33, leader: Side) -> list[str]:
    """19.4: home if a box is free there, then the possible states of its ideology, then all others."""
    mine = SHEETS[leader].ideology
    home = [leader] if has_free_box(state.places[leader]) else []
    akin = [name for name, card in STATES.items() if card.boxes[0] == mine]
    order = dict.fromkeys((*home, *akin, *PLACES))
    return [place for place in order if can_be_won(state, leader, place)]


def plan(state: Nineteen33, leader: Side, reserve: int = 0) -> SealPlan:
    """19.5"""
    held = state.leaders[leader]
    deal = food_deal(state, leader)
    most = demand(state, leader) + reserve + held.demand - held.civil
    return SealPlan(
        deals=(deal,) if deal else (),
        reserve=reserve,
        civil_most=min(EVERYTHING, max(0, most)),
        war_most=EVERYTHING,
        feed=True,
    )


def food_deal(state: Nineteen33, leader: Side) -> PlannedDeal | None:
    """19.5: for missing food, with the open state that covers most of it, then the cheapest, then the first."""
    missing = need(state, leader) - state.leaders[leader].food
    best: tuple[int, int] | None = None
    found = None
    for place in trade.open_states(state, leader) if missing > 0 else ():
        food = cheap_food(state, leader, place, missing)
        if not food:
            continue
        rank = (-food, trade.terms(state, leader, place, "food", food).um)
        if best is None or rank < best:
            best, found = rank, PlannedDeal(place, food=food)
    return found


def cheap_food(state: Nineteen33, leader: Side, place: str, missing: int) -> int:
    """How much of what is missing this state sells at its lower price."""
    favoured = is_favoured(state.places[place], leader)
    return min(missing, trade.most(place, "food") if favoured else trade.cheap(place, "food"))
