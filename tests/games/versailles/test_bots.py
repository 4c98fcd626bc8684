"""The clerk and the caretaker: their answers on boards laid out by hand, and their results in whole games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.core.chance import derived_seed
from engine.core.choice import Choice
from engine.core.door import apply, waiting
from engine.core.fuzz import play, random_answer
from engine.core.game import Opening
from engine.core.simulate import Played, Series, answers, play_number
from engine.core.state import AnyState, encode
from engine.versailles import GAME
from engine.versailles.cards.issues import END
from engine.versailles.choices import (
    Bid,
    ChooseOption,
    Deploy,
    Draft,
    DrawIssues,
    EndTurn,
    Hold,
    Modify,
    PassBid,
    Place,
    Reclaim,
    Settle,
)
from engine.versailles.settle import Conference, Refilling
from engine.versailles.state import Versailles
from engine.versailles.strategy import Drafting
from engine.versailles.turn import Acting
from engine.versailles.uprising import Suffering
from tests.games.versailles.positions import position
from tests.games.versailles.revolt import check

BOTS = {"clerk": GAME.bots["clerk"], "caretaker": GAME.caretaker}
TIRED = {"uk": 0, "france": 0, "usa": 0, "italy": 0}
"""No side has a cube to place."""


def answer(bot: str, state: Versailles) -> Choice:
    ((side, menu),) = waiting(GAME, state).items()
    return BOTS[bot](state, side, menu, Random(0))


def opening(players: int, name: str) -> Opening:
    seed = derived_seed(name, players)
    return Opening(GAME.sides(players), GAME.options(), seed, players=players)


def clerk(state: Versailles) -> Choice:
    return answer("clerk", state)


def caretaker(state: Versailles) -> Choice:
    return answer("caretaker", state)


# The clerk's turn


def test_the_clerk_settles_what_it_leads_when_it_has_no_influence_to_lead_more() -> None:
    cubes = {"rheinland": {"france": 9, "uk": 1}, "syria": {"usa": 1}}
    board = position(cubes=cubes, table=("rheinland", "syria"), available={"france": 1})
    assert clerk(board) == Settle("rheinland")


def test_the_clerk_places_where_most_is_to_be_had() -> None:
    table, waiting_room = ("shantung", "korea"), ("vietnam", "somalia", "rheinland")
    choice = clerk(position(table=table, waiting_room=waiting_room))
    assert isinstance(choice, Place)
    assert {issue for issue, _ in choice.cubes} == {"shantung", "rheinland"}


def test_the_clerk_reclaims_when_it_has_nothing_left() -> None:
    cubes = {"rheinland": {"uk": 2}, "syria": {"usa": 2}}
    choice = clerk(position(cubes=cubes, table=("rheinland", "syria"), available=TIRED))
    assert choice == Reclaim(6)


def finish(**settled: tuple[str, ...]) -> Versailles:
    """Let France settle the end card, which the UK leads."""
    others = {"korea": {"france": 2}}
    return position(cubes={END: {"uk": 2}} | others, table=(END, "korea"), settled=settled)


def test_the_clerk_ends_a_game_that_is_won() -> None:
    board = finish(rheinland=("france",), prussia=("france",), silesia=("france",), disarmament=("france",))
    assert clerk(board) == Settle(END)


def test_the_clerk_does_not_end_a_game_that_is_lost() -> None:
    assert clerk(finish(rheinland=("uk",), prussia=("uk",))) != Settle(END)


def test_the_clerk_sends_a_unit_where_it_stands_to_lose_much() -> None:
    settled = {"rheinland": ("france",), "prussia": ("france",), "silesia": ("france",)}
    choice = clerk(position(Acting(political=True), settled=settled, unrest={"europe": 8}))
    assert isinstance(choice, Deploy)
    assert choice.region == "europe"


def test_the_clerk_leaves_its_units_where_they_are_when_nothing_stirs() -> None:
    board = position(Acting(political=True), home=("uk", "usa", "italy", "italy", "uk", "usa"))
    assert clerk(board) == EndTurn()


# The clerk and the other questions


@pytest.mark.parametrize(("side", "option"), [("france", "french_mandate"), ("uk", "uk_mandate")])
def test_the_clerk_raises_its_own_flag(side: str, option: str) -> None:
    board = position(active=side, cubes={"syria": {side: 1}}, table=("syria", "korea"))
    apply(GAME, board, side, Settle("syria"))
    assert clerk(board) == ChooseOption(option)


@pytest.mark.parametrize(("side", "by"), [("france", -1), ("uk", +1)])
def test_the_clerk_calms_its_own_region_and_stirs_up_a_rivals(side: str, by: int) -> None:
    unrest, deployed = {"europe": 4}, {side: {"europe": 7}}
    board = check("europe", settled={"rheinland": ("france",)}, active="usa", unrest=unrest, deployed=deployed)
    assert clerk(board) == Modify(by)


def unsettled(issue: str = "rheinland", **board: Any) -> Versailles:
    """Make France bid first for an issue that it loses."""
    region = "europe"
    return position(Suffering(region, "france"), settled={issue: ("france",)}, active="uk", **board)


def test_the_clerk_bids_for_what_it_loses() -> None:
    assert isinstance(clerk(unsettled()), Bid)


def test_the_clerk_beats_influence_that_it_can_not_match_with_a_unit() -> None:
    board = unsettled(available={"france": 0})
    choice = clerk(board)
    assert isinstance(choice, Bid)
    assert choice.units == 1


def test_the_clerk_does_not_bid_all_it_has_for_a_little() -> None:
    board = unsettled("byelorus")
    apply(GAME, board, "france", PassBid())
    apply(GAME, board, "usa", Bid(units=2, cubes=8))
    assert clerk(board) == PassBid()


def test_the_clerk_drafts_what_fits_the_board() -> None:
    settled = {"indemnity": ("uk", "yes"), "reconstruction": ("france", "high"), "widows_pensions": ("uk", "yes")}
    offered = ("mobilization", "global_trade", "reparations", "isolationism", "contain_communism")
    board = position(Drafting(), settled=settled, offered=offered)
    assert clerk(board) == Draft("reparations")


@pytest.mark.parametrize(("owner", "perform"), [("france", True), ("uk", False)])
def test_the_clerk_holds_an_event_that_helps_it(owner: str, perform: bool) -> None:
    board = position(Conference(), event="herbert_hoover", settled={"rheinland": (owner,)}, unrest={"europe": 7})
    assert clerk(board) == Hold(perform)


# The caretaker

CALM: Mapping[str, tuple[Versailles, Choice]] = {
    "takes back what it can": (position(exhausted={"france": 9}), Reclaim(6)),
    "places as little as it can": (
        position(table=("syria", "korea"), waiting_room=("vietnam", "arabia", "smyrna")),
        Place((("syria", 1), ("korea", 1))),
    ),
    "does not act twice": (position(Acting(political=True)), EndTurn()),
    "passes": (unsettled(), PassBid()),
    "leaves dice alone": (
        check("europe", deployed={"france": {"europe": 7}}, unrest={"europe": 4}, active="france"),
        Modify(0),
    ),
    "declines events": (position(Conference(), event="herbert_hoover"), Hold(perform=False)),
    "draws": (position(Refilling()), DrawIssues()),
}


@pytest.mark.parametrize("what", CALM)
def test_the_caretaker(what: str) -> None:
    state, expected = CALM[what]
    assert caretaker(state) == expected


def test_the_caretaker_settles_when_nothing_else_is_possible() -> None:
    cubes = {"syria": {"france": 15, "uk": 1}, "korea": {"uk": 1}}
    board = position(cubes=cubes, table=("syria", "korea"), available={"france": 0}, exhausted={"france": 0})
    assert isinstance(caretaker(board), Settle)


def test_the_caretaker_takes_the_option_that_costs_its_side_least() -> None:
    board = position(cubes={"rheinland": {"france": 1}}, table=("rheinland", "korea"))
    apply(GAME, board, "france", Settle("rheinland"))
    choice = caretaker(board)
    assert isinstance(choice, ChooseOption)
    assert choice.option != "demilitarised_german"


# Whole games


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", GAME.players)
def test_bots_have_a_legal_answer_to_everything_and_touch_nothing(bot: str, players: int) -> None:
    """The games are random, with deals and orders; choices out of turn are checked too."""
    state, _ = GAME.open(opening(players, "asked"))
    anybody, rng = random_answer(GAME), Random(players)
    while state.agenda:
        before = encode(state)
        for side, menu in (*waiting(GAME, state).items(), *GAME.out_of_turn.awaited(state).items()):
            assert menu.check(BOTS[bot](state, side, menu, rng)) is None
        assert encode(state) == before
        side, choice = anybody(state, rng)
        apply(GAME, state, side, choice)


@pytest.mark.parametrize("players", GAME.players)
def test_a_game_of_absent_players_ends(players: int) -> None:
    def care(state: AnyState, rng: Random) -> tuple[str, Choice]:
        ((side, menu),) = waiting(GAME, state).items()
        return side, GAME.caretaker(state, side, menu, rng)

    run = play(GAME, opening(players, "absent"), Random(0), care, check=False)
    assert run.breaches == []
    assert run.decisions < 1_000


def games(number: int, *bots: str) -> list[Played]:
    series = Series("versailles", len(bots), f"clerk {len(bots)}", bots)
    return [play_number(series, one) for one in range(number)]


def won_by(played: list[Played], *sides: str) -> int:
    """Count the games in which one of these sides came first, or shared the first place."""
    return sum(any(it.rank == 1 and {*sides} & {*it.sides} for it in one.results) for one in played)


@pytest.mark.parametrize("clerk", range(4))
def test_a_clerk_among_three_random_players_wins_nineteen_games_of_twenty(clerk: int) -> None:
    bots = ["clerk" if seat == clerk else "random" for seat in range(4)]
    assert won_by(games(20, *bots), GAME.sides(4)[clerk]) >= 19


@pytest.mark.parametrize(
    "bots",
    [("clerk", "random"), ("random", "clerk"), ("random", "clerk", "random"), ("clerk", "random", "clerk", "random")],
)
def test_clerks_win_against_random_players_at_every_table(bots: tuple[str, ...]) -> None:
    clerks = [side for side, bot in zip(GAME.sides(len(bots)), bots, strict=True) if bot == "clerk"]
    assert won_by(games(10, *bots), *clerks) >= 9


def test_alone_a_clerk_scores_more_than_a_random_player() -> None:
    scored = {bot: sum(sum(one.totals.values()) for one in games(12, bot)) for bot in ("clerk", "random")}
    assert scored["clerk"] > 12 + scored["random"]


def test_the_same_clerks_play_the_same_game() -> None:
    series = Series("versailles", 3, "again", ("clerk",))
    assert play_number(series, 0).digest == play_number(series, 0).digest


@pytest.mark.parametrize("players", GAME.players)
def test_a_game_of_clerks_holds_every_check(players: int) -> None:
    series = Series("versailles", players, "checked", ("clerk",))
    run = play(GAME, opening(players, "checked"), Random(0), answers(GAME, series))
    assert run.breaches == []
