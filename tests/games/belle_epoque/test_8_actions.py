"""8.0, 8.1, 8.3 to 8.6, 8.8 and 8.10: rounds and the actions that no dice decide."""

from __future__ import annotations

import pytest

from engine.belle_epoque.action_journal import ContestWon, Passed
from engine.belle_epoque.board import fleet_track
from engine.belle_epoque.choices import (
    BuildGreatWork,
    BuyUnits,
    DeployFleets,
    EndRound,
    Invest,
    Pass,
    PlayIntrigue,
    RaisePrestige,
    ResolveContest,
    SendMission,
)
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.journal import (
    PrestigeBonus,
    PrestigeMoved,
    RoundBegan,
)
from engine.belle_epoque.printed import INTRIGUE, SHEETS
from engine.belle_epoque.rounds import Acting, BeginActions
from tests.games.belle_epoque.positions import asked, offered, play, position, question, refused

RICH = {"uk": 40, "france": 40, "russia": 40, "central_powers": 40}
CUBES = {"uk": 4, "france": 4, "russia": 4, "central_powers": 4}
FLEET = {"uk": {"fleets": 1}}


def fleets(**boxes: str) -> dict[str, list[dict[str, object]]]:
    """Return a Fleet of the UK in each of these boxes, ready or exhausted."""
    return {continent: [{"of": "uk", "ready": how == "ready"}] for continent, how in boxes.items()}


# Rounds


def test_8_0a_in_turn_order_every_power_plays_a_round_until_all_have_passed() -> None:
    state = position(BeginActions(), treasury=RICH)
    seen = []
    for _ in range(6):
        [side] = asked(state)
        seen.append((state.round, side))
        play(state, (side, Pass()) if side in ("uk", "russia") else (side, BuyUnits(1)))
        if asked(state) == [side]:
            play(state, (side, EndRound()))
    assert seen == [
        (1, "uk"),
        (1, "france"),
        (1, "russia"),
        (1, "central_powers"),
        (2, "france"),
        (2, "central_powers"),
    ]


def test_8_0a_the_last_one_left_goes_on_alone() -> None:
    state = position(BeginActions(), treasury=RICH, passed=["uk", "france", "russia"])
    for number in (1, 2, 3):
        assert (asked(state), state.round) == (["central_powers"], number)
        play(state, ("central_powers", BuyUnits(1)), ("central_powers", EndRound()))


def test_8_0b_after_the_first_action_a_second_one_or_the_end_of_the_round() -> None:
    state = position(treasury=RICH)
    assert refused(state, "uk", EndRound()) == ("no_action_yet", "8.0.1c")
    play(state, ("uk", BuyUnits(1)))
    assert state.agenda[-1] == Acting("uk", "buy_units")
    play(state, ("uk", EndRound()))
    assert state.agenda == []


def test_8_0_1a_no_kind_twice_in_a_round_but_again_in_a_later_one() -> None:
    state = position(BeginActions(), treasury=RICH, passed=["france", "russia", "central_powers"])
    play(state, ("uk", BuyUnits(1)))
    assert refused(state, "uk", BuyUnits(1)) == ("kind_used", "8.0.1a")
    play(state, ("uk", RaisePrestige()), ("uk", BuyUnits(1)))


def test_8_0_1b_all_that_may_be_done() -> None:
    state = position(
        treasury=RICH,
        embassies=CUBES,
        on={"serbia": "russia<uk"},
        arsenal={"uk": {"armies": 1, "fleets": 1}},
        intrigue_hands={"uk": ["in_02"]},
    )
    kinds = {type(choice).__name__ for choice in offered(state)}
    assert kinds == {
        "BuyUnits",
        "SendMission",
        "BuildGreatWork",
        "Invest",
        "RaisePrestige",
        "PlayIntrigue",
        "PlayNational",
        "ResolveContest",
        "DeployFleets",
        "SellArmaments",
        "Pass",
    }


def test_8_0_1c_who_can_do_nothing_else_passes() -> None:
    assert offered(position(national_hands={"uk": []})) == [Pass()]


# Units


def test_8_1a_prices_and_where_units_come_from_and_go() -> None:
    state = position(Acting("russia"), treasury=RICH)
    play(state, ("russia", BuyUnits(3, 2)))
    sheet = state.sheets["russia"]
    assert (sheet.money, sheet.armies, sheet.fleets, sheet.reserve_armies, sheet.reserve_fleets) == (14, 3, 2, 11, 1)


def test_8_1a_at_least_one_unit_and_paid_at_once() -> None:
    state = position(treasury={"uk": 12})
    assert refused(state, "uk", BuyUnits()) == ("buy_something", "8.1a")
    assert refused(state, "uk", BuyUnits(1, 1)) == ("too_dear", "8.1a")
    assert offered(state, BuyUnits) == [*(BuyUnits(armies) for armies in (1, 2, 3, 4)), BuyUnits(0, 1)]


def test_8_1b_what_left_the_game_is_not_built_again() -> None:
    state = position(treasury=RICH, out_of_game={"uk": {"fleets": 3}})
    assert refused(state, "uk", BuyUnits(fleets=1)) == ("reserves", "8.1b")


def test_8_1c_fleet_track_shows_own_fleets_those_of_allies_and_the_dreadnought() -> None:
    state = position(on={"spain": "uk uk uk uk"}, great_works={"uk": True}, arsenal=FLEET)
    assert fleet_track(state, "uk") == 3


# Great Work, investment, Prestige


def test_8_3a_once_per_game_two_steps_up_with_their_bonuses() -> None:
    state = position(treasury={"uk": 20}, intrigue_draw=["in_09"])
    told = play(state, ("uk", BuildGreatWork()))
    assert told[1:3] == [PrestigeMoved("uk", 2, 7), PrestigeBonus("uk", "md", 1)]
    sheet = state.sheets["uk"]
    assert (sheet.money, sheet.built, sheet.embassies, sheet.intrigue) == (0, True, 1, ["in_09"])
    state.agenda = [Acting("uk")]
    assert refused(state, "uk", BuildGreatWork()) == ("built_already", "8.3a")


def test_8_3a_it_has_to_be_paid() -> None:
    assert refused(position(treasury={"uk": 19}), "uk", BuildGreatWork()) == ("too_dear", "8.3a")


def test_8_3c_what_each_great_work_brings() -> None:
    bonuses = {sheet.great_work.id: sheet.great_work.bonus for sheet in SHEETS.values()}
    assert bonuses["kiel_canal"].money == 1
    assert (bonuses["hms_dreadnought"].delta, bonuses["eiffel_tower"].delta) == (1, 1)
    assert bonuses["trans_siberian_railway"].card == "nat_russia_trans_siberian"


def test_8_4_a_cube_for_two_pounds() -> None:
    state = position(embassies={"uk": 1})
    play(state, ("uk", Invest()))
    assert (state.sheets["uk"].money, state.sheets["uk"].embassies) == (2, 0)
    assert refused(position(), "uk", Invest()) == ("no_cube", "8.4")


def test_8_5a_five_pounds_a_step_once_per_turn() -> None:
    state = position(treasury={"uk": 10})
    play(state, ("uk", RaisePrestige()))
    assert (state.sheets["uk"].money, state.sheets["uk"].prestige) == (5, 6)
    state.agenda = [Acting("uk")]
    assert refused(state, "uk", RaisePrestige()) == ("prestige_bought", "8.5a")
    assert refused(position(treasury={"uk": 4}), "uk", RaisePrestige()) == ("too_dear", "8.5a")


# Deploying


def test_8_8a_any_number_of_ready_fleets_each_once() -> None:
    state = position(fleet_boxes=fleets(africa="ready", asia="ready"))
    play(state, ("uk", DeployFleets((("own", "africa", "asia"), ("own", "asia", "africa")))))
    assert (state.sheets["uk"].ready, state.sheets["uk"].exhausted) == ({}, {"asia": 1, "africa": 1})
    assert refused(position(), "uk", DeployFleets(())) == ("move_a_fleet", "8.8a")


def test_8_8b_out_of_the_arsenal_ready_from_box_to_box_exhausted() -> None:
    state = position(arsenal=FLEET)
    assert refused(state, "uk", DeployFleets((("own", "africa", "asia"),))) == ("no_ready_fleet", "8.8c")
    play(state, ("uk", DeployFleets((("own", "arsenal", "asia"),))))
    assert state.sheets["uk"].ready == {"asia": 1}


def test_8_8c_exhausted_fleets_stay_where_they_are() -> None:
    state = position(fleet_boxes=fleets(africa="exhausted"))
    assert offered(state, DeployFleets) == []


def test_8_7_3_greeces_fleet_goes_to_europe_only_and_japans_to_asia() -> None:
    state = position(on={"greece": "uk uk uk", "japan": "uk uk uk uk"})
    assert set(offered(state, DeployFleets)) == {
        DeployFleets((("greece_fleet", "arsenal", "europe"),)),
        DeployFleets((("japan_fleet", "arsenal", "asia"),)),
        DeployFleets((("greece_fleet", "arsenal", "europe"), ("japan_fleet", "arsenal", "asia"))),
    }
    assert refused(state, "uk", DeployFleets((("greece_fleet", "arsenal", "asia"),))) == ("no_such_move", "8.7.3")


def test_8_8a_moves_stand_in_an_order_that_tells_nothing() -> None:
    one, other = ("own", "arsenal", "asia"), ("own", "arsenal", "africa")
    assert DeployFleets((one, other)) == DeployFleets((other, one))


# Passing


def test_8_10a_the_first_to_pass_is_first_in_the_next_turn() -> None:
    state = position(BeginActions(), passed=["russia"])
    assert play(state, ("uk", Pass())) == [Passed("uk", 2), RoundBegan(4, "france")]
    assert asked(state) == ["france"]


def test_8_10b_passing_may_be_the_second_action() -> None:
    state = position(treasury=RICH)
    play(state, ("uk", BuyUnits(1)), ("uk", Pass()))
    assert state.passed == ["uk"]


def test_8_5b_cards_may_move_prestige_further_in_the_same_turn() -> None:
    card = next(one.id for one in INTRIGUE.values() if "state_visit" in one.halves)
    state = position(treasury=RICH, intrigue_hands={"uk": [card]})
    play(state, ("uk", RaisePrestige()), ("uk", PlayIntrigue(card, "state_visit")))
    assert state.sheets["uk"].prestige == 5 + 2
    state.agenda = [Acting("uk")]
    assert refused(state, "uk", RaisePrestige()) == ("prestige_bought", "8.5a")


@pytest.mark.parametrize(("how", "asked_for"), [("ready", SendingFleets), ("exhausted", SendingArmies)])
def test_8_8d_a_fleet_in_a_box_allows_missions_and_armies_and_a_ready_one_may_be_used(
    how: str, asked_for: type[SendingFleets | SendingArmies]
) -> None:
    state = position(
        on={"libya": "france<uk"},
        embassies={"uk": 1},
        treasury=RICH,
        arsenal={"uk": {"armies": 1}},
        fleet_boxes=fleets(africa=how),
    )
    assert SendMission("congo", 1) in offered(state, SendMission)
    play(state, ("uk", ResolveContest("libya", 1)))
    assert isinstance(question(state), asked_for)


def test_8_8d_without_a_fleet_there_is_neither() -> None:
    state = position(
        on={"libya": "france<uk"},
        embassies={"uk": 1},
        treasury=RICH,
        arsenal={"uk": {"armies": 1}},
        dice={"attacker": [1], "defender": [6]},
    )
    assert not any(one.territory == "congo" for one in offered(state, SendMission))
    told = play(state, ("uk", ResolveContest("libya", 1)))
    assert ContestWon("libya", 1, "france", "uk") in told
