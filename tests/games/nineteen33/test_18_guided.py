"""Chapter 18: leaders that nobody plays."""

from msgspec.structs import replace

from engine.core.door import waiting
from engine.nineteen33 import choices, guided
from engine.nineteen33.game import GAME
from engine.nineteen33.guided import DrawGuides, NamingTarget, candidates
from engine.nineteen33.journal import AimsReached, GuideDrawn
from engine.nineteen33.plans import default
from engine.nineteen33.printed import MANOEUVRES, option_of
from engine.nineteen33.state import Guided, Nineteen33, Path
from engine.nineteen33.year import guided_budget, raise_revenue
from tests.games.nineteen33.positions import acting, boxes, develop, offered, one, play, position, refused, run

THREE = ("france", "germany", "soviet_union")
FOUR = ("france", "united_kingdom", "germany", "italy")


def led(card: str = "M01", *targets: str) -> Nineteen33:
    """France guides the Soviet Union with this card."""
    state = position(sides=FOUR)
    named = {2: targets[0]} if targets else {}
    state.guided = {
        "soviet_union": Guided("france", card, tuple(named.get(number, "") for number in range(5)), (False,) * 5)
    }
    return state


def test_18_1_they_produce_and_pay_but_win_nothing() -> None:
    state = position("1934-01", sides=THREE)
    raise_revenue(state, "italy", choices.SetBudget((), -1))
    assert state.leaders["italy"].treasury == 500 + 48 * 17
    assert set(GAME.totals(state)) == set(THREE)


def test_18_2_each_has_a_card_of_its_own() -> None:
    state = position("1934-01", sides=THREE)
    drawn = [entry for entry in run(state, DrawGuides()) if isinstance(entry, GuideDrawn)]
    assert {entry.leader for entry in drawn} == {"united_kingdom", "italy"}
    assert len({entry.card for entry in drawn}) == 2


def test_18_3_nobody_guides_two() -> None:
    state = position("1934-01", sides=THREE)
    drawn = [entry for entry in run(state, DrawGuides()) if isinstance(entry, GuideDrawn)]
    assert len({entry.guide for entry in drawn}) == 2


def test_18_4_the_guide_names_open_targets_in_public() -> None:
    state = led("M01")
    assert candidates(state, "soviet_union", "own_ideology") == ["lithuania"]
    state.change("lithuania", allies=("soviet_union",))
    assert candidates(state, "soviet_union", "own_ideology") == candidates(state, "soviet_union", "unstable")
    assert candidates(state, "soviet_union", "colony_or_home") == ["soviet_union"]
    run(state, NamingTarget("soviet_union", 2, "unstable"))
    play(state, "france", choices.NameTarget("poland"))
    assert state.guided["soviet_union"].targets[2] == "poland"


def test_18_4_without_any_candidate_the_point_counts_as_reached() -> None:
    state = led("M01")
    guided.name_target(state, "soviet_union", 2, "unstable", "")
    assert state.guided["soviet_union"].reached[2]


def test_18_5_the_guide_keeps_to_the_points_and_options_of_the_card() -> None:
    state = acting(led("M01", "lithuania"), "france")
    play(state, "france", choices.ActForGuided())
    assert refused(state, "france", choices.Influence("poland", 1)) == ("not_an_aim", "18.5")
    assert refused(state, "france", choices.StirUp("poland", 1)) == ("not_on_card", "5.3")
    play(state, "france", choices.Influence("lithuania", 1))
    assert state.places["lithuania"].path == Path("soviet_union", 1)


def test_18_5_a_guide_ends_a_war_by_an_option() -> None:
    """12.7, with the option for normalisation, in a state that is a target."""
    state = led("M09", "lithuania")
    state.rigged = {"guide_points": [4]}
    state.change("lithuania", war="civil")
    acting(state, "france")
    play(state, "france", choices.ActForGuided())
    assert [one.place for one in offered(state, "france", choices.EndWar)] == ["lithuania"]
    play(state, "france", choices.EndWar("lithuania"))
    assert not state.places["lithuania"].war


def test_18_5_a_guide_disturbs_a_path_by_an_option() -> None:
    """5.15, with the option for disturbance, where a target is."""
    card = next(name for name in MANOEUVRES if option_of(name, "disturbance"))
    state = led(card, "lithuania")
    state.rigged = {"guide_points": [4]}
    state.change("lithuania", path=Path("germany", 3))
    acting(state, "france")
    play(state, "france", choices.ActForGuided(), choices.Disturb("lithuania", 2))
    path = state.places["lithuania"].path
    assert path is not None
    assert (path.owner, path.points, path.disturber) == ("germany", 1, "soviet_union")


def test_18_6_the_points_are_rolled_and_paid_by_the_leader() -> None:
    state = led("M01", "lithuania")
    state.rigged = {"guide_points": [1]}
    acting(state, "france")
    play(state, "france", choices.ActForGuided(), choices.Influence("lithuania", 3))
    assert state.leaders["soviet_union"].treasury == 500 - 24
    assert not offered(state, "france", choices.MoveLabour)
    play(state, "france", choices.EndGuiding())
    assert not offered(state, "france", choices.ActForGuided)


def test_18_7_functions_follow_from_the_types_of_points() -> None:
    state = led("M09")
    assert set(guided.functions(state, "soviet_union")) == {
        "influence",
        "infrastructure",
        "development",
        "mobility",
        "normalisation",
        "intelligence",
    }


def test_18_7_alliances_and_units_only_towards_a_target() -> None:
    state = acting(led("M01", "lithuania"), "france")
    boxes(state, "lithuania", "soviet_union")
    play(state, "france", choices.ActForGuided())
    moves = offered(state, "france", choices.MoveUnit)
    assert {move.faces for move in moves} <= {"lithuania"}
    play(state, "france", choices.SignAlliance("lithuania"))
    assert state.guided["soviet_union"].reached[2]


def test_18_8_its_budget_has_the_bonds_and_the_cut_of_its_card() -> None:
    state = led("M04")
    assert guided_budget(state, "soviet_union") == choices.SetBudget((), -1, 0, "long")
    state = led("M01")
    assert guided_budget(state, "soviet_union") == choices.SetBudget((), 0, 300, "long")


def test_18_8_its_plan_reserves_goods_while_a_development_point_is_idle() -> None:
    state = led("M10")
    assert default(state, "soviet_union").reserve == 3
    develop(state, "soviet_union", "extraction", branch="productive", works=2)
    assert default(state, "soviet_union").reserve == 0


def test_18_8_works_start_with_one_point() -> None:
    state = acting(led("M01"), "france")
    state.leaders["soviet_union"].civil = 3
    play(state, "france", choices.ActForGuided())
    assert refused(state, "france", choices.StartWorks("food", 2, "productive")) == ("not_an_aim", "18.5")
    play(state, "france", choices.StartWorks("food", 1, "productive"))


def test_18_9_all_five_bring_the_guide_a_point() -> None:
    state = led("M01", "lithuania")
    state.guided["soviet_union"] = replace(state.guided["soviet_union"], reached=(True, True, True, True, False))
    state.leaders["soviet_union"].unemployed = 1
    guided.reckon(state, "soviet_union")
    assert one(state.news, AimsReached) == AimsReached("soviet_union", "france", 5, 1)
    assert state.leaders["france"].score == 1
    state.leaders["soviet_union"].unemployed = 2
    guided.reckon(state, "soviet_union")
    assert state.leaders["france"].score == 1


def test_18_6_options_cover_trade_within_their_limits() -> None:
    state = acting(led("M04"), "france")
    play(state, "france", choices.ActForGuided())
    assert refused(state, "france", choices.Deal("lithuania", raw=1)) == ("not_an_aim", "18.5")
    play(state, "france", choices.Deal("lithuania", food=1), choices.Deal("poland", food=1))
    assert refused(state, "france", choices.Deal("greece", food=1)) == ("not_an_aim", "18.5")
    assert waiting(GAME, state).keys() == {"france"}
