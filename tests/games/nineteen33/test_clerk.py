"""The clerk (issue 15): it feeds its leader, balances its budget, works for its slips, and knows nothing hidden."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.agenda import pending
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.game import Bot, first_answer, random_answer
from engine.core.refusal import Refusal
from engine.core.state import Side
from engine.nineteen33.bots import clerk
from engine.nineteen33.choices import MoveUnit, SealPlan, SetBudget, SignAlliance
from engine.nineteen33.food import need
from engine.nineteen33.game import GAME
from engine.nineteen33.plans import Planning
from engine.nineteen33.setup import Options
from engine.nineteen33.slips import InfluenceSlip, Written
from engine.nineteen33.state import Debt, Nineteen33, Path, row_of
from engine.nineteen33.support import Supporting
from engine.nineteen33.turns import Acting
from engine.nineteen33.year import Budgeting

YEAR = Options(years=1)
SEEDS = ["c1" * 32, "d7" * 32, "3e" * 32]
PLAYERS = pytest.mark.parametrize("players", GAME.players)


def begun(players: int = 3, seed: str = SEEDS[0], options: Options = YEAR) -> Nineteen33:
    return GAME.start(players, seed, options)


def asked(state: Nineteen33) -> Side:
    """The first of those who have something to answer."""
    return next(iter(GAME.out_of_turn.awaited(state) or waiting(GAME, state)))


def answer(bot: Bot, state: Nineteen33, side: Side) -> Choice:
    menu = (GAME.out_of_turn.awaited(state) or waiting(GAME, state))[side]
    return bot(state, side, menu, Random(1))


def step(state: Nineteen33, bots: dict[Side, Bot]) -> None:
    """One answer, which must be accepted."""
    side = asked(state)
    choice = answer(bots.get(side, clerk), state, side)
    came = submit(GAME, state, side, choice)
    assert not isinstance(came, Refusal), f"{side} {choice}: {came}"


def played(state: Nineteen33, bots: dict[Side, Bot] | None = None) -> Nineteen33:
    while state.agenda:
        step(state, bots or {})
        assert list(GAME.conserved(state)) == []
    return state


def until(state: Nineteen33, kind: type) -> Nineteen33:
    while not isinstance(pending(state), kind):
        step(state, {})
    return state


@PLAYERS
def test_clerks_play_whole_games_at_every_number_of_seats(players: int) -> None:
    assert played(begun(players, options=Options(years=3))).ended


@PLAYERS
@pytest.mark.parametrize("rival", [first_answer, random_answer], ids=["caretaker", "random"])
def test_a_clerk_scores_clearly_more_than_others(players: int, rival: Bot) -> None:
    """At least five points more in a year than each of them, on the average of a few games."""
    ahead = []
    for seed in SEEDS:
        state = begun(players, seed)
        clerks = state.sides[0]
        played(state, {side: rival for side in state.sides if side != clerks})
        totals = GAME.totals(state)
        ahead += [totals[clerks] - points for side, points in totals.items() if side != clerks]
    assert sum(ahead) / len(ahead) >= 5


@PLAYERS
def test_the_clerk_answers_the_same_whatever_is_hidden_from_it(players: int) -> None:
    state, rng = begun(players), Random(3)
    while state.agenda:
        side = asked(state)
        choice = answer(clerk, state, side)
        assert answer(clerk, GAME.redeal(state, side, rng), side) == choice
        submit(GAME, state, side, choice)


def test_the_clerk_changes_nothing_by_thinking() -> None:
    state = begun()
    while state.month < 3:
        before = GAME.clone(state)
        answer(clerk, state, asked(state))
        assert state == before
        step(state, {})


# What it is good at


def test_the_clerk_feeds_its_leader_and_strikes_never_come() -> None:
    state = begun(5)
    while state.agenda:
        step(state, {})
        assert not any(state.leaders[side].strike for side in state.sides)


def test_the_clerk_writes_five_slips_that_fit_its_hand() -> None:
    state = until(begun(), Budgeting)
    for side in state.sides:
        budget = answer(clerk, state, side)
        assert isinstance(budget, SetBudget)
        assert len(set(budget.slips)) == 5


def test_the_clerk_declares_a_state_where_only_its_signature_is_missing() -> None:
    state = until(begun(), Budgeting)
    side = asked(state)
    for place in ("austria", "greece", "romania", "norway", "lithuania"):
        state.change(place, row=row_of((side, side, side, "", "")))
    budget = answer(clerk, state, side)
    assert isinstance(budget, SetBudget)
    assert sum(isinstance(slip, InfluenceSlip) for slip in budget.slips) >= 3


def test_the_clerk_keeps_goods_back_for_works_that_a_slip_needs() -> None:
    state = begun(5)
    while not isinstance(pending(state), Planning):
        step(state, {})
    plans = [answer(clerk, state, side) for side in state.sides]
    assert any(isinstance(plan, SealPlan) and plan.reserve for plan in plans)


def test_the_clerk_buys_what_food_is_missing_from_several_states() -> None:
    state = until(begun(), Planning)
    side = asked(state)
    state.leaders[side].food = 0
    state.leaders[side].treasury = 500
    plan = answer(clerk, state, side)
    assert isinstance(plan, SealPlan)
    assert sum(deal.food for deal in plan.deals) == need(state, side) or len(plan.deals) == 4


def test_the_clerk_exports_what_the_home_market_leaves() -> None:
    state = until(begun(), Planning)
    side = asked(state)
    state.leaders[side].civil = state.leaders[side].exportable = 20
    plan = answer(clerk, state, side)
    assert isinstance(plan, SealPlan)
    assert sum(deal.civil for deal in plan.deals) > 0


def test_the_clerk_signs_what_a_slip_names_and_leaves_the_rest_for_next_year() -> None:
    state = until(begun(), Acting)
    side = asked(state)
    state.change("austria", row=row_of((side, side, side, "", "")))
    state.change("greece", row=row_of((side, side, side, "", "")))
    state.leaders[side].food = 99
    state.leaders[side].slips = [Written("greece")]
    assert answer(clerk, state, side) == SignAlliance("greece")


def test_the_clerk_turns_a_unit_to_the_state_where_it_wants_a_box() -> None:
    state = until(begun(), Acting)
    side = "germany"
    while asked(state) != side or not isinstance(pending(state), Acting):
        step(state, {})
    for place in state.places:
        state.change(place, path=None)
    state.change("austria", path=Path(side, 2))
    state.leaders[side].food = 99
    state.leaders[side].slips = [Written("austria")]
    choice = answer(clerk, state, side)
    assert isinstance(choice, MoveUnit)
    assert choice.faces == "austria"


def test_the_clerk_keeps_money_for_december() -> None:
    state = until(begun(), Acting)
    side = asked(state)
    held = state.leaders[side]
    held.food = 99
    held.debts = (Debt(held.treasury, 2, 12),)
    while isinstance(pending(state), Acting) and asked(state) == side:
        step(state, {})
    assert held.treasury >= held.debts[0].amount


def test_the_clerk_pays_support_as_long_as_december_can_be_met() -> None:
    state = until(begun(), Acting)
    state.agenda.append(Supporting())
    side = state.sides[0]
    held = state.leaders[side]
    held.civil, held.food, held.treasury = 20, 30, 1000
    paid = answer(clerk, state, side)
    held.debts = (Debt(990, 2, state.month),)
    kept = answer(clerk, state, side)
    assert (paid.industry, paid.food) == (True, True)  # type: ignore[attr-defined]
    assert (kept.industry, kept.food) == (False, False)  # type: ignore[attr-defined]
