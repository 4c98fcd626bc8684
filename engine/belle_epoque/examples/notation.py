"""Translates positions in the notation of examples into positions of the game, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.belle_epoque.board import IN_CONTINENT, fleet_track, majority
from engine.belle_epoque.examples.form import IN_FORCE, Automated, Fleet, Position, Waiting
from engine.belle_epoque.printed import EVENTS, HALVES, INTRIGUE, POWERS, TERRITORIES
from engine.belle_epoque.printed.figures import FREE
from engine.belle_epoque.state import Automaton, BelleEpoque, Beside, Contest, MinorUnit, Sheet
from engine.core.examples import Difference
from engine.core.state import Side

Notation = dict[str, Any]
WHOLE = ("armies_out", "closed")
"""The fields that are always given whole."""
BALKAN_WARS = "ev_balkan_wars"
STRATEGIES = tuple(card.id for card in INTRIGUE.values() if any(HALVES[half].reaction for half in card.halves))


def merged(before: Mapping[str, Any], changes: Mapping[str, Any]) -> Notation:
    """Merge dicts key by key and replace everything else."""
    after = dict(before)
    for name, value in changes.items():
        both = isinstance(value, dict) and isinstance(before.get(name), dict) and name not in WHOLE
        after[name] = merged(before[name], value) if both else value
    return after


# From the notation


def position(told: Position) -> BelleEpoque:
    """Build the position. Cards below those that are named come in the order of the printed lists."""
    claimed = {BALKAN_WARS: told.balkan_wars_card} if told.balkan_wars_card else {}
    state = BelleEpoque(
        rules="1",
        sides=told.humans,
        seed="",
        turn=told.turn,
        round=1,
        order=in_play(told.order, told.humans),
        passed=list(told.passed),
        sheets={power: sheet(told, power) for power in POWERS},
        closed=dict(told.closed),
        in_force=[IN_FORCE[name] for name in told.this_turn],
        beside=[Beside("", card, ()) for card in told.intrigue_beside_board],
        events=[event for event in EVENTS if event not in claimed],
        events_drawn=[*claimed],
        claimed=claimed,
        minor_units={unit: MinorUnit(one.at, one.ready) for unit, one in told.minor_units.items()},
        intrigue_discard=list(told.intrigue_discard),
    )
    lay_out_cubes(state, told)
    lay_out_intrigue(state, told)
    return state


def in_play(order: tuple[Side, ...] | list[Side], humans: tuple[Side, ...] | list[Side]) -> list[Side]:
    return [power for power in order if power in humans]


def sheet(told: Position, power: Side) -> Sheet:
    return Sheet(
        money=told.treasury[power],
        embassies=told.embassies[power],
        reserve_armies=told.reserves[power].armies,
        reserve_fleets=told.reserves[power].fleets,
        armies=told.arsenal[power].armies,
        fleets=told.arsenal[power].fleets,
        armies_out={territory: armies for territory, armies in told.armies_out[power].items() if armies},
        ready=fleets_of(told, Fleet(of=power, ready=True)),
        exhausted=fleets_of(told, Fleet(of=power, ready=False)),
        sold_armies=told.out_of_game[power].armies,
        sold_fleets=told.out_of_game[power].fleets,
        armaments=told.armament_cubes[power],
        prestige=told.prestige[power],
        reached=told.bonus_marker[power],
        prestige_bought=power in told.prestige_action_used,
        built=told.great_works[power],
        marked=power in told.marked,
        intrigue=list(told.intrigue_hands[power]),
        national=list(told.national_hands[power]),
        scored=[told.vp[power]],
    )


def fleets_of(told: Position, fleet: Fleet) -> dict[str, int]:
    """Count such Fleets in each box that has any."""
    counts = {continent: told.fleet_boxes[continent].count(fleet) for continent in IN_CONTINENT}
    return {continent: count for continent, count in counts.items() if count}


def lay_out_cubes(state: BelleEpoque, told: Position) -> None:
    for territory in TERRITORIES:
        row = told.territories[territory]
        state.spaces[territory] = tuple(one.base if isinstance(one, Waiting) else one or FREE for one in row)
        tops = ((space, one.top) for space, one in enumerate(row, start=1) if isinstance(one, Waiting))
        state.contests += [Contest(territory, space, top) for space, top in tops]
    look_at_holders(state)


def look_at_holders(state: BelleEpoque) -> None:
    """Set the holders, Alliances first: the cubes of allies count in Colonies."""
    state.held = {}
    for territory in sorted(TERRITORIES, key=lambda name: TERRITORIES[name].is_colony):
        if holder := majority(state, territory):
            state.held[territory] = holder


def lay_out_intrigue(state: BelleEpoque, told: Position) -> None:
    """Lay out the Intrigue cards. Those beside the sheets of automated Powers are not named: they are the first ones
    that lie nowhere else."""
    named = {*told.intrigue_draw, *told.intrigue_discard, *told.intrigue_beside_board}
    named.update(card for hand in told.intrigue_hands.values() for card in hand)
    free = [card for card in STRATEGIES if card not in named and not INTRIGUE[card].promo]
    for power, one in told.automated.items():
        state.automata[power] = automaton(one, free[: one.change_of_strategy])
        del free[: one.change_of_strategy]
        named.update(state.automata[power].strategies)
    below = [card.id for card in INTRIGUE.values() if card.id not in named and not card.promo]
    state.intrigue_deck = [*below, *told.intrigue_draw[::-1]]


def automaton(told: Automated, strategies: list[str]) -> Automaton:
    return Automaton(told.fleet_marks, told.owed, strategies=strategies)


# Into the notation


def told_of(state: BelleEpoque, draws: int) -> Notation:
    """Return the position in the notation of an example, with that many of the cards to be drawn next."""
    return {
        "turn": state.turn,
        "order": state.order,
        "passed": state.passed,
        **of_powers(state),
        "fleet_boxes": {continent: fleets_in(state, continent) for continent in IN_CONTINENT},
        "minor_units": {unit: {"at": one.at, "ready": one.ready} for unit, one in state.minor_units.items()},
        "prestige_action_used": [power for power in POWERS if state.sheets[power].prestige_bought],
        "intrigue_draw": state.intrigue_deck[::-1][:draws],
        "intrigue_discard": state.intrigue_discard,
        "intrigue_beside_board": [one.card for one in state.beside if one.card in INTRIGUE],
        "marked": [power for power in POWERS if state.sheets[power].marked],
        "closed": {territory: list(powers) for territory, powers in state.closed.items()},
        "automated": {power: of_automaton(one) for power, one in state.automata.items()},
        "this_turn": [name for name, card in IN_FORCE.items() if card in state.in_force],
        "balkan_wars_card": state.claimed.get(BALKAN_WARS),
        "territories": {territory: spaces_of(state, territory) for territory in TERRITORIES},
    }


def of_powers(state: BelleEpoque) -> Notation:
    each: dict[str, dict[str, Any]] = {}
    for power, one in state.sheets.items():
        for name, value in of_power(one).items():
            each.setdefault(name, {})[power] = value
    return each


def of_power(one: Sheet) -> Notation:
    return {
        "treasury": one.money,
        "embassies": one.embassies,
        "reserves": {"armies": one.reserve_armies, "fleets": one.reserve_fleets},
        "arsenal": {"armies": one.armies, "fleets": one.fleets},
        "armies_out": one.armies_out,
        "out_of_game": {"armies": one.sold_armies, "fleets": one.sold_fleets},
        "armament_cubes": one.armaments,
        "prestige": one.prestige,
        "bonus_marker": one.reached,
        "great_works": one.built,
        "intrigue_hands": one.intrigue,
        "national_hands": one.national,
        "vp": one.vp,
    }


def of_automaton(one: Automaton) -> Notation:
    return {"fleet_marks": one.fleet_marks, "owed": one.owed, "change_of_strategy": len(one.strategies)}


def fleets_in(state: BelleEpoque, continent: str) -> list[tuple[str, bool]]:
    """List the Fleets of a box, sorted."""
    return sorted(
        (power, ready)
        for power, one in state.sheets.items()
        for ready, boxes in ((True, one.ready), (False, one.exhausted))
        for _ in range(boxes.get(continent, 0))
    )


def spaces_of(state: BelleEpoque, territory: str) -> list[Any]:
    spaces: list[Any] = [cube or None for cube in state.spaces[territory]]
    for contest in state.contests:
        if contest.territory == territory:
            spaces[contest.space - 1] = {"base": spaces[contest.space - 1], "top": contest.side}
    return spaces


def in_order(told: Notation) -> Notation:
    """Return the position of an example, sorted where order means nothing, and without zeros where none means the
    same."""
    boxes = {name: sorted((one["of"], one["ready"]) for one in box) for name, box in told["fleet_boxes"].items()}
    units = {unit: {"ready": True, **one} for unit, one in told["minor_units"].items()}
    out = {power: {at: armies for at, armies in there.items() if armies} for power, there in told["armies_out"].items()}
    left = {name: value for name, value in told.items() if name != "humans"}
    order = in_play(told["order"], told["humans"])
    sets = {name: by_clock(told[name]) for name in ("marked", "prestige_action_used")}
    this_turn = [name for name in IN_FORCE if name in told["this_turn"]]
    known = {"fleet_boxes": boxes, "minor_units": units, "armies_out": out, "order": order, "this_turn": this_turn}
    return {"automated": {}} | left | known | sets


def by_clock(powers: list[Side]) -> list[Side]:
    return [power for power in POWERS if power in powers]


def derived(state: BelleEpoque) -> Notation:
    """Return the Alliances, Control and Fleet track of a position; zeros are left out."""
    nations = {name: power for name, power in state.held.items() if not TERRITORIES[name].is_colony}
    colonies = {name: power for name, power in state.held.items() if TERRITORIES[name].is_colony}
    track = {power: fleet_track(state, power) for power in POWERS}
    return {
        "alliances": nations,
        "control": colonies,
        "fleet_track": {power: fleets for power, fleets in track.items() if fleets},
    }


def differences(found: Mapping[str, Any], wanted: Mapping[str, Any], path: str) -> Iterator[Difference]:
    """Yield the differences between two positions, key by key."""
    for name in {**wanted, **found}:
        here, there = found.get(name), wanted.get(name)
        if isinstance(here, dict) and isinstance(there, dict):
            yield from differences(here, there, f"{path}.{name}")
        elif here != there:
            yield Difference(f"{path}.{name}", there, here)
