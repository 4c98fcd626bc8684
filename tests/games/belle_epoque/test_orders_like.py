"""Orders made of answers: left before, they would have answered the same."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.choices import (
    BuyUnits,
    ChangeStrategy,
    CommitArmies,
    CommitFleets,
    CommitUnits,
    KeepIntrigue,
    LetBe,
    Pass,
    PickOption,
)
from engine.belle_epoque.game import GAME
from engine.belle_epoque.orders import LeaveOrders
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.door import refusal
from engine.core.rehearsal import rehearse
from engine.core.state import Side
from tests.games.belle_epoque.positions import play, position
from tests.games.belle_epoque.test_8_contests import HANDS, RESOLVE, fight
from tests.games.belle_epoque.test_orders import attacked, keeping, scandal
from tests.games.belle_epoque.test_orders_contests import ATTACKING, PASS, before_contests


def like(state: BelleEpoque, side: Side, answer: Choice) -> list[Any]:
    """Return the orders like this answer. Each must be possible, and give it to the question that is asked now."""
    orders = [*GAME.out_of_turn.orders_like(state, side, answer)]
    for order in orders:
        assert answer in [tried.answer for tried in rehearse(GAME, state, side, order)], order
        assert refusal(GAME, state, side, order) is None
    return orders


def asked_for_fleets(**board: Any) -> BelleEpoque:
    state = attacked(**board)
    play(state, RESOLVE, ("uk", CommitFleets(1)))
    return state


@pytest.mark.parametrize(("fleets", "send"), [(0, "nothing"), (1, "match")])
def test_8_7b_a_defence_for_the_territory_and_for_everywhere(fleets: int, send: str) -> None:
    orders = like(asked_for_fleets(), "france", CommitFleets(fleets))
    assert [(order.role, order.where, order.send) for order in orders] == [
        ("defence", "serbia", send),
        ("defence", "everywhere", send),
    ]


@pytest.mark.parametrize(("armies", "send"), [(0, "chance"), (1, "match"), (2, "all")])
def test_8_7c_the_fleets_sent_before_are_part_of_the_answer(armies: int, send: str) -> None:
    state = asked_for_fleets()
    play(state, ("france", CommitFleets(1)))
    assert [order.send for order in like(state, "france", CommitArmies(armies))] == [send] * 2


def test_8_7e_an_answer_that_no_plain_order_gives_becomes_its_chance() -> None:
    state = asked_for_fleets()
    play(state, ("france", CommitFleets(0)))
    [order, _] = like(state, "france", CommitArmies(1))
    assert order.send == "chance"
    assert 0 < order.chance < 50


def test_8_7a_an_attacker_in_its_own_round_needs_no_order() -> None:
    state = attacked()
    play(state, RESOLVE)
    assert like(state, "uk", CommitFleets(1)) == []


def test_13_9_3_an_attack_on_an_automated_power() -> None:
    state = before_contests("uk", on=ATTACKING)
    play(state, PASS)
    assert {(order.role, order.send) for order in like(state, "uk", CommitUnits(0, 0))} == {("attack", "nothing")}
    assert {(order.role, order.send) for order in like(state, "uk", CommitUnits(1, 1))} == {("attack", "match")}


def test_8_6_4_rolling_again_and_never() -> None:
    state = fight(attacker=2, intrigue_hands={"uk": HANDS["uk"]})
    play(state, RESOLVE)
    assert like(state, "uk", ChangeStrategy("in_23")) == [LeaveOrders(reroll="if_it_helps")]
    assert like(state, "uk", LetBe()) == [LeaveOrders(reroll="never")]


def test_8_6_5_letting_be_without_the_card_does_not_mean_never() -> None:
    state = fight(attacker=2, intrigue_hands={"uk": ["in_05"]})
    play(state, RESOLVE)
    assert like(state, "uk", LetBe()) == [LeaveOrders(reroll="if_it_helps")]


def test_8_6_political_scandal_and_earlier_orders_stay() -> None:
    state = scandal({"france": 9, "uk": 3})
    play(state, ("france", LeaveOrders(reroll="never", pass_below=3)))
    given = [like(state, "france", PickOption(option)) for option in range(2)]
    assert [[(order.scandal, order.reroll, order.pass_below) for order in orders] for orders in given] == [
        [("prestige", "never", 3)],
        [("cube", "never", 3)],
    ]


def test_7_0d_the_card_that_was_kept_comes_first() -> None:
    state = keeping("in_05", "in_24")
    [order] = like(state, state.agenda[-1].side, KeepIntrigue("in_24"))  # type: ignore[attr-defined]
    assert "change_of_strategy" in order.keep_halves


def test_8_10_passing_with_what_is_left() -> None:
    assert like(position(), "uk", Pass()) == [LeaveOrders(pass_below=1)]
    assert like(position(treasury={"uk": 20}), "uk", Pass()) == [], "no order names so much"
    assert like(position(treasury={"uk": 5}), "uk", BuyUnits(armies=1)) == []
    assert like(position(Acting("uk", "invest")), "uk", Pass()) == [], "an order does not answer after an action"
