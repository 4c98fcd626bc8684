"""Chapter 14: one player, two bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.core.agenda import pending, proceed, then
from engine.core.game import ImpossibleOpening, Opening, Point
from engine.core.state import Outcome
from engine.core.step import Step
from engine.versailles import GAME
from engine.versailles.bidding import Bidding, unsettle_issue
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    Advance,
    Bid,
    ChooseOption,
    Demobilise,
    Deploy,
    DrawIssues,
    EndTurn,
    Modify,
    PassBid,
    PickBranch,
    PickSide,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.effects import Branching, Context, Demobilising
from engine.versailles.journal import (
    Advanced,
    Announced,
    BidWon,
    ConferenceDeclined,
    ConferenceHeld,
    Demobilised,
    Deployed,
    FactionTaken,
    GameEnded,
    KeptIssue,
    NothingDone,
    OptionChosen,
    Placed,
    PointScored,
    Raised,
    Reclaimed,
    RegionDrawn,
    Settled,
)
from engine.versailles.settle import Adjourning, Advancing, Conference, Keeping, Refill, Refilling, Settling
from engine.versailles.setup import Options, pieces
from engine.versailles.solitaire import own_tokens, potential_value, strength
from engine.versailles.solitaire_bots import BotActing, BotPlacing, BotSettling, ChoosingFaction, LettingWin
from engine.versailles.state import Versailles
from engine.versailles.tracks import Mutiny, MutinyCheck
from engine.versailles.turn import Acting, Afterwards, PassTurn, Turn
from engine.versailles.uprising import UprisingCheck
from engine.versailles.view import BiddingView, SolitaireView, view
from tests.versailles.positions import asked, hold, lay_out, of, offered, over, play, refused, told, until

SEED = "5e" * 32
ONE_EACH = {
    "korea": ("usa", "to_japan"),
    "tyrol": ("uk", "divided"),
    "constantinople": ("france", "to_turkey"),
}
"""2 stars, 4 and 6; no tokens."""


def alone(
    *steps: Step[Any],
    player: str = "usa",
    active: str = "uk",
    dice: Sequence[int] = (),
    region: Sequence[int] = (),
    **board: Any,
) -> Versailles:
    """The player is the USA, and the UK, a bot, acts until somebody is asked; its news are left for `happened`."""
    rigged: dict[str, list[Outcome]] = {"uprising": [*dice], "region": [*region]}
    state = pieces(Opening(GAME.sides(1), Options(), "", rigged, players=1))
    state.active, state.player, state.turn = active, player, 1
    lay_out(state, offered=(), **board)
    then(state, *(steps or (BotActing(),)), PassTurn())
    proceed(state)
    news, state.news = state.news, []
    hold(state)
    state.news = news
    return state


def happened(state: Versailles, *kinds: Any) -> list[Any]:
    """What `alone` told before anybody was asked."""
    return told(state.news, *kinds)


def opened(*, rigged: Mapping[str, list[Outcome]] = {}, **options: Any) -> Versailles:
    return GAME.open(Opening(GAME.sides(1), Options(**options), SEED, dict(rigged), players=1))[0]


# 14.1 Set-up


def test_14_1_one_seat_holds_the_three_sides() -> None:
    assert GAME.seats[1] == (("uk", "france", "usa"),)


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
    ("players", "options", "problem"),
    [
        (1, Options(length="long"), "leave out length 'long'"),
        (3, Options(goal=25), "leave them out"),
        (4, Options(faction="usa"), "leave them out"),
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
    assert GAME.aside.waiting(state) == {}


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


# 14.5 Military actions of bots

AFRICAN = {"ethiopia": ("uk", "independent")}


def sent(**board: Any) -> list[tuple[str, str, int]]:
    """Where the British bot deploys before its political action."""
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
    """The dice of 1.6: a 6, Europe and the Pacific are none of them; 3 is the Middle East."""
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


# 14.7 How bots settle


def settled_by_bot(issue: str, **board: Any) -> Versailles:
    return alone(**{"cubes": {issue: {"uk": 1}}, "table": (issue, "new_guinea_samoa")} | board)


def test_14_7_the_option_with_the_highest_potential_value() -> None:
    """Thrace: only the Greek one has a British token."""
    state = settled_by_bot("thrace")
    assert happened(state, OptionChosen) == [OptionChosen("uk", "thrace", "to_greece", ("naval:uk",))]


def test_14_7_then_with_the_least_own_happiness_lost() -> None:
    """Byelorus has no French token; given to Russia it costs France one happiness."""
    state = alone(active="france", cubes={"byelorus": {"france": 1}}, table=("byelorus", "korea"))
    assert offered(state) == [ChooseOption("independent"), ChooseOption("to_poland")]
    assert refused(state, "usa", ChooseOption("to_russia")) == ("bot_option", "14.7")


def test_14_7_then_the_player_chooses() -> None:
    state = settled_by_bot("south_west_africa")
    assert asked(state) == "usa"
    assert offered(state) == [ChooseOption("south_african_mandate"), ChooseOption("south_african_annexation")]


@pytest.mark.parametrize(("side", "flags"), [("uk", ("uk", "uk")), ("usa", ("usa", "usa"))])
def test_14_7_its_flag_on_tokens_that_may_be_either(side: str, flags: tuple[str, str]) -> None:
    player = "france"
    state = alone(player=player, active=side, cubes={"shantung": {side: 1}}, table=("shantung", "korea"))
    came = happened(state, OptionChosen)
    assert came == [OptionChosen(side, "shantung", "to_japan", tuple(f"naval:{flag}" for flag in flags))]


def test_14_7_the_player_takes_any_option_of_what_a_bot_settles() -> None:
    state = alone(Settling("thrace"), active="france", cubes={"thrace": {"usa": 1}}, table=("thrace", "korea"))
    assert asked(state) == "usa"
    assert len(offered(state)) == 3


def test_14_7_the_winner_of_what_the_player_settles_follows_it_too() -> None:
    state = alone(Turn(), active="usa", cubes={"thrace": {"uk": 2, "usa": 1}}, table=("thrace", "korea"))
    came = play(state, ("usa", Settle("thrace")))
    assert told(came, OptionChosen) == [OptionChosen("uk", "thrace", "to_greece", ("naval:uk",))]


def test_14_7_optional_conference_events_must_be_held() -> None:
    state = alone(Conference(), event="nikola_i")
    assert happened(state, ConferenceHeld) == [ConferenceHeld("uk", "nikola_i")]
    assert state.unrest["balkans"] == 2


def test_14_7_unless_the_bot_cannot_pay() -> None:
    state = alone(Conference(), event="w_e_b_du_bois", available={"uk": 2})
    assert happened(state, ConferenceHeld, ConferenceDeclined) == [ConferenceDeclined("uk", "w_e_b_du_bois")]


def test_14_7_the_player_decides_what_the_event_leaves_open() -> None:
    state = alone(Conference(), event="queen_marie")
    assert isinstance(pending(state), Branching)
    assert asked(state) == "usa"
    play(state, ("usa", PickBranch(1)))
    assert (state.unrest["europe"], of(state, "uk")) == (2, (14, 1))


def test_14_7_an_event_with_the_players_cube_is_the_players_own() -> None:
    state = alone(Conference(), event="nikola_i", holder="usa")
    assert happened(state, ConferenceHeld) == []
    assert asked(state) == "usa"


def test_14_7_the_player_chooses_which_event_advances() -> None:
    state = alone(Adjourning(), Advancing(), events_waiting=("arthur_balfour", "queen_marie"))
    assert {choice.event for choice in offered(state) if isinstance(choice, Advance)} == {
        "arthur_balfour",
        "queen_marie",
    }


def test_14_7_no_cubes_on_events() -> None:
    state = alone(Adjourning(), Advancing(), events_waiting=("arthur_balfour", "queen_marie"))
    issue = state.waiting_room[0]
    assert refused(state, "usa", Advance(issue, "arthur_balfour", cube=True)) == ("bot_advances", "14.7")
    came = play(state, ("usa", Advance(issue, "arthur_balfour")))
    assert told(came, Advanced) == [Advanced("uk", issue, "arthur_balfour", False)]


@pytest.mark.parametrize(
    ("cubes", "advances"),
    [
        ({"smyrna": {"uk": 1}, "thrace": {"uk": 3, "usa": 1}, "tyrol": {"usa": 1}}, {"smyrna", "thrace"}),
        ({"smyrna": {"usa": 1}, "thrace": {"uk": 1, "usa": 1}}, {"tyrol"}),
        ({"smyrna": {"usa": 1}, "thrace": {"uk": 1, "usa": 1}, "tyrol": {"france": 1}}, {"smyrna", "thrace", "tyrol"}),
    ],
)
def test_14_7_an_issue_it_leads_advances_else_one_without_cubes_else_any(
    cubes: dict[str, dict[str, int]], advances: set[str]
) -> None:
    state = alone(Adjourning(), Advancing(), cubes=cubes, waiting_room=("smyrna", "thrace", "tyrol"))
    assert {choice.issue for choice in offered(state) if isinstance(choice, Advance)} == advances


def test_14_7_the_top_issue_waits_and_the_next_is_discarded() -> None:
    state = alone(Refill(), deck=("korea", "arabia"))
    assert happened(state, KeptIssue) == [KeptIssue("uk", "korea", "arabia")]
    assert (state.waiting_room[-1], state.issue_discard[-1]) == ("korea", "arabia")


def test_14_7_the_end_card_is_never_discarded() -> None:
    state = alone(Refill(), deck=("korea", END, "arabia"))
    assert happened(state, KeptIssue) == [KeptIssue("uk", END, "korea")]


def test_14_7_the_steps_of_the_player_are_the_normal_ones() -> None:
    state = alone(Refill(), active="usa", deck=("korea", "arabia", "syria"))
    assert isinstance(pending(state), Refilling)
    play(state, ("usa", DrawIssues()))
    assert isinstance(pending(state), Keeping)


# 14.8 Bots in uprisings


def rolled(settled: Mapping[str, tuple[str, str]], **board: Any) -> Versailles:
    """The British bot has a unit in Africa, where the unrest is 3; the die shows a 1."""
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


# 14.9 Bots in biddings


def contest(issue: str = "ethiopia", region: str = "africa", **board: Any) -> Versailles:
    """The weak USA loses an issue; the player stays with it."""
    settled = {issue: ("usa", ""), "rheinland": ("uk", ""), "indemnity": ("france", "")}
    return unsettled(issue, region, settled=settled, **board)


def unsettled(issue: str, region: str, **board: Any) -> Versailles:
    """On the player's turn; what was told since is in `news`."""
    state = alone(Acting(), active="usa", **board)
    unsettle_issue(state, issue, region)
    proceed(state)
    return state


def bids(state: Versailles) -> dict[str, tuple[int, bool, int]]:
    return {entry.side: (entry.units, entry.local, entry.cubes) for entry in told(state.news, Raised)}  # type: ignore[attr-defined]


def test_14_9_with_three_units_it_commits_two_and_cubes_up_to_its_potential_value() -> None:
    state = contest("ethiopia")
    assert (potential_value("uk", "ethiopia"), potential_value("france", "ethiopia")) == (4, 3)
    assert bids(state) == {"uk": (2, False, 4), "france": (2, False, 3)}


@pytest.mark.parametrize(("home", "units"), [(1, 1), (2, 1), (3, 0)])
def test_14_9_with_fewer_it_commits_one_or_none(home: int, units: int) -> None:
    assert bids(contest(demobilised={"uk": home}))["uk"] == (units, False, 4)


def test_14_9_a_unit_in_the_region_first() -> None:
    assert bids(contest(deployed={"uk": {"africa": 7}}))["uk"] == (1, True, 4)
    assert bids(contest(deployed={"uk": {"africa": 7}}, demobilised={"uk": 1}))["uk"] == (0, True, 4)


def test_14_9_units_as_far_as_it_has_them() -> None:
    assert bids(contest(units_exhausted={"uk": 2}))["uk"] == (1, False, 4)
    assert bids(contest(units_exhausted={"uk": 2}, deployed={"uk": {"europe": 7}}))["uk"] == (0, False, 4)
    assert bids(contest(units_exhausted={"uk": 2}, deployed={"uk": {"africa": 7}}))["uk"] == (0, True, 4)


def test_14_9_all_its_cubes_if_it_has_fewer() -> None:
    assert bids(contest(available={"uk": 2}))["uk"] == (2, False, 2)


def test_14_9_no_units_where_there_is_no_military() -> None:
    state = contest("labour_charter", region="")
    assert [bid[:2] for bid in bids(state).values()] == [(0, False), (0, False)]


def test_14_9_an_event_that_unsettles_knows_no_local_unit() -> None:
    state = contest("widows_pensions", region="", deployed={"uk": {"europe": 7}})
    assert bids(state)["uk"] == (2, False, 5)


def test_14_9_the_player_beats_the_higher_bid() -> None:
    state = contest()
    step = pending(state)
    assert isinstance(step, Bidding)
    assert (step.holder, step.standing) == ("uk", Bid(2, False, 4))
    assert refused(state, "usa", Bid(2, False, 4)) == ("bid_too_low", "10.3")
    assert told(play(state, ("usa", Bid(2, False, 5))), BidWon) == [BidWon("usa", "ethiopia", 2, False, 5)]


def test_14_9_or_lets_it_win() -> None:
    state = contest()
    came = play(state, ("usa", PassBid()))
    assert told(came, BidWon) == [BidWon("uk", "ethiopia", 2, False, 4)]
    assert (state.happiness["uk"], state.units_exhausted["uk"], of(state, "uk")) == (18, 2, (11, 4))
    assert told(came, OptionChosen) == [OptionChosen("uk", "ethiopia", "uk_mandate", ("empire:uk",))]


def test_14_9_of_equal_bids_the_bot_with_more_cubes_adds_one() -> None:
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6})
    assert bids(state) == {"uk": (2, False, 6), "france": (2, False, 6)}
    state = contest("slovenia_croatia", "balkans", available={"uk": 9, "france": 6})
    assert bids(state) == {"uk": (2, False, 7), "france": (2, False, 6)}


def test_14_9_if_these_are_equal_too_both_stay_and_the_player_chooses_or_beats_them() -> None:
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6})
    assert isinstance(pending(state), LettingWin)
    assert offered(state, PickSide) == [PickSide("uk"), PickSide("france")]
    assert refused(state, "usa", Bid(2, False, 6)) == ("bid_too_low", "10.3")
    assert view(state, None).bidding == BiddingView("slovenia_croatia", "balkans", ("usa",), Bid(2, False, 6), "")
    came = play(state, ("usa", PickSide("france")))
    assert told(came, BidWon) == [BidWon("france", "slovenia_croatia", 2, False, 6)]


def test_14_9_the_player_may_beat_equal_bids() -> None:
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6})
    came = play(state, ("usa", Bid(2, False, 7)))
    assert told(came, BidWon) == [BidWon("usa", "slovenia_croatia", 2, False, 7)]


def test_14_9_equal_bids_may_be_made_of_different_units() -> None:
    """Two available units are as strong as one in the region: each bot pays what it bid."""
    board: dict[str, Any] = {"deployed": {"uk": {"balkans": 7}}, "demobilised": {"uk": 1}}
    state = contest("slovenia_croatia", "balkans", available={"uk": 6, "france": 6}, **board)
    assert bids(state) == {"uk": (0, True, 6), "france": (2, False, 6)}
    came = play(state, ("usa", PickSide("france")))
    assert told(came, BidWon) == [BidWon("france", "slovenia_croatia", 2, False, 6)]
    assert (state.units_exhausted["france"], state.deployed["uk"]) == (2, {"balkans": 7})


def test_14_9_bots_without_anything_bid_nothing() -> None:
    state = contest("labour_charter", region="", available={"uk": 0, "france": 0})
    assert bids(state) == {}
    play(state, ("usa", PassBid()))
    assert state.issue_discard[-1] == "labour_charter"


# 14.10 The player changes faction


def test_14_10_when_an_issue_is_unsettled_the_player_becomes_the_weakest_before_the_bidding() -> None:
    settled = ONE_EACH | {"rheinland": ("usa", "french_occupation")}
    state = unsettled("constantinople", "middle_east", settled=settled)
    assert [type(entry) for entry in told(state.news, FactionTaken, Raised)] == [FactionTaken, Raised, Raised]
    assert told(state.news, FactionTaken) == [FactionTaken("usa", "france")]
    assert list(bids(state)) == ["uk", "usa"]
    assert asked(state) == "france"


def test_14_10_what_was_unsettled_no_longer_counts() -> None:
    settled = {"rheinland": ("uk", "french_occupation"), "tyrol": ("france", "divided"), "korea": ("usa", "to_japan")}
    assert unsettled("rheinland", "europe", settled=settled).player == "uk"


def test_14_10_the_choice_among_equals() -> None:
    settled = {"rheinland": ("uk", "french_occupation"), "tyrol": ("usa", "divided")}
    state = unsettled("rheinland", "europe", settled=settled)
    assert isinstance(pending(state), ChoosingFaction)
    assert (asked(state), offered(state)) == ("usa", [PickSide("uk"), PickSide("france")])
    assert refused(state, "usa", PickSide("usa")) == ("not_the_weakest", "14.10")
    came = play(state, ("usa", PickSide("france")))
    assert told(came, FactionTaken) == [FactionTaken("usa", "france")]
    assert asked(state) == "france"


def test_14_10_the_player_may_stay_who_one_is() -> None:
    state = contest()
    assert told(state.news, FactionTaken) == []


def test_14_10_a_faction_that_becomes_a_bot_in_its_turn_goes_on_as_one() -> None:
    """The player was the USA, and settled; now the rest of the turn, the military action too, is a bot's."""
    steps = (Adjourning(), Advancing(), Refill(), Afterwards())
    state = alone(*steps, player="uk", active="usa", happiness={"usa": 12}, deck=("korea", "arabia"))
    came = play(state, ("uk", offered(state)[0]))
    assert [type(entry) for entry in told(came, KeptIssue, Demobilised)] == [KeptIssue, Demobilised]


def test_14_10_a_bot_that_becomes_the_player_in_its_turn_goes_on_as_the_player() -> None:
    state = alone(Afterwards(), player="uk", active="uk")
    assert pending(state) == Acting(political=True)
    assert asked(state) == "uk"


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


# 14.12 What is left open


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
