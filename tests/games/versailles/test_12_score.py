"""Chapter 12: the score."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.game import Point
from engine.versailles import GAME
from engine.versailles.cards.issues import END
from engine.versailles.state import Versailles
from tests.games.versailles.positions import position


def points(state: Versailles, side: str, reason: str) -> list[int]:
    return [point.points for point in GAME.score(state) if (point.side, point.reason) == (side, f"versailles.{reason}")]


# 12.1 Stars, flags


def test_12_1_stars_of_controlled_issues() -> None:
    state = position(
        settled={"rheinland": ("uk",), "korea": ("uk",), "womens_suffrage": ("uk", "exclude"), END: ("uk",)}
    )
    assert points(state, "uk", "stars") == [6, 2, 4, 7]
    assert points(state, "france", "stars") == []


def test_12_1_one_point_for_each_token_with_the_own_flag_on_own_issues() -> None:
    settled = {"shantung": ("usa", "to_japan", "usa", "usa"), "high_seas_fleet": ("usa", "shared_out")}
    state = position(settled=settled)
    assert points(state, "usa", "flag") == [1, 1, 1]


def test_12_1_flags_on_issues_of_others_count_nothing() -> None:
    state = position(settled={"ethiopia": ("france", "uk_mandate"), "somalia": ("uk", "italian_mandate")})
    assert [point for point in GAME.score(state) if point.reason == "versailles.flag"] == []


def test_12_1_the_empire_flag_counts_like_the_naval_one() -> None:
    state = position(settled={"ethiopia": ("uk", "uk_mandate"), "syria": ("france", "french_mandate")})
    assert points(state, "uk", "flag") == [1]
    assert points(state, "france", "flag") == [1]


def test_12_1_the_sheet_says_what_each_point_is_for() -> None:
    state = position(players=3, settled={"ethiopia": ("uk", "uk_mandate")}, happiness={"uk": 11})
    assert [point for point in GAME.score(state) if point.side == "uk"] == [
        Point("uk", 3, "versailles.stars", {"issue": "ethiopia"}),
        Point("uk", 1, "versailles.flag", {"issue": "ethiopia", "token": "empire:uk"}),
        Point("uk", 0, "versailles.happiness", {"place": 3, "happiness": 11}),
    ]


# 12.2 Happiness


@pytest.mark.parametrize(
    ("happiness", "expected"),
    [
        ({"uk": 22, "usa": 20, "france": 18}, {"uk": 6, "usa": 3, "france": 0}),
        ({"uk": 22, "usa": 22, "france": 18}, {"uk": 6, "usa": 6, "france": 0}),
        ({"uk": 22, "usa": 18, "france": 18}, {"uk": 6, "usa": 3, "france": 3}),
        ({"uk": 9, "usa": 9, "france": 9}, {"uk": 6, "usa": 6, "france": 6}),
        ({"uk": 22, "france": 20, "usa": 18, "italy": 16}, {"uk": 6, "france": 4, "usa": 2, "italy": 0}),
        ({"uk": 22, "france": 20, "usa": 20, "italy": 16}, {"uk": 6, "france": 4, "usa": 4, "italy": 0}),
        ({"uk": 22, "france": 22, "usa": 22, "italy": 16}, {"uk": 6, "france": 6, "usa": 6, "italy": 0}),
        ({"uk": 22, "france": 20, "usa": 16, "italy": 16}, {"uk": 6, "france": 4, "usa": 2, "italy": 2}),
        ({"uk": 22, "france": 22, "usa": 16, "italy": 16}, {"uk": 6, "france": 6, "usa": 2, "italy": 2}),
    ],
)
def test_12_2_tied_sides_score_the_higher_place_and_the_next_is_skipped(
    happiness: Mapping[str, int], expected: Mapping[str, int]
) -> None:
    state = position(players=len(happiness), happiness=dict(happiness), demobilised=dict.fromkeys(happiness, 2))
    assert GAME.totals(state) == expected


def test_12_2_the_happiness_of_nations_nobody_plays_takes_no_place() -> None:
    state = position(players=3, happiness={"italy": 30, "japan": 30, "uk": 25, "france": 24})
    assert GAME.totals(state) == {"uk": 6, "france": 3, "usa": 0}


def test_12_2_a_side_at_zero_loses_five_points() -> None:
    state = position(happiness={"uk": 0, "france": 1}, demobilised={"uk": 2, "france": 2})
    assert points(state, "uk", "no_happiness") == [-5]
    assert (GAME.totals(state)["uk"], GAME.totals(state)["france"]) == (-5, 2)


def test_12_2_two_at_zero_lose_five_each_beside_their_place() -> None:
    state = position(happiness={"uk": 0, "france": 0}, demobilised={"uk": 2, "france": 2})
    assert GAME.totals(state) == {"uk": 2 - 5, "france": 2 - 5, "usa": 6, "italy": 6}


# 12.3 Strategies

WORLD = {
    "rheinland": ("uk", "independent_buffer_state"),  # containment
    "prussia": ("uk", "corridor_to_poland"),  # containment
    "transylvania": ("france", "to_romania"),  # bolshevik, containment
    "ukraine": ("usa", "independent"),  # self-determination
    "mesopotamia": ("france", "uk_mandate"),  # British empire, industry
    "somalia": ("usa", "italian_mandate"),  # Italian empire
    "high_seas_fleet": ("usa", "shared_out"),  # British and American naval
    "indemnity": ("uk", "yes"),  # two reparations
    "womens_suffrage": ("uk", "include"),  # self-determination
    "labour_charter": ("uk", "voluntary"),  # industry
}
UNREST = {"europe": 4, "balkans": 3, "middle_east": 5, "pacific": 1, "africa": 8}


def conditions(strategy: str, **board: Any) -> dict[str, int]:
    """Return the points that the strategy gives the United Kingdom, by condition (and token)."""
    others = [name for name in ("mobilization", "revanchism", "reparations", "isolationism") if name != strategy]
    strategies = {"uk": strategy} | dict(zip(("france", "usa", "italy"), others, strict=False))
    usual: dict[str, Any] = {"settled": WORLD, "unrest": UNREST, "strategies": strategies}
    state = position(**usual | board)
    return {
        point.reason.removeprefix("versailles.condition.") + (f" {token}" if (token := point.facts["token"]) else ""): (
            point.points
        )
        for point in GAME.score(state)
        if point.side == "uk" and "condition" in point.reason
    }


def test_12_3_tokens_on_all_settled_issues_count_whoever_controls_them() -> None:
    assert conditions("outlawing_war") == {
        "tokens containment": 3,
        "tokens bolshevik": 1,
        "tokens self_determination": 2,
        "calm_regions": 2 * 2,
    }


def test_12_3_naval_and_empire_tokens_of_every_flag_and_different_regions_of_ones_own() -> None:
    assert conditions("balance_of_power") == {
        "tokens naval": 2,
        "tokens empire": 2,
        "restless_regions": 3,
        "different_regions": 1,
    }


def test_12_3_tokens_may_count_against_one() -> None:
    assert conditions("global_trade", happiness={"uk": 21}) == {
        "tokens industry": 2 * 2,
        "tokens reparations": -2,
        "happiness_twice": 6,
        "restless_regions": 3,
    }


def test_12_3_regions_up_to_three_are_calm_from_four_on_restless() -> None:
    for europe, calm, restless in ((3, 1, 0), (4, 0, 1)):
        unrest = {"europe": europe, "balkans": 1, "middle_east": 1, "pacific": 1, "africa": 1}
        assert conditions("outlawing_war", unrest=unrest)["calm_regions"] == 2 * (4 + calm)
        assert conditions("mobilization", unrest=unrest)["restless_regions"] == restless


def test_12_3_the_unit_disc_counts_own_units_not_demobilised() -> None:
    where = {"deployed": {"uk": {"europe": 8}}, "units_exhausted": {"uk": 1}, "unrest": {"europe": 1}}
    assert conditions("mobilization", **where)["units"] == 2 * 3
    assert conditions("mobilization", demobilised={"uk": 2, "france": 3})["units"] == 2


def test_12_3_league_and_reparations_issues_of_ones_own() -> None:
    assert conditions("fourteen_points")["league_issues"] == 2
    assert conditions("reparations")["reparations_issues"] == 2


@pytest.mark.parametrize(("italy", "japan", "signing"), [(15, 15, 2), (14, 15, 1), (15, 14, 1), (14, 0, 0)])
@pytest.mark.parametrize("players", [3, 4])
def test_12_3_a_nation_signs_with_happiness_fifteen_or_more(players: int, italy: int, japan: int, signing: int) -> None:
    happiness = {"italy": italy, "japan": japan}
    board: dict[str, Any] = {"players": players, "happiness": happiness}
    if players == 3:
        board["strategies"] = {"uk": "national_growth", "france": "mobilization", "usa": "isolationism"}
    assert conditions("national_growth", **board)["signing"] == 3 * signing
    if players == 3:
        board["strategies"] = {"uk": "isolationism", "france": "mobilization", "usa": "national_growth"}
    assert conditions("isolationism", **board)["not_signing"] == 3 * (2 - signing)


def test_12_3_happiness_twice_doubles_the_points_of_the_rank() -> None:
    assert conditions("isolationism", happiness={"uk": 30})["happiness_twice"] == 6
    assert conditions("isolationism", happiness={"uk": 19, "france": 21, "usa": 21})["happiness_twice"] == 0


def test_12_3_and_the_penalty_too() -> None:
    board: dict[str, Any] = {"happiness": {"uk": 0}, "demobilised": {"uk": 2}}
    assert conditions("reparations", **board)["happiness_twice"] == -5
    sad = dict.fromkeys(("uk", "france", "usa", "italy"), 0)
    everybody = {"happiness": sad, "demobilised": dict.fromkeys(sad, 2)}
    assert conditions("reparations", **everybody)["happiness_twice"] == 6 - 5


def test_12_3_other_strategies_give_happiness_nothing_more() -> None:
    assert "happiness_twice" not in conditions("mobilization", happiness={"uk": 30})


# 12.4 Ties


def test_12_4_more_points_win() -> None:
    state = position(settled={"vietnam": ("usa",)}, happiness={"uk": 20})
    assert GAME.ranking(state)[0] == ("usa",)


def test_12_4_then_more_happiness() -> None:
    happiness = {"uk": 22, "france": 20, "usa": 18}
    state = position(players=3, settled={"korea": ("uk",), "syria": ("france", "independent")}, happiness=happiness)
    assert GAME.totals(state) == {"uk": 2 + 6, "france": 5 + 3, "usa": 0}
    assert GAME.ranking(state) == (("uk",), ("france",), ("usa",))


def test_12_4_then_more_issues() -> None:
    settled = {"syria": ("uk", "independent"), "korea": ("france",), "somalia": ("usa", "independent")}
    settled |= {"vietnam": ("usa", "independent"), "arabia": ("france", "saudi_rule")}
    state = position(players=3, settled=settled)
    assert GAME.totals(state) == {"uk": 11, "france": 11, "usa": 10}
    assert GAME.ranking(state) == (("france",), ("uk",), ("usa",))


def test_12_4_then_the_place_is_shared() -> None:
    state = position(settled={"korea": ("usa",), "vietnam": ("italy", "independent")})
    assert GAME.ranking(state) == (("usa", "italy"), ("uk", "france"))
