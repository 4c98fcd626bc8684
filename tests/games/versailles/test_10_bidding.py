"""Chapter 10: bidding for an unsettled issue."""

from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.bidding import Bidding
from engine.versailles.choices import Bid, ChooseOption, PassBid
from engine.versailles.clauses import Transfer
from engine.versailles.deals import AcceptOffer, Offer
from engine.versailles.journal import BidWon, HappinessChanged, NobodyBid
from engine.versailles.option import Optioning
from engine.versailles.state import Settlement, Versailles
from engine.versailles.uprising import Suffering
from tests.games.versailles.positions import Answer, asked, of, offered, play, position, refused, told, units


def bidding(
    issue: str = "constantinople", region: str = "middle_east", held_by: str = "uk", **board: Any
) -> Versailles:
    """Begin the bidding for this issue, which an uprising took from this side."""
    return position(Suffering(region, held_by), **{"settled": {issue: (held_by,)}} | board)


def passing(*sides: str) -> list[Answer]:
    return [(side, PassBid()) for side in sides]


# 10.1 Order


def test_10_1_starting_with_the_side_that_held_it_clockwise() -> None:
    state = bidding(held_by="usa")
    for cubes, side in enumerate(("usa", "italy", "uk", "france", "usa"), start=1):
        assert asked(state) == side
        play(state, (side, Bid(cubes=cubes)))


def test_10_1_each_side_raises_or_passes() -> None:
    state = bidding()
    assert offered(state)[0] == PassBid()
    assert {type(choice) for choice in offered(state)} == {PassBid, Bid}


def test_10_1_who_passed_is_out() -> None:
    state = bidding()
    play(state, ("uk", Bid(cubes=1)), ("france", PassBid()), ("usa", Bid(cubes=2)), ("italy", PassBid()))
    assert asked(state) == "uk"
    play(state, ("uk", Bid(cubes=3)))
    assert asked(state) == "usa"


def test_10_1_it_ends_when_all_but_one_have_passed() -> None:
    state = bidding()
    entries = play(state, ("uk", Bid(cubes=1)), *passing("france", "usa", "italy"))
    assert told(entries, BidWon) == [BidWon("uk", "constantinople", 0, False, 1)]


def test_10_1_the_last_one_may_still_bid_when_nobody_has() -> None:
    state = bidding()
    play(state, *passing("uk", "france", "usa"))
    assert asked(state) == "italy"
    entries = play(state, ("italy", Bid(cubes=1)))
    assert told(entries, BidWon) == [BidWon("italy", "constantinople", 0, False, 1)]


def test_10_1_nobody_raises_his_own_standing_bid() -> None:
    state = bidding(held_by="italy")
    play(state, *passing("italy", "uk"), ("france", Bid(cubes=1)), ("usa", PassBid()))
    assert pending(state) == Optioning("france", "constantinople")


# 10.2 Possible bids


def test_10_2_available_units_and_cubes_and_the_own_unit_of_the_region() -> None:
    state = bidding(
        available={"uk": 6}, units_exhausted={"uk": 1}, deployed={"uk": {"middle_east": 6}, "usa": {"middle_east": 8}}
    )
    bids = [choice for choice in offered(state) if isinstance(choice, Bid)]
    assert {(bid.units, bid.local) for bid in bids} == {(0, False), (0, True), (1, False), (1, True)}
    assert max(bid.cubes for bid in bids) == 6


def test_10_2_neither_exhausted_units_nor_those_deployed_elsewhere() -> None:
    state = bidding(units_exhausted={"uk": 1}, deployed={"uk": {"europe": 6}})
    assert refused(state, "uk", Bid(units=2)) == ("units_available", "10.2")
    assert refused(state, "uk", Bid(local=True)) == ("no_unit_in_region", "10.2")
    play(state, ("uk", Bid(units=1)))


def test_10_2_no_more_cubes_than_are_available() -> None:
    state = bidding(available={"uk": 6})
    assert refused(state, "uk", Bid(cubes=7)) == ("cubes_available", "10.2")


def test_10_2_at_least_one_of_anything() -> None:
    assert refused(bidding(), "uk", Bid()) == ("bid_too_low", "10.3")


@pytest.mark.parametrize("column", [5, 8])
def test_10_2_the_unit_in_the_region_counts_two_wherever_it_stands(column: int) -> None:
    state = bidding(deployed={"france": {"middle_east": column}})
    play(state, ("uk", Bid(units=2, cubes=3)))
    assert refused(state, "france", Bid(local=True, cubes=3)) == ("bid_too_low", "10.3")
    play(state, ("france", Bid(local=True, cubes=4)))


def test_10_2_no_units_at_all_on_an_issue_with_the_no_military_sign() -> None:
    state = bidding("inter_allied_debt", "europe", deployed={"uk": {"europe": 6}})
    assert refused(state, "uk", Bid(units=1)) == ("no_military", "10.2")
    assert refused(state, "uk", Bid(local=True, cubes=1)) == ("no_military", "10.2")
    assert offered(state, Bid) == [Bid(cubes=cubes) for cubes in range(1, 16)]


# 10.3 The higher bid


@pytest.mark.parametrize(
    ("standing", "bid", "beats"),
    [
        (Bid(cubes=3), Bid(cubes=3), False),
        (Bid(cubes=3), Bid(cubes=4), True),
        (Bid(cubes=9), Bid(units=1), True),
        (Bid(units=1, cubes=2), Bid(units=1, cubes=2), False),
        (Bid(units=1, cubes=2), Bid(units=1, cubes=3), True),
        (Bid(units=1, cubes=9), Bid(units=2), True),
        (Bid(units=2), Bid(units=1, cubes=15), False),
        (Bid(units=2, cubes=1), Bid(local=True, cubes=1), False),
        (Bid(units=2, cubes=1), Bid(local=True, cubes=2), True),
        (Bid(units=2, cubes=9), Bid(units=1, local=True), True),
        (Bid(units=3), Bid(units=1, local=True), False),
    ],
)
def test_10_3_more_strength_or_as_much_and_more_cubes(standing: Bid, bid: Bid, beats: bool) -> None:
    state = bidding(deployed={"france": {"middle_east": 7}})
    play(state, ("uk", standing))
    if beats:
        play(state, ("france", bid))
    else:
        assert refused(state, "france", bid) == ("bid_too_low", "10.3")


def test_10_3_exactly_the_bids_that_beat_the_standing_one_are_offered() -> None:
    state = bidding(available={"france": 2}, deployed={"france": {"middle_east": 7}})
    play(state, ("uk", Bid(units=2, cubes=1)))
    assert set(offered(state, Bid)) == {
        Bid(0, True, 2),
        Bid(2, False, 2),
        *(Bid(units, True, cubes) for units in (1, 2) for cubes in range(3)),
    }


def test_10_3_who_cannot_beat_it_can_only_pass() -> None:
    state = bidding(available={"france": 2}, demobilised={"france": 3})
    play(state, ("uk", Bid(cubes=2)))
    assert offered(state) == [PassBid()]


def test_10_3_each_new_bid_replaces_the_sides_earlier_one() -> None:
    state = bidding(held_by="usa", available={"france": 7})
    play(state, ("usa", Bid(units=2, cubes=6)), ("italy", PassBid()), ("uk", PassBid()))
    play(state, ("france", Bid(units=2, cubes=7)), ("usa", Bid(units=3)))
    entries = play(state, ("france", PassBid()))
    assert told(entries, BidWon) == [BidWon("usa", "constantinople", 3, False, 0)]
    assert (of(state, "usa"), units(state, "usa"), state.happiness["usa"]) == ((15, 0), (0, 3, {}, 0), 17)


# 10.4 The cost


def test_10_4_the_winner_exhausts_its_final_bid_and_loses_happiness_per_unit() -> None:
    state = bidding()
    entries = play(state, ("uk", Bid(units=2, cubes=3)), *passing("france", "usa", "italy"))
    assert units(state, "uk") == (1, 2, {}, 0)
    assert of(state, "uk") == (12, 3)
    assert told(entries, HappinessChanged) == [HappinessChanged("uk", -2, 18)]


def test_10_4_not_per_strength() -> None:
    state = bidding(deployed={"uk": {"middle_east": 7}})
    play(state, ("uk", Bid(local=True)), *passing("france", "usa", "italy"))
    assert units(state, "uk") == (2, 1, {}, 0)
    assert state.happiness["uk"] == 19


def test_10_4_also_if_nobody_else_bids() -> None:
    state = bidding()
    play(state, *passing("uk", "france", "usa"), ("italy", Bid(units=1, cubes=2)))
    assert (units(state, "italy"), of(state, "italy")) == ((2, 1, {}, 0), (13, 2))


def test_10_4_everybody_else_keeps_what_they_bid() -> None:
    state = bidding()
    play(state, ("uk", Bid(units=1, cubes=5)), ("france", Bid(units=1, cubes=6)), *passing("usa", "italy"))
    play(state, ("uk", PassBid()))
    assert (units(state, "uk"), of(state, "uk"), state.happiness["uk"]) == ((3, 0, {}, 0), (15, 0), 20)


def test_10_4_the_comprehensive_example_of_the_rulebook() -> None:
    state = position(
        Suffering("middle_east", "uk"),
        players=3,
        active="uk",
        settled={"constantinople": ("uk", "open_city", "uk"), "arabia": ("uk",)},
        kegs={"middle_east": 1},
        unrest={"middle_east": 5, "europe": 5},
        deployed={"uk": {"middle_east": 6, "pacific": 8}},
        units_exhausted={"uk": 1, "france": 1},
        available={"uk": 6, "france": 10, "usa": 6},
    )
    play(state, ("uk", Bid(local=True, cubes=2)), ("france", Bid(units=2, cubes=4)), ("usa", Bid(units=2, cubes=6)))
    play(state, ("uk", PassBid()), ("france", Bid(units=2, cubes=7)), ("usa", PassBid()))
    play(state, ("france", ChooseOption("to_turkey")))
    assert state.settled["constantinople"] == Settlement("france", "to_turkey")
    assert (units(state, "france"), of(state, "france")) == ((0, 3, {}, 0), (3, 12))
    assert (state.happiness["france"], units(state, "uk")[2]) == (18, {"middle_east": 6, "pacific": 8})
    assert (state.kegs["middle_east"], state.unrest["middle_east"], state.unrest["balkans"]) == (2, 3, 2)


# 10.5 No bid


def test_10_5_nobody_bids_and_the_issue_goes_on_top_of_the_discards() -> None:
    state = bidding(discards=("vietnam",))
    entries = play(state, *passing("uk", "france", "usa", "italy"))
    assert told(entries, NobodyBid) == [NobodyBid("constantinople")]
    assert state.issue_discard == ["vietnam", "constantinople"]
    assert "constantinople" not in state.settled
    assert not isinstance(pending(state), Bidding | Optioning)


def test_10_4_cubes_of_the_standing_bid_are_not_handed_over_by_a_deal() -> None:
    """15.2 speaks of available cubes, but these are committed: the bid could not be paid."""
    state = bidding(available={"uk": 10, "france": 5})
    play(state, ("uk", Bid(cubes=7)))
    too_much = Offer(("uk", "france"), (Transfer(by="uk", to="france", cubes=4),))
    assert refused(state, "uk", too_much) == ("clause_impossible", "15.5")
    offer = Offer(("uk", "france"), (Transfer(by="uk", to="france", cubes=3),))
    play(state, ("uk", offer), ("france", AcceptOffer("france-uk-1", 1)), *passing("france", "usa", "italy"))
    assert of(state, "uk") == (0, 15)


def test_10_4_a_bid_made_meanwhile_voids_an_offer_of_its_cubes() -> None:
    state = bidding(available={"uk": 10, "france": 5})
    play(state, ("uk", Offer(("uk", "france"), (Transfer(by="uk", to="france", cubes=4),))))
    play(state, ("uk", Bid(cubes=7)))
    assert refused(state, "france", AcceptOffer("france-uk-1", 1))[1] != ""
