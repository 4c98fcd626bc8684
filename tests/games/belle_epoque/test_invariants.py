"""The invariants find each planted fault in a position; whole games show that they raise no false alarm."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.belle_epoque.invariants import CHECKS, conserved
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.state import BelleEpoque, Beside, Contest, MinorUnit
from tests.games.belle_epoque.automated_positions import table

Fault = Callable[[BelleEpoque], object]


def lawful() -> BelleEpoque:
    """Return a position with one of each thing that the invariants check; France and Russia are automated."""
    state = table(
        "uk",
        "central_powers",
        on={"netherlands": "uk uk uk uk", "serbia": "france<russia", "italy": "uk uk uk uk uk", "libya": "arm"},
        armament_cubes={"central_powers": 5},
        embassies={"uk": 3},
        treasury={"uk": 4},
        arsenal={"uk": {"armies": 2, "fleets": 1}},
        intrigue_hands={"uk": ["in_01"], "france": ["in_02"]},
        fleet_boxes={"europe": [{"of": "uk", "ready": True}]},
        order=["uk", "central_powers"],
    )
    state.automata["france"].strategies = ["in_23"]
    state.intrigue_deck.remove("in_23")
    assert conserved(state) == []
    return state


def uk(state: BelleEpoque, **fields: object) -> None:
    for name, value in fields.items():
        setattr(state.sheets["uk"], name, value)


FAULTS: list[tuple[str, Fault]] = [
    ("too many cubes of uk: -", lambda state: uk(state, embassies=40)),
    ("too many cubes of spain: -1", lambda state: put(state, "bulgaria", "spain spain spain")),
    ("bulgaria has", lambda state: state.spaces.update(bulgaria=("uk",))),
    ("bulgaria has", lambda state: put(state, "bulgaria", "prussia")),
    ("2 armament cubes are on the map", lambda state: put(state, "bulgaria", "arm")),
    ("2 upper cubes on ('serbia', 1)", lambda state: state.contests.append(Contest("serbia", 1, "uk"))),
    ("Contest(territory='serbia', space=2", lambda state: state.contests.append(Contest("serbia", 2, "uk"))),
    ("Contest(territory='libya', space=1", lambda state: state.contests.append(Contest("libya", 1, "uk"))),
    ("netherlands is held by None, not by uk", lambda state: state.held.pop("netherlands")),
    ("belgium is held by uk, not by None", lambda state: state.held.update(belgium="uk")),
    ("uk has 9 Armies and 3 Fleets", lambda state: uk(state, armies=3)),
    ("uk has 7 Armies and 3 Fleets", lambda state: uk(state, armies=1)),
    ("uk has 8 Armies and 4 Fleets", lambda state: uk(state, exhausted={"asia": 1})),
    ("uk has 8 Armies and 2 Fleets", lambda state: uk(state, ready={})),
    ("uk has less than nothing", lambda state: uk(state, money=-1)),
    ("uk has less than nothing", lambda state: uk(state, armies=-1, reserve_armies=9)),
    ("uk has less than nothing", lambda state: uk(state, embassies=-1)),
    ("italy_army is", lambda state: state.minor_units.update(italy_army=MinorUnit("home"))),
    ("japan_fleet is", lambda state: state.minor_units.update(japan_fleet=MinorUnit("arsenal"))),
    (
        "italy_army is exhausted at arsenal",
        lambda state: state.minor_units.update(italy_army=MinorUnit("arsenal", False)),
    ),
    ("the Prestige of uk is 26", lambda state: uk(state, prestige=26, reached=26)),
    ("the Prestige of uk is -1", lambda state: uk(state, prestige=-1)),
    ("the bonus marker of uk lies below", lambda state: uk(state, reached=4)),
    ("france stands on ", lambda state: setattr(state.automata["france"], "fleet_marks", 99)),
    ("the turn order is ['uk']", lambda state: state.order.remove("central_powers")),
    ("the turn order is", lambda state: state.order.append("france")),
    ("['uk', 'uk'] have passed", lambda state: state.passed.extend(["uk", "uk"])),
    ("['france'] have passed", lambda state: state.passed.append("france")),
    ("Intrigue: {'in_01': 2}", lambda state: state.intrigue_discard.append("in_01")),
    ("Intrigue: {'in_01': 0}", lambda state: uk(state, intrigue=[])),
    ("Intrigue: {'in_02': 2}", lambda state: state.beside.append(Beside("uk", "in_02", ()))),
    ("Intrigue: {'in_02': 2}", lambda state: state.drawn.append("in_02")),
    ("Intrigue: {'in_23': 0}", lambda state: state.automata["france"].strategies.clear()),
    ("events: {'ev_sarajevo': 3}", lambda state: state.events.extend(["ev_sarajevo", "ev_sarajevo"])),
    ("events:", lambda state: state.events_drawn.append("ev_unknown")),
    ("nat_uk_unrest is there 2 times", lambda state: state.sheets["uk"].national.append("nat_uk_unrest")),
    ("nat_uk_unrest is held by another", lambda state: state.sheets["france"].national.append("nat_uk_unrest")),
    ("['russia'] are automated", lambda state: state.automata.pop("france")),
    ("the order of automated Powers is ['france']", lambda state: state.automated_order.remove("russia")),
    ("france is automated and has", lambda state: setattr(state.sheets["france"], "money", 1)),
    ("france is automated and has", lambda state: setattr(state.sheets["france"], "scored", [0, 3])),
    ("france is automated and holds", lambda state: own_card(state)),
    ("france owes less than nothing", lambda state: setattr(state.automata["france"], "owed", -1)),
    ("in_01 is no reaction", lambda state: state.automata["france"].strategies.append("in_01")),
]


def put(state: BelleEpoque, territory: str, cubes: str) -> None:
    for space, cube in enumerate(cubes.split(), start=1):
        set_space(state, territory, space, cube)


def own_card(state: BelleEpoque) -> None:
    """13.1b"""
    state.sheets["france"].national.append("nat_france_foreign_legion")


@pytest.mark.parametrize(("breach", "fault"), FAULTS, ids=[f"{at}: {breach}" for at, (breach, _) in enumerate(FAULTS)])
def test_a_fault_is_told_in_words(breach: str, fault: Fault) -> None:
    state = lawful()
    fault(state)
    assert any(found.startswith(breach) for found in conserved(state)), conserved(state)


def test_every_check_has_a_fault_that_it_finds() -> None:
    silent = set(CHECKS)
    for _, fault in FAULTS:
        state = lawful()
        fault(state)
        silent -= {check for check in CHECKS if any(check(state))}
    assert silent == set()


def test_a_unit_where_it_was_used_serves_nobody_until_preparation() -> None:
    """8.2.3e: such a unit is no breach."""
    state = lawful()
    state.minor_units["japan_fleet"] = MinorUnit("asia", ready=False)
    assert conserved(state) == []
