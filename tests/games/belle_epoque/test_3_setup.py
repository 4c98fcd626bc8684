"""Chapter 3: setup."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.belle_epoque.board import IN_CONTINENT, general_reserve
from engine.belle_epoque.choices import PlaceCubes
from engine.belle_epoque.game import GAME
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.journal import TurnOrderDrawn
from engine.belle_epoque.placement import Placing, cubes_left
from engine.belle_epoque.printed import EVENTS, NATIONS, POWERS, SHEETS, TERRITORIES
from engine.belle_epoque.printed.figures import ARMS
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.setup import Options
from engine.belle_epoque.state import BelleEpoque, MinorUnit
from engine.belle_epoque.view import view
from engine.core.door import apply, waiting
from tests.games.belle_epoque.positions import asked, offered, position, question, refused, row

SEED = "b3" * 32


def start(players: int = 4, **options: object) -> BelleEpoque:
    return GAME.start(players, SEED, Options(**options))  # type: ignore[arg-type]


def test_3_0c_two_events_of_era_i_are_put_away_unseen() -> None:
    state = start()
    assert len(state.events_away) == 2
    assert len(state.events) == 8
    assert {EVENTS[event].era for event in (*state.events, *state.events_away)} == {1}


def test_3_0d_nobody_begins_with_an_intrigue_card() -> None:
    assert [sheet.intrigue for sheet in start().sheets.values()] == [[]] * 4


def test_3_0e_which_national_cards_a_power_has_left_is_open() -> None:
    shown = view(start(), None).powers
    assert shown["uk"].national == ["nat_uk_unrest", "nat_uk_social", "nat_uk_contrasts", "nat_uk_empire_seas"]


def test_3_0g_markers_begin_on_their_first_spaces() -> None:
    for sheet in start().sheets.values():
        assert (sheet.prestige, sheet.reached, sheet.vp) == (5, 5, 0)


def test_3_0f_each_takes_its_treasury_and_its_units_are_in_reserves() -> None:
    for power, sheet in start().sheets.items():
        printed = SHEETS[power]
        assert sheet.money == printed.starts_with.treasury
        assert (sheet.reserve_armies, sheet.reserve_fleets) == (printed.armies.max, printed.fleets.max)
        assert (sheet.embassies, sheet.scored) == (0, [])
        assert len(sheet.national) == 4


def test_3_0i_the_first_power_is_drawn_by_lot_and_others_follow_clockwise() -> None:
    state = start()
    state.rigged = {"first_power": [3]}
    told = play_out(state)
    assert TurnOrderDrawn(("russia", "central_powers", "uk", "france")) in told
    assert state.order == ["russia", "central_powers", "uk", "france"]


def play_out(state: BelleEpoque) -> list[object]:
    """Place all cubes at random."""
    told: list[object] = []
    while isinstance(state.agenda[-1], Placing):
        [(side, menu)] = waiting(GAME, state).items()
        told += apply(GAME, state, side, menu.sample(Random(len(told))))
    return told


def test_3_0j_the_first_turn_follows() -> None:
    state = start()
    play_out(state)
    assert state.turn == 1
    assert isinstance(state.agenda[-1], Acting)


def test_3_1a_cubes_of_minor_nations_on_the_lowest_spaces() -> None:
    state = start()
    laid = {territory: row(state, territory) for territory in state.spaces if row(state, territory)}
    assert laid == {
        "algeria_morocco": "spain",
        "congo": "belgium belgium",
        "tanganyika": "portugal",
        "namibia": "portugal portugal",
        "south_africa": "boers boers boers",
        "micronesia": "spain",
        "melanesia": "netherlands netherlands",
    }


def test_3_1b_the_other_portuguese_cubes_are_an_option() -> None:
    state = start(alternative_setup=True)
    assert (row(state, "tanganyika"), row(state, "namibia")) == ("portugal portugal", "portugal")
    assert general_reserve(state, "portugal") == 0


def test_3_1b_and_3_3d_they_leave_one_place_in_tanganyika_and_two_in_namibia() -> None:
    [menu] = waiting(GAME, start(alternative_setup=True)).values()
    room = menu.describe()["room"]  # type: ignore[index]
    assert (room["tanganyika"], room["namibia"]) == (1, 2)


@pytest.mark.parametrize("power", POWERS)
def test_3_1b_and_13_1a_cubes_of_automated_powers_fit_beside_them(power: str) -> None:
    state = start(1, alone=power, alternative_setup=True)
    assert [state.spaces[territory].count("portugal") for territory in ("tanganyika", "namibia")] == [2, 1]
    assert conserved(state) == []


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (4, (("uk",), ("france",), ("russia",), ("central_powers",))),
        (3, (("uk",), ("central_powers",), ("russia", "france"))),
        (2, (("uk", "france"), ("central_powers", "russia"))),
    ],
)
def test_3_2c_who_shares_which_powers(players: int, seats: tuple[tuple[str, ...], ...]) -> None:
    assert GAME.seating(players, Options()) == seats


def test_3_2d_two_powers_of_one_player_stay_two_in_every_rule() -> None:
    state = start(2)
    assert sorted(state.sides) == sorted(POWERS)
    assert state.automata == {}


@pytest.mark.parametrize(
    ("players", "options", "seats"),
    [
        (1, Options(alone="russia"), (("russia",),)),
        (2, Options(others="automated", pair="france_and_russia"), (("france",), ("russia",))),
        (3, Options(others="automated", without="uk"), (("france",), ("russia",), ("central_powers",))),
    ],
)
def test_3_2e_or_powers_without_a_player_are_automated(
    players: int, options: Options, seats: tuple[tuple[str, ...], ...]
) -> None:
    assert GAME.seating(players, options) == seats
    played = [power for seat in seats for power in seat]
    assert sorted(GAME.start(players, SEED, options).automata) == sorted(set(POWERS) - set(played))


def test_3_3_1_order_of_every_round() -> None:
    state, order = start(), []
    while isinstance(step := state.agenda[-1], Placing):
        order.append(step.side)
        apply(GAME, state, step.side, waiting(GAME, state)[step.side].sample(Random(len(order))))
    assert order[:5] == ["russia", "france", "central_powers", "uk", "russia"]
    assert [order.count(power) for power in POWERS] == [5, 5, 4, 5]
    assert order[-3:] == ["france", "central_powers", "uk"]


def test_3_3a_two_cubes_a_round_one_if_only_one_is_left() -> None:
    state = start()
    assert refused(state, "russia", PlaceCubes(("serbia",))) == ("cubes_to_place", "3.3a")
    state = position(Placing("russia"), on={"serbia": "russia russia russia", "romania": "russia russia russia"})
    assert cubes_left(state, "russia") == 1
    assert all(len(choice.territories) == 1 for choice in offered(state))


def test_3_3b_one_cube_a_territory_in_a_round() -> None:
    assert refused(start(), "russia", PlaceCubes(("serbia", "serbia"))) == ("one_cube_a_territory", "3.3b")


def test_3_3c_no_fleet_is_needed() -> None:
    assert PlaceCubes(("romania", "japan")) in offered(start())


def test_3_3d_half_of_the_spaces_with_the_cubes_of_minor_nations() -> None:
    assert refused(start(), "russia", PlaceCubes(("serbia", "south_africa"))) == ("half_full", "3.3d")


def test_3_3e_no_contest_is_made_and_3_3g_the_lowest_free_space_is_taken() -> None:
    state = start()
    apply(GAME, state, "russia", PlaceCubes(("congo", "serbia")))
    assert row(state, "congo") == "belgium belgium russia"
    assert state.contests == []


def test_3_3f_all_starting_cubes_are_placed() -> None:
    state = start()
    play_out(state)
    placed = {power: sum(cubes.count(power) for cubes in state.spaces.values()) for power in POWERS}
    assert all(placed[power] >= SHEETS[power].starts_with.md_cubes - 2 for power in POWERS)


@pytest.mark.parametrize("number", range(6))
def test_3_3_2a_the_least_numbers_are_met_in_the_end(number: int) -> None:
    state = GAME.start(4, f"{number:064x}")
    while isinstance(step := state.agenda[-1], Placing):
        apply(GAME, state, step.side, waiting(GAME, state)[step.side].sample(Random(number)))
        if cubes_left(state, step.side) == 0:
            for continent, least in SHEETS[step.side].starts_with.minimum.items():
                assert sum(state.spaces[territory].count(step.side) for territory in IN_CONTINENT[continent]) >= least


def test_3_3_2b_what_is_owed_is_described_for_every_continent_also_where_it_is_nothing() -> None:
    [menu] = waiting(GAME, start()).values()
    assert menu.describe()["owed"] == {"europe": 4, "africa": 0, "asia": 0}  # type: ignore[index]


def test_3_3_2b_a_placement_that_leaves_too_few_cubes_is_refused() -> None:
    on = {"romania": "russia", "china": "russia russia", "japan": "russia"}
    state = position(Placing("russia"), on=on)
    assert cubes_left(state, "russia") == 3
    assert refused(state, "russia", PlaceCubes(("persia", "serbia"))) == ("least_numbers", "3.3.2b")
    assert PlaceCubes(("bulgaria", "serbia")) in offered(state)


@pytest.mark.parametrize(
    "on",
    [
        {"romania": "russia", "china": "russia russia", "japan": "russia"},
        {"romania": "russia", "china": "russia russia", "congo": "belgium belgium russia"},
        {"romania": "russia russia", "china": "russia russia", "japan": "russia russia"},
        {"romania": "russia", "china": "russia"},
    ],
)
def test_3_3_2b_random_placements_are_all_that_are_allowed_and_each_about_as_often(on: dict[str, str]) -> None:
    """The first two owe both cubes of the round to Europe; in the third too many are owed, in the fourth none."""
    [menu] = waiting(GAME, position(Placing("russia"), on=on)).values()
    allowed, chance, rounds = {frozenset(one.territories) for one in menu}, Random(5), 40  # type: ignore[attr-defined]
    drawn = Counter(frozenset(menu.sample(chance).territories) for _ in range(rounds * len(allowed)))  # type: ignore[attr-defined]
    assert set(drawn) == allowed
    assert rounds / 4 < min(drawn.values()) <= max(drawn.values()) < 2 * rounds


def test_3_3_2b_nothing_is_owed_beyond_the_open_places_of_a_continent() -> None:
    full = dict.fromkeys(IN_CONTINENT["europe"], "france france france")
    full |= {"portugal": "france france", "greece": "france france", "italy": "france france uk uk"}
    full |= {"china": "russia russia", "japan": "russia", "persia": "russia"}
    state = position(Placing("russia"), on=full)
    assert asked(state) == ["russia"]
    assert PlaceCubes(("china", "persia")) in offered(state)


def test_3_0a_map_and_bank() -> None:
    state = start()
    assert {one: len(cubes) for one, cubes in state.spaces.items()} == {
        one: printed.spaces for one, printed in TERRITORIES.items()
    }
    assert ARMS not in {cube for cubes in state.spaces.values() for cube in cubes}
    assert (state.contests, state.held, state.closed) == ([], {}, {})


def test_3_0b_the_other_cubes_of_minor_nations_are_in_the_general_reserve_their_bonuses_at_home() -> None:
    state = start()
    left = {nation: general_reserve(state, nation) for nation in NATIONS}
    assert left == {
        "italy": 7,
        "japan": 7,
        "united_states": 7,
        "spain": 0,
        "portugal": 0,
        "belgium": 0,
        "netherlands": 0,
        "boers": 0,
    }
    assert set(state.minor_units.values()) == {MinorUnit("home")}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_3_0h_the_initial_placement_comes_before_the_first_turn(players: int) -> None:
    state = start(players)
    assert (state.turn, state.order) == (0, [])
    assert question(state) == Placing("russia")
    play_out(state)
    assert (state.turn, sorted(state.order)) == (1, sorted(POWERS))


def test_3_3g_cubes_take_the_lowest_free_space() -> None:
    state = position(Placing("russia"), on={"serbia": "france . uk"})
    apply(GAME, state, "russia", PlaceCubes(("romania", "serbia")))
    assert (row(state, "serbia"), row(state, "romania")) == ("france russia uk", "russia")
