"""7.1 to 7.6: deals with states, in a plan or in own action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.journal import tell
from engine.core.refusal import Illegal, Refusal, illegal
from engine.core.state import Side
from engine.nineteen33 import tension
from engine.nineteen33.board import is_closed_to, is_favoured, is_open, is_represented, is_tense
from engine.nineteen33.choices import Deal, PlannedDeal
from engine.nineteen33.journal import DealDropped, Dealt
from engine.nineteen33.printed import PRODUCTS, STATES, tables
from engine.nineteen33.printed.kinds import Product
from engine.nineteen33.state import Leader, Nineteen33

TRADE = tables.trade


class Terms(NamedTuple):
    """The price of a line of a deal."""

    um: int
    dear: bool
    """More than half of the stock was taken (7.3)."""


def partners(state: Nineteen33, leader: Side) -> list[str]:
    """The states with which this leader has dealt this month."""
    places = state.places
    return [name for name in STATES if places[name].dealt_by == leader]


def partners_left(state: Nineteen33, leader: Side) -> list[str]:
    """7.1, 7.2: the states with which it has dealt or, unless they are as many as may be, nobody has."""
    found, places = partners(state, leader), state.places
    if len(found) >= TRADE.states_per_month:
        return found
    return [name for name in STATES if places[name].dealt_by in (None, leader)]


def open_states(state: Nineteen33, leader: Side) -> list[str]:
    """7.1, 7.2: the states with which this leader may deal."""
    if is_tense(state, leader):
        return []
    return [name for name in partners_left(state, leader) if is_open(state.places[name], leader)]


def closed(state: Nineteen33, leader: Side, place: str) -> Refusal | None:
    """7.1, 7.2: why this leader may not deal there at all."""
    if refused := shut(state, leader, place):
        return refused
    undealt = state.places[place].dealt_by is None
    return too_many(state, place, partners(state, leader)) if undealt else None


def too_many(state: Nineteen33, place: str, dealt: list[str]) -> Illegal | None:
    """7.2: why a leader that has dealt with these states this month may not deal there too."""
    if state.places[place].dealt_by is None and len(dealt) >= TRADE.states_per_month:
        return illegal("nineteen33.too_many_states", "7.2", most=TRADE.states_per_month)
    return None


def is_free(state: Nineteen33, leader: Side, place: str) -> bool:
    """7.1: whether it may deal there, with however many states it has dealt; `shut` has the reasons."""
    here = state.places[place]
    return is_open(here, leader) and here.dealt_by in (None, leader) and not is_tense(state, leader)


def shut(state: Nineteen33, leader: Side, place: str) -> Illegal | None:
    """7.1: why it may not deal there, with however many states it has dealt."""
    if is_free(state, leader, place):
        return None
    here = state.places[place]
    if barred := tension.barred(state, leader, place, after_coup="12.3"):
        return barred
    if here.dealt_by not in (None, leader):
        return illegal("nineteen33.dealt_already", "7.1", place=place)
    if not is_favoured(here, leader) and not is_represented(here, leader):
        return illegal("nineteen33.not_represented", "7.1", place=place)
    if is_closed_to(here, leader):
        return illegal("nineteen33.closed_by_rival", "7.1", place=place)
    return None


def lines_of(deal: Deal | PlannedDeal) -> dict[Product, int]:
    found: dict[Product, int] = {}
    if deal.food:
        found["food"] = deal.food
    if deal.raw:
        found["raw"] = deal.raw
    if deal.civil:
        found["civil"] = deal.civil
    return found


def most(place: str, product: Product) -> int:
    """7.2: the stock or request of the state's card, full again every month."""
    return MOST[place][product]


MOST: dict[str, dict[Product, int]] = {
    name: {"food": card.food, "raw": card.raw, "civil": card.civil} for name, card in STATES.items()
}


def terms(state: Nineteen33, leader: Side, place: str, product: Product, quantity: int) -> Terms:
    """7.3, 7.4: the price per UP of food or raw materials."""
    if is_favoured(state.places[place], leader):
        return Terms(TRADE.allied_um, False)
    quote = state.food_quote if product == "food" else state.raw_quote
    dear = quantity > cheap(place, product)
    return Terms(quote + (TRADE.dearer if dear else 0), dear)


def cheap(place: str, product: Product) -> int:
    """7.3: half the stock, rounded up."""
    return (most(place, product) + 1) // 2


def exports(held: Leader) -> int:
    """6.10: civil goods that were in stock when the month began, and still are."""
    return min(held.exportable, held.civil)


def line_refusal(state: Nineteen33, leader: Side, place: str, product: Product, quantity: int) -> Refusal | None:
    """7.2, 7.3, 6.10: why this line is impossible."""
    held = state.leaders[leader]
    if product in state.places[place].lines:
        return illegal("nineteen33.line_used", "7.2", place=place, product=product)
    if quantity > most(place, product):
        return illegal("nineteen33.more_than_there_is", "7.2", product=product, most=most(place, product))
    if product == "civil" and quantity > exports(held):
        return illegal("nineteen33.not_in_stock", "6.10", has=exports(held))
    um = quantity * terms(state, leader, place, "food", quantity).um if product == "food" else 0
    if um > held.treasury:
        return illegal("nineteen33.too_dear", "13.5", um=um, has=held.treasury)
    return None


def refusal(state: Nineteen33, leader: Side, deal: Deal) -> Refusal | None:
    if refused := closed(state, leader, deal.state):
        return refused
    lines = lines_of(deal)
    if not lines:
        return illegal("nineteen33.empty_deal", "7.2")
    found = (line_refusal(state, leader, deal.state, product, number) for product, number in lines.items())
    return next(filter(None, found), None)


def carry_out(state: Nineteen33, leader: Side, deal: Deal) -> None:
    """7.3 to 7.5: food is paid by the treasury, raw materials by firms; civil goods bring no cash."""
    held, place = state.leaders[leader], deal.state
    favoured = is_favoured(state.places[place], leader)
    um = deal.food * terms(state, leader, place, "food", deal.food).um if deal.food else 0
    held.treasury -= um
    held.food += deal.food
    if deal.raw:
        held.dear_raw = held.dear_raw or terms(state, leader, place, "raw", deal.raw).dear
        if favoured:
            held.allied_raw += deal.raw
        else:
            held.other_raw += deal.raw
    sell(held, deal.civil)
    used = (*state.places[place].lines, *lines_of(deal))
    state.change(place, dealt_by=leader, lines=used)
    tell(state, Dealt(leader, place, deal.food, deal.raw, deal.civil, um))


def sell(held: Leader, quantity: int) -> None:
    """7.5: civil goods go abroad."""
    held.civil -= quantity
    held.exportable -= quantity
    held.sold += quantity


def cut(state: Nineteen33, leader: Side, planned: PlannedDeal) -> Deal:
    """4.5 a: a planned deal with what of it is possible now."""
    held, place, used = state.leaders[leader], planned.state, state.places[planned.state].lines
    there = MOST[place]
    food = 0 if "food" in used else min(planned.food, there["food"])
    raw = 0 if "raw" in used else min(planned.raw, there["raw"])
    civil = 0 if "civil" in used else min(planned.civil, there["civil"], exports(held))
    while food and food * terms(state, leader, place, "food", food).um > held.treasury:
        food -= 1
    return Deal(place, food, raw, civil)


def carry_out_planned(state: Nineteen33, leader: Side, planned: PlannedDeal) -> None:
    """4.5 a: what has become impossible is cut or dropped, and told with its reason."""
    refused = closed(state, leader, planned.state)
    deal = cut(state, leader, planned)
    if refused is None and lines_of(deal):
        carry_out(state, leader, deal)
        return
    reason = refused.key if refused else "refusal.nineteen33.nothing_left"
    tell(state, DealDropped(leader, planned.state, reason.removeprefix("refusal.")))


def deals(state: Nineteen33, leader: Side) -> Iterator[Deal]:
    """The simplest deals: one line, the least or the most of it."""
    for place in open_states(state, leader):
        yield from deals_at(state, leader, place)


def deals_at(state: Nineteen33, leader: Side, place: str) -> Iterator[Deal]:
    """Those with a state that is open."""
    for product in PRODUCTS:
        yield from lines(state, leader, place, product)


def lines(state: Nineteen33, leader: Side, place: str, product: Product) -> Iterator[Deal]:
    for quantity in dict.fromkeys((1, cheap(place, product), most(place, product))):
        if quantity and line_refusal(state, leader, place, product, quantity) is None:
            number = {product: quantity}
            yield Deal(place, number.get("food", 0), number.get("raw", 0), number.get("civil", 0))
