"""Chapters 9 and 11: opinion, alliances, tension."""

from engine.nineteen33 import alliances, board, choices, opinion
from engine.nineteen33.choices import AcceptOffer, CallStrike, Influence, ProposeAlliance, ProposePact, SignAlliance
from engine.nineteen33.game import GAME
from engine.nineteen33.month import EndMonth
from engine.nineteen33.slips import InfluenceSlip
from engine.nineteen33.state import Path
from engine.nineteen33.year import raise_revenue
from tests.games.nineteen33.positions import acting, boxes, place_unit, play, position, refused, run, write


def test_9_1_five_points_win_the_first_free_box() -> None:
    state = position()
    opinion.advance(state, "france", "belgium", 3)
    opinion.advance(state, "france", "belgium", 2)
    assert state.places["belgium"].boxes == ("liberal", "liberal", "nationalist", "france", "")
    assert state.places["belgium"].path is None


def test_9_2_a_path_needs_calm_a_free_box_and_no_other_path() -> None:
    state = acting(position(), "france", 1)
    state.change("spain", path=Path("italy", 1))
    assert refused(state, "france", Influence("spain", 1)) == ("needs.path_own_or_none", "9.2")
    boxes(state, "poland", "italy", "italy")
    assert refused(state, "france", Influence("poland", 1)) == ("needs.box_free", "9.2")
    state.change("greece", closed=True)
    assert refused(state, "france", Influence("greece", 1)) == ("needs.no_coup", "12.3")


def test_9_3_pressure_completes_a_path_also_when_a_unit_arrives() -> None:
    state = acting(position(), "germany")
    state.change("poland", path=Path("germany", 4))
    play(state, "germany", choices.MoveUnit("army", 1, "home", "poland"))
    assert state.places["poland"].boxes[3] == "germany"


def test_9_4_rivals_may_fill_the_boxes_of_a_home() -> None:
    state = acting(position(), "france", 1)
    play(state, "france", Influence("italy", 2))
    assert state.places["italy"].path == Path("france", 2)


def test_9_5_a_count_is_precoloured_boxes_and_own_cubes() -> None:
    state = position()
    boxes(state, "belgium", "france", "germany")
    here = state.places["belgium"]
    assert [board.count(here, leader) for leader in ("france", "united_kingdom", "germany", "italy")] == [3, 2, 2, 1]
    assert board.ideology_counts(here) == {"liberal": 3, "nationalist": 2}


def test_9_6_three_boxes_are_stable_two_lean_and_a_tie_goes_to_box_one() -> None:
    state = position()
    assert board.stability(state.places["austria"]) == "unstable"
    assert board.stability(state.places["belgium"]) == "leaning"
    boxes(state, "belgium", "france")
    assert board.stability(state.places["belgium"]) == "stable"
    boxes(state, "austria", "france", "italy")
    assert board.government(state.places["austria"]) == "nationalist"


def test_9_7_an_alliance_needs_a_count_of_three_calm_and_no_other_ideology() -> None:
    state = acting(position(), "france")
    assert refused(state, "france", SignAlliance("belgium")) == ("count_too_low", "9.7")
    boxes(state, "belgium", "france")
    state.change("belgium", tension=1)
    assert refused(state, "france", SignAlliance("belgium")) == ("tension_there", "11.1")
    state.change("belgium", tension=0, closed=True)
    assert refused(state, "france", SignAlliance("belgium")) == ("coup_there", "9.7")
    state.change("belgium", closed=False, allies=("germany",))
    assert refused(state, "france", SignAlliance("belgium")) == ("allied_to_others", "9.7")
    state.change("belgium", allies=())
    write(state, "france", InfluenceSlip("belgium"))
    play(state, "france", SignAlliance("belgium"))
    assert (state.places["belgium"].allies, state.leaders["france"].score) == (("france",), 2)


def test_9_8_two_leaders_sign_together_when_both_have_said_so() -> None:
    state = acting(position(), "france")
    boxes(state, "latvia", "france")
    assert refused(state, "france", ProposeAlliance("latvia")) == ("both_need_a_cube", "9.8")
    boxes(state, "latvia", "united_kingdom")
    play(state, "france", ProposeAlliance("latvia"))
    assert not state.places["latvia"].allies
    assert state.offers[0].until == state.month + 1
    play(state, "united_kingdom", AcceptOffer(1))
    assert state.places["latvia"].allies == ("france", "united_kingdom")


def test_9_8_a_second_leader_joins_if_the_first_agrees_who_gives_a_point_back() -> None:
    state = acting(position(), "france")
    write(state, "france", InfluenceSlip("belgium"))
    write(state, "united_kingdom", InfluenceSlip("belgium"))
    boxes(state, "belgium", "france", "united_kingdom")
    play(state, "france", SignAlliance("belgium"))
    acting(state, "united_kingdom")
    assert refused(state, "united_kingdom", SignAlliance("belgium")) == ("ally_must_agree", "9.8")
    play(state, "united_kingdom", ProposeAlliance("belgium"))
    play(state, "france", AcceptOffer(1))
    assert state.places["belgium"].allies == ("france", "united_kingdom")
    assert (state.leaders["france"].score, state.leaders["united_kingdom"].score) == (1, 1)


def test_9_8_a_proposal_lapses_at_the_end_of_next_month() -> None:
    state = acting(position(), "france")
    boxes(state, "latvia", "france", "united_kingdom")
    play(state, "france", ProposeAlliance("latvia"))
    for held in state.leaders.values():
        held.food = 99
    state.agenda, state.turn, state.pile = [], None, ["P1-01", "P1-02"]
    run(state, EndMonth())
    assert len(state.offers) == 1
    state.agenda = []
    run(state, EndMonth())
    assert state.offers == []


def test_9_9_a_political_strike_needs_both_boxes_and_tension() -> None:
    state = acting(position(strike=[6, 1]), "germany")
    assert refused(state, "germany", CallStrike("france")) == ("needs_both_boxes", "9.9")
    boxes(state, "france", "germany", "germany")
    assert refused(state, "germany", CallStrike("france")) == ("no_tension_there", "9.9")
    assert refused(state, "germany", CallStrike("italy")) == ("same_ideology", "9.9")
    state.change("france", tension=1)
    play(state, "germany", CallStrike("france"))
    assert state.leaders["france"].strike_next
    assert refused(state, "germany", CallStrike("france")) == ("once_a_month", "9.9")


def test_9_10_an_ally_buys_the_whole_stock_at_two() -> None:
    state = acting(position(), "france")
    state.change("denmark", allies=("france",))
    play(state, "france", choices.Deal("denmark", food=8))
    assert state.leaders["france"].treasury == 484


def test_9_11_an_alliance_ends_by_a_coup_or_a_war_and_stays_signed() -> None:
    state = position()
    alliances.ally(state, "france", "belgium")
    alliances.end_alliances(state, "belgium")
    assert state.places["belgium"].allies == ()
    assert state.leaders["france"].signed == ("belgium",)


def test_9_12_an_alliance_closes_trade_but_not_influence() -> None:
    state = acting(position(), "italy", 1)
    state.change("spain", allies=("france",))
    assert refused(state, "italy", choices.Deal("spain", food=1)) == ("closed_by_rival", "7.1")
    play(state, "italy", Influence("spain", 1))


def test_9_13_two_leaders_of_one_ideology_ally_by_agreement_until_a_budget() -> None:
    state = acting(position(), "germany")
    play(state, "germany", ProposePact())
    play(state, "italy", AcceptOffer(1))
    assert state.pacts == ["nationalist"]
    assert refused(state, "germany", ProposePact())[1] == "9.13"
    raise_revenue(state, "italy", choices.SetBudget((), end_pact=True))
    assert state.pacts == []
    acting(state, "soviet_union")
    assert refused(state, "soviet_union", ProposePact()) == ("no_partner", "9.13")


def test_11_1_tension_closes_influence_there() -> None:
    state = acting(position(), "france", 1)
    state.change("spain", tension=1)
    assert refused(state, "france", Influence("spain", 1)) == ("needs.place_calm", "11.1")


def test_11_2_a_leader_in_tension_does_nothing_abroad() -> None:
    state = acting(position(), "france", 1)
    boxes(state, "belgium", "france")
    state.change("france", tension=1)
    assert refused(state, "france", Influence("spain", 1)) == ("needs.self_calm", "11.2")
    assert refused(state, "france", SignAlliance("belgium")) == ("own_tension", "11.2")
    assert refused(state, "france", choices.Deal("belgium", food=1)) == ("own_tension", "11.2")


def test_11_3_tension_opens_a_leaning_state_to_coups() -> None:
    state = acting(position(coup=[4]), "france", 1)
    assert refused(state, "france", choices.Destabilise("hungary", 1)) == ("needs.shaky", "12.1")
    state.change("hungary", tension=1)
    play(state, "france", choices.Destabilise("hungary", 1))


def test_11_4_the_longer_tension_stands_and_a_shield_keeps_it_out() -> None:
    state = acting(position(), "france", 27)
    state.change("spain", tension=3)
    play(state, "france", choices.StirUp("spain", 1))
    assert state.places["spain"].tension == 3
    acting(state, "italy", 27)
    state.change("poland", shield=1)
    assert refused(state, "italy", choices.StirUp("poland", 1)) == ("needs.unshielded", "5.11")


def test_11_5_colonies_and_states_at_war_can_not_have_it() -> None:
    state = acting(position(), "france", 27)
    state.change("spain", war="civil")
    assert refused(state, "france", choices.StirUp("libya", 1)) == ("needs.no_colony", "11.5")
    assert refused(state, "france", choices.StirUp("spain", 1)) == ("needs.no_war", "12.5")


def test_10_10_a_second_division_only_cancels() -> None:
    state = position()
    place_unit(state, "france", "division", 1, at="ionian_sea", faces="greece")
    place_unit(state, "italy", "division", 1, at="ionian_sea", faces="greece")
    from engine.nineteen33.units import pressure

    assert [pressure(state, leader, "greece") for leader in ("france", "italy")] == [0, 0]


def test_9_8_nothing_is_awaited_once_the_table_has_ended_the_game() -> None:
    state = acting(position(), "germany")
    play(state, "germany", ProposePact())
    assert GAME.out_of_turn.awaited(state).keys() == {"italy"}
    state.agenda.clear()
    assert not GAME.out_of_turn.awaited(state)
