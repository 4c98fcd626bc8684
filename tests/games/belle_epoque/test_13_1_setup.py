"""13.1: setup with automated Powers."""

from __future__ import annotations

import pytest

from engine.belle_epoque.board import fleet_track
from engine.belle_epoque.choices import PlaceCubes
from engine.belle_epoque.game import GAME
from engine.belle_epoque.placement import Placing
from engine.belle_epoque.printed import POWERS, SHEETS, TERRITORIES
from engine.belle_epoque.scoring import score
from engine.belle_epoque.setup import OPTIONS_FOR, Options
from engine.belle_epoque.state import BelleEpoque
from tests.games.belle_epoque.automated_positions import COMMON
from tests.games.belle_epoque.positions import question, refused, row

SEED = "d1" * 32


def alone(power: str) -> BelleEpoque:
    return GAME.start(1, SEED, Options(alone=power))


@pytest.mark.parametrize("power", POWERS)
def test_13_1a_cubes_of_the_sheets_are_placed_before_people_place_theirs(power: str) -> None:
    state = alone(power)
    for other in state.automata:
        laid = {one: state.spaces[one].count(other) for one in TERRITORIES if other in state.spaces[one]}
        assert laid == {placed.territory: placed.cubes for placed in SHEETS[other].automated.setup}
    assert question(state) == Placing(power)
    assert not any(power in spaces for spaces in state.spaces.values())


def test_13_1a_the_half_limit_counts_all_cubes() -> None:
    state = alone("uk")
    assert row(state, "namibia") == "portugal portugal central_powers"
    assert refused(state, "uk", PlaceCubes(("namibia", "persia"))) == ("half_full", "3.3d")


def test_13_1b_the_fleet_track_starts_at_0_and_own_cards_stay_in_the_box() -> None:
    state = alone("france")
    for other in state.automata:
        assert fleet_track(state, other) == 0
        assert state.sheets[other].national == COMMON[other]
    assert len(state.sheets["france"].national) == 4


def test_13_1c_automated_powers_never_score() -> None:
    assert {point.side for point in score(alone("russia"))} <= {"russia"}


def test_13_1d_every_seat_is_one_power_and_the_others_are_automated() -> None:
    three = GAME.start(3, SEED, Options(others="automated", without="france"))
    assert (three.sides, [*three.automata]) == (("uk", "russia", "central_powers"), ["france"])
    two = GAME.start(2, SEED, Options(others="automated", pair="uk_and_russia"))
    assert (two.sides, [*two.automata]) == (("uk", "russia"), ["france", "central_powers"])


def test_13_1d_who_is_automated_is_an_option_of_the_table() -> None:
    assert OPTIONS_FOR["alone"] == {1}
    assert OPTIONS_FOR["pair"] == {2}
    assert OPTIONS_FOR["without"] == {3}
