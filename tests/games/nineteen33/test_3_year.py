"""Chapter 3: the start of a year."""

from engine.core.door import apply
from engine.core.sealed import WithdrawAnswer
from engine.nineteen33 import suggestions
from engine.nineteen33.choices import PlaceLabour, SetBudget
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import CardsDealt, DemandRolled, SlipTurnedUp, TaxesCredited
from engine.nineteen33.slips import BondsSlip, DefenceSlip, InfluenceSlip, LabourSlip, TaxesSlip
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.view import view
from engine.nineteen33.year import BeginYear, Budgeting, Revenue, lay_out_press
from tests.games.nineteen33.positions import asked, play, position, refused, run

FILLERS = (InfluenceSlip("greece"), InfluenceSlip("poland"), InfluenceSlip("spain"), LabourSlip())


def placed(seed: str = "33" * 32) -> Nineteen33:
    state = GAME.start(5, seed)
    for side in state.sides:
        apply(GAME, state, side, suggestions.placement(side))
    return state


def test_3_1_the_order_of_january_serves_the_budget() -> None:
    state = placed()
    assert sorted(state.order) == sorted(state.sides)
    assert asked(state) == state.order


def test_3_2_eleven_press_cards_lie_in_1933_and_twelve_later() -> None:
    state = position("1933-01")
    lay_out_press(state)
    assert len(state.pile) == 11
    state.month = 13
    lay_out_press(state)
    assert len(state.pile) == 12
    assert all(card.startswith("P1") for card in state.pile)
    state.month = 37
    lay_out_press(state)
    assert all(card.startswith("P2") for card in state.pile)


def test_3_3_twelve_cards_are_dealt_in_secret_and_old_hands_are_shuffled_in() -> None:
    state = position("1934-01")
    state.leaders["france"].hand = [1, 2, 3]
    told = [entry for entry in run(state, BeginYear()) if isinstance(entry, CardsDealt)]
    hands = [held.hand for held in state.leaders.values()]
    assert [len(hand) for hand in hands] == [12] * 5
    assert len({card for hand in hands for card in hand}) == 60
    assert all(entry.seen_by(side) is None for entry in told for side in state.sides if side != entry.side)


def test_3_4_all_free_ul_are_placed_within_the_capacities() -> None:
    state = GAME.start(5, "33" * 32)
    assert refused(state, "france", PlaceLabour(2, 1, 1, 0)) == ("place_all", "3.4")
    assert refused(state, "france", PlaceLabour(3, 1, 1, 0)) == ("no_room", "6.4")
    play(state, "france", PlaceLabour(2, 1, 1, 1))
    assert state.leaders["france"].labour["war"] == 1
    play(state, "france", WithdrawAnswer())
    for side in state.sides:
        play(state, side, suggestions.placement(side))
    assert state.leaders["france"].labour == {"food": 8, "extraction": 3, "civil": 6, "war": 1}


def test_3_5_home_demand_is_a_die_and_three() -> None:
    state = placed()
    assert all(4 <= held.demand <= 7 for held in state.leaders.values())
    state = position("1934-01", demand=[1, 2, 3, 4, 1])
    told = [entry for entry in run(state, BeginYear()) if isinstance(entry, DemandRolled)]
    assert [entry.demand for entry in told] == [4, 5, 6, 7, 4]


def test_3_7_budgets_are_sealed_and_secret() -> None:
    state = placed()
    [first, *others] = state.order
    play(state, first, suggestions.budget(state, first))
    assert asked(state) == others
    assert view(state, others[0]).answer is None
    assert view(state, first).answer is not None


def test_3_8_taxes_bonds_and_their_slips_are_carried_out_in_order() -> None:
    state = position("1934-01", bond_first=[5, 5])
    state.order = ["italy", "france"]
    slips = (BondsSlip(200), TaxesSlip(1), *FILLERS[:3])
    budget = SetBudget(slips, -1, 200, "short")
    told = run(state, Revenue((("italy", SetBudget((*FILLERS, DefenceSlip("army")))), ("france", budget))))
    assert [entry.leader for entry in told if isinstance(entry, TaxesCredited)][:2] == ["italy", "france"]
    turned_up = [entry.points for entry in told if isinstance(entry, SlipTurnedUp)]
    assert turned_up == [1, 2]
    assert state.leaders["france"].score == 3


def test_3_9_what_is_not_declared_scores_nothing() -> None:
    state = position("1934-01", bond_first=[5, 5])
    state.order = ["france"]
    run(state, Revenue((("france", SetBudget((*FILLERS, DefenceSlip("army")), -2, 200)),)))
    assert state.leaders["france"].score == 0


def test_15_1_five_slips_are_written_no_more_and_no_fewer() -> None:
    state = position("1934-01")
    state.agenda = [Budgeting()]
    assert refused(state, "france", SetBudget(FILLERS)) == ("five_slips", "15.1")


def test_15_2_labour_bonds_and_taxes_are_named_once() -> None:
    state = position("1934-01")
    state.agenda = [Budgeting()]
    assert refused(state, "france", SetBudget((*FILLERS, LabourSlip()))) == ("slip_twice", "15.2")


def test_15_3_a_slip_must_be_possible_and_is_carried_out_as_declared() -> None:
    state = position("1934-01")
    state.agenda = [Budgeting()]
    assert refused(state, "france", SetBudget((*FILLERS, BondsSlip(300)), bond=200)) == ("bond_as_declared", "15.3")
    assert refused(state, "france", SetBudget((*FILLERS, TaxesSlip(2)), -1)) == ("cut_as_declared", "15.3")
    state.change("greece", row="lnsII", allies=("italy",))
    assert refused(state, "france", SetBudget((*FILLERS, DefenceSlip("army")))) == ("slip_impossible", "15.3")
    budget = SetBudget((*FILLERS[1:], DefenceSlip("army"), DefenceSlip("army")))
    play(state, "france", budget)
