"""Conservation of cubes, units, money, cards and holders in every position that waits for an answer. The fuzzer and the
tests run `conserved` after every choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain

from engine.belle_epoque.board import IN_CONTINENT, cube_at, fleet_track, general_reserve, majority
from engine.belle_epoque.holdings import ARSENAL, HOME
from engine.belle_epoque.printed import (
    EVENTS,
    HALVES,
    INTRIGUE,
    MINOR_UNITS,
    NATIONAL,
    NATIONS,
    POWERS,
    PRESTIGE_LEAST,
    PRESTIGE_MOST,
    SHEETS,
    TERRITORIES,
    tracks,
)
from engine.belle_epoque.printed.figures import ARMS, FREE
from engine.belle_epoque.state import BelleEpoque


def conserved(state: BelleEpoque) -> list[str]:
    """Return the breaches of all checks, as text."""
    return [breach for check in CHECKS for breach in check(state)]


def cubes(state: BelleEpoque) -> Iterator[str]:
    """2.2a: no colour has more cubes on the map than exist, and every space holds something that may stand there."""
    for cube in (*POWERS, *NATIONS):
        if general_reserve(state, cube) < 0:
            yield f"too many cubes of {cube}: {general_reserve(state, cube)} in the general reserve"
    known = {FREE, ARMS, *POWERS, *NATIONS}
    for territory, row in state.spaces.items():
        if len(row) != TERRITORIES[territory].spaces or set(row) - known:
            yield f"{territory} has {row}"
    on_map = sum(row.count(ARMS) for row in state.spaces.values())
    if on_map != sum(SHEETS[power].armament_cubes - state.sheets[power].armaments for power in POWERS):
        yield f"{on_map} armament cubes are on the map"


def contests(state: BelleEpoque) -> Iterator[str]:
    """8.2.1b: a space has at most one upper cube, and always a lower one below it."""
    spaces = Counter((contest.territory, contest.space) for contest in state.contests)
    yield from (f"{count} upper cubes on {space}" for space, count in spaces.items() if count > 1)
    for contest in state.contests:
        if cube_at(state, contest.territory, contest.space) in (FREE, ARMS):
            yield f"{contest} stands on no cube"


def holders(state: BelleEpoque) -> Iterator[str]:
    """2.6f: the holders of the position follow from its cubes."""
    for territory in TERRITORIES:
        if state.held.get(territory) != majority(state, territory):
            yield f"{territory} is held by {state.held.get(territory)}, not by {majority(state, territory)}"


def units(state: BelleEpoque) -> Iterator[str]:
    """2.0a: every Army and Fleet of a Power is in one place."""
    for power in POWERS:
        sheet, printed = state.sheets[power], SHEETS[power]
        armies = sheet.reserve_armies + sheet.armies_built + sheet.sold_armies
        fleets = sheet.reserve_fleets + sheet.fleets_built + sheet.sold_fleets
        if (armies, fleets) != (printed.armies.max, printed.fleets.max):
            yield f"{power} has {armies} Armies and {fleets} Fleets"
        counts = (sheet.reserve_armies, sheet.armies, sheet.reserve_fleets, sheet.fleets, sheet.armaments)
        if min(*counts, sheet.money, sheet.embassies) < 0:
            yield f"{power} has less than nothing: {sheet}"


def minor_units(state: BelleEpoque) -> Iterator[str]:
    """8.2.3e: a unit of a nation is at home if the nation has no ally, in the Arsenal if it has one, or where it was
    used."""
    for unit, kind in MINOR_UNITS.items():
        now, ally = state.minor_units[unit], state.held.get(kind.nation)
        used = now.at in (IN_CONTINENT if kind.is_fleet else TERRITORIES)
        if not used and now.at != (ARSENAL if ally else HOME):
            yield f"{unit} is {now}, and {ally} is its ally"
        if not used and not now.ready:
            yield f"{unit} is exhausted at {now.at}"


def prestige(state: BelleEpoque) -> Iterator[str]:
    """11.0b, 11.0c"""
    for power in POWERS:
        sheet = state.sheets[power]
        if not PRESTIGE_LEAST <= sheet.prestige <= PRESTIGE_MOST:
            yield f"the Prestige of {power} is {sheet.prestige}"
        if not state.ended and sheet.reached < sheet.prestige:
            yield f"the bonus marker of {power} lies below its Prestige"
        if not 0 <= fleet_track(state, power) <= tracks.fleet_most:
            yield f"{power} stands on {fleet_track(state, power)} of the Fleet track"


def turn_order(state: BelleEpoque) -> Iterator[str]:
    """8.0a, 8.10a: every Power that people play is in the turn order once."""
    if state.order and sorted(state.order) != sorted(state.sides):
        yield f"the turn order is {state.order}"
    if len(set(state.passed)) < len(state.passed) or set(state.passed) - set(state.order):
        yield f"{state.passed} have passed"


def cards(state: BelleEpoque) -> Iterator[str]:
    """7.0c, 6.1b, 8.6b: every Intrigue card is somewhere; no event or National card is in two places."""
    hands = chain.from_iterable(sheet.intrigue for sheet in state.sheets.values())
    beside = [one.card for one in state.beside if one.card in INTRIGUE]
    strategies = chain.from_iterable(automaton.strategies for automaton in state.automata.values())
    intrigue = [*state.intrigue_deck, *state.intrigue_discard, *state.drawn, *hands, *beside, *strategies]
    yield from once("Intrigue", intrigue, INTRIGUE, [card.id for card in INTRIGUE.values() if card.promo])
    events = [*state.events, *state.events_away, *state.events_drawn]
    later = [event.id for event in EVENTS.values() if event.id not in events]
    yield from once("events", [*events, *later], EVENTS, [])
    national = Counter(chain.from_iterable(sheet.national for sheet in state.sheets.values()))
    yield from (f"{card} is there {count} times" for card, count in national.items() if count > 1)
    yield from (f"{card} is held by another Power" for power in POWERS for card in strange(state, power))


def strange(state: BelleEpoque, power: str) -> list[str]:
    return [card for card in state.sheets[power].national if NATIONAL[card].power != power]


def once(kind: str, found: list[str], all_cards: Collection[str], may_lack: Collection[str]) -> Iterator[str]:
    """Check that each of these cards is in one place; some of them may be in the box."""
    places = Counter(found)
    wrong = {card: places[card] for card in all_cards if places[card] != 1}
    missing = {card: count for card, count in wrong.items() if count or card not in may_lack}
    if missing or len(found) > len(all_cards):
        yield f"{kind}: {missing or places} are not there once"


def automata(state: BelleEpoque) -> Iterator[str]:
    """13.1 to 13.3: automated Powers have no money, no units and no National card of their own, and take turns; the
    cards beside their sheets are reactions."""
    if set(state.automata) != set(POWERS) - set(state.sides):
        yield f"{[*state.automata]} are automated, {state.sides} are played"
    if state.automated_order and sorted(state.automated_order) != sorted(state.automata):
        yield f"the order of automated Powers is {state.automated_order}"
    for power, automaton in state.automata.items():
        sheet = state.sheets[power]
        if sheet.money or sheet.armies_built or sheet.fleets_built or sheet.scored not in ([], [0]):
            yield f"{power} is automated and has {sheet}"
        if any(NATIONAL[card].kind != "common" for card in sheet.national):
            yield f"{power} is automated and holds {sheet.national}"
        if min(automaton.owed, automaton.arsenal_lost, automaton.fleet_marks) < 0:
            yield f"{power} owes less than nothing: {automaton}"
        yield from (f"{card} is no reaction" for card in automaton.strategies if not reacts(card))


def reacts(card: str) -> bool:
    return HALVES[INTRIGUE[card].automated].reaction


CHECKS = (cubes, contests, holders, units, minor_units, prestige, turn_order, cards, automata)
