"""Chapter 9: uprisings."""

from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.bidding import Bidding
from engine.versailles.cards.board import REGIONS
from engine.versailles.choices import Bid, ChooseOption, Modify, PassBid, PickIssue, PickSide
from engine.versailles.journal import Announced, OptionChosen, Unsettled, UprisingRolled
from engine.versailles.option import Optioning
from engine.versailles.settle import Conference, CrisisEvent
from engine.versailles.state import Settlement, Versailles
from engine.versailles.uprising import ChoosingLoss, ChoosingSufferer, Modifying
from tests.games.versailles.positions import asked, offered, play, position, refused, told
from tests.games.versailles.revolt import bidding, check, everybody_passes


def unused(state: Versailles) -> int:
    """Count the dice of uprisings that have not been rolled."""
    return len(state.rigged["uprising"])


def risen(state: Versailles) -> set[str]:
    """Return the regions whose uprising has been dealt with: the powder keg moved from 0 to 1."""
    return {region for region in REGIONS if state.kegs[region] == 1}


# 9.1 The regions


def test_9_1_the_region_that_the_card_names() -> None:
    state = position(Conference(), event="saad_zaghloul", unrest={"middle_east": 3, "europe": 8}, dice=[6])
    assert risen(state) == {"middle_east"}


def test_9_1_otherwise_the_region_with_the_highest_unrest() -> None:
    state = position(CrisisEvent(), crisis=["arthur_balfour"], unrest={"pacific": 5, "europe": 4}, dice=[4])
    assert risen(state) == {"pacific"}


def test_9_1_all_of_them_when_tied() -> None:
    unrest = {"pacific": 4, "europe": 4, "africa": 4, "balkans": 3}
    state = position(CrisisEvent(), crisis=["arthur_balfour"], unrest=unrest, dice=[5, 4, 5])
    assert risen(state) == {"europe", "africa"}


# 9.2 The roll


@pytest.mark.parametrize(("unrest", "needed"), [(3, 6), (4, 5), (5, 4), (6, 3), (7, 2), (8, 1)])
def test_9_2_an_uprising_occurs_on_the_number_of_the_column_or_above(unrest: int, needed: int) -> None:
    for die in range(1, 7):
        state = check("europe", unrest={"europe": unrest}, dice=[die])
        assert risen(state) == ({"europe"} if die >= needed else set())
        assert state.unrest["europe"] == (2 if die >= needed else unrest)


@pytest.mark.parametrize("unrest", [1, 2])
def test_9_2_in_a_column_marked_x_no_die_is_rolled(unrest: int) -> None:
    state = check("europe", unrest={"europe": unrest}, modifier=6)
    assert (risen(state), state.unrest["europe"]) == (set(), unrest)


@pytest.mark.parametrize(("modifier", "die", "rises"), [(1, 4, True), (1, 3, False), (-1, 5, False), (-1, 6, True)])
def test_9_2_card_modifiers_apply(modifier: int, die: int, rises: bool) -> None:
    state = check("europe", unrest={"europe": 4}, modifier=modifier, dice=[die])
    assert risen(state) == ({"europe"} if rises else set())


def test_9_2_sides_with_a_unit_there_announce_clockwise_the_active_one_last() -> None:
    units = {"uk": {"europe": 7}, "france": {"europe": 5}, "usa": {"europe": 8}, "italy": {"europe": 6}}
    state = check("europe", deployed=units, unrest={"europe": 4}, dice=[5])
    entries = play(state, ("italy", Modify(1)), ("uk", Modify(0)), ("france", Modify(-1)))
    assert told(entries, Announced, UprisingRolled) == [
        Announced("italy", "europe", 1),
        Announced("uk", "europe", 0),
        Announced("france", "europe", -1),
        UprisingRolled("europe", 5, 0, 5, True),
    ]


def test_9_2_only_by_one_or_nothing() -> None:
    state = check("europe", deployed={"usa": {"europe": 6}}, unrest={"europe": 4}, dice=[5])
    assert offered(state) == [Modify(0), Modify(1), Modify(-1)]
    assert refused(state, "usa", Modify(2))[1] == "9.2"


def test_9_2_units_in_column_eight_or_elsewhere_announce_nothing() -> None:
    state = check("europe", deployed={"usa": {"europe": 8}, "uk": {"africa": 5}}, unrest={"europe": 4}, dice=[1])
    assert not isinstance(pending(state), Modifying)


def test_9_2_each_roll_has_its_own_announcements() -> None:
    state = check(
        "europe",
        "africa",
        deployed={"usa": {"europe": 6, "africa": 7}, "uk": {"africa": 5}},
        unrest={"europe": 4, "africa": 4},
        dice=[4, 4],
    )
    entries = play(state, ("usa", Modify(1)))
    assert told(entries, UprisingRolled) == [UprisingRolled("europe", 4, 1, 5, True)]
    assert risen(state) == set()
    entries = play(state, ("usa", Modify(0)), ("uk", Modify(0)))
    assert told(entries, UprisingRolled) == [UprisingRolled("africa", 4, 0, 5, False)]
    assert risen(state) == {"europe"}


def test_9_2_all_rolls_are_made_before_the_first_uprising_is_dealt_with() -> None:
    state = check(
        "europe",
        "africa",
        settled={"rheinland": ("uk",), "somalia": ("uk",)},
        unrest={"europe": 4, "africa": 4},
        dice=[5, 5],
    )
    assert unused(state) == 0
    assert isinstance(pending(state), Bidding)
    assert (state.kegs["europe"], state.kegs["africa"]) == (0, 0)


def test_9_2_then_they_are_dealt_with_region_by_region_from_the_top() -> None:
    state = check(
        "europe",
        "africa",
        settled={"rheinland": ("uk",), "somalia": ("uk",)},
        unrest={"europe": 4, "africa": 4},
        dice=[5, 5],
    )
    play(state, *everybody_passes("uk"))
    assert risen(state) == {"europe"}
    entries = play(state, *everybody_passes("uk"))
    assert risen(state) == {"europe", "africa"}
    assert state.issue_discard[-2:] == ["rheinland", "somalia"]
    assert told(entries, Unsettled) == []


def uprising(**board: Any) -> Versailles:
    """An uprising in the Middle East."""
    return check("middle_east", **{"unrest": {"middle_east": 5}, "dice": [6]} | board)


# 9.3 The side


def test_9_3_the_side_controlling_most_issues_of_the_region_suffers() -> None:
    settled = {"arabia": ("uk",), "syria": ("france",), "cilicia": ("france",), "rheinland": ("uk",), "korea": ("uk",)}
    state = uprising(settled=settled)
    assert bidding(state) == ("syria", "middle_east", ("france", "usa", "italy", "uk"))


def test_9_3_league_and_reparations_issues_do_not_count_for_europe() -> None:
    settled = {"rheinland": ("uk",), "womens_suffrage": ("usa",), "labour_charter": ("usa",), "indemnity": ("usa",)}
    state = check("europe", settled=settled, unrest={"europe": 5}, dice=[6])
    assert bidding(state) == ("rheinland", "europe", ("uk", "france", "usa", "italy"))


TIED = {"arabia": ("uk",), "syria": ("france",), "cilicia": ("france",), "armenia": ("uk",), "kurdistan": ("usa",)}


def test_9_3_of_the_tied_the_side_with_the_leftmost_unit_there_chooses() -> None:
    state = uprising(settled=TIED, deployed={"usa": {"middle_east": 8}, "france": {"middle_east": 6}})
    play(state, ("france", Modify(0)))
    assert isinstance(pending(state), ChoosingSufferer)
    assert asked(state) == "france"
    assert {choice.side for choice in offered(state) if isinstance(choice, PickSide)} == {"uk", "france"}
    assert refused(state, "france", PickSide("usa"))[1] == "9.3"
    play(state, ("france", PickSide("uk")))
    assert bidding(state) == ("armenia", "middle_east", ("uk", "france", "usa", "italy"))


def test_9_3_the_one_who_chooses_need_not_be_tied() -> None:
    state = uprising(settled=TIED, deployed={"italy": {"middle_east": 8}})
    assert asked(state) == "italy"
    play(state, ("italy", PickSide("france")))
    assert bidding(state) == ("syria", "middle_east", ("france", "usa", "italy", "uk"))


def test_9_3_units_elsewhere_do_not_choose() -> None:
    state = uprising(settled=TIED, deployed={"italy": {"europe": 5}}, suffering=[1, 2])
    assert isinstance(pending(state), Bidding)


@pytest.mark.parametrize(("dice", "issue"), [([1, 2], "armenia"), ([6, 1], "syria"), ([3, 3, 4, 4, 2, 5], "armenia")])
def test_9_3_without_a_unit_the_tied_roll_and_the_highest_suffers_ties_again(dice: list[int], issue: str) -> None:
    state = uprising(settled=TIED, suffering=dice)
    assert bidding(state)[0] == issue
    assert state.rigged["suffering"] == []


def test_9_3_only_those_tied_highest_roll_again() -> None:
    state = uprising(settled=TIED | {"palestine": ("usa",)}, suffering=[2, 5, 5, 6, 1])
    assert bidding(state)[0] == "palestine"


def test_9_3_if_nobody_controls_an_issue_there_the_region_is_only_reset() -> None:
    state = uprising(settled={"rheinland": ("uk",)}, kegs={"middle_east": 1})
    assert (state.kegs["middle_east"], state.unrest["middle_east"]) == (2, 3)
    assert state.controlled("uk") == ["rheinland"]
    assert state.turn == 2


# 9.4 The issue


def test_9_4_its_issue_there_with_most_stars_becomes_unsettled() -> None:
    state = uprising(settled={"arabia": ("uk",), "constantinople": ("uk", "to_greece"), "rheinland": ("uk",)})
    assert bidding(state)[0] == "constantinople"
    assert set(state.settled) == {"arabia", "rheinland"}


def test_9_4_its_tokens_are_discarded() -> None:
    state = uprising(settled={"arabia": ("uk",), "constantinople": ("uk", "to_greece")})
    assert state.tokens("naval") == 1
    assert len(state.settled["arabia"].tokens) == 1


def test_9_4_happiness_and_unrest_once_changed_stay() -> None:
    state = uprising(settled={"constantinople": ("uk", "to_greece")}, happiness={"uk": 21, "italy": 18})
    play(state, *everybody_passes("uk"))
    assert (state.happiness["uk"], state.happiness["italy"]) == (21, 18)


def test_9_4_the_suffering_side_chooses_among_equals() -> None:
    settled = {"palestine": ("uk",), "syria": ("uk",), "mesopotamia": ("uk",), "arabia": ("uk",), "prussia": ("uk",)}
    state = uprising(settled=settled)
    assert isinstance(pending(state), ChoosingLoss)
    assert asked(state) == "uk"
    assert offered(state) == [PickIssue("palestine"), PickIssue("syria"), PickIssue("mesopotamia")]
    assert refused(state, "uk", PickIssue("arabia"))[1] == "9.4"
    entries = play(state, ("uk", PickIssue("syria")))
    assert told(entries, Unsettled) == [Unsettled("uk", "syria", ("empire:uk",))]


# 9.5 Reset, 9.6 the new option


@pytest.mark.parametrize(("keg", "unrest", "after"), [(0, 8, (1, 2)), (1, 3, (2, 3)), (2, 3, (3, 4)), (3, 7, (3, 4))])
def test_9_5_the_keg_advances_and_unrest_goes_just_right_of_it(keg: int, unrest: int, after: tuple[int, int]) -> None:
    state = uprising(kegs={"middle_east": keg}, unrest={"middle_east": unrest})
    assert (state.kegs["middle_east"], state.unrest["middle_east"]) == after


def test_9_5_also_when_nobody_bids() -> None:
    state = uprising(settled={"arabia": ("uk",)})
    play(state, *everybody_passes("uk"))
    assert (state.kegs["middle_east"], state.unrest["middle_east"]) == (1, 2)


def won_by_italy(**board: Any) -> Versailles:
    state = uprising(settled={"constantinople": ("uk", "to_greece")}, **board)
    play(state, ("uk", PassBid()), ("france", PassBid()), ("usa", PassBid()), ("italy", Bid(cubes=1)))
    return state


def test_9_6_the_winner_chooses_an_option_anew_after_the_reset() -> None:
    state = won_by_italy()
    assert pending(state) == Optioning("italy", "constantinople")
    assert (state.kegs["middle_east"], state.unrest["middle_east"]) == (1, 2)
    play(state, ("italy", ChooseOption("open_city", ("usa",))))
    assert state.settled["constantinople"] == Settlement("italy", "open_city", ("naval:usa",))
    assert (state.unrest["middle_east"], state.happiness["france"]) == (4, 19)


def test_9_6_also_if_it_held_the_issue_before_and_takes_the_same_option() -> None:
    state = uprising(settled={"constantinople": ("uk", "to_turkey")})
    play(state, ("uk", Bid(cubes=1)), ("france", PassBid()), ("usa", PassBid()), ("italy", PassBid()))
    entries = play(state, ("uk", ChooseOption("to_turkey")))
    assert told(entries, OptionChosen) == [OptionChosen("uk", "constantinople", "to_turkey", ())]
    assert state.unrest["balkans"] == 2
