"""8.6: playing cards, every half of an Intrigue card and every National card."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.action_journal import (
    ArmiesSentHome,
    CardAimed,
    CardPlayed,
    FleetExhausted,
    FleetsReadied,
    IntrigueStolen,
    Marked,
    TerritoryClosed,
    UnitsBuilt,
)
from engine.belle_epoque.choices import (
    CommitFleets,
    PickLoss,
    PickOption,
    PickSpace,
    PickTarget,
    PickTerritory,
    PlayIntrigue,
    PlayNational,
    ReadyArmies,
    ReadyFleet,
    ResolveContest,
    SendMission,
)
from engine.belle_epoque.journal import AllianceBegan, CubePlaced, CubeRemoved, MoneyChanged, PrestigeMoved
from engine.belle_epoque.printed import HALVES, INTRIGUE, NATIONAL, TERRITORIES
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque, Beside, MinorUnit
from engine.core.choice import Choice
from tests.games.belle_epoque.positions import asked, offered, play, position, refused, row

WITH = {half: next(card.id for card in INTRIGUE.values() if half in card.halves) for half in HALVES}
"""A card with each half."""


def holding(half: str, **board: Any) -> BelleEpoque:
    """Give the UK a card with this half."""
    return position(intrigue_hands={"uk": [WITH[half]]}, **board)


def played(state: BelleEpoque, half: str, *answers: Choice) -> list[Any]:
    return play(state, ("uk", PlayIntrigue(WITH[half], half)), *(("uk", answer) for answer in answers))


def national(card: str, *answers: Choice, **board: Any) -> tuple[BelleEpoque, list[Any]]:
    """Let a Power with £20 play this card of its own."""
    power = NATIONAL[card].power
    state = position(Acting(power), treasury={power: 20}, **board)
    return state, play(state, (power, PlayNational(card)), *((power, answer) for answer in answers))


def why_not(half: str, **board: Any) -> tuple[str, str]:
    return refused(holding(half, **board), "uk", PlayIntrigue(WITH[half], half))


# Playing


def test_8_6a_a_half_that_hits_nobody_is_discarded_at_once() -> None:
    state = holding("foreign_loan")
    assert played(state, "foreign_loan") == [
        CardPlayed("uk", WITH["foreign_loan"], "foreign_loan"),
        MoneyChanged("uk", 4),
    ]
    assert (state.intrigue_discard, state.beside, state.sheets["uk"].intrigue) == ([WITH["foreign_loan"]], [], [])


def test_8_6a_a_card_that_hits_a_rival_stays_beside_the_board() -> None:
    state = holding("press_campaign")
    told = played(state, "press_campaign", PickTarget("russia"))
    assert told[1:] == [
        CardAimed("uk", "russia", WITH["press_campaign"]),
        PrestigeMoved("russia", -1, 4),
        Marked("russia", WITH["press_campaign"]),
    ]
    assert state.beside == [Beside("uk", WITH["press_campaign"], ("russia",))]


def test_8_6a_the_card_has_to_be_in_hand_and_to_have_that_half() -> None:
    state = holding("foreign_loan")
    assert refused(state, "uk", PlayIntrigue(WITH["foreign_loan"], "state_visit")) == ("not_in_hand", "8.6a")
    assert refused(position(), "uk", PlayIntrigue("in_02", "foreign_loan")) == ("not_in_hand", "8.6a")


def test_8_6b_a_national_card_is_paid_and_leaves_the_game() -> None:
    state, told = national("nat_uk_social", PickOption(0))
    assert told[0] == CardPlayed("uk", "nat_uk_social", "", 6)
    assert (state.sheets["uk"].money, state.sheets["uk"].prestige) == (14, 7)
    assert "nat_uk_social" not in state.sheets["uk"].national
    assert state.beside == []
    state.agenda = [Acting("uk")]
    assert refused(state, "uk", PlayNational("nat_uk_social")) == ("card_is_gone", "8.6b")


def test_8_6b_it_has_to_be_paid_and_its_prerequisite_met() -> None:
    assert refused(position(treasury={"uk": 5}), "uk", PlayNational("nat_uk_social")) == ("too_dear", "8.6b")
    state = position(treasury={"uk": 9})
    assert refused(state, "uk", PlayNational("nat_uk_empire_seas")) == ("prerequisite", "8.6b")


def test_8_6c_one_card_per_action() -> None:
    state = position(intrigue_hands={"uk": ["in_02", "in_07"]}, treasury={"uk": 20})
    play(state, ("uk", PlayIntrigue("in_02", "foreign_loan")))
    assert refused(state, "uk", PlayIntrigue("in_07", "foreign_loan")) == ("kind_used", "8.0.1a")
    assert refused(state, "uk", PlayNational("nat_uk_social")) == ("kind_used", "8.0.1a")


def test_8_6c_what_could_do_nothing_may_not_be_played() -> None:
    assert why_not("state_visit", prestige={"uk": 25}) == ("does_nothing", "8.6c")
    assert why_not("secret_negotiations", embassies={"uk": 40}) == ("does_nothing", "8.6c")
    assert why_not("gunboat_diplomacy") == ("does_nothing", "8.6c")
    assert why_not("arms_lobby", reserves={"uk": {"armies": 0, "fleets": 3}}, arsenal={"uk": {"armies": 8}}) == (
        "does_nothing",
        "8.6c",
    )
    assert why_not("counter_intelligence", marked=["uk"]) == ("does_nothing", "8.6c")
    assert why_not("diplomatic_attack") == ("does_nothing", "8.6c")


@pytest.mark.parametrize("half", ["sabotage", "financial_scandal", "recalled_ambassador", "espionage"])
def test_8_6c_a_target_must_have_what_it_is_to_lose(half: str) -> None:
    assert why_not(half) == ("no_target", "8.6.1a")


def test_8_6d_minor_nations_are_not_marked_and_the_player_is_not() -> None:
    state = holding("rising_sun", on={"manchuria_korea": "boers"})
    play(state, ("uk", PlayIntrigue(WITH["rising_sun"], "rising_sun")), ("uk", PickSpace("manchuria_korea", 1)))
    assert not any(sheet.marked for sheet in state.sheets.values())


def test_8_6_1a_a_marked_power_cant_be_hit_again_by_anybody() -> None:
    state = holding("press_campaign", marked=["russia", "france"])
    told = played(state, "press_campaign")
    assert CardAimed("uk", "central_powers", WITH["press_campaign"]) in told
    assert why_not("press_campaign", marked=["russia", "france", "central_powers"]) == ("no_target", "8.6.1a")


def test_8_6_1b_the_card_that_marked_a_power_may_go_on_hitting_it() -> None:
    state, _ = national("nat_russia_unrest", on={"serbia": "uk uk uk france"})
    play(state, *(("russia", PickSpace("serbia", space)) for space in (1, 2)))
    assert row(state, "serbia") == ". . uk"
    assert state.beside == [Beside("russia", "nat_russia_unrest", ("uk", "france"))]


def test_8_6_2a_cubes_go_to_a_free_space_or_replace_one() -> None:
    state = holding("rising_sun", on={"manchuria_korea": "russia . russia", "china": "uk . france"})
    play(state, ("uk", PlayIntrigue(WITH["rising_sun"], "rising_sun")))
    assert offered(state) == [PickSpace("manchuria_korea", space) for space in (2, 1, 3)]
    told = play(state, ("uk", PickSpace("manchuria_korea", 3)))
    assert told == [CubePlaced("japan", "manchuria_korea", 3, "russia"), Marked("russia", WITH["rising_sun"])]
    assert offered(state) == [PickSpace("china", space) for space in (2, 7, 3)]


def test_8_6_2a_no_contest_arises_and_majority_is_looked_at() -> None:
    state = holding("royal_wedding", on={"greece": "uk uk"})
    assert AllianceBegan("uk", "greece") in played(state, "royal_wedding", PickSpace("greece", 3))
    assert state.contests == []


def test_8_6_2b_never_armaments_upper_cubes_marked_powers_or_ones_own() -> None:
    on = {"manchuria_korea": "arm uk russia france<russia france", "china": "uk " * 6}
    state = holding("rising_sun", on=on, armament_cubes={"uk": 3}, marked=["russia"])
    play(state, ("uk", PlayIntrigue(WITH["rising_sun"], "rising_sun")))
    assert offered(state) == [PickSpace("manchuria_korea", space) for space in (6, 4, 5)]
    assert refused(state, "uk", PickSpace("manchuria_korea", 3)) == ("out_of_reach", "8.6.2b")


def test_8_2_5a_cards_take_lower_cubes_never_upper_ones() -> None:
    state = holding("anarchist_outrage", on={"serbia": "russia<france uk<russia"})
    told = played(state, "anarchist_outrage")
    assert told[1] == CubeRemoved("russia", "serbia", 1, "france")
    assert row(state, "serbia") == "france uk<russia"


def test_8_2_5b_when_a_lower_cube_is_replaced_the_contest_goes_on_against_the_new_one() -> None:
    state = holding("rising_sun", on={"manchuria_korea": "france<russia"})
    play(state, ("uk", PlayIntrigue(WITH["rising_sun"], "rising_sun")), ("uk", PickSpace("manchuria_korea", 1)))
    assert row(state, "manchuria_korea") == "japan<russia"


def test_8_6_2c_the_territories_are_done_in_printed_order_with_one_of_two_last() -> None:
    state = holding("italian_diplomacy")
    told = played(state, "italian_diplomacy")
    assert [entry.territory for entry in told[1:]] == ["horn_of_africa", "libya"]
    assert offered(state) == [PickSpace("ottoman_empire", 1), PickSpace("china", 1), PickSpace("china", 7)]


def test_8_6_2c_without_a_cube_in_the_supply_it_lapses() -> None:
    on = {"china": "japan japan japan", "serbia": "japan japan japan"}
    state = holding("rising_sun", on=on)
    told = played(state, "rising_sun")
    assert [type(entry) for entry in told[1:]] == [CubePlaced]


def test_8_6_3_a_closed_territory_takes_no_cubes_of_other_powers() -> None:
    state, told = national("nat_uk_contrasts", PickTerritory("serbia"), on={"serbia": "uk", "china": "uk"})
    assert told[1:] == [TerritoryClosed("uk", "serbia")]
    assert state.closed == {"serbia": ("uk",)}
    state.agenda, state.sheets["russia"].embassies = [Acting("russia")], 1
    assert refused(state, "russia", SendMission("serbia", 2)) == ("closed", "8.2.1f")


def test_8_6_3_nor_by_a_card() -> None:
    closed = {"serbia": ["russia"], "romania": ["russia", "uk"]}
    state = holding("royal_wedding", closed=closed)
    play(state, ("uk", PlayIntrigue(WITH["royal_wedding"], "royal_wedding")))
    assert {"serbia", "romania"} & {choice.territory for choice in offered(state)} == set()


def test_8_6_4_change_of_strategy_is_no_action() -> None:
    assert why_not("change_of_strategy") == ("reaction_only", "8.6.4")


# Halves


def test_sabotage_exhausts_a_fleet_or_sends_two_armies_home() -> None:
    board: dict[str, Any] = {
        "arsenal": {"russia": {"armies": 3}},
        "fleet_boxes": {"asia": [{"of": "russia", "ready": True}]},
    }
    state = holding("sabotage", **board)
    play(state, ("uk", PlayIntrigue(WITH["sabotage"], "sabotage")))
    assert offered(state) == [PickLoss("asia"), PickLoss("arsenal")]
    assert ArmiesSentHome("russia", 2) in play(state, ("uk", PickLoss("arsenal")))
    assert (state.sheets["russia"].armies, state.sheets["russia"].reserve_armies) == (1, 13)
    assert FleetExhausted("russia", "asia") in played(holding("sabotage", **board), "sabotage", PickLoss("asia"))


def test_financial_scandal_takes_four_pounds_at_most_what_there_is() -> None:
    state = holding("financial_scandal", treasury={"russia": 3, "france": 9})
    assert MoneyChanged("russia", -3) in played(state, "financial_scandal", PickTarget("russia"))
    assert state.sheets["russia"].marked


def test_political_scandal_lets_the_target_choose_even_after_passing() -> None:
    state = holding("political_scandal", passed=["russia"], embassies={"russia": 1}, prestige={"france": 0})
    played(state, "political_scandal", PickTarget("russia"))
    assert asked(state) == ["russia"]
    assert PrestigeMoved("russia", -1, 4) in play(state, ("russia", PickOption(0)))


def test_political_scandal_asks_nobody_who_has_only_one_way_out() -> None:
    state = holding("political_scandal")
    assert PrestigeMoved("russia", -1, 4) in played(state, "political_scandal", PickTarget("russia"))


def test_diplomatic_attack_takes_two_cubes_of_one_power_in_two_territories() -> None:
    state = holding("diplomatic_attack", on={"serbia": "russia russia france", "china": "russia france"})
    play(state, ("uk", PlayIntrigue(WITH["diplomatic_attack"], "diplomatic_attack")))
    told = play(state, ("uk", PickSpace("serbia", 2)))
    assert told == [
        CubeRemoved("russia", "serbia", 2),
        Marked("russia", WITH["diplomatic_attack"]),
        CubeRemoved("russia", "china", 1),
    ]


def test_secret_negotiations_bring_a_cube() -> None:
    state = holding("secret_negotiations")
    played(state, "secret_negotiations")
    assert state.sheets["uk"].embassies == 1


def test_espionage_takes_a_card_at_random_which_only_the_two_know() -> None:
    hands = {"uk": [WITH["espionage"]], "russia": ["in_07", "in_08"]}
    state = position(intrigue_hands=hands, dice={"card": [("in_08",)]})
    [*_, stolen, marked] = played(state, "espionage")
    assert (stolen, marked) == (IntrigueStolen("uk", "russia", "in_08"), Marked("russia", WITH["espionage"]))
    assert stolen.seen_by("russia") == stolen
    assert stolen.seen_by("france") == stolen.seen_by(None) == IntrigueStolen("uk", "russia")
    assert (state.sheets["uk"].intrigue, state.sheets["russia"].intrigue) == (["in_08"], ["in_07"])


def test_state_visit_gains_a_step() -> None:
    assert PrestigeMoved("uk", 1, 6) in played(holding("state_visit"), "state_visit")


def test_gunboat_diplomacy_readies_a_fleet_or_up_to_three_armies() -> None:
    board: dict[str, Any] = {
        "on": {"bulgaria": "uk uk uk uk"},
        "armies_out": {"uk": {"serbia": 1, "china": 2}, "france": {}, "russia": {}, "central_powers": {}},
        "fleet_boxes": {"asia": [{"of": "uk", "ready": False}]},
        "minor_units": {"bulgaria_army": {"at": "serbia", "ready": False}},
    }
    state = holding("gunboat_diplomacy", **board)
    play(state, ("uk", PlayIntrigue(WITH["gunboat_diplomacy"], "gunboat_diplomacy")))
    assert offered(state, ReadyFleet) == [ReadyFleet("own", "asia")]
    assert len(offered(state, ReadyArmies)) == 6
    play(state, ("uk", ReadyArmies(2, ("bulgaria_army",))))
    assert (state.sheets["uk"].armies, state.sheets["uk"].armies_out) == (2, {"china": 1})
    assert state.minor_units["bulgaria_army"] == MinorUnit("arsenal")
    other = holding("gunboat_diplomacy", **board)
    told = played(other, "gunboat_diplomacy", ReadyFleet("own", "asia"))
    assert FleetsReadied("uk", (("own", "asia"),)) in told
    assert (other.sheets["uk"].ready, other.sheets["uk"].exhausted) == ({"asia": 1}, {})


@pytest.mark.parametrize(("half", "territory"), [("colonial_revolt", "china"), ("anarchist_outrage", "serbia")])
def test_a_revolt_in_a_colony_an_outrage_in_a_minor_nation(half: str, territory: str) -> None:
    state = holding(half, on={"serbia": "russia japan", "china": "russia japan"})
    assert CubeRemoved("russia", territory, 1) in played(state, half)


@pytest.mark.parametrize(("half", "kind"), [("royal_wedding", "minor_nation"), ("exploration", "colony")])
def test_a_cube_to_a_free_space_without_a_fleet(half: str, kind: str) -> None:
    state = holding(half, on={"serbia": "russia"})
    play(state, ("uk", PlayIntrigue(WITH[half], half)))
    spots = offered(state, PickSpace)
    assert {TERRITORIES[choice.territory].kind for choice in spots} == {kind}
    assert PickSpace("serbia", 1) not in spots


def test_arms_lobby_builds_two_armies_or_a_fleet_for_five_pounds() -> None:
    state = holding("arms_lobby", treasury={"uk": 5})
    play(state, ("uk", PlayIntrigue(WITH["arms_lobby"], "arms_lobby")))
    assert offered(state) == [PickOption(0), PickOption(1)]
    assert UnitsBuilt("uk", 0, 1, 5) in play(state, ("uk", PickOption(1)))
    assert UnitsBuilt("uk", 2, 0, 0) in played(holding("arms_lobby"), "arms_lobby")


def test_recalled_ambassador_takes_a_cube_of_the_embassies() -> None:
    state = holding("recalled_ambassador", embassies={"russia": 2})
    played(state, "recalled_ambassador")
    assert state.sheets["russia"].embassies == 1


def test_counter_intelligence_marks_oneself_and_is_discarded() -> None:
    state = holding("counter_intelligence")
    played(state, "counter_intelligence")
    assert state.sheets["uk"].marked
    assert (state.beside, state.intrigue_discard) == ([], [WITH["counter_intelligence"]])


# National cards


@pytest.mark.parametrize("power", ["uk", "france", "russia", "central_powers"])
def test_nationalist_unrest_takes_four_cubes_two_of_a_power_at_most(power: str) -> None:
    others = [other for other in ("uk", "france", "russia", "central_powers") if other != power]
    on = {"serbia": " ".join([others[0]] * 3), "china": f"{others[1]} {others[1]} {others[1]} {power}"}
    state, _ = national(f"nat_{power}_unrest", on=on)
    while offered(state, PickSpace):
        play(state, (power, offered(state, PickSpace)[0]))
    assert [row(state, name).split().count(other) for name, other in zip(on, others, strict=False)] == [1, 1]


@pytest.mark.parametrize(("option", "gained"), [(0, (7, 1)), (1, (5, 2))])
def test_social_policy_gains_prestige_or_cubes(option: int, gained: tuple[int, int]) -> None:
    state, _ = national("nat_france_social", PickOption(option))
    assert (state.sheets["france"].prestige, state.sheets["france"].embassies) == gained


def test_trans_siberian_places_three_cubes_in_three_of_four_territories() -> None:
    state, _ = national("nat_russia_trans_siberian", great_works={"russia": True}, on={"china": "uk", "persia": "uk"})
    play(state, ("russia", PickSpace("china", 1)), ("russia", PickSpace("persia", 2)))
    assert {choice.territory for choice in offered(state)} == {"manchuria_korea", "afghanistan_baluchistan"}
    play(state, ("russia", PickSpace("manchuria_korea", 1)))
    assert (row(state, "china"), row(state, "persia")) == ("russia", "uk russia")
    assert state.beside == [Beside("russia", "nat_russia_trans_siberian", ("uk",))]


def test_superior_doctrine_needs_six_armies_and_lasts_this_turn() -> None:
    state, _ = national(
        "nat_central_powers_doctrine",
        arsenal={"central_powers": {"armies": 5}},
        armies_out={"uk": {}, "france": {}, "russia": {}, "central_powers": {"serbia": 1}},
    )
    assert state.in_force == ["nat_central_powers_doctrine"]


def test_empire_of_the_seas_readies_all_own_fleets_and_makes_them_free() -> None:
    boxes = {
        "europe": [{"of": "uk", "ready": False}, {"of": "uk", "ready": False}],
        "asia": [{"of": "uk", "ready": True}],
    }
    dice = {"attacker": [1], "defender": [1]}
    state, _ = national("nat_uk_empire_seas", fleet_boxes=boxes, on={"serbia": "france<uk"}, dice=dice)
    assert (state.sheets["uk"].ready, state.sheets["uk"].exhausted) == ({"asia": 1, "europe": 2}, {})
    play(state, ("uk", ResolveContest("serbia", 1)))
    play(state, ("uk", CommitFleets(2)))
    assert state.sheets["uk"].money == 16


def test_foreign_legion_replaces_a_cube_in_two_colonies_with_a_cube_of_ones_own() -> None:
    on = {"libya": "france uk uk", "congo": "france belgium", "namibia": "uk uk", "serbia": "france uk"}
    boxes = {"africa": [{"of": "france", "ready": False}]}
    state, _ = national("nat_france_foreign_legion", fleet_boxes=boxes, on=on)
    assert {choice.territory for choice in offered(state)} == {"libya", "congo"}
    play(state, ("france", PickSpace("libya", 2)))
    assert (row(state, "libya"), row(state, "congo")) == ("france france uk", "france france")
