"""Chapter 14, one player: the bids of bots, and the player's change of faction."""

from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.bidding import Bidding
from engine.versailles.choices import (
    Bid,
    PassBid,
    PickSide,
)
from engine.versailles.journal import (
    BidWon,
    Demobilised,
    FactionTaken,
    KeptIssue,
    OptionChosen,
    Raised,
    Unsettled,
)
from engine.versailles.settle import Adjourning, Advancing, Refill
from engine.versailles.solitaire import potential_value
from engine.versailles.solitaire_bots import ChoosingFaction, LettingWin
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting, Afterwards
from engine.versailles.view import BiddingView, view
from tests.games.versailles.positions import asked, of, offered, play, refused, told
from tests.games.versailles.solo import ONE_EACH, alone, bids, unsettled

# 14.9 Bots in biddings


def contest(issue: str = "ethiopia", region: str = "africa", **board: Any) -> Versailles:
    """The weak USA loses an issue; the player stays with it."""
    strong = {
        "rheinland": ("uk", ""),
        "syria": ("uk", ""),
        "constantinople": ("france", ""),
        "indemnity": ("france", ""),
    }
    settled = {issue: ("usa", ""), **strong}
    return unsettled(issue, region, settled=settled, **board)


def test_14_9_with_three_units_it_commits_two_and_cubes_up_to_its_potential_value() -> None:
    state = contest("ethiopia")
    assert (potential_value("uk", "ethiopia"), potential_value("france", "ethiopia")) == (4, 3)
    assert bids(state) == {"uk": (2, False, 4), "france": (2, False, 3)}


@pytest.mark.parametrize(("home", "units"), [(1, 1), (2, 1), (3, 0)])
def test_14_9_with_fewer_it_commits_one_or_none(home: int, units: int) -> None:
    assert bids(contest(demobilised={"uk": home}))["uk"] == (units, False, 4)


def test_14_9_a_unit_in_the_region_first() -> None:
    assert bids(contest(deployed={"uk": {"africa": 7}}))["uk"] == (1, True, 4)
    assert bids(contest(deployed={"uk": {"africa": 7}}, demobilised={"uk": 1}))["uk"] == (0, True, 4)


def test_14_9_units_as_far_as_it_has_them() -> None:
    assert bids(contest(units_exhausted={"uk": 2}))["uk"] == (1, False, 4)
    assert bids(contest(units_exhausted={"uk": 2}, deployed={"uk": {"europe": 7}}))["uk"] == (0, False, 4)
    assert bids(contest(units_exhausted={"uk": 2}, deployed={"uk": {"africa": 7}}))["uk"] == (0, True, 4)


def test_14_9_all_its_cubes_if_it_has_fewer() -> None:
    assert bids(contest(available={"uk": 2}))["uk"] == (2, False, 2)


def test_14_9_no_units_where_there_is_no_military() -> None:
    state = contest("labour_charter", region="")
    assert [bid[:2] for bid in bids(state).values()] == [(0, False), (0, False)]


def test_14_9_an_event_that_unsettles_knows_no_local_unit() -> None:
    state = contest("widows_pensions", region="", deployed={"uk": {"europe": 7}})
    assert bids(state)["uk"] == (2, False, 5)


def test_14_9_the_player_beats_the_higher_bid() -> None:
    state = contest()
    step = pending(state)
    assert isinstance(step, Bidding)
    assert (step.holder, step.standing) == ("uk", Bid(2, False, 4))
    assert refused(state, "usa", Bid(2, False, 4)) == ("bid_too_low", "10.3")
    assert told(play(state, ("usa", Bid(2, False, 5))), BidWon) == [BidWon("usa", "ethiopia", 2, False, 5)]


def test_14_9_or_lets_it_win() -> None:
    state = contest()
    came = play(state, ("usa", PassBid()))
    assert told(came, BidWon) == [BidWon("uk", "ethiopia", 2, False, 4)]
    assert (state.happiness["uk"], state.units_exhausted["uk"], of(state, "uk")) == (18, 2, (11, 4))
    assert told(came, OptionChosen) == [OptionChosen("uk", "ethiopia", "uk_mandate", ("empire:uk",))]


def test_14_9_of_equal_bids_the_bot_with_more_cubes_adds_one() -> None:
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6})
    assert bids(state) == {"uk": (2, False, 6), "france": (2, False, 6)}
    state = contest("slovenia_croatia", "balkans", available={"uk": 9, "france": 6})
    assert bids(state) == {"uk": (2, False, 7), "france": (2, False, 6)}


def test_14_9_if_these_are_equal_too_both_stay_and_the_player_chooses_or_beats_them() -> None:
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6})
    assert isinstance(pending(state), LettingWin)
    assert offered(state, PickSide) == [PickSide("uk"), PickSide("france")]
    assert refused(state, "usa", Bid(2, False, 6)) == ("bid_too_low", "10.3")
    assert view(state, None).bidding == BiddingView("slovenia_croatia", "balkans", ("usa",), Bid(2, False, 6), 2, "")
    came = play(state, ("usa", PickSide("france")))
    assert told(came, BidWon) == [BidWon("france", "slovenia_croatia", 2, False, 6)]


def test_14_9_the_player_may_beat_equal_bids() -> None:
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6})
    came = play(state, ("usa", Bid(2, False, 7)))
    assert told(came, BidWon) == [BidWon("usa", "slovenia_croatia", 2, False, 7)]


def test_14_9_equal_bids_may_be_made_of_different_units() -> None:
    """Two available units are as strong as one in the region: each bot pays what it bid."""
    board: dict[str, Any] = {"deployed": {"uk": {"balkans": 7}}, "demobilised": {"uk": 1}}
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6}, **board)
    assert bids(state) == {"uk": (0, True, 6), "france": (2, False, 6)}
    came = play(state, ("usa", PickSide("france")))
    assert told(came, BidWon) == [BidWon("france", "slovenia_croatia", 2, False, 6)]
    assert (state.units_exhausted["france"], state.deployed["uk"]) == (2, {"balkans": 7})


def test_14_9_bots_without_anything_bid_nothing() -> None:
    state = contest("labour_charter", region="", available={"uk": 0, "france": 0})
    assert bids(state) == {}
    play(state, ("usa", PassBid()))
    assert state.issue_discard[-1] == "labour_charter"


# 14.10 The player changes faction


def test_14_10_when_an_issue_is_unsettled_the_player_becomes_the_weakest_before_the_bidding() -> None:
    settled = ONE_EACH | {"rheinland": ("usa", "french_occupation")}
    state = unsettled("constantinople", "middle_east", settled=settled)
    assert [type(entry) for entry in told(state.news, FactionTaken, Raised)] == [FactionTaken, Raised, Raised]
    assert told(state.news, FactionTaken) == [FactionTaken("usa", "uk")]
    assert list(bids(state)) == ["france", "usa"]
    assert asked(state) == "uk"


def test_14_10_what_is_being_unsettled_still_counts_for_whoever_held_it() -> None:
    """Without the Rheinland the UK would be the weakest; with it the USA is, which loses it in the second case."""
    settled = {"rheinland": ("uk", "french_occupation"), "tyrol": ("france", "divided"), "korea": ("usa", "to_japan")}
    assert unsettled("rheinland", "europe", settled=settled).player == "usa"
    lost = {"rheinland": ("usa", "french_occupation"), "tyrol": ("france", "divided"), "korea": ("uk", "to_japan")}
    assert unsettled("rheinland", "europe", settled=lost).player == "uk"


def test_14_10_only_then_does_it_go_to_the_bidding() -> None:
    settled = {"rheinland": ("uk", "french_occupation")}
    state = unsettled("rheinland", "europe", settled=settled)
    assert "rheinland" in state.settled
    assert told(state.news, Unsettled) == []
    came = play(state, (asked(state), PickSide("france")))
    assert [type(entry) for entry in told(came, FactionTaken, Unsettled, Raised)] == [
        FactionTaken,
        Unsettled,
        Raised,
        Raised,
    ]
    assert "rheinland" not in state.settled


def test_14_10_the_choice_among_equals() -> None:
    settled = {"rheinland": ("usa", "french_occupation")}
    state = unsettled("rheinland", "europe", settled=settled)
    assert isinstance(pending(state), ChoosingFaction)
    assert (asked(state), offered(state)) == ("usa", [PickSide("uk"), PickSide("france")])
    assert refused(state, "usa", PickSide("usa")) == ("not_the_weakest", "14.10")
    came = play(state, ("usa", PickSide("france")))
    assert told(came, FactionTaken) == [FactionTaken("usa", "france")]
    assert asked(state) == "france"


def test_14_10_the_player_may_stay_who_one_is() -> None:
    state = contest()
    assert told(state.news, FactionTaken) == []


def test_14_10_a_faction_that_becomes_a_bot_in_its_turn_goes_on_as_one() -> None:
    """The player was the USA, and settled; now a bot plays the rest of the turn, the military action included."""
    steps = (Adjourning(), Advancing(), Refill(), Afterwards())
    state = alone(*steps, player="uk", active="usa", happiness={"usa": 12}, deck=("korea", "arabia"))
    came = play(state, ("uk", offered(state)[0]))
    assert [type(entry) for entry in told(came, KeptIssue, Demobilised)] == [KeptIssue, Demobilised]


def test_14_10_a_bot_that_becomes_the_player_in_its_turn_goes_on_as_the_player() -> None:
    state = alone(Afterwards(), player="uk", active="uk")
    assert pending(state) == Acting(political=True)
    assert asked(state) == "uk"
