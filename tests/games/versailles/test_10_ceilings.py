"""Chapter 10 in absence: the game bids for a side up to its secret maximum, by the least sufficient raises."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import pytest

from engine.core import door
from engine.core.choice import Choice
from engine.core.journal import Entry, seen
from engine.core.refusal import Malformed
from engine.core.state import Side
from engine.versailles import GAME
from engine.versailles.choices import Bid, Hold, PassBid
from engine.versailles.clauses import BidAtMost, Transfer
from engine.versailles.journal import BidWon, PassedBid, Raised
from engine.versailles.orders import CeilingLifted, CeilingSet, LiftCeiling, OrderFired, SetCeiling
from engine.versailles.settle import Holding
from engine.versailles.state import Versailles
from engine.versailles.uprising import Suffering
from engine.versailles.view import view
from tests.games.versailles.bargaining import agree
from tests.games.versailles.positions import asked, of, offered, play, position, refused, told

ISSUE = "constantinople"
Then = Literal["pass", "ask"]


def turn(issue: str = ISSUE, **board: Any) -> Versailles:
    """France's turn; a later uprising may take this issue from the UK."""
    return position(**{"settled": {issue: ("uk",)}} | board)


def bidding(issue: str = ISSUE, region: str = "middle_east", **board: Any) -> Versailles:
    """The UK, France, the USA and Italy bid for this issue in this order."""
    return position(Suffering(region, "uk"), **{"settled": {issue: ("uk",)}} | board)


def ceiling(
    side: Side, units: int = 0, local: bool = False, cubes: int = 0, then: Then = "pass", issue: str = ISSUE
) -> tuple[Side, Choice]:
    return side, SetCeiling(issue, units, local, cubes, then)


def bids(entries: list[Entry]) -> list[tuple[Side, int, bool, int]]:
    """Return the raises, and each pass as a bid of nothing."""
    found: list[tuple[Side, int, bool, int]] = []
    for entry in entries:
        if isinstance(entry, Raised):
            found.append((entry.side, entry.units, entry.local, entry.cubes))
        elif isinstance(entry, PassedBid):
            found.append((entry.side, 0, False, 0))
    return found


# Its bids


def test_10_1_a_ceiling_answers_as_soon_as_its_side_is_asked() -> None:
    state = bidding()
    assert bids(play(state, ceiling("uk", cubes=5))) == [("uk", 0, False, 1)]
    assert asked(state) == "france"


def test_10_1_a_ceiling_left_before_waits_for_its_turn() -> None:
    state = bidding()
    assert bids(play(state, ceiling("france", cubes=5))) == []
    assert bids(play(state, ("uk", Bid(cubes=3)))) == [("uk", 0, False, 3), ("france", 0, False, 4)]


@pytest.mark.parametrize(
    ("standing", "highest", "raised"),
    [
        (Bid(cubes=2), {"units": 2, "cubes": 9}, (0, False, 3)),
        (Bid(cubes=9), {"units": 2, "cubes": 9}, (1, False, 0)),
        (Bid(units=1, cubes=2), {"units": 2, "cubes": 9}, (1, False, 3)),
        (Bid(units=1, cubes=2), {"units": 2, "cubes": 2}, (2, False, 0)),
        (Bid(units=2), {"units": 2, "cubes": 1}, (2, False, 1)),
    ],
    ids=repr,
)
def test_10_3_it_raises_by_the_least_that_beats_the_standing_bid(
    standing: Bid, highest: dict[str, int], raised: tuple[int, bool, int]
) -> None:
    state = bidding()
    play(state, ceiling("france", **highest))  # type: ignore[arg-type]
    assert bids(play(state, ("uk", standing)))[1] == ("france", *raised)


def test_10_2_the_unit_of_the_region_is_bid_if_the_ceiling_allows() -> None:
    for local, raised in ((True, (0, True, 0)), (False, (2, False, 0))):
        state = bidding(deployed={"france": {"middle_east": 7}})
        play(state, ceiling("france", units=2, local=local))
        assert bids(play(state, ("uk", Bid(units=1, cubes=9))))[1] == ("france", *raised)


def test_10_2_of_equal_strength_the_fewest_units_are_bid() -> None:
    """Units cost happiness one by one (10.4)."""
    state = bidding(deployed={"france": {"middle_east": 7}})
    play(state, ceiling("france", units=2, local=True))
    assert bids(play(state, ("uk", Bid(units=1))))[1] == ("france", 0, True, 0)


def test_10_2_never_more_than_there_is() -> None:
    state = bidding(available={"france": 3}, demobilised={"france": 3})
    play(state, ceiling("france", units=3, local=True, cubes=15))
    assert bids(play(state, ("uk", Bid(cubes=3))))[1:] == [("france", 0, False, 0)]


def test_10_2_what_a_deal_brings_back_is_bid_at_once() -> None:
    state = bidding(available={"france": 0}, demobilised={"france": 3})
    play(state, ceiling("france", cubes=5, then="ask"), ("uk", Bid(cubes=1)))
    assert asked(state) == "france"
    agree(state, ("usa", "france"), Transfer(by="usa", to="france", cubes=3))
    assert asked(state) == "usa"
    assert of(state, "france") == (3, 12)


# Two against each other


def test_10_3_two_ceilings_raise_in_turn_until_the_lower_one_passes() -> None:
    state = bidding()
    entries = play(state, ceiling("france", cubes=4), ceiling("usa", cubes=3), ("uk", PassBid()))
    assert [(side, cubes) for side, _, _, cubes in bids(entries)] == [("uk", 0), ("france", 1), ("usa", 2)]
    entries = play(state, ("italy", PassBid()))
    assert [(side, cubes) for side, _, _, cubes in bids(entries)] == [("italy", 0), ("france", 3), ("usa", 0)]
    assert told(entries, BidWon) == [BidWon("france", ISSUE, 0, False, 3)]


def test_10_3_three_ceilings_leave_the_highest_with_the_least_it_needed() -> None:
    state = bidding()
    setting = [ceiling("france", cubes=5), ceiling("usa", units=1), ceiling("italy", cubes=7)]
    entries = play(state, *setting, ("uk", PassBid()))
    assert told(entries, BidWon) == [BidWon("usa", ISSUE, 1, False, 0)]


def test_10_3_of_equal_ceilings_who_comes_first_to_the_highest_bid_wins() -> None:
    state = bidding()
    play(state, *(ceiling(side, cubes=3) for side in ("italy", "usa", "france")))
    assert told(play(state, ("uk", PassBid())), BidWon) == [BidWon("italy", ISSUE, 0, False, 3)]


def test_10_4_ceilings_take_only_what_the_last_bid_was() -> None:
    state = bidding()
    play(state, ceiling("france", units=3, cubes=9), *((side, PassBid()) for side in ("uk", "usa", "italy")))
    assert of(state, "france") == (14, 1)
    assert state.units_exhausted["france"] == 0


# Beyond the maximum


def test_10_1_beyond_its_ceiling_a_side_passes() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=4))
    entries = play(state, ("uk", Bid(cubes=4)))
    assert told(entries, PassedBid) == [PassedBid("france", ISSUE)]
    assert asked(state) == "usa"


def test_10_1_or_it_is_asked() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=4, then="ask"), ("uk", Bid(cubes=4)))
    assert asked(state) == "france"
    play(state, ("france", Bid(cubes=9)))
    assert asked(state) == "usa"


def test_10_1_who_was_asked_may_set_a_higher_one() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=4, then="ask"), ("uk", Bid(cubes=4)))
    assert bids(play(state, ceiling("france", cubes=6, then="ask"))) == [("france", 0, False, 5)]


# How long it stands


def test_10_1_a_ceiling_may_be_changed_while_alive() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=9), ceiling("france", cubes=2))
    assert bids(play(state, ("uk", Bid(cubes=3))))[1] == ("france", 0, False, 0)


def test_10_1_and_withdrawn() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=9))
    entries = play(state, ("france", LiftCeiling(ISSUE)), ("uk", Bid(cubes=3)))
    assert told(entries, CeilingLifted) == [CeilingLifted("france", ISSUE, "withdrawn")]
    assert asked(state) == "france"
    assert refused(state, "france", LiftCeiling(ISSUE)) == ("no_ceiling", "10.1")


def test_10_1_it_may_be_left_for_an_issue_that_is_not_unsettled_yet() -> None:
    event = "gertrude_bell"
    state = position(Holding("uk", event), Suffering("middle_east", "uk"), settled={ISSUE: ("uk",)}, event=event)
    play(state, ceiling("france", cubes=4), ("uk", Hold(perform=False)))
    assert bids(play(state, ("uk", Bid(cubes=2)))) == [("uk", 0, False, 2), ("france", 0, False, 3)]


def test_10_1_all_ceilings_for_an_issue_are_gone_when_its_bidding_is_over() -> None:
    state = bidding()
    play(state, ceiling("usa", cubes=1, then="ask"), ("uk", Bid(cubes=3)))
    entries = play(state, ("france", PassBid()), ("usa", PassBid()), ("italy", PassBid()))
    assert told(entries, CeilingLifted) == [CeilingLifted("usa", ISSUE, "over")]
    assert not state.ceilings


def test_10_5_also_when_nobody_has_bid() -> None:
    state = bidding(available={"usa": 0}, demobilised={"usa": 3})
    play(state, ceiling("usa", cubes=1), ("uk", PassBid()), ("france", PassBid()), ("italy", PassBid()))
    assert not state.ceilings


def test_10_1_who_passed_leaves_no_ceiling() -> None:
    state = bidding()
    play(state, ("uk", PassBid()))
    assert refused(state, "uk", SetCeiling(ISSUE, cubes=3)) == ("nothing_to_bid_for", "10.1")


def test_10_1_only_for_what_is_settled_or_being_bid_for() -> None:
    state = turn()
    assert refused(state, "france", SetCeiling("korea", cubes=3)) == ("nothing_to_bid_for", "10.1")


def test_10_2_a_ceiling_of_nothing_is_none() -> None:
    assert refused(turn(), "france", SetCeiling(ISSUE)) == ("empty_ceiling", "10.2")


@pytest.mark.parametrize("highest", [{"units": 1}, {"local": True}])
def test_10_2_no_units_on_an_issue_with_the_no_military_sign(highest: dict[str, Any]) -> None:
    state = turn("league_voting")
    choice = SetCeiling("league_voting", cubes=2, **highest)
    assert refused(state, "france", choice) == ("no_military", "10.2")
    play(state, ("france", SetCeiling("league_voting", cubes=2)))


@pytest.mark.parametrize("wrong", ['"units": 4', '"cubes": 16', '"units": -1', '"then": "wait"'])
def test_10_2_a_ceiling_beyond_all_pieces_cannot_be_read(wrong: str) -> None:
    raw = f'{{"do": "set_ceiling", "issue": "{ISSUE}", {wrong}}}'
    assert isinstance(door.decode(GAME, raw.encode()), Malformed)


# It stays secret


def test_10_1_a_ceiling_is_shown_and_told_to_its_side_only() -> None:
    state = bidding()
    entries = play(state, ceiling("france", cubes=9))
    assert told(entries, CeilingSet) == entries
    assert [side for side in (*state.sides, None) if seen(entries, side)] == ["france"]
    assert [side for side in (*state.sides, None) if view(state, side).ceilings] == ["france"]


def test_10_1_others_see_bids_that_might_have_been_made_by_hand() -> None:
    state, other = bidding(), bidding()
    secret = play(state, ceiling("france", cubes=9), ("uk", Bid(cubes=3)))
    by_hand = play(other, ("uk", Bid(cubes=3)), ("france", Bid(cubes=4)))
    assert seen(secret, "usa") == seen(by_hand, "usa") == seen(by_hand, None)
    assert told(seen(secret, "france"), OrderFired) == [OrderFired("france", "ceiling")]
    assert view(state, "usa") == view(other, "usa")


def test_10_1_a_position_dealt_anew_keeps_no_others_ceiling() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=9), ceiling("usa", cubes=9))
    assert set(GAME.redeal(state, "france", Random(1)).ceilings) == {"france"}


def test_10_1_a_bid_that_a_ceiling_answers_or_does_not_is_not_undone() -> None:
    """Undoing it would reveal what was set in secret."""
    for set_before in ([ceiling("france", cubes=9)], []):
        state = bidding()
        play(state, *set_before)
        barriers = state.barriers
        play(state, ("uk", Bid(cubes=3)))
        assert state.barriers > barriers


def test_10_1_leaving_a_ceiling_is_undone_as_long_as_it_answers_nothing() -> None:
    state = turn()
    barriers = state.barriers
    play(state, ceiling("france", cubes=4))
    assert state.barriers == barriers


# Deals


def test_15_3_a_ceiling_is_lifted_and_its_side_asked_when_a_deal_forbids_its_raise() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=9))
    agree(state, ("uk", "france"), BidAtMost(by="france", issue=ISSUE, cubes=3))
    entries = play(state, ("uk", Bid(cubes=3)))
    assert told(entries, CeilingLifted) == [CeilingLifted("france", ISSUE, "deal")]
    assert (asked(state), offered(state)) == ("france", [PassBid()])


def test_15_3_a_ceiling_bids_within_what_a_deal_allows() -> None:
    state = bidding()
    play(state, ceiling("france", cubes=9))
    agree(state, ("uk", "france"), BidAtMost(by="france", issue=ISSUE, cubes=3))
    assert bids(play(state, ("uk", Bid(cubes=2))))[1] == ("france", 0, False, 3)
