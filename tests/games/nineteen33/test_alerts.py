"""Alerts for a leader whose player is elsewhere, and the stories, topics and facts of the log."""

from __future__ import annotations

from engine.core.alerts import Alert
from engine.core.journal import Entry
from engine.core.sides import SideName
from engine.core.state import Side
from engine.nineteen33.action_journal import (
    AllianceEnded,
    Obstructed,
    PathEnded,
    PointsSpent,
    SlipsRead,
    TurnBegan,
    TurnEnded,
)
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import LoanTaken, MonthBegan, Produced
from engine.nineteen33.slips import InfluenceSlip, LabourSlip
from engine.nineteen33.state import Nineteen33, Path
from tests.games.nineteen33.positions import position, write


def heard(state: Nineteen33, side: Side, *told: Entry) -> list[Alert]:
    return [*GAME.out_of_turn.alerts(state, side, told)]


def test_a_strike_is_told_before_and_while_it_lasts() -> None:
    state = position()
    assert heard(state, "italy") == []
    state.leaders["italy"].strike_next = True
    assert heard(state, "italy") == [Alert("strike", {"now": "next_month"})]
    state.leaders["italy"].strike = True
    assert heard(state, "italy") == [Alert("strike", {"now": "this_month"})]
    assert heard(state, "france") == []


def test_tension_at_home_is_told_with_its_months() -> None:
    state = position()
    state.change("france", tension=2)
    assert heard(state, "france") == [Alert("tension", {"months": 2})]


def test_what_others_did_is_told_once_until_the_leader_has_acted() -> None:
    state = position()
    hit = Obstructed("france", "food", 1, 0, 2)
    expected = [Alert("obstructed", {"sector": "food"})]
    assert heard(state, "france", hit, hit) == expected
    assert heard(state, "france", hit, TurnEnded("germany")) == expected
    assert heard(state, "france", hit, TurnEnded("france")) == []
    assert heard(state, "germany", hit) == []


def test_a_lost_alliance_or_path_is_told_until_it_is_won_back() -> None:
    state = position()
    lost = (AllianceEnded("italy", "spain"), PathEnded("italy", "greece"))
    assert heard(state, "italy", *lost) == [
        Alert("path_lost", {"place": "greece"}),
        Alert("alliance_lost", {"place": "spain"}),
    ]
    state.change("spain", allies=("italy",))
    state.change("greece", path=Path("italy", 1))
    assert heard(state, "italy", *lost) == []


def test_reading_of_its_slips_and_a_loan_are_told() -> None:
    told = (SlipsRead("germany", "france", 2, None), LoanTaken("france", 50))
    assert heard(position(), "france", *told) == [
        Alert("loan", {"um": 50}),
        Alert("spied_on", {"by": SideName("germany")}),
    ]


def test_slips_face_down_are_told_from_october_on() -> None:
    for month, expected in (("1934-09", []), ("1934-10", [Alert("slips_open", {"slips": 2})])):
        state = position(month)
        write(state, "france", LabourSlip(), InfluenceSlip("spain"))
        assert heard(state, "france") == expected


def test_every_alert_is_of_a_declared_kind() -> None:
    kinds = {kind.name for kind in GAME.out_of_turn.alert_kinds}
    assert kinds == {
        "strike",
        "tension",
        "alliance_lost",
        "path_lost",
        "obstructed",
        "spied_on",
        "loan",
        "slips_open",
    }


# Stories


def test_an_action_turn_that_went_by_in_one_choice_is_one_story() -> None:
    assert GAME.showing.folds is not None
    acted = [TurnBegan("france"), PointsSpent("france", "influence", 1, 10), TurnEnded("france")]
    idle = [TurnBegan("italy"), TurnEnded("italy")]
    assert [*GAME.showing.folds([MonthBegan(2), *acted, *idle, TurnBegan("germany")])] == [range(1, 4)]


def test_what_each_leader_produced_is_one_story() -> None:
    assert GAME.showing.folds is not None
    produced = [Produced(leader, 1, 1) for leader in ("france", "italy", "germany")]
    assert [*GAME.showing.folds([MonthBegan(2), *produced, TurnBegan("france")])] == [range(1, 4)]
    assert [*GAME.showing.folds([MonthBegan(2), produced[0]])] == []


# Statistics and beginnings


def test_statistics_tell_leaders_apart_by_what_brought_them_most() -> None:
    state = position(sides=("france", "germany", "soviet_union"))
    state.leaders["france"].points = {"labour": 2, "influence": 3, "unreached": -5}
    state.leaders["germany"].points = {"unreached": -1}
    assert GAME.showing.facts(state) == {"france": {"mainstay": "influence"}}


def test_any_leader_can_be_picked_for_a_first_year_and_for_three() -> None:
    for start in GAME.teaching.quick_starts:
        seats = GAME.quick_seats(start)
        assert {side for seat in seats for side in seat.sides} == set(GAME.showing.tones)


def test_a_month_is_said_by_its_name_and_year() -> None:
    said = GAME.showing.turn_name(15)
    assert (said.facts["month"].key, said.facts["year"]) == ("phrase.nineteen33.month.3", 1934)
