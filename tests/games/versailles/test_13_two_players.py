"""Chapter 13: two players and the shared USA."""

from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles import GAME
from engine.versailles.bidding import Bidding, unsettle_issue
from engine.versailles.choices import (
    Advance,
    ChooseOption,
    EndTurn,
    Hold,
    Modify,
    PassBid,
    PickBranch,
    PickSide,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.journal import (
    Advanced,
    ConferenceHeld,
    HappinessChanged,
    NothingDone,
    OptionChosen,
    Placed,
    Reclaimed,
    SufferingRolled,
    TurnBegan,
)
from engine.versailles.questions import Branching
from engine.versailles.settle import Advancing, Refilling
from engine.versailles.setup import Options
from engine.versailles.state import Versailles
from engine.versailles.strategy import Drafting, Picking
from engine.versailles.turn import Acting, Turn
from engine.versailles.two_players import ActingForShared, ReclaimingAlong
from engine.versailles.uprising import ChoosingSufferer, Modifying, Uprising
from tests.games.versailles.positions import asked, of, offered, play, position, refused, told, until

RUSSIA = "negotiations_with_russia"
"""An issue with two options, one of which costs America happiness: it always takes the other."""


def shared(active: str = "france", **board: Any) -> Versailles:
    """Let the active player act for the USA."""
    return position(ActingForShared(), players=2, active=active, **board)


# 13.1 The players


def test_13_1_uk_and_france_play_in_either_order() -> None:
    assert GAME.seating(2, GAME.options()) == (("uk",), ("france",))
    assert GAME.start(2).factions == ("uk", "france", "usa")


def test_13_1_the_usa_has_its_cubes_no_units_and_no_happiness() -> None:
    state = GAME.start(2)
    assert of(state, "usa") == (15, 0)
    assert "usa" not in state.deployed
    assert state.in_play("usa") == 0
    assert sorted(state.happiness) == ["france", "italy", "japan", "uk"]


def test_13_1_italian_and_japanese_happiness_is_kept_at_20_in_long_games() -> None:
    assert GAME.start(2, options=Options("long")).happiness == {"uk": 22, "france": 22, "italy": 20, "japan": 20}


def test_13_1_changes_to_american_happiness_are_ignored() -> None:
    """Jan Smuts on the USA would cost it two happiness, but it has none."""
    state = shared(table=(RUSSIA, "arabia"), cubes={RUSSIA: {"usa": 1}}, event="jan_smuts")
    play(state, ("france", Settle(RUSSIA)), ("france", PickSide("usa")))
    assert offered(state) == [PickBranch(0), PickBranch(1)]
    came = play(state, ("france", PickBranch(0)))
    assert told(came, HappinessChanged) == []
    assert isinstance(pending(state), Advancing)


def test_13_1_the_usa_may_be_picked_and_unrest_rise_instead() -> None:
    state = shared(table=(RUSSIA, "arabia"), cubes={RUSSIA: {"usa": 1}}, event="jan_smuts")
    play(state, ("france", Settle(RUSSIA)), ("france", PickSide("usa")), ("france", PickBranch(1)))
    assert state.unrest["africa"] == 3


def test_13_1_the_usa_controls_issues_but_scores_nothing_and_is_not_ranked() -> None:
    state = position(players=2, settled={"korea": ("usa", "independent"), "arabia": ("uk", "uk_protectorate")})
    assert state.controlled("usa") == ["korea"]
    assert {point.side for point in GAME.score(state)} == {"uk", "france"}
    assert sorted(side for level in GAME.ranking(state) for side in level) == ["france", "uk"]


# 13.2 One more political action


def test_13_2_after_their_own_actions_the_active_player_acts_for_the_usa() -> None:
    """The published order: France, the USA by France, the UK, the USA by the UK, France."""
    state = position(Turn(), players=2, active="france")
    acted = []
    for _ in range(4):
        acted.append((state.active, asked(state)))
        play(state, (asked(state), offered(state, Place)[0]))
        if EndTurn() in offered(state):
            play(state, (asked(state), EndTurn()))
    assert acted == [("france", "france"), ("usa", "france"), ("uk", "uk"), ("usa", "uk")]
    assert (state.active, asked(state)) == ("france", "france")


def test_13_2_it_is_part_of_the_same_turn() -> None:
    state = position(Turn(), players=2, active="france")
    came = play(state, ("france", offered(state, Place)[0]), ("france", EndTurn()))
    assert told(came, TurnBegan) == []
    assert told(play(state, ("france", offered(state, Place)[0])), TurnBegan) == [TurnBegan("uk", 3)]


def test_13_2_one_political_action_and_no_military_one() -> None:
    state = shared(cubes={"korea": {"uk": 1}}, table=("korea", "arabia"), exhausted={"usa": 2})
    assert {type(choice) for choice in offered(state)} == {Place, Reclaim, Settle}
    play(state, ("france", offered(state, Place)[0]))
    assert asked(state) == "uk"


UNITS = {"uk": {"africa": 7}, "france": {"africa": 6}}


@pytest.mark.parametrize("active", ["uk", "france"])
def test_13_2_the_active_player_announces_last_also_while_the_usa_settles(active: str) -> None:
    rival = "france" if active == "uk" else "uk"
    state = shared(
        active,
        table=(RUSSIA, "arabia"),
        cubes={RUSSIA: {"usa": 1}},
        deployed=UNITS,
        unrest={"africa": 5},
        event="nikola_i",
        crisis=["arthur_balfour"],
        dice=[1],
    )
    play(state, (active, Settle(RUSSIA)))
    until(state, Modifying)
    announced = []
    while isinstance(pending(state), Modifying):
        announced.append(asked(state))
        play(state, (asked(state), Modify(0)))
    assert announced == [rival, active]


def test_13_2_each_player_ending_with_you_ends_with_the_active_player() -> None:
    """Keynes without a cube on him: the USA decides, for which the UK acts."""
    state = shared("uk", table=(RUSSIA, "arabia"), cubes={RUSSIA: {"usa": 1}}, event="john_maynard_keynes")
    play(state, ("uk", Settle(RUSSIA)))
    order = []
    while isinstance(step := pending(state), Branching):
        order.append(step.side)
        play(state, (asked(state), PickBranch(1)))
    assert order == ["france", "usa", "uk"]


# 13.3 Its actions


def test_13_3_it_places_just_enough_to_lead_on_two_issues_of_the_players_choice() -> None:
    """The published case: a reparations issue with three British cubes and an American one, and Korea with its own."""
    cubes = {"indemnity": {"usa": 1, "uk": 3}, "korea": {"usa": 1}}
    state = shared(table=("indemnity", "korea"), waiting_room=("syria", "smyrna", "thrace"), cubes=cubes)
    for wrong in ((("indemnity", 4), ("korea", 1)), (("indemnity", 3), ("korea", 2))):
        assert refused(state, "france", Place(wrong)) == ("just_enough", "13.3")
    assert refused(state, "france", Place((("indemnity", 2), ("korea", 1)))) == ("must_lead", "4.1")
    came = play(state, ("france", Place((("indemnity", 3), ("korea", 1)))))
    assert told(came, Placed) == [Placed("usa", (("indemnity", 3), ("korea", 1)))]
    assert state.cubes == {"indemnity": {"usa": 4, "uk": 3}, "korea": {"usa": 2}}


def test_13_3_every_pair_it_can_pay_for_is_offered() -> None:
    cubes = {"indemnity": {"uk": 8}}
    state = shared(table=("indemnity", "korea"), cubes=cubes, available={"usa": 9})
    pairs = [{issue for issue, _ in choice.cubes} for choice in offered(state, Place) if isinstance(choice, Place)]
    assert len(pairs) == 6
    assert not any("indemnity" in pair for pair in pairs)


def test_13_3_it_never_settles_an_issue_that_the_active_player_leads() -> None:
    cubes = {"korea": {"france": 2, "uk": 1}, "arabia": {"uk": 1}}
    state = shared("france", table=("korea", "arabia"), cubes=cubes)
    assert offered(state, Settle) == [Settle("arabia")]
    assert refused(state, "france", Settle("korea")) == ("shared_settles_no_lead", "13.3")


def test_13_3_it_settles_what_the_other_player_or_nobody_leads() -> None:
    cubes = {"korea": {"france": 2, "uk": 2}, "arabia": {"uk": 1}}
    state = shared("france", table=("korea", "arabia"), cubes=cubes)
    assert offered(state, Settle) == [Settle("korea"), Settle("arabia")]


@pytest.mark.parametrize("active", ["uk", "france"])
def test_13_3_it_takes_the_option_with_the_least_american_happiness_lost(active: str) -> None:
    """Arabia: only the British protectorate costs America happiness; the active player chooses between the other
    two."""
    state = shared(active, table=("arabia", "korea"), cubes={"arabia": {"usa": 1}})
    play(state, (active, Settle("arabia")))
    assert offered(state) == [ChooseOption("hashemite_kingdom"), ChooseOption("saudi_rule")]
    assert refused(state, active, ChooseOption("uk_protectorate")) == ("shared_option", "13.3")


def test_13_3_nobody_is_asked_where_one_option_is_left() -> None:
    state = shared(table=(RUSSIA, "korea"), cubes={RUSSIA: {"usa": 1}})
    came = play(state, ("france", Settle(RUSSIA)))
    assert told(came, OptionChosen) == [OptionChosen("usa", RUSSIA, "offer", ("industry",))]


def test_13_3_a_gain_is_no_smaller_loss_than_none() -> None:
    state = shared(table=("kurdistan", "korea"), cubes={"kurdistan": {"usa": 1}})
    play(state, ("france", Settle("kurdistan")))
    assert offered(state) == [ChooseOption("independent"), ChooseOption("to_turkey")]


def test_13_3_also_when_a_player_settles_what_it_leads() -> None:
    state = position(players=2, active="uk", table=("arabia", "korea"), cubes={"arabia": {"usa": 1}})
    play(state, ("uk", Settle("arabia")))
    assert asked(state) == "uk"
    assert ChooseOption("uk_protectorate") not in offered(state)


def test_13_3_a_player_who_wins_by_its_action_takes_any_option() -> None:
    state = shared("france", table=("arabia", "korea"), cubes={"arabia": {"uk": 1}})
    play(state, ("france", Settle("arabia")))
    assert asked(state) == "uk"
    assert len(offered(state)) == 3


def test_13_3_the_active_player_decides_its_events_and_may_decline_them() -> None:
    state = shared(table=(RUSSIA, "arabia"), cubes={RUSSIA: {"usa": 1}}, event="w_e_b_du_bois")
    came = play(state, ("france", Settle(RUSSIA)))
    assert asked(state) == "france"
    assert offered(state) == [Hold(True), Hold(False)]
    came = play(state, ("france", Hold(True)))
    assert told(came, ConferenceHeld) == [ConferenceHeld("usa", "w_e_b_du_bois")]
    assert of(state, "usa") == (11, 4)  # the cube on the issue, and the event's three


def test_13_3_it_may_put_a_cube_on_an_event() -> None:
    state = shared(table=(RUSSIA, "arabia"), cubes={RUSSIA: {"usa": 1}}, events_waiting=("ibn_saud", "queen_marie"))
    play(state, ("france", Settle(RUSSIA)))
    issue = state.waiting_room[0]
    came = play(state, ("france", Advance(issue, "ibn_saud", cube=True)))
    assert told(came, Advanced) == [Advanced("usa", issue, "ibn_saud", True)]
    assert state.event_holder == "usa"
    assert of(state, "usa") == (13, 1)
    assert isinstance(pending(state), Refilling)
    assert asked(state) == "france"


def test_13_3_whose_turn_it_is_decides_an_event_with_an_american_cube() -> None:
    state = position(
        players=2, active="uk", table=("korea", "arabia"), cubes={"korea": {"uk": 1}}, event="ibn_saud", holder="usa"
    )
    play(state, ("uk", Settle("korea")), ("uk", ChooseOption("independent")))
    step = pending(state)
    assert isinstance(step, Branching)
    assert (step.side, asked(state)) == ("usa", "uk")


def test_13_3_the_turn_goes_on_to_the_other_player_after_a_settlement() -> None:
    state = shared("france", table=(RUSSIA, "arabia"), cubes={RUSSIA: {"usa": 1}})
    play(state, ("france", Settle(RUSSIA)))
    came = until(state, Acting)
    assert told(came, TurnBegan) == [TurnBegan("uk", 2)]
    assert (state.active, state.player, asked(state)) == ("uk", "uk", "uk")


# 13.4 Reclaiming


@pytest.mark.parametrize(
    ("active", "exhausted", "back"),
    [("france", {"usa": 9, "france": 3}, (6, 3)), ("uk", {"usa": 3, "uk": 12}, (3, 3))],
)
def test_13_4_it_reclaims_up_to_six_and_the_active_player_as_many(
    active: str, exhausted: dict[str, int], back: tuple[int, int]
) -> None:
    """The two published cases."""
    state = shared(active, exhausted=exhausted)
    came = play(state, (active, Reclaim(back[0])), (active, Reclaim(back[1])))
    assert told(came, Reclaimed) == [Reclaimed("usa", back[0], 0, ()), Reclaimed(active, back[1], 0, ())]
    assert state.exhausted["usa"] == exhausted["usa"] - back[0]
    assert state.exhausted[active] == exhausted[active] - back[1]


def test_13_4_it_reclaims_as_many_as_possible() -> None:
    state = shared(exhausted={"usa": 9})
    assert offered(state, Reclaim) == [Reclaim(6)]
    assert refused(state, "france", Reclaim(5)) == ("shared_reclaims_all", "13.4")


def test_13_4_the_player_may_take_back_fewer_or_none() -> None:
    state = shared("france", exhausted={"usa": 4, "france": 9})
    play(state, ("france", Reclaim(4)))
    assert isinstance(pending(state), ReclaimingAlong)
    assert offered(state) == [Reclaim(4), Reclaim(3), Reclaim(2), Reclaim(1), Reclaim(0)]
    assert refused(state, "france", Reclaim(5)) == ("reclaim_at_most", "13.4")
    assert told(play(state, ("france", Reclaim(0))), Reclaimed) == []
    assert of(state, "france") == (6, 9)


def test_13_4_only_cubes_come_back_to_the_player() -> None:
    state = shared("france", exhausted={"usa": 4, "france": 9}, units_exhausted={"france": 2})
    play(state, ("france", Reclaim(4)), ("france", Reclaim(1)))
    assert state.units_exhausted["france"] == 2


def test_13_4_who_has_nothing_exhausted_is_not_asked() -> None:
    state = shared("france", exhausted={"usa": 4})
    play(state, ("france", Reclaim(4)))
    assert asked(state) == "uk"


def test_13_4_it_must_reclaim_if_it_can_neither_place_nor_settle() -> None:
    cubes = {"korea": {"france": 1}}
    state = shared("france", table=("korea", "arabia"), cubes=cubes, exhausted={"usa": 14})
    assert offered(state) == [Reclaim(6)]


def test_13_4_it_does_nothing_if_even_that_is_impossible() -> None:
    cubes = {"korea": {"france": 8, "usa": 7}, "arabia": {"france": 1}, "syria": {"usa": 8, "uk": 1}}
    state = position(
        Acting(military=True),
        ActingForShared(),
        players=2,
        active="france",
        table=("korea", "arabia"),
        waiting_room=("syria", "smyrna", "thrace"),
        cubes=cubes,
        exhausted={"france": 6},
    )
    came = play(state, ("france", Reclaim(6)))
    assert told(came, NothingDone) == [NothingDone("usa")]
    assert asked(state) == "uk"


# 13.5 Biddings, strategies, uprisings


def test_13_5_the_usa_does_not_bid_and_the_active_player_opens_for_its_issue() -> None:
    state = position(players=2, active="france", settled={"korea": ("usa", "independent")})
    unsettle_issue(state, "korea")
    step = pending(state)
    assert isinstance(step, Bidding)
    assert step.still_in == ("france", "uk")
    play(state, ("france", PassBid()), ("uk", PassBid()))
    assert state.issue_discard[-1] == "korea"


def test_13_5_also_while_the_player_acts_for_it() -> None:
    state = shared("uk", settled={"korea": ("usa", "independent")})
    unsettle_issue(state, "korea")
    step = pending(state)
    assert isinstance(step, Bidding)
    assert step.still_in == ("uk", "france")


def test_13_5_it_drafts_no_strategy() -> None:
    state = position(Drafting(), players=2, active="uk", settled={"korea": ("usa", "independent")})
    assert [step.side for step in state.agenda if isinstance(step, Picking)] == ["france", "uk"]
    assert len(state.offered) == 3


def test_13_5_in_a_tie_of_9_3_it_can_be_chosen() -> None:
    settled = {"arabia": ("usa", "saudi_rule"), "syria": ("france", "independent")}
    state = position(Uprising("middle_east"), players=2, settled=settled, deployed={"uk": {"middle_east": 7}})
    assert isinstance(pending(state), ChoosingSufferer)
    assert offered(state) == [PickSide("france"), PickSide("usa")]
    play(state, ("uk", PickSide("usa")))
    step = pending(state)
    assert isinstance(step, Bidding)
    assert step.issue == "arabia"


def test_13_5_in_a_tie_of_9_3_the_active_player_rolls_for_it() -> None:
    settled = {"arabia": ("usa", "saudi_rule"), "syria": ("france", "independent")}
    state = position(players=2, settled=settled, suffering=(2, 5))
    Uprising("middle_east").run(state)
    assert state.news[0] == SufferingRolled("middle_east", (("france", 2), ("usa", 5)))
