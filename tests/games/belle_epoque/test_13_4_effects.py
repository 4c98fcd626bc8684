"""13.4.6 and 13.4.7: the effects of single cards of automated Powers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.action_journal import (
    ArmiesSentHome,
    FleetExhausted,
    TerritoryClosed,
)
from engine.belle_epoque.automated_journal import (
    ArsenalReduced,
    CardDieRolled,
    ClosingLost,
    ClosingPrepared,
    CubesOwed,
    LossRolled,
    StrategyPutAside,
    TargetFound,
    VictimFound,
)
from engine.belle_epoque.automated_order import close
from engine.belle_epoque.choices import PickTarget, PlayIntrigue
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import CubePlaced, MoneyChanged, PrestigeMoved
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry
from engine.core.state import Side
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import play
from tests.games.belle_epoque.test_13_4_cards import drawn, played
from tests.games.belle_epoque.worked import of_kind


@pytest.mark.parametrize(("die", "target"), [(1, "uk"), (3, "russia"), (6, "central_powers")])
def test_13_4_6a_sabotage_draws_its_target_by_die(die: int, target: Side) -> None:
    state, told = played("france", "sabotage", arsenal={"uk": {"armies": 1}}, dice={"tie": [die]})
    assert [entry.target for entry in of_kind(told, TargetFound)] == [target]
    assert (target == "uk") == (state.sheets["uk"].armies == 0)


def test_13_4_6a_with_one_it_is_that_one() -> None:
    _, told = played("france", "sabotage", marked=["russia", "central_powers"], arsenal={"uk": {"armies": 1}})
    assert of_kind(told, TargetFound) == [TargetFound("france", "uk", "in_10", 0)]


@pytest.mark.parametrize(
    ("armies", "boxes", "loss"),
    [
        (3, ["asia"], ArmiesSentHome("uk", 2)),
        (2, [], ArmiesSentHome("uk", 2)),
        (1, ["asia", "africa"], FleetExhausted("uk", "africa")),
        (0, ["asia"], FleetExhausted("uk", "asia")),
        (1, [], ArmiesSentHome("uk", 1)),
    ],
)
def test_13_4_6a_a_human_loses_two_armies_or_a_fleet_or_one_army(armies: int, boxes: list[str], loss: Entry) -> None:
    fleets = {continent: [{"of": "uk", "ready": True}] for continent in boxes}
    board: dict[str, Any] = {"arsenal": {"uk": {"armies": armies}}, "fleet_boxes": fleets}
    _, told = played("france", "sabotage", marked=["russia", "central_powers"], **board)
    assert loss in told


def test_13_4_6a_an_automated_power_has_two_less_arsenal_bonus_this_turn() -> None:
    state, told = played("france", "sabotage", marked=["uk", "central_powers"])
    assert ArsenalReduced("russia", 2) in told
    assert (state.automata["russia"].arsenal_lost, state.sheets["russia"].marked) == (2, True)


def test_13_4_6b_financial_scandal_hits_the_human_with_most_money() -> None:
    treasury = {"uk": 3, "russia": 9}
    state, told = played("france", "financial_scandal", played=("uk", "russia"), treasury=treasury)
    assert of_kind(told, TargetFound) == [TargetFound("france", "russia", "in_13", 9)]
    assert (MoneyChanged("russia", -4) in told, state.sheets["russia"].money) == (True, 5)


def test_13_4_6c_press_campaign_hits_the_rival_with_most_prestige() -> None:
    state, told = played("central_powers", "press_campaign", prestige={"france": 9})
    assert PrestigeMoved("france", -1, 8) in told
    assert state.sheets["france"].marked


def scandal(die: int, **board: Any) -> tuple[BelleEpoque, list[Entry]]:
    state = table("uk", intrigue_hands={"uk": ["in_27"]}, dice={"either": [die]}, **board)
    told = play(state, ("uk", PlayIntrigue("in_27", "political_scandal")), ("uk", PickTarget("france")))
    return state, told


def test_13_4_6d_political_scandal_even_it_loses_prestige() -> None:
    state, told = scandal(4)
    assert LossRolled("france", 4) in told
    assert (state.sheets["france"].prestige, state.sheets["france"].marked) == (4, True)


def test_13_4_6d_odd_it_loses_a_cube_of_its_embassies() -> None:
    state, told = scandal(3, embassies={"france": 1})
    assert (state.sheets["france"].embassies, state.automata["france"].owed) == (0, 0)
    state, told = scandal(3)
    assert CubesOwed("france", 1) in told
    assert (state.automata["france"].owed, state.sheets["france"].marked) == (1, True)


@pytest.mark.parametrize(("die", "third"), [(2, "micronesia"), (5, "melanesia")])
def test_13_4_6e_big_stick_begins_with_a_die(die: int, third: str) -> None:
    _, told = played("france", "big_stick", dice={"either": [die]})
    assert told[1] == CardDieRolled("france", "in_04", die, third)
    assert [entry.territory for entry in of_kind(told, CubePlaced)] == [third, "japan", "china"]


def test_13_4_6f_diplomatic_attack_takes_two_cubes_of_one_power_in_two_territories() -> None:
    on = {"belgium": "uk uk", "italy": "russia russia", "melanesia": "russia uk"}
    _, told = played("france", "diplomatic_attack", on=on)
    assert [(entry.territory, entry.victim) for entry in of_kind(told, VictimFound)] == [
        ("belgium", "uk"),
        ("melanesia", "uk"),
    ]


def test_13_4_6g_change_of_strategy_is_put_beside_its_sheet_open() -> None:
    state, told = played("france", "change_of_strategy")
    [card] = state.automata["france"].strategies
    assert told == [StrategyPutAside("france", card)]
    assert GAME.view(state, None).automated["france"].strategies == [card]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("half", "die", "third"),
    [
        ("italian_diplomacy", 4, "ottoman_empire"),
        ("italian_diplomacy", 1, "china"),
        ("rising_sun", 6, "micronesia"),
        ("rising_sun", 3, "indochina"),
    ],
)
def test_13_4_6h_a_die_for_the_third_cube(half: str, die: int, third: str) -> None:
    _, told = played("france", half, dice={"either": [die]})
    assert [entry.territory for entry in of_kind(told, CubePlaced)][-1] == third


# 13.4.7


def test_13_4_7a_social_policy_is_always_two_prestige() -> None:
    state, told = drawn("france", "nat_france_social")
    assert PrestigeMoved("france", 2, 7) in told
    assert state.sheets["france"].embassies == 1


def test_13_4_7b_diplomatic_contrasts_take_effect_in_the_next_turn() -> None:
    on = {"belgium": "france france france france", "italy": "uk", "melanesia": "france"}
    state, told = drawn("france", "nat_france_contrasts", on=on)
    assert told[-1] == ClosingPrepared("france")
    assert (state.closed, state.automata["france"].closing) == ({}, True)
    close(state, "france")
    assert state.news == [TerritoryClosed("france", "melanesia")]
    assert (state.closed, state.automata["france"].closing) == ({"melanesia": ("france",)}, False)


def test_13_4_7b_without_a_territory_it_is_lost() -> None:
    state, _ = drawn("france", "nat_france_contrasts")
    close(state, "france")
    assert (state.news, state.closed) == ([ClosingLost("france")], {})


def test_13_4_7d_nationalist_unrest_takes_four_cubes_at_most_two_of_a_power() -> None:
    on = {"belgium": "uk uk uk", "italy": "russia russia russia russia"}
    state, told = drawn("france", "nat_france_unrest", on=on)
    assert [entry.victim for entry in of_kind(told, VictimFound)] == ["uk", "uk", "russia", "russia"]
    assert [one.marked for one in state.beside] == [("uk", "russia")]
