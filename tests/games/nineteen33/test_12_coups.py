"""Chapter 12: coups and civil wars."""

import pytest

from engine.nineteen33 import coups
from engine.nineteen33.choices import Deal, Destabilise, EndWar, SendArmy, SignAlliance
from engine.nineteen33.game import GAME
from engine.nineteen33.month import EndMonth
from engine.nineteen33.slips import InfluenceSlip
from engine.nineteen33.state import ArmyIn, Exclusive, Path
from tests.games.nineteen33.positions import acting, boxes, place_unit, play, position, refused, run, write


def test_12_1_only_in_unstable_states_or_leaning_ones_in_tension() -> None:
    state = acting(position(coup=[1]), "italy", 1)
    boxes(state, "belgium", "france")
    state.change("belgium", tension=2)
    assert refused(state, "italy", Destabilise("belgium", 1)) == ("needs.shaky", "12.1")
    state.change("austria", shield=1)
    assert refused(state, "italy", Destabilise("austria", 1)) == ("needs.unshielded", "5.11")


@pytest.mark.parametrize(
    ("points", "outcomes"),
    [
        (1, ["civil_war", "failure", "failure", "failure"]),
        (2, ["success", "civil_war", "failure", "failure"]),
        (3, ["success", "success", "civil_war", "failure"]),
    ],
)
def test_12_2_above_the_points_it_fails_and_equal_is_civil_war(points: int, outcomes: list[str]) -> None:
    assert [coups.outcome_of(points, die) for die in (1, 2, 3, 4)] == outcomes


def test_12_3_one_attempt_a_month_and_nobody_deals_there() -> None:
    state = acting(position(coup=[4]), "italy", 1)
    play(state, "italy", Destabilise("austria", 2))
    assert refused(state, "italy", Deal("austria", food=1)) == ("coup_there", "12.3")
    acting(state, "germany", 1)
    assert refused(state, "germany", Destabilise("austria", 2)) == ("needs.no_coup", "12.3")


def test_12_4_success_ends_what_others_have_and_allies_the_state() -> None:
    state = acting(position(coup=[1]), "italy", 1)
    write(state, "italy", InfluenceSlip("austria"))
    state.change("austria", path=Path("france", 3), exclusive=Exclusive("germany", 3), allies=())
    play(state, "italy", Destabilise("austria", 3))
    austria = state.places["austria"]
    assert (austria.allies, austria.path, austria.exclusive) == (("italy",), None, None)
    assert austria.boxes[3] == "italy"
    assert state.leaders["italy"].score == 2


def test_12_4_without_a_free_box_the_cube_goes_over_the_last_of_another_ideology() -> None:
    state = position(coup=[1])
    boxes(state, "austria", "france", "germany")
    coups.attempt(state, "italy", "austria", 3)
    assert state.places["austria"].boxes == ("nationalist", "liberal", "socialist", "italy", "germany")


def test_12_5_civil_war_ends_all_that_was_there() -> None:
    state = position()
    state.change("greece", allies=("france",), path=Path("italy", 2), shield=2, tension=1)
    place_unit(state, "france", "army", 1, at="greece")
    coups.begin_war(state, "greece", "civil")
    greece = state.places["greece"]
    assert (greece.allies, greece.path, greece.shield, greece.tension, greece.war) == ((), None, 0, 0, "civil")
    assert state.leaders["france"].armies[0].at == "home"
    acting(state, "france", 1)
    boxes(state, "greece", "france", "france")
    assert refused(state, "france", SignAlliance("greece")) == ("at_war", "12.5")


def test_12_6_nothing_else_ends_it() -> None:
    state = position()
    for held in state.leaders.values():
        held.food = 99
    state.change("greece", war="civil")
    state.pile = ["P1-01", "P1-02"]
    for _ in range(2):
        state.agenda = []
        run(state, EndMonth())
    assert state.places["greece"].war == "civil"


def test_12_7_six_points_end_it_for_an_exclusive_and_a_cube() -> None:
    state = acting(position(), "italy", 1)
    state.change("greece", war="civil", army=ArmyIn("france", 1, state.month))
    place_unit(state, "france", "army", 1, at="greece")
    play(state, "italy", EndWar("greece"))
    greece = state.places["greece"]
    assert (greece.war, greece.exclusive, greece.boxes[3], greece.allies) == ("", Exclusive("italy", 6), "italy", ())
    assert state.leaders["france"].armies[0].at == "home"
    assert state.leaders["italy"].treasury == 500 - 54


def test_12_8_one_army_wins_if_nobody_answers_by_the_end_of_next_month() -> None:
    state = acting(position(), "italy")
    for held in state.leaders.values():
        held.food = 99
    state.change("greece", war="civil")
    assert refused(state, "italy", SendArmy(1, "poland")) == ("no_war", "10.6")
    play(state, "italy", SendArmy(1, "greece"))
    state.agenda, state.turn, state.pile = [], None, ["P1-01", "P1-02", "P1-03"]
    run(state, EndMonth())
    assert state.places["greece"].war == "civil"
    state.agenda = []
    run(state, EndMonth())
    greece = state.places["greece"]
    assert (greece.war, greece.allies, greece.boxes[3]) == ("", ("italy",), "italy")


def test_12_8_a_second_army_meets_it_at_once() -> None:
    state = acting(position(face_off=[2, 4]), "italy")
    state.change("greece", war="civil")
    play(state, "italy", SendArmy(1, "greece"))
    acting(state, "france")
    play(state, "france", SendArmy(1, "greece"))
    assert state.places["greece"].allies == ("france",)
    assert (state.leaders["france"].armies[0].at, state.leaders["italy"].armies[0].at) == ("greece", "home")


def test_12_8_an_army_that_goes_home_no_longer_wins() -> None:
    from engine.nineteen33.choices import MoveUnit

    state = acting(position(), "italy")
    state.change("greece", war="civil")
    play(state, "italy", SendArmy(1, "greece"), MoveUnit("army", 1, "home"))
    assert state.places["greece"].army is None


def test_12_9_equal_dice_are_war_between_the_two_and_the_game_ends() -> None:
    state = acting(position(face_off=[3, 3]), "italy")
    state.change("greece", war="civil")
    play(state, "italy", SendArmy(1, "greece"))
    acting(state, "france")
    play(state, "france", SendArmy(1, "greece"))
    assert (state.ended, state.agenda, state.turn) == ("war", [], None)
    assert GAME.totals(state)["italy"] == GAME.totals(state)["france"] == -3


def test_12_10_the_spanish_war_has_no_end_and_no_contact() -> None:
    state = acting(position("1936-09"), "france", 1)
    state.change("spain", war="endless")
    assert refused(state, "france", EndWar("spain")) == ("needs.not_endless", "12.10")
    assert refused(state, "france", SendArmy(1, "spain")) == ("endless_war", "12.10")
    assert refused(state, "france", Deal("spain", food=1)) == ("at_war", "12.10")
