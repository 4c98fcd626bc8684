"""Chapter 14, one player: the two bots on their turns and in uprisings."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.agenda import pending
from engine.versailles.choices import (
    ChooseOption,
    Demobilise,
    Modify,
    Place,
    Settle,
)
from engine.versailles.journal import (
    Announced,
    Demobilised,
    Deployed,
    NothingDone,
    Placed,
    Reclaimed,
    RegionDrawn,
    Settled,
)
from engine.versailles.meaning import Context
from engine.versailles.questions import Demobilising
from engine.versailles.solitaire_bots import BotPlacing, BotSettling
from engine.versailles.state import Versailles
from engine.versailles.uprising import UprisingCheck
from tests.games.versailles.positions import asked, of, offered, play, refused, told, until
from tests.games.versailles.solo import alone, happened

# 14.5 Military actions of bots

AFRICAN = {"ethiopia": ("uk", "independent")}


def sent(**board: Any) -> list[tuple[str, str, int]]:
    """Return where the British bot deploys before its political action."""
    usual: dict[str, Any] = {"settled": AFRICAN, "unrest": {"africa": 4}}
    state = alone(**usual | board)
    return [(entry.side, entry.region, entry.column) for entry in happened(state, Deployed)]


def test_14_5_it_deploys_in_column_7_where_it_has_most_issues_and_unrest_is_4() -> None:
    assert sent() == [("uk", "africa", 7)]
    assert sent(unrest={"africa": 8}) == [("uk", "africa", 7)]


def test_14_5_the_deployment_has_its_usual_effects() -> None:
    state = alone(settled=AFRICAN, unrest={"africa": 4}, exhausted={"uk": 5})
    assert (state.happiness["uk"], of(state, "uk")) == (19, (12, 3))


def test_14_5_below_4_it_stays() -> None:
    assert sent(unrest={"africa": 3}) == []


def test_14_5_it_may_tie_for_most_issues() -> None:
    assert sent(settled=AFRICAN | {"somalia": ("france", "independent")}) == [("uk", "africa", 7)]
    more = {"somalia": ("france", "independent"), "south_west_africa": ("france", "independent")}
    assert sent(settled=AFRICAN | more) == []


def test_14_5_where_nobody_controls_anything_it_stays() -> None:
    assert sent(settled={}) == []


def test_14_5_where_it_has_a_unit_it_stays() -> None:
    assert sent(deployed={"uk": {"africa": 8}}) == []


def test_14_5_in_column_8_if_7_is_taken() -> None:
    assert sent(deployed={"france": {"africa": 7}}) == [("uk", "africa", 8)]


@pytest.mark.parametrize(("happiness", "column"), [(11, 8), (12, 7)])
def test_14_5_in_column_8_if_7_would_cause_a_mutiny(happiness: int, column: int) -> None:
    assert sent(happiness={"uk": happiness}) == [("uk", "africa", column)]


def test_14_5_not_at_all_if_both_are_taken() -> None:
    assert sent(deployed={"france": {"africa": 7}, "usa": {"africa": 8}}) == []


def test_14_5_nor_if_8_is_taken_and_7_would_cause_a_mutiny() -> None:
    board: dict[str, Any] = {"deployed": {"france": {"africa": 8}}, "happiness": {"uk": 11}, "home": ["usa"] * 3}
    state = alone(settled=AFRICAN, unrest={"africa": 4}, units_exhausted={}, demobilised={"usa": 3}, **board)
    assert happened(state, Deployed) == []


def test_14_5_it_sends_available_units_only() -> None:
    assert sent(units_exhausted={"uk": 3}) == []
    assert sent(units_exhausted={"uk": 2}, deployed={"uk": {"europe": 7}}) == []


def test_14_5_first_where_it_has_most_issues() -> None:
    settled = AFRICAN | {"korea": ("uk", "to_japan"), "vietnam": ("uk", "independent")}
    assert sent(settled=settled, unrest={"africa": 8, "pacific": 4}) == [("uk", "pacific", 7)]


def test_14_5_then_where_its_issue_has_most_stars() -> None:
    settled = AFRICAN | {"korea": ("uk", "to_japan"), "rheinland": ("uk", "french_occupation")}
    assert sent(settled=settled, unrest={"africa": 4, "pacific": 4, "europe": 4}) == [("uk", "europe", 7)]


def test_14_5_then_where_a_die_says() -> None:
    """By the dice of 1.6: 6, Europe and the Pacific are none of them; 3 is the Middle East."""
    settled = AFRICAN | {"arabia": ("uk", "saudi_rule")}
    state = alone(settled=settled, unrest={"africa": 4, "middle_east": 4}, region=(6, 1, 4, 3))
    assert [entry.region for entry in happened(state, Deployed)] == ["middle_east"]
    assert happened(state, RegionDrawn)[0] == RegionDrawn(6, None)


@pytest.mark.parametrize(("happiness", "home"), [(11, True), (12, True), (13, False), (20, False)])
def test_14_5_one_or_two_happiness_from_a_mutiny_it_demobilises(happiness: int, home: bool) -> None:
    state = alone(happiness={"uk": happiness})
    assert happened(state, Demobilised) == ([Demobilised("uk", "available", 5, False)] if home else [])


@pytest.mark.parametrize(("happiness", "home"), [(5, True), (6, True), (7, False)])
def test_14_5_also_with_two_units(happiness: int, home: bool) -> None:
    state = alone(happiness={"uk": happiness}, demobilised={"uk": 1})
    assert bool(happened(state, Demobilised)) == home


def test_14_5_its_last_unit_never_mutinies() -> None:
    assert not happened(alone(happiness={"uk": 1}, demobilised={"uk": 2}), Demobilised)


@pytest.mark.parametrize(("taken", "home"), [(["usa"] * 3, True), (["usa"] * 3 + ["france"], False)])
def test_14_5_only_for_a_space_worth_two(taken: list[str], home: bool) -> None:
    assert bool(happened(alone(happiness={"uk": 11}, home=taken), Demobilised)) == home


def test_14_5_the_player_says_which_unit_goes_home() -> None:
    state = alone(happiness={"uk": 11}, deployed={"uk": {"africa": 8}})
    assert isinstance(pending(state), Demobilising)
    assert asked(state) == "usa"
    came = play(state, ("usa", Demobilise("africa")))
    assert told(came, Demobilised) == [Demobilised("uk", "africa", 5, False)]
    assert isinstance(pending(state), BotPlacing)


def test_14_5_the_first_that_applies() -> None:
    state = alone(settled=AFRICAN, unrest={"africa": 4}, happiness={"uk": 12})
    assert [type(entry) for entry in happened(state, Deployed, Demobilised)] == [Deployed]


def test_14_5_after_the_political_action_if_none_was_taken_before() -> None:
    state = alone(cubes={"south_west_africa": {"uk": 1}}, table=("south_west_africa", "korea"), unrest={"africa": 3})
    came = play(state, ("usa", ChooseOption("south_african_annexation")))
    came += until(state, BotPlacing)
    assert told(came, Deployed) == [Deployed("uk", "africa", 7, None)]


def test_14_5_one_military_action_a_turn() -> None:
    board: dict[str, Any] = {"settled": AFRICAN | {"korea": ("uk", "to_japan")}, "unrest": {"africa": 4, "pacific": 4}}
    state = alone(**board)
    assert happened(state, Deployed) == [Deployed("uk", "africa", 7, None)]
    state.news = []
    assert told(play(state, ("usa", offered(state)[0])), Deployed) == []
    assert state.active == "france"


# 14.6 Political actions of bots


def test_14_6_it_settles_what_it_leads_on_the_table() -> None:
    state = alone(cubes={"korea": {"uk": 1}}, table=("korea", "arabia"))
    assert happened(state, Settled) == [Settled("uk", "korea")]


def test_14_6_of_two_that_with_the_highest_potential_value() -> None:
    """Four stars and a token against three and one."""
    state = alone(cubes={"ethiopia": {"uk": 1}, "smyrna": {"uk": 1}}, table=("ethiopia", "smyrna"))
    assert happened(state, Settled) == [Settled("uk", "smyrna")]


def test_14_6_the_player_chooses_among_equals() -> None:
    state = alone(cubes={"arabia": {"uk": 1}, "ethiopia": {"uk": 1}}, table=("arabia", "ethiopia"))
    assert isinstance(pending(state), BotSettling)
    assert offered(state) == [Settle("arabia"), Settle("ethiopia")]
    assert refused(state, "usa", Settle("korea")) == ("bot_settles", "14.6")
    assert told(play(state, ("usa", Settle("ethiopia"))), Settled) == [Settled("uk", "ethiopia")]


def test_14_6_else_it_places_the_least_on_two_issues_of_the_players_choice() -> None:
    cubes = {"south_west_africa": {"uk": 1, "usa": 2}, "slovenia_croatia": {"uk": 1, "france": 2}}
    state = alone(cubes=cubes, table=("anschluss", "south_west_africa"), waiting_room=("slovenia_croatia", "korea"))
    assert isinstance(pending(state), BotPlacing)
    assert asked(state) == "usa"
    wrong = Place((("slovenia_croatia", 3), ("south_west_africa", 2)))
    assert refused(state, "usa", wrong) == ("just_enough", "14.6")
    came = play(state, ("usa", Place((("slovenia_croatia", 2), ("south_west_africa", 2)))))
    assert told(came, Placed) == [Placed("uk", (("slovenia_croatia", 2), ("south_west_africa", 2)))]


def test_14_6_a_single_pair_that_it_can_pay_for_needs_no_choice() -> None:
    cubes = {"arabia": {"usa": 9}, "thrace": {"usa": 3}, "smyrna": {"usa": 3}}
    state = alone(
        cubes=cubes, table=("arabia", "korea"), waiting_room=("thrace", "smyrna", "tyrol"), available={"uk": 2}
    )
    assert happened(state, Placed) == [Placed("uk", (("korea", 1), ("tyrol", 1)))]


def test_14_6_else_it_reclaims_six_cubes_and_all_exhausted_units() -> None:
    state = alone(available={"uk": 1}, units_exhausted={"uk": 2}, deployed={"uk": {"africa": 7}})
    assert happened(state, Reclaimed) == [Reclaimed("uk", 6, 2, ())]
    assert of(state, "uk") == (7, 8)
    assert state.deployed["uk"] == {"africa": 7}


def test_14_6_it_reclaims_what_there_is() -> None:
    cubes = {"korea": {"uk": 3, "usa": 4}, "arabia": {"uk": 5, "usa": 6}}
    state = alone(cubes=cubes, waiting_room=("smyrna", "thrace", "tyrol"), exhausted={"uk": 7}, available={"uk": 0})
    assert happened(state, Reclaimed) == [Reclaimed("uk", 6, 0, ())]


FULL = {"smyrna": {"uk": 8, "france": 7}, "thrace": {"uk": 7, "usa": 8}}
"""All British cubes are in the Waiting Room."""


def test_14_6_else_it_settles_what_the_other_bot_leads() -> None:
    cubes = FULL | {"korea": {"usa": 2}, "arabia": {"france": 2}}
    state = alone(cubes=cubes, table=("korea", "arabia"), waiting_room=("smyrna", "thrace", "tyrol"))
    assert happened(state, Settled) == [Settled("uk", "arabia")]


def test_14_6_the_player_chooses_which() -> None:
    cubes = FULL | {"korea": {"france": 2}, "arabia": {"france": 2}}
    state = alone(cubes=cubes, table=("korea", "arabia"), waiting_room=("smyrna", "thrace", "tyrol"))
    assert offered(state) == [Settle("korea"), Settle("arabia")]


def test_14_6_else_nothing() -> None:
    cubes = FULL | {"korea": {"usa": 2}, "arabia": {"usa": 2, "france": 2}}
    state = alone(cubes=cubes, table=("korea", "arabia"), waiting_room=("smyrna", "thrace", "tyrol"))
    assert happened(state, NothingDone) == [NothingDone("uk")]


# 14.8 Bots in uprisings


def rolled(settled: Mapping[str, tuple[str, str]], **board: Any) -> Versailles:
    """Check Africa, where the British bot has a unit and the unrest is 3; the die shows a 1."""
    check = UprisingCheck(("africa",), 0, (), (), Context("france"))
    deployed = {"uk": {"africa": 7}}
    return alone(check, settled=settled, deployed=deployed, unrest={"africa": 3}, dice=(1,), **board)


@pytest.mark.parametrize(
    ("settled", "by"),
    [({"ethiopia": ("uk", "independent")}, -1), ({"ethiopia": ("usa", "independent")}, +1), ({}, +1)],
)
def test_14_8_minus_one_if_it_would_suffer_else_plus_one(settled: dict[str, tuple[str, str]], by: int) -> None:
    assert happened(rolled(settled), Announced) == [Announced("uk", "africa", by)]


def test_14_8_in_a_tie_the_player_says() -> None:
    state = rolled({"ethiopia": ("uk", "independent"), "somalia": ("usa", "independent")})
    assert asked(state) == "usa"
    assert offered(state) == [Modify(-1), Modify(+1)]
    assert refused(state, "usa", Modify(0)) == ("not_offered", "9.2")
    assert told(play(state, ("usa", Modify(+1))), Announced) == [Announced("uk", "africa", +1)]


def test_14_8_the_player_modifies_at_will() -> None:
    state = alone(
        UprisingCheck(("africa",), 0, (), (), Context("france")),
        deployed={"usa": {"africa": 7}},
        unrest={"africa": 3},
        dice=(1,),
    )
    assert offered(state) == [Modify(0), Modify(+1), Modify(-1)]
