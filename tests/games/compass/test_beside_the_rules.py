"""The parts of Compass beside its rules: alerts, topics, stories that fold, forecasts, results of seats."""

from __future__ import annotations

import pytest

from engine.core.alerts import Alert
from engine.core.foresight import foresee
from engine.core.journal import Entry, seen
from engine.core.results import results
from engine.core.sides import SideName, sides_in
from engine.core.state import Side
from tests.games.compass import GAME
from tests.games.compass.choices import Hold, March
from tests.games.compass.journal import BattleWon, Entered, HomeEntered, RoundBegan, WindTurned
from tests.games.compass.positions import plan, play, position
from tests.games.compass.state import CROWN, POWERS, Compass, Options, seating


def alerts(state: Compass, side: Side, *told: Entry) -> list[Alert]:
    return [*GAME.out_of_turn.alerts(state, side, seen(list(told), side))]


def test_a_power_hears_that_its_home_was_entered() -> None:
    state = position(armies={"north": {"northeast": 1}, "east": {}})
    told = plan(state, north=March("northeast", "east"))
    assert alerts(state, "east", RoundBegan(1, "north"), *told) == [Alert("entered", {"by": SideName("north")})]
    assert alerts(state, "south", RoundBegan(1, "north"), *told) == []


@pytest.mark.parametrize("rounds", [1, 2])
def test_and_no_more_once_a_round_has_passed_since(rounds: int) -> None:
    state = position(armies={"north": {"east": 1}, "east": {}})
    told = [HomeEntered("north", "east"), *(RoundBegan(number, "north") for number in range(2, 2 + rounds))]
    assert bool(alerts(state, "east", RoundBegan(1, "north"), *told)) == (rounds == 1)


def test_nor_once_they_have_left() -> None:
    assert alerts(position(), "east", HomeEntered("north", "east")) == []


def test_the_crowns_turn_is_one_story_that_begins_with_the_wind() -> None:
    state = position(armies={"west": {}})
    told = plan(state)
    [story] = GAME.showing.folds(told) if GAME.showing.folds else []
    assert isinstance(story, range)
    assert isinstance(told[story.start], WindTurned)
    assert isinstance(told[story.stop], RoundBegan)
    assert len(story) > 1


def test_what_plans_do_alone_belongs_to_no_story() -> None:
    state = position()
    told = play(state, ("north", Hold()))
    assert [*(GAME.showing.folds(told) if GAME.showing.folds else ())] == []


def test_a_province_of_the_same_name_is_no_side() -> None:
    assert sides_in(Entered("east", "north", "northeast")) == ["east"]
    assert sides_in(BattleWon("east", "north", "west", 4)) == ["east", "north"]


def test_battles_are_looked_through_for() -> None:
    [battles] = GAME.showing.topics
    assert battles.has(BattleWon("east", "north", "west", 4))
    assert not battles.has(Entered("east", "north", "northeast"))


def test_the_crown_has_a_colour_as_powers_have() -> None:
    assert [*GAME.showing.tones] == [*POWERS, CROWN]
    assert len({*GAME.showing.tones.values()}) == 5


def test_a_forecast_tells_what_would_follow_from_ones_plan_alone() -> None:
    state = position()
    play(state, ("south", March("south", "southwest")))
    foreseen = foresee(GAME, state, "north", March("north", "northeast"))
    assert Entered("north", "north", "northeast") in foreseen.news
    assert not any(isinstance(entry, Entered) and entry.power == "south" for entry in foreseen.news)


def test_a_seat_of_two_powers_has_their_average() -> None:
    state = position(2, hands={"north": [3, 3], "south": [1, 2], "east": [1], "west": [1, 1], CROWN: []})
    first, second = results(GAME, state, seating(2, Options()))
    assert (first.sides, first.points, second.points) == (("north", "south"), 6, 3)
    assert (first.rank, second.rank) == (1, 2)


def test_alone_the_crown_is_ranked_beside_the_one_who_plays() -> None:
    state = position(1, hands={"north": [1], CROWN: [3]})
    ranked = results(GAME, state, seating(1, Options()))
    assert [(one.sides, one.points) for one in ranked] == [((CROWN,), 7), (("north",), 3)]
