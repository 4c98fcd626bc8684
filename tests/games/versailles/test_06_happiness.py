"""Chapter 6: happiness and mutiny."""

from typing import Any

import pytest

from engine.core.agenda import pending, proceed
from engine.versailles.choices import Bid, ChooseOption, Demobilise, Deploy, EndTurn, Hold, PassBid, PickIssue, Settle
from engine.versailles.journal import BidWon, Demobilised, HappinessChanged
from engine.versailles.option import Optioning
from engine.versailles.settle import Conference
from engine.versailles.state import Versailles
from engine.versailles.tracks import Mutiny, change_happiness
from tests.games.versailles.positions import asked, finish, offered, play, position, refused, told, units, until


def changed(state: Versailles, nation: str, by: int) -> int:
    """Change the happiness of a nation; return it before any answer."""
    change_happiness(state, nation, by)
    proceed(state)
    return state.happiness[nation]


def test_6_1_the_track_stops_at_thirty() -> None:
    state = position(happiness={"uk": 29, "japan": 30})
    assert changed(state, "uk", 5) == 30
    assert changed(state, "japan", 1) == 30
    assert changed(state, "uk", -1) == 29


@pytest.mark.parametrize("nation", ["uk", "japan"])
def test_6_1_a_nation_that_reaches_zero_stays_there(nation: str) -> None:
    state = position(happiness={nation: 2}, demobilised={"uk": 3})
    assert changed(state, nation, -3) == 0
    assert changed(state, nation, 4) == 0


def test_6_1_at_zero_demobilising_brings_no_happiness() -> None:
    state = position(happiness={"france": 0}, demobilised={"france": 2}, exhausted={"france": 1})
    play(state, ("france", Demobilise("available")))
    assert state.happiness["france"] == 0


@pytest.mark.parametrize(
    ("happiness", "in_play", "mutinies"),
    [(12, 3, 0), (11, 3, 1), (11, 2, 0), (6, 2, 0), (5, 2, 1), (5, 1, 0), (2, 1, 0), (1, 1, 0), (1, 0, 0)],
)
def test_6_2_three_units_from_eleven_two_from_five_one_below(happiness: int, in_play: int, mutinies: int) -> None:
    state = position(happiness={"uk": happiness}, demobilised={"uk": 3 - in_play})
    now = changed(state, "uk", -1)
    assert state.demobilised["uk"] == 3 - in_play + mutinies
    assert now == happiness - 1 + mutinies


def test_6_2_the_unit_goes_to_the_one_and_brings_one_happiness() -> None:
    state = position(happiness={"uk": 11})
    changed(state, "uk", -1)
    assert told(state.news, Demobilised, HappinessChanged) == [
        HappinessChanged("uk", -1, 10),
        Demobilised("uk", "available", 1, True),
        HappinessChanged("uk", 1, 11),
    ]
    assert not any(state.home)


def test_6_2_a_unit_of_its_own_choice() -> None:
    state = position(
        active="uk",
        happiness={"uk": 12},
        exhausted={"uk": 3},
        units_exhausted={"uk": 1},
        deployed={"uk": {"africa": 8}},
    )
    play(state, ("uk", Deploy("europe", 6)))
    assert isinstance(pending(state), Mutiny)
    assert offered(state) == [Demobilise("exhausted"), Demobilise("africa"), Demobilise("europe")]
    assert refused(state, "uk", Demobilise("available"))[1] == "6.2"
    play(state, ("uk", Demobilise("europe")))
    assert units(state, "uk") == (0, 1, {"africa": 8}, 1)
    assert state.happiness["uk"] == 12 - 2 + 1


def test_6_2_units_of_one_kind_leave_no_choice() -> None:
    state = position(happiness={"uk": 11}, units_exhausted={"uk": 3})
    changed(state, "uk", -2)
    assert units(state, "uk") == (0, 2, {}, 1)


def test_6_2_it_is_checked_again_until_it_fits() -> None:
    state = position(happiness={"uk": 11}, units_exhausted={"uk": 1})
    changed(state, "uk", -9)
    play(state, ("uk", Demobilise("exhausted")))
    assert units(state, "uk") == (1, 0, {}, 2)
    assert state.happiness["uk"] == 11 - 9 + 2


def test_6_2_the_happiness_of_the_first_mutiny_may_spare_the_second() -> None:
    state = position(happiness={"uk": 11})
    assert changed(state, "uk", -7) == 5
    assert state.demobilised["uk"] == 1


def test_6_2_at_zero_the_mutiny_brings_nothing() -> None:
    state = position(happiness={"uk": 11})
    assert changed(state, "uk", -11) == 0
    assert units(state, "uk") == (1, 0, {}, 2)


def test_6_2_a_nation_without_units_does_not_mutiny() -> None:
    state = position(players=3, happiness={"italy": 11})
    assert changed(state, "italy", -9) == 2


# In the middle of steps


def rheinland(**board: Any) -> Versailles:
    """Let France settle the Rheinland by an option that costs it three happiness, with an event that may be
    declined."""
    return position(
        table=("rheinland", "korea"),
        cubes={"rheinland": {"france": 2}},
        happiness={"france": 13},
        deployed={"france": {"africa": 8}},
        event="ho_chi_minh",
        **board,
    )


def test_6_2_the_active_side_mutinies_in_the_middle_of_its_settlement() -> None:
    state = rheinland()
    play(state, ("france", Settle("rheinland")), ("france", ChooseOption("demilitarised_german")))
    assert isinstance(pending(state), Mutiny)
    assert any(isinstance(step, Conference) for step in state.agenda)
    play(state, ("france", Demobilise("africa")), ("france", Hold(perform=True)))
    assert state.kegs["pacific"] == 1
    assert units(state, "france") == (2, 0, {}, 1)
    assert state.happiness["france"] == 11


def test_6_2_another_side_mutinies_in_the_middle_of_somebodys_settlement() -> None:
    state = position(
        active="uk",
        table=("rheinland", "korea"),
        cubes={"rheinland": {"uk": 2}},
        happiness={"france": 12},
        units_exhausted={"france": 1},
    )
    play(state, ("uk", Settle("rheinland")), ("uk", ChooseOption("demilitarised_german")))
    assert asked(state) == "france"
    play(state, ("france", Demobilise("exhausted")))
    finish(state)
    assert state.active == "uk"


def test_6_2_a_deployment_may_set_off_a_mutiny_before_the_political_action() -> None:
    state = position(happiness={"france": 14}, exhausted={"france": 6})
    play(state, ("france", Deploy("europe", 5)))
    assert isinstance(pending(state), Mutiny)
    play(state, ("france", Demobilise("available")))
    assert asked(state) == "france"
    assert refused(state, "france", EndTurn()) == ("political_mandatory", "3.2")
    assert refused(state, "france", Demobilise("available")) == ("military_done", "3.1")


def test_6_2_the_winner_of_a_bidding_mutinies_before_it_chooses_the_option() -> None:
    state = position(
        event="henri_mordacq",
        table=("korea", "somalia"),
        cubes={"korea": {"france": 1}},
        settled={"widows_pensions": ("usa",)},
        happiness={"usa": 11},
        units_exhausted={"usa": 1},
        crisis=["keith_murdoch"],
    )
    play(state, ("france", Settle("korea")), ("france", ChooseOption("to_japan")))
    play(state, ("france", Hold(perform=True)), ("france", PickIssue("widows_pensions")))
    entries = play(state, ("usa", Bid(units=1)), ("italy", PassBid()), ("uk", PassBid()), ("france", PassBid()))
    assert told(entries, BidWon) == [BidWon("usa", "widows_pensions", 1, False, 0)]
    assert isinstance(pending(state), Mutiny)
    play(state, ("usa", Demobilise("exhausted")))
    assert isinstance(pending(state), Optioning)
    assert units(state, "usa") == (1, 1, {}, 1)


def test_6_2_several_sides_mutiny_clockwise_from_the_active_one() -> None:
    state = position(
        table=("korea", "somalia"),
        cubes={"korea": {"france": 1}},
        event="ho_chi_minh",
        crisis=["saad_zaghloul"],
        happiness={"france": 12, "uk": 12},
        deployed={"france": {"africa": 8}, "uk": {"africa": 7}, "italy": {"europe": 6}},
    )
    play(state, ("france", Settle("korea")), ("france", ChooseOption("to_japan")), ("france", Hold(perform=False)))
    until(state, Mutiny)
    assert asked(state) == "france"
    play(state, ("france", Demobilise("available")))
    assert asked(state) == "uk"
    play(state, ("uk", Demobilise("africa")))
    assert state.happiness == {"uk": 11, "france": 11, "usa": 20, "italy": 18, "japan": 22}


def test_6_3_rising_to_a_better_zone_gives_nothing_back() -> None:
    state = position(happiness={"uk": 10}, demobilised={"uk": 1})
    assert changed(state, "uk", 15) == 25
    assert units(state, "uk") == (2, 0, {}, 1)
