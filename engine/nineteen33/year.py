"""Chapter 3: the start of a year, before January."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.chance import roll, shuffled
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.sealed import Sealed
from engine.core.state import Side
from engine.core.step import Automatic
from engine.nineteen33 import alliances, bonds, guided, suggestions, taxes
from engine.nineteen33.calendar import FIRST_YEAR, year_of
from engine.nineteen33.choices import PlaceLabour, SetBudget
from engine.nineteen33.journal import CardsDealt, DemandRolled, LabourPlaced, OrderDrawn, PressLaidOut, YearBegan
from engine.nineteen33.menus import Budgets, Placements
from engine.nineteen33.printed import CARDS, LEADERS, TRACKS, press, tables, tactics
from engine.nineteen33.slips import written
from engine.nineteen33.state import Leader, Nineteen33

FIRST_MONTH = 1


class BeginYear(Automatic[Nineteen33], frozen=True):
    """3.1 to 3.6: draw and roll all that comes before the budget."""

    clause = "3.1"

    def run(self, state: Nineteen33) -> None:
        tell(state, YearBegan(year_of(state.month)))
        for leader in state.leaders.values():
            clear(leader)
        draw_order(state)
        lay_out_press(state)
        deal_cards(state)
        placing = (Placing(),) if state.month == FIRST_MONTH else ()
        then(state, *placing, RollDemand(), guided.DrawGuides(), Budgeting())


def clear(leader: Leader) -> None:
    """Forget the figures that count within one year."""
    leader.slips = []
    leader.unclaimed = ()
    leader.boxes_won = ()
    leader.tax_change = 0
    leader.press_known = ()
    leader.slips_known = {}
    leader.known_cards = {}


def draw_order(state: Nineteen33) -> None:
    """4.1"""
    state.order = shuffled(state, "order", list(state.sides))[::-1]
    tell(state, OrderDrawn(tuple(state.order)))


def press_deck_of(state: Nineteen33) -> int:
    """3.2: the second deck replaces the first after three years."""
    return (year_of(state.month) - FIRST_YEAR) // tables.press.years_per_deck


def press_cards(state: Nineteen33, number: int) -> list[str]:
    """3.2, 8.11"""
    cards = press.decks[number].cards
    return [card.id for card in cards if not card.unplayed or not state.is_played(card.about)]


def lay_out_press(state: Nineteen33) -> None:
    """3.2"""
    number = press_deck_of(state)
    order = shuffled(state, f"press_{number + 1}", press_cards(state, number))
    laid_out = tables.press.first_year if state.month == FIRST_MONTH else tables.press.laid_out
    state.pile = order[-laid_out:]
    state.headlines = []
    tell(state, PressLaidOut(laid_out))


def deal_cards(state: Nineteen33) -> None:
    """3.3"""
    deck = shuffled(state, "tactics", list(CARDS))
    state.discard = []
    for side in (leader for leader in LEADERS if state.is_played(leader)):
        hand = sorted(deck.pop() for _ in range(tactics.hand))
        state.leaders[side].hand = hand
        tell(state, CardsDealt(side, tuple(hand)))


class RollDemand(Automatic[Nineteen33], frozen=True):
    """3.5"""

    clause = "3.5"

    def run(self, state: Nineteen33) -> None:
        for leader in LEADERS:
            roll_demand(state, leader)


def roll_demand(state: Nineteen33, leader: Side) -> None:
    die = roll(state, "demand", tables.home_demand.die)
    state.leaders[leader].demand = die + tables.home_demand.added
    tell(state, DemandRolled(leader, die, state.leaders[leader].demand))


class Placing(Sealed[Nineteen33, PlaceLabour], frozen=True, kw_only=True):
    """3.4: shown together."""

    clause = "3.4"

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        return {side: Placements(side) for side in state.sides}

    def opened(self, state: Nineteen33, answers: Mapping[Side, PlaceLabour]) -> None:
        for leader in LEADERS:
            place_labour(state, leader, answers.get(leader) or suggestions.placement(leader))

    def alone(self, state: Nineteen33, side: Side, choice: PlaceLabour) -> None:
        place_labour(state, side, choice)


def place_labour(state: Nineteen33, leader: Side, choice: PlaceLabour) -> None:
    labour = state.leaders[leader].labour
    for track in TRACKS:
        labour[track] += getattr(choice, track)
    tell(state, LabourPlaced(leader, choice.food, choice.extraction, choice.civil, choice.war))


class Budgeting(Sealed[Nineteen33, SetBudget], frozen=True, kw_only=True):
    """3.7: once, in secret, all at the same time."""

    clause = "3.7"

    def asked(self, state: Nineteen33) -> Mapping[Side, Menu]:
        return {side: Budgets(state, side) for side in state.order}

    def opened(self, state: Nineteen33, answers: Mapping[Side, SetBudget]) -> None:
        then(state, Revenue(tuple(answers.items())))

    def alone(self, state: Nineteen33, side: Side, choice: SetBudget) -> None:
        then(state, Revenue(((side, choice),)))


class Revenue(Automatic[Nineteen33], frozen=True):
    """3.8: tax change, direct taxes, bond, leader by leader; 18.8 for those that nobody plays."""

    clause = "3.8"
    budgets: tuple[tuple[Side, SetBudget], ...]

    def run(self, state: Nineteen33) -> None:
        given = dict(self.budgets)
        for side, budget in given.items():
            state.leaders[side].slips = [written(slip) for slip in budget.slips]
        for leader in state.line:
            if leader in given:
                raise_revenue(state, leader, given[leader])
            elif leader in state.guided:
                raise_revenue(state, leader, guided_budget(state, leader))


def guided_budget(state: Nineteen33, leader: Side) -> SetBudget:
    """18.8: the bonds and the tax cut of its card."""
    return SetBudget((), -guided.tax_cut(state, leader), guided.bond(state, leader), "long")


def raise_revenue(state: Nineteen33, leader: Side, budget: SetBudget) -> None:
    """3.8, 9.13"""
    if budget.end_pact:
        alliances.end_pact(state, leader)
    taxes.change(state, leader, budget.tax_change)
    taxes.credit(state, leader)
    if budget.bond:
        bonds.issue(state, leader, budget.bond, budget.term)
