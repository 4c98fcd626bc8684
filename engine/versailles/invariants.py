"""Checks that hold in every position of Versailles that waits for a side: 1.3 and the bounds of all tracks. The fuzzer
and the tests run `conserved` (Game.conserved) after every choice, so each check is a handful of comparisons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from engine.versailles.bidding import Bidding
from engine.versailles.cards.board import (
    COLUMNS,
    CUBES,
    HAPPINESS_MOST,
    KEG_MOST,
    REGIONS,
    SPARE_STRATEGIES,
    UNITS,
    UNREST_MOST,
    units_allowed,
)
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import END, ISSUES
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.option import OnlyOption, Optioning, flagged, with_flags
from engine.versailles.settle import Keeping
from engine.versailles.solitaire_bots import BotsBidding, LettingWin
from engine.versailles.state import Settlement, Versailles
from engine.versailles.tracks import Mutiny, MutinyCheck, too_many_units


def conserved(state: Versailles) -> list[str]:
    """Return the breaches as messages."""
    return [breach for check in CHECKS for breach in check(state)]


def issues_in_one_place(state: Versailles) -> Iterator[str]:
    """An issue that is drawn or bid for is kept by its step; 5.4: the end card is never discarded."""
    cards = [*state.table, *state.waiting_room, *state.issue_deck, *state.issue_discard, *state.settled]
    for step in state.agenda:
        if isinstance(step, Bidding | BotsBidding | LettingWin):
            cards.append(step.issue)
        elif isinstance(step, Keeping):
            cards += step.drawn
    yield from in_one_place("issue", cards, ISSUES)
    if END in state.issue_discard:
        yield "the end card is among the discards"


def events_in_one_place(state: Versailles) -> Iterator[str]:
    cards = [*state.events_waiting, *state.event_deck, *state.event_discard]
    if state.event:
        cards.append(state.event)
    return in_one_place("event", cards, EVENTS)


def in_one_place(kind: str, cards: list[str], all_cards: Collection[str]) -> Iterator[str]:
    if len(cards) == len(all_cards) and set(cards) == set(all_cards):
        return
    places = Counter(cards)
    for card in {**dict.fromkeys(all_cards), **places}:
        if places[card] != 1 or card not in all_cards:
            yield f"{kind} {card} is in {places[card]} places"


def strategies_in_one_place(state: Versailles) -> Iterator[str]:
    """2.6, 11.1: strategies are on offer or before a side; there are none in games without a draft (14.1)."""
    cards = [*state.offered, *state.strategies.values()]
    expected = len(state.sides) + SPARE_STRATEGIES if state.offered else len(state.strategies and state.sides)
    if len(cards) != expected or len(set(cards)) != len(cards) or not STRATEGIES.keys() >= set(cards):
        yield f"strategies: offered {state.offered}, drafted {state.strategies}"


def cubes_counted(state: Versailles) -> Iterator[str]:
    on_issues = dict.fromkeys(state.factions, 0)
    for issue, cubes in state.cubes.items():
        if issue not in state.table and issue not in state.waiting_room:
            yield f"cubes on {issue}, which is neither on the Table nor in the Waiting Room"
        for side, number in cubes.items():
            on_issues[side] += number
            if number < 1:
                yield f"{number} cubes of {side} on {issue}"
    for side, number in on_issues.items():
        pools = (state.available[side], state.exhausted[side])
        if min(pools) < 0 or sum(pools) + number + (state.event_holder == side) != CUBES:
            yield f"{side} has {pools} cubes available and exhausted, {number} on issues"


def units_counted(state: Versailles) -> Iterator[str]:
    for side, deployed in state.deployed.items():
        pools = (state.units_available[side], state.units_exhausted[side], state.demobilised[side])
        if min(pools) < 0 or sum(pools) + len(deployed) != UNITS:
            yield f"{side} has {pools} units available, exhausted and demobilised, {len(deployed)} deployed"
        if state.home.count(side) > state.demobilised[side]:
            yield f"{side} has more units on the demobilisation track than went home"
    if "" in state.home and any(state.home[state.home.index("") :]):
        yield f"a space of the demobilisation track was left out: {state.home}"


DEPLOYED = frozenset(number for number, column in COLUMNS.items() if column.deploy)
"""The columns that may hold a unit."""


def regions_in_order(state: Versailles) -> Iterator[str]:
    """7.1, 8.1: powder keg, unrest, units from left to right, each unit on its own space."""
    columns: dict[str, list[int]] = {region: [] for region in REGIONS}
    for deployed in state.deployed.values():
        for region, column in deployed.items():
            columns[region].append(column)
    for region, taken in columns.items():
        keg, unrest = state.kegs[region], state.unrest[region]
        if not 0 <= keg < unrest < min(taken, default=UNREST_MOST + 1) or keg > KEG_MOST:
            yield f"{region}: powder keg {keg}, unrest {unrest}, units {sorted(taken)}"
        if taken and (len(set(taken)) < len(taken) or not DEPLOYED.issuperset(taken)):
            yield f"{region}: units on {sorted(taken)}"


def happiness_in_zone(state: Versailles) -> Iterator[str]:
    """6.1, 6.2: more units than the zone allows only while the mutiny is under way."""
    for nation, happiness in state.happiness.items():
        if not 0 <= happiness <= HAPPINESS_MOST:
            yield f"{nation} has happiness {happiness}"
        if too_many_units(state, nation) and not mutinying(state, nation):
            units = state.in_play(nation)
            yield f"{nation} has {units} units in play with happiness {happiness}: {units_allowed(happiness)} may be"


def mutinying(state: Versailles, side: str) -> bool:
    return any(isinstance(step, Mutiny | MutinyCheck) and step.side == side for step in state.agenda)


def standing_bid_payable(state: Versailles) -> Iterator[str]:
    """10.4: a side must still have what it has bid."""
    for step in state.agenda:
        if isinstance(step, Bidding) and (bid := step.standing):
            has_local = not bid.local or step.region in state.deployed[step.holder]
            if (
                bid.cubes > state.available[step.holder]
                or bid.units > state.units_available[step.holder]
                or not has_local
            ):
                yield f"{step.holder} can't pay its bid for {step.issue}: {bid}"


LAWFUL: frozenset[tuple[str, str, tuple[str, ...]]] = frozenset(
    (issue.id, option.id, flagged(option, choice.flags))
    for issue in ISSUES.values()
    for option in issue.options
    for choice in with_flags(option)
)
"""5.1 d: the tokens that each option of each issue may have left."""


def settlements_lawful(state: Versailles) -> Iterator[str]:
    for issue, settled in state.settled.items():
        if settled.side not in state.factions:
            yield f"{issue} is settled before {settled.side}, who does not play"
        if (issue, settled.option, settled.tokens) not in LAWFUL and not being_decided(state, issue, settled):
            yield f"{issue} is settled as {settled.option!r} with {settled.tokens}"


def being_decided(state: Versailles, issue: str, settled: Settlement) -> bool:
    """Tell whether a settled issue still awaits its option. The end card has no options; any other card lacks one only
    while its new holder is asked for it."""
    if settled.option or settled.tokens:
        return False
    return issue == END or any(
        isinstance(step, Optioning | OnlyOption) and step.issue == issue for step in state.agenda
    )


CHECKS = (
    issues_in_one_place,
    events_in_one_place,
    strategies_in_one_place,
    cubes_counted,
    units_counted,
    regions_in_order,
    happiness_in_zone,
    standing_bid_payable,
    settlements_lawful,
)
