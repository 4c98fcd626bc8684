"""Chapter 1: players, pieces, terms."""

from random import Random

import msgspec
import pytest

from engine.core.agenda import proceed, then
from engine.core.game import Opening
from engine.versailles import GAME
from engine.versailles.cards.issues import ISSUES
from engine.versailles.cards.kinds import Unrest
from engine.versailles.choices import ChooseOption, EndTurn, Place, Settle
from engine.versailles.invariants import conserved
from engine.versailles.journal import RegionDrawn, UnrestChanged
from engine.versailles.meaning import Context, Effecting
from engine.versailles.state import Versailles
from tests.games.versailles.positions import finish, play, position, told

SEED = "19" * 32


def opened(players: int) -> Versailles:
    return GAME.open(Opening(GAME.sides(players), GAME.options(), SEED))[0]


def test_1_1_the_leaders_at_the_table_by_number_of_players() -> None:
    assert GAME.sides(3) == ("uk", "france", "usa")
    assert GAME.sides(4) == ("uk", "france", "usa", "italy")


def test_1_1_most_points_win() -> None:
    state = position(settled={"rheinland": ("usa",), "somalia": ("france",), "arabia": ("uk",)})
    assert [side for (side,) in GAME.ranking(state)] == ["usa", "uk", "france", "italy"]


@pytest.mark.parametrize("players", [3, 4])
def test_1_2_everybody_has_a_happiness_marker_even_those_nobody_plays(players: int) -> None:
    state = opened(players)
    assert set(state.happiness) == {"uk", "france", "usa", "italy", "japan"}
    assert "japan" not in state.factions
    assert ("italy" in state.factions) == (players == 4)


def test_1_2_the_happiness_of_a_nation_nobody_plays_changes() -> None:
    state = position(players=3, cubes={"montenegro": {"france": 1}})
    play(state, ("france", Settle("montenegro")), ("france", ChooseOption("independent")))
    assert (state.happiness["italy"], state.happiness["france"]) == (21, 19)


def test_1_3_every_side_has_fifteen_cubes_and_three_units() -> None:
    state = opened(4)
    assert state.available == dict.fromkeys(state.sides, 15)
    assert state.units_available == dict.fromkeys(state.sides, 3)


def test_1_3_a_cube_is_in_exactly_one_place() -> None:
    state = position(event="ho_chi_minh", holder="usa", cubes={"korea": {"usa": 4}}, exhausted={"usa": 5})
    assert state.available["usa"] == 15 - 1 - 4 - 5
    state.available["usa"] += 1
    assert len(conserved(state)) == 1


def test_1_3_a_unit_is_in_exactly_one_place() -> None:
    state = position(deployed={"usa": {"europe": 7}}, demobilised={"usa": 1})
    assert state.units_available["usa"] == 1
    state.units_exhausted["usa"] += 1
    assert len(conserved(state)) == 1


def test_1_4_everybody_sees_the_same_and_the_discards() -> None:
    state = opened(4)
    views = {msgspec.json.encode(GAME.view(state, side)) for side in (*state.sides, None)}
    assert len(views) == 1
    shown = msgspec.json.decode(views.pop())
    assert shown["issue_discard"] == state.issue_discard
    assert shown["event_discard"] == state.event_discard


def test_1_4_the_order_of_the_decks_is_not_seen() -> None:
    state = opened(4)
    shown = msgspec.json.encode(GAME.view(state, "uk")).decode()
    assert not any(f'"{card}"' in shown for card in (*state.issue_deck, *state.event_deck))
    other = GAME.redeal(state, "uk", Random(1))
    assert other.issue_deck != state.issue_deck
    assert other.event_deck != state.event_deck
    assert GAME.view(other, "uk") == GAME.view(state, "uk")


def test_1_5_leading_is_having_more_cubes_than_any_other() -> None:
    state = position(cubes={"korea": {"uk": 2, "france": 3}, "vietnam": {"uk": 2, "france": 2}})
    assert state.leader("korea") == "france"
    assert state.leader("vietnam") is None
    assert state.leader("syria") is None


def test_1_5_controlling_is_having_it_settled_before_oneself() -> None:
    state = position(settled={"korea": ("uk",), "vietnam": ("france",)}, cubes={"syria": {"uk": 5}})
    assert state.controlled("uk") == ["korea"]


def test_1_5_the_active_side_is_the_one_whose_turn_it_is() -> None:
    state = position(active="uk", table=("korea", "vietnam"))
    play(state, ("uk", Place((("korea", 1), ("vietnam", 1)))), ("uk", EndTurn()))
    assert state.active == "france"


@pytest.mark.parametrize(
    ("die", "region"), [(1, "europe"), (2, "balkans"), (3, "middle_east"), (4, "pacific"), (5, "africa")]
)
def test_1_6_a_die_gives_a_random_region(die: int, region: str) -> None:
    state = position(region=[die])
    then(state, Effecting((Unrest("random", 2),), Context("france")))
    proceed(state)
    assert state.news == [RegionDrawn(die, region), UnrestChanged(region, 2, 3, 0)]


def test_1_6_nothing_happens_on_a_six() -> None:
    state = position(region=[6])
    then(state, Effecting((Unrest("random", 2),), Context("france")))
    proceed(state)
    assert state.news == [RegionDrawn(6, None)]
    assert set(state.unrest.values()) == {1}


@pytest.mark.parametrize("issue", ["womens_suffrage", "indemnity"])
def test_1_6_league_and_reparations_issues_count_as_europe_where_a_card_speaks_of_the_settled_one(issue: str) -> None:
    state = position(table=(issue, "vietnam"), cubes={issue: {"france": 1}}, crisis=["john_foster_dulles"])
    play(state, ("france", Settle(issue)), ("france", ChooseOption(ISSUES[issue].options[-1].id)))
    before = state.unrest["europe"]
    entries = finish(state)
    assert told(entries, UnrestChanged) == [UnrestChanged("europe", 1, before + 1, 0)]
