"""13.4: cards of automated Powers: the choice of a card and its target."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.belle_epoque.action_journal import (
    CardPlayed,
    IntrigueStolen,
    Marked,
)
from engine.belle_epoque.automated_cards import AutomatedCard
from engine.belle_epoque.automated_effects import VERBS, AutomatedEffecting
from engine.belle_epoque.automated_journal import (
    AutomatedCardMissing,
    EffectLapsed,
    TargetFound,
    VictimFound,
)
from engine.belle_epoque.choices import PickTarget, PlayIntrigue
from engine.belle_epoque.context import Context
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import CubePlaced, CubeRemoved
from engine.belle_epoque.printed import HALVES, INTRIGUE, NATIONAL, POWERS, SHEETS, vocabulary
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry
from engine.core.state import Side
from tests.games.belle_epoque.automated_positions import ran, table
from tests.games.belle_epoque.positions import offered, play, refused, row
from tests.games.belle_epoque.worked import of_kind

WITH = {half: [card.id for card in INTRIGUE.values() if card.automated == half] for half in HALVES}
"""The cards that have each half as the one with the symbol."""


def drawn(side: Side, card: str, **board: Any) -> tuple[BelleEpoque, list[Entry]]:
    """Let an automated Power draw and play this card, its only one; by default only the UK is played."""
    kind = "national" if card in NATIONAL else "intrigue"
    turn = next(one.turn for one in SHEETS[side].automated.progress if one.card == kind)
    hand = "national_hands" if card in NATIONAL else "intrigue_hands"
    board |= {hand: {side: [card]}, "dice": board.get("dice", {}) | {"card": [(card,)]}}
    state = table(*board.pop("played", ("uk",)), turn=turn, **board)
    return state, ran(state, AutomatedCard(side))


def played(side: Side, half: str, **board: Any) -> tuple[BelleEpoque, list[Entry]]:
    return drawn(side, WITH[half][0], **board)


# 13.4a to 13.4c


@pytest.mark.parametrize("viewer", ["uk", None])
def test_13_4a_its_hand_is_hidden_from_everybody(viewer: Side | None) -> None:
    state = table("uk", intrigue_hands={"france": ["in_01"], "uk": ["in_02"]})
    state.seed = "a7" * 32
    shown = GAME.view(state, viewer)
    assert shown.powers["france"].intrigue == 1  # type: ignore[attr-defined]
    assert shown.powers["france"].national == []  # type: ignore[attr-defined]
    assert "in_01" not in str(shown)
    for number in range(5):
        assert GAME.view(GAME.redeal(state, viewer, Random(number)), viewer) == shown


def test_13_4a_what_it_has_played_is_known() -> None:
    state, told = played("france", "secret_negotiations")
    assert CardPlayed("france", "in_27", "secret_negotiations") in told
    assert state.intrigue_discard == ["in_27"]


def test_13_4b_humans_cant_use_the_half_with_the_symbol_against_it() -> None:
    state = table("uk", "russia", intrigue_hands={"uk": ["in_16"]})
    play(state, ("uk", PlayIntrigue("in_16", "press_campaign")))
    assert state.sheets["russia"].marked
    alone = table("uk", intrigue_hands={"uk": ["in_16"]})
    assert refused(alone, "uk", PlayIntrigue("in_16", "press_campaign")) == ("no_target", "8.6.1a")


def test_13_4c_the_other_half_may_be_aimed_at_either() -> None:
    state = table("uk", "russia", intrigue_hands={"uk": ["in_13"]}, embassies={"russia": 1, "france": 1})
    play(state, ("uk", PlayIntrigue("in_13", "recalled_ambassador")))
    assert [pick.side for pick in offered(state, PickTarget)] == ["france", "russia", "central_powers"]


def test_13_4c_one_card_per_power_and_turn_holds_for_all() -> None:
    _, told = played("france", "press_campaign", marked=["uk", "russia"])
    assert [entry.target for entry in of_kind(told, TargetFound)] == ["central_powers"]


# 13.4.1, 13.4.2


def test_13_4_1_an_intrigue_card_is_drawn_at_random_and_the_half_with_the_symbol_carried_out() -> None:
    hand = ["in_27", "in_01", "in_16"]
    state = table("uk", turn=2, intrigue_hands={"france": hand}, dice={"card": [("in_27",)]})
    told = ran(state, AutomatedCard("france"))
    assert told[0] == CardPlayed("france", "in_27", "secret_negotiations")
    assert (state.sheets["france"].intrigue, state.sheets["france"].embassies) == (["in_01", "in_16"], 1)


def test_13_4_1_without_a_card_nothing_happens() -> None:
    assert ran(table("uk", turn=2), AutomatedCard("france")) == [AutomatedCardMissing("france", "intrigue")]


def test_13_4_1_nor_when_the_sheet_shows_none() -> None:
    state = table("uk", turn=1, intrigue_hands={"france": ["in_01"]})
    assert ran(state, AutomatedCard("france")) == []


def test_13_4_2_a_national_card_is_drawn_and_carried_out_at_no_cost() -> None:
    state, told = drawn("france", "nat_france_social")
    assert told[0] == CardPlayed("france", "nat_france_social", "", 0)
    assert (state.sheets["france"].national, state.sheets["france"].money) == ([], 0)
    assert state.beside == []


@pytest.mark.parametrize("half", [half for half in HALVES if WITH[half]])
def test_13_4_1_every_half_with_the_symbol_is_known_to_automated_powers(half: str) -> None:
    assert all(type(effect) in VERBS or HALVES[half].reaction for effect in HALVES[half].effects)


@pytest.mark.parametrize("card", [card.id for card in NATIONAL.values() if card.kind == "common"])
def test_13_4_2_and_so_is_every_common_national_card(card: str) -> None:
    assert all(type(effect) in VERBS for effect in NATIONAL[card].effects)


# 13.4.3


def test_13_4_3a_the_target_has_most_of_what_is_taken() -> None:
    state, told = played("france", "press_campaign", prestige={"russia": 7, "uk": 6})
    assert of_kind(told, TargetFound) == [TargetFound("france", "russia", "in_16", 7)]
    assert state.sheets["russia"].prestige == 6


@pytest.mark.parametrize(("die", "target"), [(2, "uk"), (5, "russia")])
def test_13_4_3a_of_two_equal_ones_even_or_odd(die: int, target: Side) -> None:
    prestige = {"uk": 7, "russia": 7}
    _, told = played("france", "press_campaign", prestige=prestige, dice={"tie": [die]})
    assert of_kind(told, TargetFound) == [TargetFound("france", target, "in_16", 7, ("uk", "russia"), die)]


@pytest.mark.parametrize(
    ("die", "target"),
    [(1, "uk"), (2, "uk"), (3, "russia"), (4, "russia"), (5, "central_powers"), (6, "central_powers")],
)
def test_13_4_3a_of_three_by_pairs_of_faces(die: int, target: Side) -> None:
    _, told = played("france", "press_campaign", dice={"tie": [die]})
    assert [entry.target for entry in of_kind(told, TargetFound)] == [target]


def test_13_4_3b_the_first_objective_it_does_not_hold_where_somebody_can_lose_a_cube() -> None:
    on = {"belgium": "france france france france uk", "italy": "france", "melanesia": "uk", "french_guinea": "uk"}
    state, told = drawn("france", "nat_france_unrest", on=on)
    [entry, *_] = of_kind(told, VictimFound)
    assert entry == VictimFound("france", "melanesia", "uk", 1)
    assert row(state, "belgium") == "france france france france uk"


def test_13_4_3c_what_is_left_goes_to_the_next_objective_and_the_rest_lapses() -> None:
    on = {"melanesia": "uk", "namibia": "russia russia russia"}
    state, told = drawn("france", "nat_france_unrest", on=on)
    assert [(entry.territory, entry.victim) for entry in of_kind(told, VictimFound)] == [
        ("melanesia", "uk"),
        ("namibia", "russia"),
        ("namibia", "russia"),
    ]
    assert told[-1] == EffectLapsed("france", "nat_france_unrest")
    assert row(state, "namibia") == "russia"


def test_13_4_3c_a_card_without_any_target_is_discarded() -> None:
    state, told = played("france", "financial_scandal")
    assert told == [CardPlayed("france", "in_13", "financial_scandal"), EffectLapsed("france", "in_13")]
    assert (state.intrigue_discard, state.beside) == (["in_13"], [])


# 13.4.4


def test_13_4_4a_the_rival_with_most_cubes_loses_one() -> None:
    _, told = played("france", "diplomatic_attack", on={"belgium": "uk russia russia"})
    assert of_kind(told, VictimFound) == [VictimFound("france", "belgium", "russia", 2)]


def test_13_4_4a_equal_ones_by_die() -> None:
    _, told = played("france", "diplomatic_attack", on={"belgium": "uk russia"}, dice={"tie": [1]})
    assert of_kind(told, VictimFound) == [VictimFound("france", "belgium", "russia", 1, ("uk", "russia"), 1)]


def test_13_4_4b_for_every_further_cube_it_is_decided_anew() -> None:
    on = {"belgium": "uk uk russia"}
    _, told = drawn("france", "nat_france_unrest", on=on, dice={"tie": [2]})
    victims = [(entry.victim, entry.cubes) for entry in of_kind(told, VictimFound)]
    assert victims == [("uk", 2), ("uk", 1), ("russia", 1)]


def test_13_4_4c_who_was_marked_before_is_passed_over() -> None:
    _, told = drawn("france", "nat_france_unrest", on={"belgium": "uk uk russia"}, marked=["uk"])
    assert [entry.victim for entry in of_kind(told, VictimFound)] == ["russia"]


def test_13_4_4c_and_by_this_card_in_an_earlier_territory() -> None:
    _, told = drawn("france", "nat_france_unrest", on={"belgium": "uk", "italy": "uk uk russia"})
    assert [(entry.territory, entry.victim) for entry in of_kind(told, VictimFound)] == [
        ("belgium", "uk"),
        ("italy", "russia"),
    ]


def test_13_4_4c_cubes_of_minor_nations_are_not_removed() -> None:
    state, _ = drawn("france", "nat_france_unrest", on={"melanesia": "netherlands netherlands"})
    assert row(state, "melanesia") == "netherlands netherlands"


@pytest.mark.parametrize(
    ("before", "after"), [("uk . uk france", "uk . . france"), ("uk . uk<russia france", ". . uk<russia france")]
)
def test_13_4_4d_the_highest_cube_leaves_one_under_a_contest_last(before: str, after: str) -> None:
    state, _ = played("france", "diplomatic_attack", on={"belgium": before})
    assert row(state, "belgium") == after


def test_13_4_4d_an_upper_cube_drops_into_the_space() -> None:
    state, told = played("france", "diplomatic_attack", on={"belgium": "uk<france"})
    assert CubeRemoved("uk", "belgium", 1, "france") in told
    assert row(state, "belgium") == "france"


# 13.4.5


def test_13_4_5_a_cube_of_a_minor_nation_replaces_the_cube_found() -> None:
    on = {"manchuria_korea": "uk russia russia", "china": "uk"}
    state, told = played("france", "rising_sun", on=on, dice={"either": [2]})
    assert row(state, "manchuria_korea") == "uk russia japan"
    assert Marked("russia", WITH["rising_sun"][0]) in told
    assert row(state, "china") == "japan"


def test_13_4_5_a_power_hit_in_an_earlier_territory_is_passed_over() -> None:
    on = {"manchuria_korea": "uk", "china": "uk uk russia"}
    state, _ = played("france", "rising_sun", on=on, dice={"either": [2]})
    assert row(state, "china") == "uk uk japan"


def test_13_4_5_without_one_it_takes_a_free_space() -> None:
    state, told = played("france", "rising_sun", on={"china": "france"}, dice={"either": [2]})
    assert row(state, "china") == "france japan"
    assert CubePlaced("japan", "micronesia", 1) in told


def test_13_4_5_else_it_is_not_placed() -> None:
    on = {"manchuria_korea": "france " * 6}
    state, _ = played("france", "rising_sun", on=on, dice={"either": [2]})
    assert row(state, "manchuria_korea") == ("france " * 6).strip()


def test_13_4_5_a_contest_goes_on_against_the_new_cube() -> None:
    state, _ = played("france", "rising_sun", on={"china": "uk<france"}, dice={"either": [2]})
    assert row(state, "china") == "japan<france"


# Effects that no present card asks of an automated Power, and that the sheet of facts defines


def test_a_card_that_places_own_cubes_on_free_spaces_fills_the_first_objective_of_that_kind() -> None:
    state = table("uk", on={"belgium": "uk " * 6})
    told = ran(state, AutomatedEffecting(Context("in_06", "royal_wedding", "france")))
    assert told == [CubePlaced("france", "italy", 1)]


def test_espionage_takes_a_card_of_the_rival_that_holds_most() -> None:
    hands = {"uk": ["in_04"], "france": ["in_01", "in_02"]}
    state = table("uk", intrigue_hands=hands, dice={"card": [("in_02",)]})
    told = play(state, ("uk", PlayIntrigue("in_04", "espionage")))
    assert IntrigueStolen("uk", "france", "in_02") in told


def test_what_automated_powers_never_do_lapses() -> None:
    state = table("uk")
    context = Context("in_12", "gunboat_diplomacy", "france")
    assert vocabulary.ReadyUnits not in VERBS
    assert ran(state, AutomatedEffecting(context)) == [EffectLapsed("france", "in_12")]


def test_all_powers_have_the_three_common_cards() -> None:
    common = [str(card.power) for card in NATIONAL.values() if card.kind == "common"]
    assert all(common.count(power) == 3 for power in POWERS)
