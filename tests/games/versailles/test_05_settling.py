"""Chapter 5: settling an issue."""

from itertools import product
from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.choices import (
    Advance,
    ChooseOption,
    Hold,
    PickBranch,
    Settle,
)
from engine.versailles.journal import (
    Advanced,
    Awarded,
    ConferenceDeclined,
    ConferenceHeld,
    HappinessChanged,
    KegMoved,
    OptionChosen,
    UnrestChanged,
)
from engine.versailles.settle import Advancing, Holding, Refilling
from engine.versailles.state import Settlement, Versailles
from tests.games.versailles.positions import asked, of, offered, play, position, refused, told, until
from tests.games.versailles.smyrna import held, smyrna

# 5.1 Award


def test_5_1_the_leader_wins() -> None:
    state = smyrna("uk")
    play(state, ("uk", Settle("smyrna")))
    assert state.controlled("france") == ["smyrna"]
    assert asked(state) == "france"


def test_5_1_the_steps_after_the_award_belong_to_the_active_side_though_another_won() -> None:
    state = smyrna("uk", event="ibn_saud")
    play(state, ("uk", Settle("smyrna")), ("france", ChooseOption("to_turkey")), ("uk", PickBranch(0)))
    assert isinstance(pending(state), Advancing)
    assert asked(state) == "uk"
    until(state, Refilling)
    assert asked(state) == "uk"


@pytest.mark.parametrize(("active", "winner"), [("uk", "uk"), ("france", "france"), ("usa", "uk"), ("italy", "uk")])
def test_5_1_of_tied_sides_the_first_clockwise_from_the_active_one_wins(active: str, winner: str) -> None:
    state = smyrna(active, cubes={"smyrna": {"france": 3, "uk": 3, "italy": 2}})
    play(state, (active, Settle("smyrna")))
    assert state.controlled(winner) == ["smyrna"]


def test_5_1_a_the_winners_cubes_are_exhausted() -> None:
    state = smyrna()
    play(state, ("france", Settle("smyrna")))
    assert of(state, "france") == (10, 5)
    assert "smyrna" not in state.cubes


def test_5_1_b_the_active_side_gets_all_its_cubes_back_when_another_wins() -> None:
    state = smyrna("uk")
    play(state, ("uk", Settle("smyrna")))
    assert of(state, "uk") == (15, 0)


@pytest.mark.parametrize(("cubes", "back"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_5_1_c_the_others_exhaust_half_rounded_down(cubes: int, back: int) -> None:
    state = smyrna(cubes={"smyrna": {"france": 5, "uk": cubes, "usa": 1}})
    entries = play(state, ("france", Settle("smyrna")))
    assert of(state, "uk") == (15 - cubes + back, cubes - back)
    assert of(state, "usa") == (15, 0)
    assert told(entries, Awarded) == [Awarded("france", "smyrna", (("uk", back), ("usa", 1)))]


def test_5_1_d_the_winner_chooses_an_option_and_carries_it_out() -> None:
    state = smyrna()
    play(state, ("france", Settle("smyrna")))
    assert {choice.option for choice in offered(state, ChooseOption) if isinstance(choice, ChooseOption)} == {
        "to_turkey",
        "to_greece",
        "to_italy",
    }
    play(state, ("france", ChooseOption("to_greece", ("usa",))))
    assert state.happiness["uk"] == 19
    assert state.unrest["middle_east"] == 3
    assert state.settled["smyrna"] == Settlement("france", "to_greece", ("naval:usa",))


def test_5_1_d_unrest_comes_before_happiness() -> None:
    state = smyrna()
    entries = play(state, ("france", Settle("smyrna")), ("france", ChooseOption("to_italy")))
    changes = told(entries, OptionChosen, UnrestChanged, HappinessChanged)
    assert changes == [
        OptionChosen("france", "smyrna", "to_italy", ("empire:italy",)),
        UnrestChanged("middle_east", 2, 3, 0),
        HappinessChanged("france", -1, 19),
        HappinessChanged("usa", -1, 19),
    ]


def test_5_1_d_only_the_options_of_the_issue_with_a_flag_where_one_is_asked_for() -> None:
    state = smyrna()
    play(state, ("france", Settle("smyrna")))
    wrong = (
        ChooseOption("yes"),
        ChooseOption("to_greece"),
        ChooseOption("to_greece", ("uk", "usa")),
        ChooseOption("to_turkey", ("uk",)),
    )
    for choice in wrong:
        assert refused(state, "france", choice) == ("no_such_option", "5.1")


def test_5_1_d_a_flag_is_chosen_for_each_naval_token() -> None:
    state = position(table=("constantinople", "korea"), cubes={"constantinople": {"uk": 1}}, active="uk")
    play(state, ("uk", Settle("constantinople")))
    flags = [
        choice.flags for choice in offered(state) if isinstance(choice, ChooseOption) and choice.option == "to_greece"
    ]
    assert flags == [("uk", "uk"), ("uk", "usa"), ("usa", "usa")]
    play(state, ("uk", ChooseOption("to_greece", ("uk", "usa"))))
    assert state.settled["constantinople"].tokens == ("naval:uk", "naval:usa")


def test_5_1_d_an_option_may_be_chosen_though_its_change_cannot_take_place() -> None:
    state = position(cubes={"smyrna": {"france": 1}}, happiness={"uk": 0}, demobilised={"uk": 2})
    entries = play(state, ("france", Settle("smyrna")), ("france", ChooseOption("to_turkey")))
    assert (state.unrest["middle_east"], state.happiness["uk"]) == (1, 0)
    assert told(entries, UnrestChanged) == [UnrestChanged("middle_east", 0, 1, -1)]


# 5.2 Conference


def test_5_2_the_side_whose_cube_is_on_the_event_decides() -> None:
    state = held(smyrna(event="ho_chi_minh", holder="usa"))
    assert isinstance(pending(state), Holding)
    assert asked(state) == "usa"
    entries = play(state, ("usa", Hold(perform=True)))
    assert told(entries, ConferenceHeld) == [ConferenceHeld("usa", "ho_chi_minh")]
    assert (state.kegs["pacific"], state.unrest["pacific"]) == (1, 2)
    assert state.event_discard[-1] == "ho_chi_minh"
    assert of(state, "usa") == (14, 1)


def test_5_2_without_a_cube_the_active_side_decides() -> None:
    state = held(smyrna("uk", event="ho_chi_minh"), "uk")
    assert asked(state) == "uk"


def test_5_2_an_optional_event_may_be_declined() -> None:
    state = held(smyrna(event="ho_chi_minh", holder="usa"))
    entries = play(state, ("usa", Hold(perform=False)))
    assert told(entries, ConferenceDeclined, KegMoved) == [ConferenceDeclined("usa", "ho_chi_minh")]
    assert state.event_discard[-1] == "ho_chi_minh"
    assert of(state, "usa") == (14, 1)


def test_5_2_other_events_may_not_be_declined() -> None:
    state = held(smyrna(event="edward_house", holder="usa", cubes={"smyrna": {"france": 1}, "syria": {"uk": 2}}))
    assert asked(state) == "usa"
    assert refused(state, "usa", Hold(perform=False))[0] == "not_offered"


def test_5_2_who_cannot_pay_in_full_can_only_decline() -> None:
    state = held(smyrna(event="arthur_balfour", holder="usa", available={"usa": 1}))
    assert refused(state, "usa", Hold(perform=True)) == ("cannot_pay", "5.2")
    assert offered(state) == [Hold(perform=False)]


def test_5_2_the_cube_on_the_event_pays_nothing() -> None:
    state = held(smyrna(event="w_e_b_du_bois", holder="usa", available={"usa": 2}))
    assert offered(state) == [Hold(perform=False)]


def test_5_2_an_event_whose_effect_changes_nothing_may_be_held() -> None:
    state = held(smyrna(event="herbert_hoover"))
    play(state, ("france", Hold(perform=True)))
    assert state.unrest["europe"] == 1


def test_5_2_the_cube_is_exhausted_only_after_the_event() -> None:
    state = smyrna(event="fridtjof_nansen", holder="usa", settled={"bessarabia": ("uk", "to_romania")})
    held(state)
    assert of(state, "usa") == (14, 1)


# 5.3 Advance


def advancing(**board: Any) -> Versailles:
    """Let France advance; it may control Hughes but not Weizmann, who shows no icon."""
    state = smyrna(events_waiting=("billy_hughes", "chaim_weizmann"), **board)
    held(state)
    assert isinstance(pending(state), Advancing)
    return state


def test_5_3_one_issue_and_one_event_move_to_the_table() -> None:
    state = advancing()
    entries = play(state, ("france", Advance("arabia", "chaim_weizmann")))
    assert state.table == ["korea", "arabia"]
    assert state.waiting_room == ["syria", "cilicia"]
    assert (state.event, state.event_holder, state.events_waiting) == ("chaim_weizmann", "", ["billy_hughes"])
    assert told(entries, Advanced) == [Advanced("france", "arabia", "chaim_weizmann", False)]


def test_5_3_the_cubes_go_with_the_issue() -> None:
    state = advancing(cubes={"smyrna": {"france": 1}, "syria": {"uk": 3, "usa": 1}})
    play(state, ("france", Advance("syria", "chaim_weizmann")))
    assert state.cubes["syria"] == {"uk": 3, "usa": 1}


def test_5_3_any_issue_with_any_event() -> None:
    state = advancing()
    pairs = {(choice.issue, choice.event) for choice in offered(state) if isinstance(choice, Advance)}
    assert pairs == set(product(("syria", "arabia", "cilicia"), ("billy_hughes", "chaim_weizmann")))


def test_5_3_only_what_is_in_the_waiting_room() -> None:
    state = advancing()
    for choice in (Advance("korea", "billy_hughes"), Advance("syria", "keith_murdoch")):
        assert refused(state, "france", choice) == ("cannot_advance", "5.3")


def test_5_3_an_event_with_the_icon_may_be_controlled_with_a_cube() -> None:
    state = advancing()
    play(state, ("france", Advance("syria", "billy_hughes", cube=True)))
    assert (state.event_holder, of(state, "france")) == ("france", (9, 5))


def test_5_3_or_left_alone() -> None:
    state = advancing()
    play(state, ("france", Advance("syria", "billy_hughes")))
    assert (state.event_holder, of(state, "france")) == ("", (10, 5))


def test_5_3_without_the_icon_or_a_cube_it_may_not() -> None:
    state = advancing()
    assert refused(state, "france", Advance("syria", "chaim_weizmann", cube=True)) == ("cannot_advance", "5.3")
    poor = advancing(available={"france": 0})
    assert refused(poor, "france", Advance("syria", "billy_hughes", cube=True)) == ("cannot_advance", "5.3")
