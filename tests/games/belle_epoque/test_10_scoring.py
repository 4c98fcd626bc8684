"""Chapters 10 and 11: scoring, and the Prestige track."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.belle_epoque.choices import KeepIntrigue
from engine.belle_epoque.ending import end_game
from engine.belle_epoque.game import GAME
from engine.belle_epoque.journal import GameEnded, IntrigueDrawn, IntrigueKept, PrestigeMoved, Scored
from engine.belle_epoque.prestige import Keeping, move_prestige
from engine.belle_epoque.printed import PRESTIGE
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.scoring import ranking, score, worth
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.turn import Score
from engine.core.agenda import proceed
from engine.core.results import results
from tests.games.belle_epoque.positions import play, position

HELD = {"netherlands": "uk uk uk uk", "china": "uk uk uk uk uk", "belgium": "central_powers " * 4}


def totals(state: BelleEpoque, side: str) -> dict[str, int]:
    """Return the score sheet of a Power, by reason."""
    counts: Counter[str] = Counter()
    for point in score(state):
        if point.side == side:
            counts[point.reason.removeprefix("belle_epoque.")] += point.points
    return dict(counts)


def scored(state: BelleEpoque, turn: int) -> BelleEpoque:
    state.turn = turn
    Score().run(state)
    return state


@pytest.mark.parametrize("turn", [1, 2, 4, 5, 7, 8])
def test_10_1a_nothing_is_scored_but_after_turns_3_and_6(turn: int) -> None:
    state = scored(position(on=HELD, vp={"uk": 0}), turn)
    assert len(state.sheets["uk"].scored) == 1


@pytest.mark.parametrize("turn", [3, 6])
def test_10_1a_territories_objectives_and_the_great_work(turn: int) -> None:
    state = scored(position(on=HELD, great_works={"uk": True}), turn)
    points = (("territories", 8), ("objectives", 15), ("great_work", 5), ("prestige", 0), ("card", 0))
    assert Scored("uk", points, 28) in state.news


def test_10_1b_every_objective_counts_by_itself() -> None:
    state = position(on={"china": "uk uk uk uk uk"})
    assert totals(state, "uk")["objectives"] == 2 + 5 + 3 + 2 - 2


def test_10_1c_negative_objectives_and_prestige_only_at_the_end() -> None:
    state = scored(position(on=HELD, prestige={"uk": 9}), 3)
    assert state.sheets["uk"].vp == 8 + 13
    assert totals(position(on=HELD), "uk")["objectives"] == 13 - 4


def test_10_2a_after_turn_9_there_is_the_final_scoring_and_no_other() -> None:
    state = scored(position(on=HELD, vp={"uk": 30}), 9)
    assert state.ended == "last_turn"
    assert GameEnded("last_turn") in state.news
    assert len(state.sheets["uk"].scored) == 2
    assert GAME.totals(state)["uk"] == state.sheets["uk"].vp


def test_10_2a_the_score_sheet_tells_what_it_would_be_now() -> None:
    state = position(on=HELD, vp={"uk": 30}, balkan_wars_card="uk", prestige={"uk": 4})
    assert totals(state, "uk") == {"scoring": 30, "territories": 8, "objectives": 9, "prestige": 0, "card": 5}


def test_10_2_1_a_step_for_every_colony_without_bonuses() -> None:
    state = position(on=HELD | {"libya": "uk uk uk uk", "namibia": "russia " * 4})
    end_game(state, "sarajevo")
    assert PrestigeMoved("uk", 2, 7) in state.news
    assert (state.sheets["uk"].prestige, state.sheets["uk"].reached, state.sheets["uk"].intrigue) == (7, 5, [])
    assert (state.sheets["uk"].embassies, state.sheets["russia"].prestige) == (0, 6)


@pytest.mark.parametrize(
    ("vp", "prestige", "money", "first"),
    [
        ({"uk": 10}, {}, {}, (("uk",),)),
        ({}, {"france": 6}, {}, (("france",),)),
        ({}, {}, {"russia": 1}, (("russia",),)),
        ({}, {}, {}, (("uk", "france", "russia", "central_powers"),)),
    ],
)
def test_10_2b_most_vp_then_prestige_then_money_then_shared(
    vp: dict[str, int], prestige: dict[str, int], money: dict[str, int], first: tuple[tuple[str, ...], ...]
) -> None:
    given = {power: points - (power in prestige) for power, points in (dict.fromkeys(prestige, 0) | vp).items()}
    state = position(vp=given, prestige=prestige, treasury=money)
    assert ranking(state)[:1] == first


def test_10_2c_a_player_with_two_powers_has_the_average_rounded_down() -> None:
    state = position(vp={"uk": 90, "france": 105, "russia": 96, "central_powers": 99}, prestige={"france": 6})
    seats = (("uk", "france"), ("russia", "central_powers"))
    assert [result.points for result in results(GAME, state, seats)] == [98, 97]
    assert worth(state, ("uk", "france"))[1] > worth(state, ("russia", "central_powers"))[1]


def test_11_0b_bonuses_of_all_spaces_passed_and_only_once() -> None:
    state = position(intrigue_draw=["in_05"])
    move_prestige(state, "uk", 3)
    sheet = state.sheets["uk"]
    assert (sheet.embassies, sheet.intrigue, sheet.money, sheet.reached) == (1, ["in_05"], 3, 8)
    move_prestige(state, "uk", -3)
    move_prestige(state, "uk", 3)
    assert (sheet.embassies, sheet.money, sheet.reached) == (1, 3, 8)


def test_11_0a_and_11_1_every_space_has_vp_and_some_a_bonus() -> None:
    assert [PRESTIGE[space].vp for space in (0, 5, 10, 25)] == [-10, 0, 5, 20]
    assert {space.bonus.type for space in PRESTIGE.values() if space.bonus} == {"md", "money", "intrigue"}


def test_8_3b_a_great_work_counts_at_every_scoring() -> None:
    state = position(great_works={"uk": True})
    for turn in (3, 6, 9):
        scored(state, turn)
    assert state.sheets["uk"].scored[-3:] == [5 + 2, 5 + 2, 5 + 2]


def test_11_0c_steps_beyond_the_ends_are_lost() -> None:
    state = position(prestige={"uk": 25, "france": 0})
    move_prestige(state, "uk", 1)
    move_prestige(state, "france", -2)
    assert (state.sheets["uk"].prestige, state.sheets["france"].prestige, state.news) == (25, 0, [])


def test_7_0d_the_ally_of_the_ottoman_empire_keeps_one_of_two() -> None:
    state = position(on={"ottoman_empire": "uk uk uk uk"}, intrigue_draw=["in_05", "in_06"])
    state.agenda = [Acting("uk")]
    move_prestige(state, "uk", 2)
    proceed(state)
    assert state.agenda[-1] == Keeping("uk")
    assert IntrigueDrawn("uk", 2, ("in_05", "in_06")) in state.news
    state.news = []
    told = play(state, ("uk", KeepIntrigue("in_06")))
    assert told == [IntrigueKept("uk", "in_05", "in_06")]
    assert (state.sheets["uk"].intrigue, state.intrigue_discard, state.drawn) == (["in_06"], ["in_05"], [])


@pytest.mark.parametrize("space", [space for space, one in PRESTIGE.items() if one.bonus and space > 0])
def test_11_1_each_bonus_is_paid_as_it_is_reached(space: int) -> None:
    bonus = PRESTIGE[space].bonus
    assert bonus
    state = position(prestige={"uk": space - 1}, bonus_marker={"uk": space - 1}, intrigue_draw=["in_05", "in_06"])
    sheet = state.sheets["uk"]
    move_prestige(state, "uk", 1)
    gained = {"md": sheet.embassies, "money": sheet.money, "intrigue": len(sheet.intrigue)}
    assert gained == {"md": 0, "money": 0, "intrigue": 0} | {bonus.type: bonus.amount}


def test_11_1_bonuses_are_a_cube_two_to_four_pounds_or_a_card() -> None:
    paid = {(one.bonus.type, one.bonus.amount) for one in PRESTIGE.values() if one.bonus}
    assert paid == {("md", 1), ("money", 2), ("money", 3), ("money", 4), ("intrigue", 1)}
