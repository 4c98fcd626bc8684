"""Chapter 9: drafting strategies, and issues that events unsettle."""

from typing import Any

from engine.core.agenda import pending
from engine.versailles.choices import Bid, ChooseOption, Draft, Hold, PassBid, PickIssue, Settle
from engine.versailles.journal import DraftBegan
from engine.versailles.option import Optioning
from engine.versailles.settle import Conference, CrisisEvent
from engine.versailles.state import Settlement, Versailles
from engine.versailles.strategy import Picking
from tests.games.versailles.positions import asked, finish, offered, play, position, refused, told
from tests.games.versailles.revolt import bidding, check, everybody_passes

# 9.7 Strategies


def first(*regions: str, **board: Any) -> Versailles:
    """Check for the first uprisings of the game."""
    return check(*regions, **{"strategies": {}, "unrest": dict.fromkeys(regions, 5)} | board)


def test_9_7_after_the_first_uprising_strategies_are_drafted() -> None:
    state = first("africa", settled={"somalia": ("uk",)}, dice=[6])
    entries = play(state, *everybody_passes("uk"))
    assert told(entries, DraftBegan) == [DraftBegan(("france", "usa", "italy", "uk"))]
    assert isinstance(pending(state), Picking)


def test_9_7_once_all_regions_of_the_check_are_dealt_with() -> None:
    state = first("europe", "africa", settled={"rheinland": ("uk",), "somalia": ("uk",)}, dice=[6, 6])
    assert told(play(state, *everybody_passes("uk")), DraftBegan) == []
    assert len(told(play(state, *everybody_passes("uk")), DraftBegan)) == 1


def test_9_7_the_new_option_is_chosen_before() -> None:
    state = first("africa", settled={"somalia": ("uk",)}, dice=[6])
    play(state, ("uk", Bid(cubes=1)), ("france", PassBid()), ("usa", PassBid()), ("italy", PassBid()))
    assert isinstance(pending(state), Optioning)
    play(state, ("uk", ChooseOption("uk_mandate")))
    assert isinstance(pending(state), Picking)


def test_9_7_also_if_nobody_controlled_an_issue_there() -> None:
    assert isinstance(pending(first("africa", dice=[6])), Picking)


def test_9_7_not_as_long_as_no_uprising_occurs() -> None:
    state = first("africa", dice=[1])
    assert (state.uprisings, len(state.offered), state.turn) == (0, 5, 2)


def test_9_7_only_once() -> None:
    state = check("africa", unrest={"africa": 5}, dice=[6])
    assert not isinstance(pending(state), Picking)
    assert state.turn == 2


def test_9_7_what_the_card_adds_comes_after_the_draft() -> None:
    state = position(CrisisEvent(), crisis=["mahatma_gandhi"], unrest={"africa": 5}, dice=[6])
    assert isinstance(pending(state), Picking)
    before = state.unrest["africa"]
    while isinstance(pending(state), Picking):
        play(state, (asked(state), offered(state, Draft)[0]))
    assert (before, state.unrest["africa"]) == (2, 3)


# 9.8 Events


def unsettled_by_event(**board: Any) -> Versailles:
    """Let White unsettle a League issue that units may be bid on."""
    settled = {"widows_pensions": ("uk",), "arabia": ("france",)}
    state = position(Conference(), event="maurice_hankey", **{"settled": settled} | board)
    play(state, ("france", Hold(perform=True)), ("france", PickIssue("widows_pensions")))
    return state


def test_9_8_an_event_may_unsettle_a_league_or_reparations_issue() -> None:
    state = unsettled_by_event()
    assert bidding(state) == ("widows_pensions", "", ("uk", "france", "usa", "italy"))
    assert set(state.settled) == {"arabia"}


def test_9_8_only_those_and_the_decider_picks_one() -> None:
    settled = {"widows_pensions": ("uk",), "indemnity": ("usa",), "womens_suffrage": ("france",), "arabia": ("uk",)}
    state = position(Conference(), event="maurice_hankey", holder="italy", settled=settled)
    play(state, ("italy", Hold(perform=True)))
    assert {choice.issue for choice in offered(state) if isinstance(choice, PickIssue)} == set(settled) - {"arabia"}
    assert refused(state, "italy", PickIssue("arabia"))[1] == "9.8"


def test_9_8_no_region_unit_counts() -> None:
    state = unsettled_by_event(deployed={"uk": {"europe": 5}})
    assert refused(state, "uk", Bid(local=True)) == ("no_unit_in_region", "10.2")


def test_9_8_no_track_changes_and_strategies_are_not_drafted() -> None:
    state = unsettled_by_event(unrest={"europe": 6}, kegs={"europe": 1})
    play(state, *everybody_passes("uk"))
    assert (state.kegs["europe"], state.unrest["europe"]) == (1, 6)
    assert (state.uprisings, state.strategies, len(state.offered)) == (0, {}, 5)
    assert state.issue_discard[-1] == "widows_pensions"


def test_9_8_the_winner_chooses_an_option_anew() -> None:
    state = unsettled_by_event()
    play(state, ("uk", Bid(units=1)), ("france", PassBid()), ("usa", PassBid()), ("italy", PassBid()))
    assert pending(state) == Optioning("uk", "widows_pensions")
    play(state, ("uk", ChooseOption("no")))
    assert state.settled["widows_pensions"] == Settlement("uk", "no", ("industry",))
    assert state.happiness["uk"] == 20 - 1 - 1


def test_9_8_the_issue_just_settled_may_become_unsettled_before_its_turn_is_over() -> None:
    state = position(table=("labour_charter", "korea"), cubes={"labour_charter": {"france": 3}}, event="henry_white")
    play(state, ("france", Settle("labour_charter")), ("france", ChooseOption("voluntary")))
    play(state, ("france", Hold(perform=True)), ("france", PickIssue("labour_charter")), ("france", PassBid()))
    play(state, ("usa", Bid(cubes=2)), ("italy", PassBid()), ("uk", PassBid()), ("usa", ChooseOption("binding")))
    assert state.controlled("usa") == ["labour_charter"]
    assert state.event_discard == ["henry_white"]
    finish(state)
    assert state.active == "france"
