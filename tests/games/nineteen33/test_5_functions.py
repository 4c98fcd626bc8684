"""Chapter 5: tactic cards and their thirteen functions."""

import pytest

from engine.core.door import waiting
from engine.nineteen33 import choices
from engine.nineteen33.action_journal import CardsSwapped, PressRead, SlipsRead
from engine.nineteen33.choices import LabourMove
from engine.nineteen33.functions import USES, Uses, points_of
from engine.nineteen33.game import GAME
from engine.nineteen33.printed import CARDS, FUNCTIONS, IDEOLOGIES
from engine.nineteen33.slips import DevelopmentSlip, InfluenceSlip, LabourSlip
from engine.nineteen33.state import Exclusive, Path
from engine.nineteen33.view import view
from tests.games.nineteen33.positions import acting, boxes, develop, offered, one, play, position, refused, write

INFLUENCE = 1
"""A card of 9 with influence, trade, normalisation, obstruction, destabilisation, intelligence."""
WORKS = 3
"""A card of 9 with infrastructure, influence, mobility, defence, disturbance, destabilisation."""
MOBILE = 27
"""A card of 10 with influence, trade, mobility, defence, disturbance, tension."""


def holding(*names: str) -> int:
    """A card with these functions."""
    return next(card.number for card in CARDS.values() if {*names} <= {*card.functions})


def test_5_1_cards_have_six_functions_and_points_cost_by_ideology() -> None:
    assert {len(card.functions) for card in CARDS.values()} == {6}
    assert {card.value for card in CARDS.values()} == {9, 10, 11}
    assert [one.um_per_point for one in IDEOLOGIES.values()] == [10, 9, 8]
    state = acting(position(), "france", INFLUENCE)
    assert state.discard == [INFLUENCE]
    assert state.leaders["france"].hand == []


def test_5_2_points_are_paid_when_they_are_spent() -> None:
    state = acting(position(), "france", INFLUENCE)
    play(state, "france", choices.Influence("spain", 2))
    assert state.leaders["france"].treasury == 480
    state.leaders["france"].treasury = 9
    assert refused(state, "france", choices.TradeAlone("spain", 1)) == ("too_dear", "5.2")


def test_5_3_each_function_once_up_to_its_maximum_and_the_points_of_the_card() -> None:
    state = acting(position(), "france", INFLUENCE)
    assert {name: one.most for name, one in FUNCTIONS.items() if one.most != 3} == {
        "trade": 6,
        "normalisation": 6,
        "defence": 6,
    }
    assert refused(state, "france", choices.Develop("food", 1)) == ("not_on_card", "5.3")
    play(state, "france", choices.TradeAlone("spain", 6))
    assert refused(state, "france", choices.TradeAlone("belgium", 1)) == ("function_used", "5.3")
    assert refused(state, "france", choices.Shield("spain", 4)) == ("too_few_points", "5.3")
    assert state.turn is not None
    assert state.turn.points == 3


def test_5_4_a_boost_comes_before_anything_is_spent_and_once() -> None:
    state = acting(position(boost=[4]), "germany", 22)
    play(state, "germany", choices.BoostCard())
    assert state.turn is not None
    assert (state.turn.points, state.leaders["germany"].treasury) == (12, 482)
    assert refused(state, "germany", choices.BoostCard()) == ("boost_first", "5.4")


def test_5_5_works_take_goods_and_points_and_choose_a_branch_for_good() -> None:
    state = acting(position(), "italy", WORKS)
    italy = state.leaders["italy"]
    assert refused(state, "italy", choices.StartWorks("food", 1, "productive")) == ("needs.goods_there", "5.5")
    italy.reserved, italy.civil, italy.price = 1, 5, 18
    assert refused(state, "italy", choices.StartWorks("food", 1)) == ("needs.branch_fits", "5.5")
    play(state, "italy", choices.StartWorks("food", 2, "occupational"))
    assert (italy.reserved, italy.civil, italy.treasury) == (0, 4, 500 - 36 - 18)
    assert (italy.development["food"].works, italy.development["food"].branch) == (2, "occupational")


def test_5_5_there_are_no_works_beside_works_or_a_path_or_after_four_steps() -> None:
    state = acting(position(), "italy", WORKS)
    state.leaders["italy"].civil = 3
    develop(state, "italy", "food", branch="productive", works=1)
    develop(state, "italy", "extraction", branch="productive", path=0)
    develop(state, "italy", "industry", branch="productive", steps=4)
    assert refused(state, "italy", choices.StartWorks("food", 1)) == ("needs.not_at_work", "5.5")
    assert refused(state, "italy", choices.StartWorks("extraction", 1)) == ("needs.not_at_work", "5.5")
    assert refused(state, "italy", choices.StartWorks("industry", 1)) == ("needs.steps_left", "5.5")


def test_5_6_a_path_takes_points_only_once_works_are_complete() -> None:
    state = acting(position(), "italy", holding("development"))
    develop(state, "italy", "food", branch="productive", works=1)
    assert refused(state, "italy", choices.Develop("food", 1)) == ("needs.path_open", "5.7")


def test_5_7_at_five_the_step_is_complete_and_the_excess_is_lost() -> None:
    state = acting(position(), "italy", holding("development"))
    develop(state, "italy", "food", branch="productive", path=4, started=13)
    play(state, "italy", choices.Develop("food", 3))
    assert state.leaders["italy"].development["food"].steps == 1
    assert state.leaders["italy"].development["food"].path is None


def test_5_8_points_left_of_influence_may_open_another_path() -> None:
    state = acting(position(), "france", INFLUENCE)
    state.change("belgium", path=Path("france", 4))
    play(state, "france", choices.Influence("belgium", 3))
    assert offered(state, "france", choices.OpenPath)
    play(state, "france", choices.OpenPath("belgium"))
    assert state.places["belgium"].path == Path("france", 2)
    assert state.leaders["france"].treasury == 470


def test_5_8_points_left_may_lapse() -> None:
    state = acting(position(), "france", INFLUENCE)
    state.change("belgium", path=Path("france", 4))
    play(state, "france", choices.Influence("belgium", 3), choices.LeaveRest(), choices.EndTurn())
    assert state.places["belgium"].path is None


def test_5_9_an_exclusive_needs_a_box_and_ends_by_tension_of_another_player() -> None:
    state = acting(position(), "germany", INFLUENCE)
    assert refused(state, "germany", choices.TradeAlone("denmark", 3)) == ("needs.represented", "5.9")
    state.change("poland", exclusive=Exclusive("germany", 3))
    assert refused(state, "germany", choices.TradeAlone("poland", 3)) == ("needs.exclusive_longer", "5.9")
    play(state, "germany", choices.TradeAlone("poland", 5))
    acting(state, "france", MOBILE)
    play(state, "france", choices.StirUp("poland", 1))
    assert state.places["poland"].exclusive is None


def test_5_9_it_ends_by_an_alliance_of_another_leader() -> None:
    state = acting(position(), "france")
    boxes(state, "belgium", "france")
    state.change("belgium", exclusive=Exclusive("united_kingdom", 3))
    play(state, "france", choices.SignAlliance("belgium"))
    assert state.places["belgium"].exclusive is None


def test_5_10_ul_move_within_capacities_and_nobody_into_unemployment() -> None:
    state = acting(position(), "france", MOBILE)
    full = choices.MoveLabour((LabourMove("unemployed", "food"),))
    fixed = choices.MoveLabour((LabourMove("war", "civil"),))
    assert refused(state, "france", full) == ("needs.moves_fit", "5.10")
    assert refused(state, "france", fixed) == ("needs.moves_fit", "5.10")
    moves = choices.MoveLabour((LabourMove("unemployed", "war"), LabourMove("food", "civil")))
    state.leaders["france"].labour["civil"] -= 1
    state.leaders["france"].unemployed += 1
    assert points_of(moves) == 2
    play(state, "france", moves)
    assert state.leaders["france"].labour == {"food": 7, "extraction": 3, "civil": 6, "war": 2}
    assert state.leaders["france"].treasury == 480


def test_5_11_normalisation_shortens_shields_or_ends_a_war() -> None:
    state = acting(position(), "france", INFLUENCE)
    state.change("poland", tension=3)
    assert refused(state, "france", choices.Shield("poland", 2)) == ("needs.place_calm", "11.1")
    play(state, "france", choices.ShortenTension("poland", 2))
    assert state.places["poland"].tension == 1
    acting(state, "italy", INFLUENCE)
    play(state, "italy", choices.Shield("italy", 6))
    assert state.places["italy"].shield == 6
    acting(state, "germany", INFLUENCE)
    assert refused(state, "germany", choices.EndWar("greece")) == ("needs.at_war", "12.7")


def test_5_12_defence_sets_a_rate_which_is_lowered_free_of_charge() -> None:
    state = acting(position(), "germany", WORKS)
    play(state, "germany", choices.SetRate("army", 4))
    assert (state.leaders["germany"].brigade_rate, state.leaders["germany"].treasury) == (4, 464)
    assert refused(state, "germany", choices.LowerRate("army", 4)) == ("not_lower", "5.12")
    play(state, "germany", choices.LowerRate("army", 0))
    assert (state.leaders["germany"].brigade_rate, state.leaders["germany"].treasury) == (0, 464)


def test_5_13_a_block_weakens_each_attack_until_the_next_own_turn() -> None:
    state = acting(position(), "france", holding("block"))
    develop(state, "france", "food", branch="productive", path=4)
    play(state, "france", choices.BlockSector("food", 2))
    acting(state, "italy", holding("obstruction"))
    play(state, "italy", choices.Obstruct("france", "food", 3))
    assert state.leaders["france"].development["food"].path == 3
    acting(state, "france")
    assert state.leaders["france"].blocks == ()


def test_5_13_a_block_of_an_influence_path() -> None:
    state = acting(position(), "france", holding("block"))
    state.change("spain", path=Path("france", 3))
    play(state, "france", choices.BlockPath("spain", 3))
    acting(state, "italy", holding("disturbance"))
    play(state, "italy", choices.Disturb("spain", 3))
    assert state.places["spain"].path == Path("france", 3, "italy")


def test_5_14_obstruction_never_goes_below_zero_nor_beyond_three_months() -> None:
    state = acting(position(), "italy", holding("obstruction"))
    develop(state, "france", "food", branch="productive", path=1)
    play(state, "italy", choices.Obstruct("france", "food", 3))
    assert state.leaders["france"].development["food"].path == 0
    acting(state, "germany", holding("obstruction"))
    assert refused(state, "germany", choices.Obstruct("germany", "food", 1)) == ("needs.a_rival", "5.14")
    develop(state, "france", "industry", branch="productive", works=2)
    play(state, "germany", choices.Obstruct("france", "industry", 3))
    assert state.leaders["france"].development["industry"].works == 3


def test_5_15_a_path_has_one_disturber_and_ends_at_zero() -> None:
    state = acting(position(), "italy", holding("disturbance"))
    state.change("spain", path=Path("france", 3))
    play(state, "italy", choices.Disturb("spain", 1))
    acting(state, "germany", holding("disturbance"))
    assert refused(state, "germany", choices.Disturb("spain", 1)) == ("needs.no_other_disturber", "5.15")
    acting(state, "italy", holding("disturbance"))
    play(state, "italy", choices.Disturb("spain", 3))
    assert state.places["spain"].path is None


def test_5_16_tension_in_any_leader_or_state_but_the_own() -> None:
    state = acting(position(), "italy", MOBILE)
    assert refused(state, "italy", choices.StirUp("italy", 1)) == ("needs.not_own_home", "5.16")
    play(state, "italy", choices.StirUp("france", 2))
    assert state.places["france"].tension == 2


def test_5_17_destabilisation_is_a_coup_attempt() -> None:
    state = acting(position(coup=[4]), "italy", INFLUENCE)
    play(state, "italy", choices.Destabilise("austria", 3))
    assert state.places["austria"].closed


def test_5_18_cards_are_swapped_at_random_and_known_to_the_two_alone() -> None:
    state = acting(position(swap=[1, 2, 2, 1]), "france", INFLUENCE)
    state.leaders["france"].hand, state.leaders["italy"].hand = [10, 20, 30], [41, 42, 43]
    entry = one(play(state, "france", choices.SwapCards("italy", 2)), CardsSwapped)
    assert (entry.given, entry.taken) == ((10, 30), (42, 41))
    assert state.leaders["france"].hand == [20, 41, 42]
    assert state.leaders["france"].known_cards == {"italy": [10, 30]}
    assert entry.seen_by("germany").given is None


def test_5_18_press_cards_are_read_in_their_order_and_known_to_the_reader_alone() -> None:
    state = acting(position(), "france", INFLUENCE)
    state.pile = ["P1-05", "P1-04", "P1-03", "P1-02"]
    entry = one(play(state, "france", choices.ReadPress(2)), PressRead)
    assert entry.read == ("P1-02", "P1-03")
    assert entry.seen_by("italy").read is None
    assert view(state, "france").press_next == ["P1-02", "P1-03", "", ""]
    assert view(state, "italy").press_next == [""] * 4


def test_5_18_at_most_six_press_cards_a_year() -> None:
    state = acting(position(), "france", INFLUENCE)
    state.pile = [f"P1-{number:02}" for number in range(12, 1, -1)]
    state.leaders["france"].press_known = tuple(f"P1-{number:02}" for number in range(2, 7))
    play(state, "france", choices.ReadPress(3))
    assert len(state.leaders["france"].press_known) == 6


def test_5_18_slips_are_read_at_random() -> None:
    state = acting(position(slips=[2, 1]), "france", INFLUENCE)
    write(state, "italy", LabourSlip(), DevelopmentSlip("food"), InfluenceSlip("spain"))
    entry = one(play(state, "france", choices.ReadSlips("italy", 2)), SlipsRead)
    assert entry.read == (DevelopmentSlip("food"), LabourSlip())
    assert [seen.slip for seen in view(state, "france").slips["italy"]] == [LabourSlip(), DevelopmentSlip("food"), None]
    assert [seen.slip for seen in view(state, None).slips["italy"]] == [None, None, None]


def test_5_18_there_must_be_something_to_read_or_swap() -> None:
    state = acting(position(), "france", INFLUENCE)
    assert refused(state, "france", choices.ReadPress(1)) == ("needs.press_unread", "5.18")
    assert refused(state, "france", choices.ReadSlips("italy", 1)) == ("needs.slips_hidden", "5.18")
    assert refused(state, "france", choices.SwapCards("italy", 1)) == ("needs.cards_to_swap", "5.18")


def test_5_19_counter_espionage_adds_up_and_ends_when_used() -> None:
    state = acting(position(), "italy", INFLUENCE)
    play(state, "italy", choices.GuardAgainst("france", 1))
    acting(state, "germany", INFLUENCE)
    play(state, "germany", choices.GuardAgainst("france", 1))
    acting(state, "france", INFLUENCE)
    state.pile = ["P1-05", "P1-04", "P1-03", "P1-02"]
    assert len(one(play(state, "france", choices.ReadPress(3)), PressRead).read or ()) == 1
    assert state.counters == []


def test_15_7_an_unreached_slip_binds_its_field() -> None:
    state = acting(position(), "italy", WORKS)
    state.leaders["italy"].civil = 3
    state.leaders["italy"].bound = ("food", "spain", "division")
    works = choices.StartWorks("industry", 1, "productive")
    assert refused(state, "italy", works) == ("needs.works_unbound", "15.7")
    assert refused(state, "italy", choices.Influence("poland", 1)) == ("needs.path_unbound", "15.7")
    assert refused(state, "italy", choices.SetRate("army", 1)) == ("needs.rate_unbound", "15.7")
    play(state, "italy", choices.StartWorks("food", 1, "productive"), choices.Influence("spain", 1))


@pytest.mark.parametrize("card", sorted(CARDS))
def test_every_use_that_is_listed_is_accepted_and_every_function_is_judged(card: int) -> None:
    state = acting(position(), "italy", card)
    menu = Uses(state, "italy")
    found = [*menu]
    assert found
    assert all(menu.check(choice) is None for choice in found)
    assert {USES[type(choice)][0].id for choice in found} <= {*CARDS[card].functions}
    assert set(USES) <= set(waiting(GAME, state)["italy"].types)
