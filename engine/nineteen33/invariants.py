"""Conservation and limits, in every position that waits for an answer. The fuzzer and the tests run `conserved`
after every choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.nineteen33 import defence, labour, trade
from engine.nineteen33.board import has_free_box
from engine.nineteen33.calendar import year_of
from engine.nineteen33.manoeuvre import binding
from engine.nineteen33.opinion import LENGTH
from engine.nineteen33.printed import (
    CARDS,
    FUNCTIONS,
    IDEOLOGIES,
    LEADERS,
    PLACES,
    PRECOLOURED,
    SEAS,
    SHEETS,
    STATES,
    TRACKS,
    board,
    tables,
    tactics,
)
from engine.nineteen33.state import FREE, HOME, Nineteen33
from engine.nineteen33.units import KINDS, all_units
from engine.nineteen33.year import FIRST_MONTH, press_cards, press_deck_of


def conserved(state: Nineteen33) -> list[str]:
    """The breaches, in words."""
    return [breach for check in CHECKS for breach in check(state)]


def ul(state: Nineteen33) -> Iterator[str]:
    """2.3, 6.4: no UL comes or goes but those to be placed, all fit, and the fixed ones stay."""
    for leader in LEADERS:
        held, sheet = state.leaders[leader], SHEETS[leader]
        placed = held.employed > sum(sheet.fixed.of(track) for track in TRACKS)
        if held.ul + (0 if placed else sheet.free) != sheet.total:
            yield f"{leader} has {held.ul} UL of {sheet.total}"
        for track in TRACKS:
            if not sheet.fixed.of(track) <= held.labour[track] <= labour.capacity(state, leader, track):
                yield f"{leader} has {held.labour[track]} UL in {track}"
        if held.unemployed < 0:
            yield f"{leader} has {held.unemployed} unemployed"


def stocks(state: Nineteen33) -> Iterator[str]:
    """13.5 and others: nothing goes below 0."""
    for leader, held in state.leaders.items():
        counts = (held.treasury, held.food, held.own_raw, held.allied_raw, held.other_raw, held.civil, held.reserved)
        if min(counts) < 0 or min(held.demand, held.sold, held.squadrons, held.exportable) < 0:
            yield f"{leader} has less than nothing: {held}"
        if held.price < tables.price.least:
            yield f"the unit price of {leader} is {held.price}"


def tracks(state: Nineteen33) -> Iterator[str]:
    """16.1, 16.2"""
    for leader in LEADERS:
        for kind in KINDS:
            on, left = defence.on_track(state, leader, kind), defence.left(state, leader, kind)
            if left < 0 or on > defence.PARTS or (on == defence.PARTS and left):
                yield f"{leader} has {on} on its track, and {left} units of {kind} left"
            if not 0 <= defence.rate(state, leader, kind) <= FUNCTIONS["defence"].most:
                yield f"the rate of {leader} is {defence.rate(state, leader, kind)}"


def development(state: Nineteen33) -> Iterator[str]:
    """5.5 to 5.7: works, or a path, or neither."""
    table = tables.development
    for leader, held in state.leaders.items():
        for sector, one in held.development.items():
            if not 0 <= one.steps <= table.steps or not 0 <= one.works <= tables.works_most:
                yield f"{leader} has {one} in {sector}"
            if one.path is not None and (one.works or not 0 <= one.path < table.path):
                yield f"{leader} has {one} in {sector}"
            if (one.works or one.path is not None or one.steps) and not one.branch:
                yield f"{leader} has {one} in {sector}"


def opinion(state: Nineteen33) -> Iterator[str]:
    """9.1, 2.4: five boxes each, precoloured ones are only covered by a coup; a path needs a free box."""
    known = {FREE, *IDEOLOGIES, *LEADERS}
    for place in PLACES:
        here = state.places[place]
        if len(here.boxes) != board.boxes or set(here.boxes) - known:
            yield f"{place} has the boxes {here.boxes}"
        for printed, box in zip(PRECOLOURED[place], here.boxes, strict=False):
            if box != printed and box not in LEADERS:
                yield f"{place} has {box} for {printed}"
        if FREE in here.boxes and any(box != FREE for box in here.boxes[here.boxes.index(FREE) :]):
            yield f"{place} does not fill in order: {here.boxes}"
        if here.path and not (0 < here.path.points < LENGTH and has_free_box(here)):
            yield f"{place} has the path {here.path} and the boxes {here.boxes}"


def signs(state: Nineteen33) -> Iterator[str]:
    """5.9, 9.7, 11.5, 12.5: signs that can't lie side by side."""
    for place in PLACES:
        here = state.places[place]
        if here.war and (here.allies or here.exclusive or here.path or here.tension or here.shield):
            yield f"{place} is at war and has more: {here}"
        if place not in STATES and (here.allies or here.exclusive or here.war or here.lines or here.supplies):
            yield f"{place} is no state: {here}"
        if here.exclusive and any(ally != here.exclusive.holder for ally in here.allies):
            yield f"{place} has an exclusive beside an alliance: {here}"
        if len({SHEETS[ally].ideology for ally in here.allies}) > 1 or len(set(here.allies)) < len(here.allies):
            yield f"{place} has the allies {here.allies}"
        if here.army and not here.war:
            yield f"{place} has an army and no war"
        if len(here.lines) != len(set(here.lines)) or bool(here.lines) != bool(here.dealt_by):
            yield f"{place} traded {here.lines} with {here.dealt_by}"


def units(state: Nineteen33) -> Iterator[str]:
    """10.5: each unit is at home, on land, or at sea."""
    for leader in LEADERS:
        for kind, number, unit in all_units(state, leader):
            if kind == "division" and unit.at != HOME and unit.at not in SEAS:
                yield f"division {number} of {leader} lies in {unit.at}"
            if kind == "army" and unit.at in SEAS:
                yield f"army {number} of {leader} stands in {unit.at}"
            if unit.faces and unit.faces not in STATES:
                yield f"a unit of {leader} faces {unit.faces}"


def deals(state: Nineteen33) -> Iterator[str]:
    """7.2"""
    for leader in LEADERS:
        if len(trade.partners(state, leader)) > tables.trade.states_per_month:
            yield f"{leader} dealt with {trade.partners(state, leader)}"


def cards(state: Nineteen33) -> Iterator[str]:
    """3.3: each tactic card is in one place; nobody gets cards but in January."""
    lying = [*state.discard, *(card for side in state.sides for card in state.leaders[side].hand)]
    if len(lying) != len(set(lying)) or set(lying) - set(CARDS):
        yield f"tactic cards lie in {lying}"
    if len(lying) != tactics.hand * len(state.sides):
        yield f"{len(lying)} tactic cards are in the year"
    for side in state.sides:
        for other, known in state.leaders[side].known_cards.items():
            if set(known) - set(state.leaders[other].hand):
                yield f"{side} believes that {other} holds {known}"


def press(state: Nineteen33) -> Iterator[str]:
    """3.2"""
    lying = [*state.pile, *state.headlines]
    laid_out = tables.press.first_year if year_of(state.month) == year_of(FIRST_MONTH) else tables.press.laid_out
    if len(set(lying)) != len(lying) or len(lying) != laid_out:
        yield f"the press cards of the year are {lying}"
    if set(lying) - set(press_cards(state, press_deck_of(state))):
        yield f"strange press cards are in {lying}"


def slips(state: Nineteen33) -> Iterator[str]:
    """15.1, 15.7: five slips, and no points but those written."""
    for side in state.sides:
        held = state.leaders[side]
        if len(held.slips) not in (0, tables.manoeuvre.slips):
            yield f"{side} has {len(held.slips)} slips"
        if held.score != sum(held.by_year):
            yield f"{side} has {held.points}, by year {held.by_year}"
        if any(one.points and not one.up for one in held.slips):
            yield f"{side} scored a slip face down: {held.slips}"


def guides(state: Nineteen33) -> Iterator[str]:
    """18.3: nobody guides two."""
    counts = Counter(one.guide for one in state.guided.values())
    yield from (f"{side} guides {number}" for side, number in counts.items() if number > 1)
    for leader in state.guided:
        if state.is_played(leader) or binding(state, leader, "development"):
            yield f"{leader} is played and guided"


CHECKS = (ul, stocks, tracks, development, opinion, signs, units, deals, cards, press, slips, guides)
