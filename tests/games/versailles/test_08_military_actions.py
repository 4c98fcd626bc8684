"""Chapter 8: military actions."""

import pytest

from engine.versailles.cards.board import REGIONS
from engine.versailles.choices import Demobilise, Deploy
from engine.versailles.journal import Demobilised, Deployed
from tests.games.versailles.positions import of, offered, play, position, refused, told, units

NO_SUCH_UNIT = ("unit_not_deployable", "8.1")
UNIT_THERE = ("unit_in_region_already", "8.1")
SPACE_TAKEN = ("space_taken", "8.1")


def deployments(state: object, region: str) -> set[tuple[int, str]]:
    """Return the column and unit of each possible deployment there."""
    choices = offered(state, Deploy)  # type: ignore[arg-type]
    return {
        (choice.column, choice.unit) for choice in choices if isinstance(choice, Deploy) and choice.region == region
    }


def test_8_1_an_available_unit_or_one_deployed_anywhere_but_no_exhausted_one() -> None:
    state = position(active="uk", units_exhausted={"uk": 1}, deployed={"uk": {"pacific": 7}})
    assert {unit for _, unit in deployments(state, "europe")} == {"available", "pacific"}
    assert refused(state, "uk", Deploy("europe", 8, "exhausted")) == NO_SUCH_UNIT


def test_8_1_to_columns_five_to_eight_of_any_region() -> None:
    state = position()
    for region in REGIONS:
        assert deployments(state, region) == {(column, "available") for column in (5, 6, 7, 8)}


def test_8_1_only_where_the_side_has_no_other_unit() -> None:
    state = position(deployed={"france": {"europe": 6}})
    assert refused(state, "france", Deploy("europe", 8)) == UNIT_THERE
    assert {unit for _, unit in deployments(state, "europe")} == {"europe"}


def test_8_1_a_unit_may_move_within_its_region_to_another_space() -> None:
    state = position(deployed={"france": {"europe": 6}})
    assert {column for column, _ in deployments(state, "europe")} == {5, 7, 8}
    play(state, ("france", Deploy("europe", 8, "europe")))
    assert units(state, "france") == (2, 0, {"europe": 8}, 0)


def test_8_1_or_to_another_region() -> None:
    state = position(deployed={"france": {"europe": 6}})
    entries = play(state, ("france", Deploy("africa", 8, "europe")))
    assert told(entries, Deployed) == [Deployed("france", "africa", 8, "europe")]
    assert units(state, "france") == (2, 0, {"africa": 8}, 0)


def test_8_1_spaces_are_exclusive() -> None:
    state = position(deployed={"uk": {"europe": 7}, "usa": {"europe": 5}, "italy": {"africa": 8}})
    assert {column for column, _ in deployments(state, "europe")} == {6, 8}
    assert refused(state, "france", Deploy("europe", 7)) == SPACE_TAKEN


def test_8_1_without_a_unit_nothing_is_deployed() -> None:
    for state in (
        position(demobilised={"france": 3}),
        position(units_exhausted={"france": 3}, exhausted={"france": 1}),
    ):
        assert offered(state, Deploy) == []
        assert refused(state, "france", Deploy("africa", 8)) == NO_SUCH_UNIT


@pytest.mark.parametrize(("column", "influence", "happiness"), [(5, 3, 4), (6, 3, 2), (7, 2, 1), (8, 0, 0)])
def test_8_2_influence_comes_back_and_happiness_is_lost_by_column(column: int, influence: int, happiness: int) -> None:
    state = position(exhausted={"france": 5})
    play(state, ("france", Deploy("europe", column)))
    assert of(state, "france") == (10 + influence, 5 - influence)
    assert state.happiness["france"] == 20 - happiness


def test_8_2_no_more_influence_than_is_exhausted() -> None:
    state = position(exhausted={"france": 2})
    play(state, ("france", Deploy("europe", 5)))
    assert of(state, "france") == (15, 0)


def test_8_2_also_when_a_deployed_unit_moves() -> None:
    state = position(exhausted={"france": 5}, deployed={"france": {"europe": 8}})
    play(state, ("france", Deploy("europe", 7, "europe")))
    assert (of(state, "france"), state.happiness["france"]) == ((12, 3), 19)


def test_8_2_the_example_of_the_rulebook() -> None:
    state = position(active="uk", unrest={"middle_east": 8}, exhausted={"uk": 3})
    play(state, ("uk", Deploy("middle_east", 6)))
    assert (of(state, "uk"), state.happiness["uk"], state.unrest["middle_east"]) == ((15, 0), 18, 5)


def test_8_3_the_happiness_of_the_highest_free_space() -> None:
    state = position(active="uk", happiness={"uk": 11}, home=["italy"])
    entries = play(state, ("uk", Demobilise("available")))
    assert told(entries, Demobilised) == [Demobilised("uk", "available", 4, False)]
    assert state.happiness["uk"] == 15
    assert state.home[:3] == ["italy", "uk", ""]


TRACKS = {3: [5, 4, 3, 2, 1, 1], 4: [5, 4, 3, 3, 2, 2, 1, 1]}


@pytest.mark.parametrize("players", [3, 4])
def test_8_3_the_spaces_one_after_the_other_and_the_last_is_never_full(players: int) -> None:
    for taken, worth in enumerate(TRACKS[players]):
        spaces = 4 if players == 3 else 6
        home = ["uk", "uk", "uk", "usa", "usa", "usa"][: min(taken, spaces)]
        state = position(players=players, home=home, happiness={"france": 11})
        play(state, ("france", Demobilise("available")))
        assert state.happiness["france"] == 11 + worth


@pytest.mark.parametrize("unit", ["available", "exhausted", "europe"])
def test_8_3_a_unit_from_anywhere(unit: str) -> None:
    state = position(units_exhausted={"france": 1}, deployed={"france": {"europe": 7}}, unrest={"europe": 6})
    play(state, ("france", Demobilise(unit)))
    assert state.demobilised["france"] == 1
    assert unit not in state.deployed["france"]
    assert state.unrest["europe"] == 6


def test_8_3_but_not_one_that_is_not_there_or_out_of_play() -> None:
    state = position(units_exhausted={"france": 2}, demobilised={"france": 1})
    for unit in ("available", "europe"):
        assert refused(state, "france", Demobilise(unit)) == ("no_unit_there", "8.3")
    home = position(demobilised={"france": 3})
    assert refused(home, "france", Demobilise("available")) == ("no_unit_there", "8.3")


def test_8_3_happiness_stops_at_thirty() -> None:
    state = position(happiness={"france": 28})
    play(state, ("france", Demobilise("available")))
    assert state.happiness["france"] == 30
