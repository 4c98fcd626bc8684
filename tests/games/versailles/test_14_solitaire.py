"""Chapter 14, one player: setup, values, points, the player's turn and the end."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest

from engine.core.agenda import pending
from engine.core.game import ImpossibleOpening, Opening, Point
from engine.core.state import Outcome, encode
from engine.versailles import GAME
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    Demobilise,
    Deploy,
    DrawIssues,
    EndTurn,
    PickBranch,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.journal import (
    GameEnded,
    PointScored,
)
from engine.versailles.meaning import Context
from engine.versailles.questions import Branching
from engine.versailles.settle import Conference, Refill, Refilling
from engine.versailles.setup import Options
from engine.versailles.solitaire import own_tokens, potential_value, strength
from engine.versailles.solitaire_bots import BotPlacing
from engine.versailles.state import Versailles
from engine.versailles.tracks import Mutiny, MutinyCheck
from engine.versailles.turn import Turn
from engine.versailles.uprising import UprisingCheck
from engine.versailles.view import SolitaireView, view
from tests.games.versailles.positions import asked, offered, over, play, refused
from tests.games.versailles.solo import ONE_EACH, alone, happened

SEED = "5e" * 32


def opened(*, rigged: Mapping[str, list[Outcome]] = {}, **options: Any) -> Versailles:
    return GAME.open(Opening(GAME.sides(1), Options(**options), SEED, dict(rigged), players=1))[0]


# 14.1 Set-up


def test_14_1_one_seat_holds_the_three_sides() -> None:
    assert GAME.seating(1, GAME.options()) == (("uk", "france", "usa"),)


def test_14_1_two_issues_wait_and_twenty_lie_below_the_end_card() -> None:
    state = opened()
    assert (len(state.table), len(state.waiting_room), len(state.issue_discard)) == (2, 2, 1)
    assert state.issue_deck.index(END) == 20
    assert (len(state.events_waiting), bool(state.event)) == (2, True)


def test_14_1_no_strategies_and_no_italian_or_japanese_happiness() -> None:
    state = opened()
    assert (state.offered, state.strategies) == ([], {})
    assert state.happiness == {"uk": 20, "france": 20, "usa": 20}


def test_14_1_no_strategies_after_an_uprising_either() -> None:
    check = UprisingCheck(("africa",), 0, (), (), Context("uk"))
    state = alone(check, settled=ONE_EACH, unrest={"africa": 3}, dice=(6,))
    assert state.uprisings == 1
    assert isinstance(pending(state), BotPlacing)
    assert state.strategies == {}


def test_14_1_the_player_begins_as_the_last_faction_in_turn_order() -> None:
    state = GAME.open(Opening(("usa", "uk", "france"), Options(), SEED, players=1))[0]
    assert (state.factions, state.active, state.player) == (("usa", "uk", "france"), "usa", "france")


@pytest.mark.parametrize("faction", ["uk", "france", "usa"])
def test_14_1_a_faction_may_be_chosen_and_the_order_drawn(faction: str) -> None:
    state = opened(rigged={"turn_order": [("usa", "france", "uk")]}, faction=faction)
    assert state.factions == (*(side for side in ("usa", "france", "uk") if side != faction), faction)
    assert state.player == faction


def test_14_1_the_whole_order_may_be_drawn() -> None:
    state = opened(rigged={"turn_order": [("usa", "france", "uk")]}, faction="random")
    assert (state.sides, state.factions, state.player) == (("usa", "france", "uk"), ("usa", "france", "uk"), "uk")


@pytest.mark.parametrize(
    "options", [{"faction": "random"}, {"faction": "uk"}, {"faction": "usa"}, {"order": "usa_france_uk"}]
)
def test_14_1_the_sides_that_came_of_an_order_open_the_same_game_again(options: dict[str, Any]) -> None:
    """A record stores the sides in this order."""
    for seed in (SEED, 64 * "b"):
        state, _ = GAME.open(Opening(GAME.sides(1), Options(**options), seed, players=1))
        again, _ = GAME.open(Opening(state.sides, Options(**options), seed, players=1))
        assert encode(again) == encode(state)


@pytest.mark.parametrize("order", [*permutations(("uk", "france", "usa"))])
def test_14_1_the_whole_order_may_be_chosen(order: tuple[str, ...]) -> None:
    state = opened(order="_".join(order))
    assert (state.sides, state.factions, state.active, state.player) == (order, order, order[0], order[2])


@pytest.mark.parametrize(
    ("players", "options", "problem"),
    [
        (1, Options(length="long"), "leave out length 'long'"),
        (3, Options(goal=25), "leave them out"),
        (4, Options(faction="usa"), "leave them out"),
        (3, Options(order="usa_uk_france"), "leave them out"),
        (1, Options(order="usa_uk_france", faction="usa"), "leave out the faction"),
        (4, Options(deals=False, secret_deals=True), "leave them out, or play with deals"),
    ],
)
def test_14_1_options_that_make_no_sense_are_refused(players: int, options: Options, problem: str) -> None:
    with pytest.raises(ImpossibleOpening, match=problem):
        GAME.start(players, SEED, options)


def test_14_1_three_sides_with_three_players_are_no_solitaire_game() -> None:
    state = GAME.start(3, SEED)
    assert (state.goal, len(state.waiting_room), len(state.offered)) == (0, 3, 4)
    assert view(state, None).solitaire is None


def test_14_1_the_order_of_turns_stays_whoever_the_player_is() -> None:
    state = alone(Turn(), player="france", active="usa")
    turns = [state.active]
    state.player = "uk"
    while len(turns) < 5:
        turn = state.turn
        play(state, (asked(state), EndTurn() if EndTurn() in offered(state) else offered(state)[0]))
        turns += [state.active] * (state.turn - turn)
    assert turns == ["usa", "uk", "france", "usa", "uk"]


def test_14_1_the_player_has_nobody_to_deal_with() -> None:
    state = opened(deals=True)
    assert not state.dealing
    assert GAME.out_of_turn.step.waiting(state) == {}


# 14.2 Values


def test_14_2_the_potential_value_is_the_value_under_the_best_option() -> None:
    """The published case."""
    assert {side: potential_value(side, "rheinland") for side in ("usa", "france", "uk")} == {
        "usa": 7,
        "france": 7,
        "uk": 6,
    }


@pytest.mark.parametrize(("side", "own"), [("uk", 1), ("usa", 1), ("france", 0)])
def test_14_2_a_naval_token_may_have_either_flag(side: str, own: int) -> None:
    assert own_tokens(side, ["naval:either"]) == own
    assert potential_value(side, "constantinople") == 6 + 2 * own


@pytest.mark.parametrize(
    ("side", "tokens"),
    [
        ("france", ["containment", "reparations", "empire:france"]),
        ("uk", ["naval:uk", "bolshevik", "empire:uk"]),
        ("usa", ["self_determination", "industry", "naval:usa"]),
    ],
)
def test_14_2_each_faction_has_three_tokens(side: str, tokens: list[str]) -> None:
    assert own_tokens(side, tokens) == 3
    assert sum(own_tokens(other, tokens) for other in ("uk", "france", "usa") if other != side) == 0


def test_14_2_strength_is_stars_and_own_tokens_on_anybodys_issues() -> None:
    state = alone(
        settled={
            "rheinland": ("uk", "demilitarised_german"),
            "negotiations_with_russia": ("france", "do_not_offer"),
            "anschluss": ("france", "no"),
            "korea": ("usa", "independent"),
        }
    )
    assert {side: strength(state, side) for side in state.sides} == {"uk": 6 + 2, "france": 4 + 4 + 1, "usa": 2 + 1 + 1}
    assert view(state, None).solitaire == SolitaireView(20, 0, {"uk": 8, "france": 9, "usa": 4})


# 14.3 Points


STRONG = {"syria": ("usa", "independent"), "tyrol": ("uk", "divided"), "korea": ("france", "to_japan")}
"""5 stars and a token, 4 stars, 2 stars."""


def test_14_3_a_point_at_the_start_of_the_turn_for_the_highest_strength() -> None:
    state = alone(Turn(), active="usa", settled=STRONG)
    assert happened(state, PointScored) == [PointScored("usa", 1, 20)]
    assert state.scored == {"uk": 0, "france": 0, "usa": 1}


def test_14_3_not_if_another_is_as_strong() -> None:
    state = alone(Turn(), active="usa", settled=STRONG | {"vietnam": ("uk", "french_mandate")})
    assert [strength(state, side) for side in ("uk", "usa")] == [6, 6]
    assert happened(state, PointScored) == []


def test_14_3_not_if_somebody_controls_no_issue() -> None:
    settled = {issue: how for issue, how in STRONG.items() if issue != "korea"}
    assert happened(alone(Turn(), active="usa", settled=settled), PointScored) == []


@pytest.mark.parametrize("active", ["uk", "france"])
def test_14_3_not_on_the_turn_of_a_bot(active: str) -> None:
    assert happened(alone(Turn(), active=active, settled=STRONG), PointScored) == []


def test_14_3_not_if_a_bot_is_strongest() -> None:
    assert happened(alone(Turn(), active="uk", player="uk", settled=STRONG), PointScored) == []


def test_14_3_twenty_points_win_whatever_factions_scored_them() -> None:
    state = opened()
    state.scored = {"uk": 3, "france": 9, "usa": 8}
    assert GAME.ranking(state) == (("uk", "france", "usa"),)
    state.scored["usa"] = 7
    assert GAME.ranking(state) == (("conference",), ("uk", "france", "usa"))


def test_14_3_the_goal_moves() -> None:
    state = opened(goal=15)
    state.scored = {"uk": 6, "france": 0, "usa": 9}
    assert GAME.ranking(state) == (("uk", "france", "usa"),)


def test_14_3_the_score_sheet_names_the_factions_that_scored() -> None:
    state = opened()
    state.scored = {"uk": 3, "france": 0, "usa": 8}
    assert GAME.score(state)[0] == Point("uk", 3, "versailles.solitaire", {"goal": 20})
    assert GAME.totals(state) == {"uk": 3, "france": 0, "usa": 8}


# 14.4 The player's turn

BOTH = {"korea": {"usa": 1}, "arabia": {"usa": 2, "uk": 1}}


def test_14_4_who_leads_both_issues_on_the_table_must_settle_one() -> None:
    state = alone(Turn(), active="usa", cubes=BOTH, exhausted={"usa": 6})
    assert offered(state, Settle) == [Settle("korea"), Settle("arabia")]
    assert offered(state, Place) == offered(state, Reclaim) == []
    first, second = state.waiting_room[:2]
    assert refused(state, "usa", Place(((first, 1), (second, 1)))) == ("must_settle", "14.4")
    assert refused(state, "usa", Reclaim(6)) == ("must_settle", "14.4")


def test_14_4_a_military_action_may_come_first() -> None:
    state = alone(Turn(), active="usa", cubes=BOTH)
    play(state, ("usa", Deploy("africa", 8)))
    assert {type(choice) for choice in offered(state)} == {Settle}


@pytest.mark.parametrize("cubes", [{"korea": {"usa": 1}}, {"korea": {"usa": 1}, "arabia": {"usa": 1, "uk": 1}}])
def test_14_4_otherwise_the_turn_follows_the_normal_rules(cubes: dict[str, dict[str, int]]) -> None:
    state = alone(Turn(), active="usa", cubes=cubes, table=("korea", "arabia"), exhausted={"usa": 2})
    assert {type(choice) for choice in offered(state)} == {Place, Reclaim, Settle, Deploy, Demobilise}


# 14.11 The end


def test_14_11_it_ends_when_the_end_card_is_settled() -> None:
    state = alone(cubes={END: {"uk": 1}}, table=(END, "korea"))
    assert over(state)
    assert happened(state, GameEnded) == [GameEnded("end_card")]


@pytest.mark.parametrize("deck", [("korea",), ("korea", "arabia")])
def test_14_11_or_the_issue_deck_emptied(deck: tuple[str, ...]) -> None:
    state = alone(Refill(), deck=deck, deck_ends=True, waiting_room=(END, "smyrna", "thrace"))
    assert over(state)
    assert happened(state, GameEnded) == [GameEnded("deck_empty")]


def test_14_11_also_by_the_player() -> None:
    waiting_room = (END, "smyrna", "thrace")
    state = alone(Refilling(), active="usa", deck=("korea", "arabia"), deck_ends=True, waiting_room=waiting_room)
    play(state, ("usa", DrawIssues()))
    assert not over(state)
    play(state, ("usa", offered(state)[0]))
    assert over(state)


def test_14_11_not_before() -> None:
    deck = ("korea", "arabia", "syria")
    assert not over(alone(Refill(), deck=deck, deck_ends=True, waiting_room=(END, "smyrna", "thrace")))


# 14.12 Open points


@pytest.mark.parametrize("player", ["uk", "usa"])
def test_14_12_the_player_is_asked_whoever_one_is(player: str) -> None:
    """The French bot demobilises one of two different units."""
    state = alone(player=player, active="france", happiness={"france": 11}, deployed={"france": {"africa": 8}})
    assert offered(state) == [Demobilise("available"), Demobilise("africa")]
    assert asked(state) == player


def test_14_12_also_in_a_mutiny_of_a_bot() -> None:
    state = alone(MutinyCheck("uk"), happiness={"uk": 10}, deployed={"uk": {"africa": 7}})
    assert isinstance(pending(state), Mutiny)
    assert asked(state) == "usa"
    play(state, ("usa", Demobilise("africa")))
    assert state.demobilised["uk"] == 1


def test_14_12_each_player_of_an_event_is_the_player() -> None:
    """Lenin asks every faction in turn; the player answers three times."""
    state = alone(Conference(), event="vladimir_lenin")
    for faction in ("uk", "france", "usa"):
        step = pending(state)
        assert isinstance(step, Branching)
        assert (step.side, asked(state)) == (faction, "usa")
        play(state, ("usa", PickBranch(1)))
    assert state.happiness == {"uk": 18, "france": 18, "usa": 18}
