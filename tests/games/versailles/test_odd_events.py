"""The oddities of single event cards: costs, the deciding side, the order, and the cases without any effect."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.cards.board import REGIONS
from engine.versailles.choices import (
    Bid,
    ChooseOption,
    Demobilise,
    Deploy,
    Hold,
    Modify,
    PassBid,
    PickBranch,
    PickIssue,
    PickRegion,
    PickSide,
    PickUnit,
    Settle,
)
from engine.versailles.questions import Demobilising, Deploying, PickingModifier, PickingUnit
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting
from tests.games.versailles.happenings import (
    DEPLOYED,
    DO,
    USA,
    Row,
    conference,
    crisis,
    each,
    recovered,
    spent,
)
from tests.games.versailles.positions import DRAFTED, Answer, asked, finish, offered, play, position, refused


@pytest.mark.parametrize("event", ["arthur_balfour", "tomas_masaryk", "wellington_koo", "robert_borden"])
def test_two_cubes_must_be_paid_in_full(event: str) -> None:
    state, _ = conference(Row(event, (), {}, {"available": {"france": 1}}))
    assert refused(state, "france", Hold(perform=True)) == ("cannot_pay", "5.2")


@pytest.mark.parametrize(("event", "cubes"), [("queen_marie", 1), ("sykes_picot", 1), ("w_e_b_du_bois", 3)])
def test_a_cost_of_exactly_what_one_has_can_be_paid(event: str, cubes: int) -> None:
    state, _ = conference(Row(event, (), {}, {"available": {"france": cubes}}))
    assert offered(state) == [Hold(perform=True), Hold(perform=False)]
    poor, _ = conference(Row(event, (), {}, {"available": {"france": cubes - 1}}))
    assert offered(poor) == [Hold(perform=False)]


def test_the_holder_of_the_cube_pays_chooses_and_gains() -> None:
    row = Row("queen_marie", (("usa", Hold(perform=True)), ("usa", PickBranch(0))), {}, {"holder": "usa"})
    _, changes = conference(row)
    assert changes == {"available usa": -1, "exhausted usa": 1 + 1, "unrest balkans": 1}


def test_a_player_may_be_anybody_also_the_one_who_picks() -> None:
    state, _ = conference(Row("billy_hughes", (), {}))
    assert {choice.side for choice in offered(state) if isinstance(choice, PickSide)} == {
        "uk",
        "france",
        "usa",
        "italy",
    }


def test_the_one_picked_decides_not_the_one_who_picks() -> None:
    state, _ = conference(Row("jan_smuts", (("italy", PickSide("uk")),), {}, {"holder": "italy"}))
    assert asked(state) == "uk"


def test_orlando_asks_for_two_different_regions() -> None:
    state, _ = conference(Row("vittorio_orlando", (), {}))
    for regions in ((), ("europe",), ("europe", "europe"), ("europe", "balkans", "africa")):
        assert refused(state, "france", PickSide("usa", regions)) == ("pick_player", "5.2")


def test_orlandos_regions_may_be_named_in_any_order() -> None:
    """A form names the regions in the order of its boxes: by the alphabet."""
    for regions in permutations(REGIONS, 2):
        state, _ = conference(Row("vittorio_orlando", (("france", PickSide("usa", regions)),), {}))
        assert asked(state) == "usa"


@pytest.mark.parametrize(
    ("event", "needed"), [("vittorio_orlando", 4), ("millicent_fawcett", 4), ("samuel_gompers", 3)]
)
def test_who_cannot_exhaust_the_full_number_has_only_the_other_way(event: str, needed: int) -> None:
    pick: tuple[Answer, ...] = (
        (("france", PickSide("usa", ("europe", "africa"))),) if event == "vittorio_orlando" else ()
    )
    for available, branches in ((needed, {0, 1}), (needed - 1, {1})):
        state, _ = conference(Row(event, pick, {}, {"available": {"usa": available}}))
        assert asked(state) == "usa"
        assert {choice.branch for choice in offered(state) if isinstance(choice, PickBranch)} == branches


@pytest.mark.parametrize("event", ["ferdinand_foch", "vladimir_lenin"])
def test_who_has_no_unit_to_demobilise_loses_happiness(event: str) -> None:
    answers = (USA,) if event == "ferdinand_foch" else (("france", PickBranch(1)),)
    state, _ = conference(Row(event, answers, {}, {"demobilised": {"usa": 3}}))
    assert refused(state, "usa", PickBranch(0)) == ("branch_not_possible", "5.2")
    assert offered(state) == [PickBranch(1)]


def test_foch_lets_the_target_choose_the_unit() -> None:
    answers = (USA, ("usa", PickBranch(0)))
    state, _ = conference(Row("ferdinand_foch", answers, {}, DEPLOYED))
    assert isinstance(pending(state), Demobilising)
    assert offered(state) == [Demobilise("available"), Demobilise("balkans")]


def test_cottin_takes_what_there_is_up_to_six() -> None:
    _, changes = conference(Row("emile_cottin", (), {}, {"available": {"usa": 2}, "happiness": {"usa": 19}}))
    assert changes == spent("usa", 2)


def test_sykes_picot_takes_from_all_with_most_issues() -> None:
    settled = {"korea": ("uk",), "somalia": ("usa",)}
    board = {"settled": settled, "available": {"usa": 1}, "waiting_room": (), "cubes": {}}
    _, changes = crisis(Row("sykes_picot", (), {}, board))
    assert changes == spent("uk", 2) | spent("usa", 1)


def test_nansen_recovers_no_more_than_is_exhausted() -> None:
    _, changes = conference(Row("fridtjof_nansen", (), {}, {"exhausted": {"france": 1}}))
    assert changes == recovered("france", 1)


def test_bela_kun_asks_nothing_without_a_bolshevik_token() -> None:
    settled = {"syria": ("france",)}
    state, changes = conference(Row("bela_kun", (), {}, {"settled": settled, "dice": [4]}))
    assert (changes, type(pending(state))) == ({}, Acting)


def test_bela_kun_only_up_or_down_by_all_tokens() -> None:
    state, _ = conference(Row("bela_kun", (), {}))
    assert isinstance(pending(state), PickingModifier)
    assert offered(state) == [Modify(3), Modify(-3)]


def test_bela_kun_is_modified_by_units_as_well() -> None:
    row = Row("bela_kun", (("france", Modify(-3)), ("usa", Modify(1))), {}, {"dice": [6], **DEPLOYED})
    assert conference(row)[1] == {}


def test_kemal_moves_the_keg_before_the_check() -> None:
    board = {"unrest": {"middle_east": 2}, "kegs": {"middle_east": 1}, "dice": [5]}
    _, changes = conference(Row("mustafa_kemal", (), {}, board))
    assert changes == {"keg middle_east": 1, "unrest middle_east": 1}


def test_gandhi_adds_unrest_in_every_checked_region_also_after_an_uprising_that_hit_nobody() -> None:
    settled = {"syria": ("france",)}
    unrest = {"europe": 5, "balkans": 5, "middle_east": 4, "pacific": 3, "africa": 3}
    board = {"settled": settled, "unrest": unrest, "dice": [4, 3], "strategies": {"uk": "isolationism"}}
    board["strategies"] = dict(
        zip(
            ("uk", "france", "usa", "italy"), ("isolationism", "reparations", "revanchism", "mobilization"), strict=True
        )
    )
    _, changes = crisis(Row("mahatma_gandhi", (), {}, board))
    assert changes == {"keg europe": 1, "unrest europe": -2 + 1, "unrest balkans": 1}


def test_gandhi_adds_unrest_where_no_die_was_rolled() -> None:
    calm = dict.fromkeys(REGIONS, 2)
    _, changes = crisis(Row("mahatma_gandhi", (), {}, {"unrest": calm}))
    assert changes == {f"unrest {region}": 1 for region in REGIONS}


def test_tarbell_adds_nothing_where_the_option_could_not_raise_unrest() -> None:
    state = position(
        table=("thrace", "korea"),
        cubes={"thrace": {"france": 1}},
        event="ida_tarbell",
        deployed={"uk": {"balkans": 5}},
        unrest={"balkans": 4},
    )
    play(state, ("france", Settle("thrace")), ("france", ChooseOption("plebiscite")), ("france", Hold(perform=True)))
    assert (state.unrest["balkans"], state.unrest["middle_east"]) == (4, 3)


def test_lodge_asks_only_those_who_have_several_units_ending_with_the_decider() -> None:
    board = {"deployed": {"france": {"europe": 6, "africa": 8}, "uk": {"pacific": 8, "balkans": 7}}, "holder": "france"}
    state, _ = conference(Row("henry_cabot_lodge", (), {}, board))
    assert isinstance(pending(state), PickingUnit)
    assert asked(state) == "uk"
    play(state, ("uk", PickUnit("balkans")))
    assert asked(state) == "france"


def test_each_player_ends_with_the_holder_of_the_cube() -> None:
    answers = each("france", "usa", "italy", "uk")
    state, _ = conference(Row("samuel_gompers", answers, {}, {"holder": "uk"}))
    assert isinstance(pending(state), Acting)


def test_lenin_starts_with_the_holder_of_the_cube() -> None:
    state, _ = conference(Row("vladimir_lenin", (), {}, {"holder": "italy"}))
    order = []
    for _ in range(4):
        order.append(asked(state))
        play(state, (asked(state), PickBranch(1)))
    assert order == ["italy", "uk", "france", "usa"]


def test_units_come_back_one_each_ending_with_the_active_side() -> None:
    board = {"units_exhausted": {"uk": 1, "france": 2}, "deployed": {"france": {"europe": 6}}}
    state, _ = crisis(Row("bolshevik_threat", (), {}, board))
    assert (asked(state), offered(state)) == ("uk", [PickUnit(None), PickUnit("exhausted")])
    play(state, ("uk", PickUnit("exhausted")))
    assert (asked(state), offered(state)) == ("france", [PickUnit(None), PickUnit("exhausted"), PickUnit("europe")])


def test_churchill_makes_a_whole_deploy_action_before_the_happiness() -> None:
    state, _ = conference(Row("winston_churchill", (DO,), {}, {"happiness": {"france": 14}}))
    assert isinstance(pending(state), Deploying)
    play(state, ("france", Deploy("europe", 5)))
    play(state, ("france", Demobilise("europe")))
    assert state.happiness["france"] == 14 - 4 + 1 + 1
    assert isinstance(pending(state), Acting)


def test_churchill_can_only_be_declined_without_a_unit_to_deploy() -> None:
    state, _ = conference(Row("winston_churchill", (), {}, {"units_exhausted": {"france": 3}}))
    assert offered(state) == [Hold(perform=False)]


def test_churchill_leaves_the_military_action_of_the_turn() -> None:
    state = position(table=("korea", "somalia"), cubes={"korea": {"france": 1}}, event="winston_churchill")
    play(state, ("france", Settle("korea")), ("france", ChooseOption("to_japan")), DO)
    play(state, ("france", Deploy("africa", 8)))
    while not isinstance(pending(state), Acting):
        play(state, ("france", offered(state)[0]))
    assert pending(state) == Acting(political=True)


@pytest.mark.parametrize("event", ["henri_mordacq", "henry_white", "stephen_pichon", "maurice_hankey"])
def test_without_an_issue_to_unsettle_the_event_can_only_be_declined(event: str) -> None:
    state, _ = conference(Row(event, (), {}, {"settled": {"syria": ("france",)}}))
    assert offered(state) == [Hold(perform=False)]


def test_borden_may_be_paid_for_a_region_without_a_keg() -> None:
    _, changes = conference(Row("robert_borden", (DO, ("france", PickRegion("africa"))), {}, {"kegs": {"europe": 1}}))
    assert changes == spent("france", 2)


def test_house_empties_only_the_waiting_room() -> None:
    state, _ = conference(Row("edward_house", (), {}))
    assert offered(state) == [PickIssue(issue) for issue in ("korea", "vietnam", "somalia")]


def test_dulles_adds_nothing_without_a_reparations_token() -> None:
    _, changes = conference(Row("john_foster_dulles", (), {}, {"settled": {"syria": ("france",)}}))
    assert changes == {}


def settled_anew(event: str, *bids: Answer) -> Versailles:
    """Let France settle League voting; the conference unsettles it at once, and these bids follow. Then this crisis."""
    board: dict[str, Any] = {"table": ("league_voting", "korea"), "cubes": {"league_voting": {"france": 1}}}
    state = position(event="henry_white", crisis=[event], strategies=DRAFTED, **board)
    play(state, ("france", Settle("league_voting")))
    play(state, ("france", offered(state)[0]), ("france", Hold(perform=True)))
    play(state, ("france", PickIssue("league_voting")), *bids)
    return state


@pytest.mark.parametrize(("event", "lost"), [("prince_faisal", 2), ("samuel_gompers", 1)])
def test_a_crisis_of_the_issue_being_settled_means_whoever_holds_it_then(event: str, lost: int) -> None:
    passed = (("france", PassBid()), ("usa", Bid(cubes=1)), ("italy", PassBid()), ("uk", PassBid()))
    state = settled_anew(event, *passed)
    play(state, ("usa", offered(state)[0]))
    before = state.happiness.copy()
    finish(state)
    changed = {side: state.happiness[side] - before[side] for side in before if state.happiness[side] != before[side]}
    assert changed == {"usa": -lost}


@pytest.mark.parametrize("event", ["prince_faisal", "samuel_gompers"])
def test_a_crisis_of_the_issue_being_settled_means_nobody_if_nobody_holds_it(event: str) -> None:
    state = settled_anew(event, *((side, PassBid()) for side in ("france", "usa", "italy", "uk")))
    before = state.happiness.copy()
    finish(state)
    assert state.happiness == before


def test_suffragettes_mean_everybody_where_nobody_holds_an_issue() -> None:
    """12.1 has no fewest: with no issue at all every side ties for most [R]."""
    _, changes = crisis(Row("sykes_picot", (), {}, {"settled": {}}))
    assert {name: by for name, by in changes.items() if name.startswith("available")} == {
        f"available {side}": -2 for side in ("uk", "france", "usa", "italy")
    }
