"""Answers in advance are given as soon as their Power is asked, and look like any other answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.belle_epoque.action_journal import (
    ArmiesCommitted,
    FleetsCommitted,
    LeftAsItIs,
    Passed,
)
from engine.belle_epoque.choices import (
    ChangeStrategy,
    CommitArmies,
    CommitFleets,
    Invest,
    KeepIntrigue,
    LetBe,
    Pass,
    PickOption,
)
from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.game import GAME
from engine.belle_epoque.orders import (
    DropContestOrder,
    LeaveContestOrder,
    LeaveOrders,
    OrderFired,
    OrderSwitchedOff,
)
from engine.belle_epoque.orders_left import MOST_CONTEST_ORDERS
from engine.belle_epoque.orders_rehearsals import SCANDAL
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import TERRITORIES
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.foresight import foresee, looks_up_orders
from engine.core.journal import Entry, seen
from engine.core.rehearsal import rehearse
from engine.core.state import Side, encode
from engine.core.undo import Undo
from tests.games.belle_epoque.positions import asked, play, position, question, refused
from tests.games.belle_epoque.test_8_contests import HANDS, RESOLVE, fight, units


def defend(send: Any, where: Any = "everywhere", **limits: Any) -> tuple[Side, Choice]:
    return "france", LeaveContestOrder("defence", where, send, **limits)


def sent(told: list[Entry]) -> tuple[int, int]:
    """Return the number of France's own Fleets and Armies in these entries."""
    fleets = sum(entry.own for entry in told if isinstance(entry, FleetsCommitted) and entry.side == "france")
    armies = sum(entry.own for entry in told if isinstance(entry, ArmiesCommitted) and entry.side == "france")
    return fleets, armies


def of_kind(told: list[Entry], kind: type[Entry]) -> list[Entry]:
    return [entry for entry in told if isinstance(entry, kind)]


def attacked(armies: int = 5, **board: Any) -> BelleEpoque:
    """Lay out a contest of the UK, which has a Fleet, on a cube of France, which has a Fleet and these Armies."""
    return fight(**units({"france": armies}, uk="europe", france="europe") | board)


# Defence (8.7b, 8.7c)


@pytest.mark.parametrize(
    ("order", "units_sent"),
    [
        (defend("nothing"), (0, 0)),
        (defend("all"), (1, 2)),
        (defend("match"), (1, 1)),
        (defend("chance", chance=1), (0, 0)),
        (defend("chance", chance=50), (1, 2)),
        (defend("all", pounds=1), (0, 1)),
        (defend("all", keep_armies=4), (1, 1)),
        (defend("all", keep_armies=5, keep_fleets=1), (0, 0)),
    ],
    ids=["nothing", "all", "match", "least chance", "half", "ceiling", "keep armies", "keep all"],
)
def test_8_7b_8_7c_a_defence_sends_what_it_says(order: tuple[Side, Choice], units_sent: tuple[int, int]) -> None:
    state = attacked()
    told = play(state, order, RESOLVE, ("uk", CommitFleets(1)))
    assert sent(told) == units_sent
    assert isinstance(question(state), Acting)


def test_8_7k_where_the_chance_is_out_of_reach_the_order_is_switched_off_and_its_power_asked() -> None:
    state = attacked(armies=0)
    told = play(state, defend("chance", chance=90), RESOLVE, ("uk", CommitFleets(1)))
    assert of_kind(told, OrderSwitchedOff) == [OrderSwitchedOff("france", "defence", "out_of_reach", "everywhere")]
    assert asked(state) == ["france"]
    assert "france" not in state.orders


def test_8_7k_or_it_sends_nothing_if_it_says_so() -> None:
    state = attacked(armies=0)
    told = play(state, defend("chance", chance=90, beyond="nothing"), RESOLVE, ("uk", CommitFleets(1)))
    assert sent(told) == (0, 0)
    assert state.orders["france"].contests


def test_8_7_2_units_of_allies_go_first_as_they_cost_nothing() -> None:
    state = attacked(on={"italy": "france france france france france"}, armies=2)
    told = play(state, defend("all", pounds=0), RESOLVE, ("uk", CommitFleets(1)))
    assert [entry.allied for entry in told if isinstance(entry, ArmiesCommitted)] == [("italy_army",)]


def test_the_order_for_the_territory_counts_before_the_continent_and_that_before_everywhere() -> None:
    for orders, expected in [
        ((defend("all"), defend("nothing", "europe")), (0, 0)),
        ((defend("nothing", "europe"), defend("all", "serbia")), (1, 2)),
        ((defend("all", "africa"),), None),
    ]:
        state = attacked()
        told = play(state, *orders, RESOLVE, ("uk", CommitFleets(1)))
        assert (sent(told) if isinstance(question(state), Acting) else None) == expected


@pytest.mark.parametrize(("cubes", "expected"), [("france<uk france", (0, 0)), ("france<uk uk uk uk", (1, 2))])
def test_another_order_counts_where_the_cube_decides_an_alliance(cubes: str, expected: tuple[int, int]) -> None:
    state = attacked(cubes=cubes, on={})
    told = play(state, defend("nothing"), defend("all", decisive=True), RESOLVE, ("uk", CommitFleets(1)))
    assert sent(told) == expected


def test_an_attacker_in_its_own_round_is_asked_and_may_take_its_move_back() -> None:
    state = attacked()
    play(state, ("uk", LeaveContestOrder("defence", "everywhere", "all")))
    barriers = state.barriers
    play(state, RESOLVE)
    assert asked(state) == ["uk"]
    assert state.barriers == barriers


def test_13_9a_an_order_to_attack_needs_an_automated_power() -> None:
    order = LeaveContestOrder("attack", "everywhere", "all")
    assert refused(attacked(), "uk", order) == ("no_automated_power", "13.9a")


def test_an_order_by_chance_says_which_and_others_do_not() -> None:
    state = attacked()
    assert refused(state, *defend("chance")) == ("say_the_chance", "8.7e")
    assert refused(state, *defend("all", chance=50)) == ("say_the_chance", "8.7e")


def test_a_power_leaves_so_many_orders_for_contests_and_no_more() -> None:
    state, places = attacked(), [*TERRITORIES]
    play(state, *(defend("all", where) for where in places[:MOST_CONTEST_ORDERS]))
    assert refused(state, *defend("all"))[0] == "too_many_orders"
    play(state, defend("nothing", places[0]), ("france", DropContestOrder("defence", places[1])), defend("all"))
    assert refused(state, "france", DropContestOrder("defence", places[1])) == ("no_such_order", "8.7")


# Rolling again (8.6.4, 8.6.5)


@pytest.mark.parametrize("reroll", ["never", "if_it_helps"])
def test_8_6_5_an_order_looks_like_an_answer_to_everybody_else(reroll: Any) -> None:
    by_hand = fight(attacker=2, intrigue_hands={"uk": ["in_05"]})
    answered = play(by_hand, RESOLVE, ("uk", LetBe()))
    state = fight(attacker=2, intrigue_hands={"uk": ["in_05"]})
    play(state, ("uk", LeaveOrders(reroll=reroll)))
    told = play(state, RESOLVE)
    assert of_kind(told, OrderFired) == [OrderFired("uk", "reroll")]
    for side in ("france", "russia", "central_powers", None):
        assert seen(told, side)[-2:] == seen(answered, side)[-2:]
    assert LeftAsItIs("uk") in seen(told, None)


def test_8_6_4_if_it_helps_the_card_is_played_and_never_is_never() -> None:
    for reroll, hand in [("if_it_helps", []), ("never", ["in_23"])]:
        state = fight(attacker=2, more_dice={"attacker": [2, 6], "defender": [3]}, intrigue_hands={"uk": HANDS["uk"]})
        play(state, ("uk", LeaveOrders(reroll=reroll)), RESOLVE)  # type: ignore[arg-type]
        assert state.sheets["uk"].intrigue == hand


def test_8_6_4_the_card_is_kept_where_no_die_could_win() -> None:
    board = units({"france": 5}) | {"intrigue_hands": HANDS, "prestige": {"france": 6}}
    state = fight(attacker=1, defender=6, **board)
    play(state, ("uk", LeaveOrders(reroll="if_it_helps")), RESOLVE, ("france", CommitArmies(4)))
    assert "in_23" in state.sheets["uk"].intrigue
    assert isinstance(question(state), Acting)


# Political Scandal (8.6)


def scandal(prestige: dict[str, int]) -> BelleEpoque:
    """Ask France, the target, what it gives up."""
    card, half, effect = SCANDAL
    step = Branching("france", Context(card, half, "uk", "france"), effect)
    return position(step, Acting("uk"), embassies={"france": 2}, prestige=prestige)


@pytest.mark.parametrize(
    ("order", "uk", "left"),
    [("prestige", 3, (8, 2)), ("prestige", 9, (9, 1)), ("cube", 3, (9, 1))],
    ids=["Prestige", "it would cost a place", "a cube"],
)
def test_8_6_political_scandal_is_answered_with_prestige_unless_it_costs_a_place(
    order: Any, uk: int, left: tuple[int, int]
) -> None:
    state = scandal({"france": 9, "uk": uk})
    told = play(state, ("france", LeaveOrders(scandal=order)))
    assert (state.sheets["france"].prestige, state.sheets["france"].embassies) == left
    assert OrderFired("france", "scandal") in told


def test_8_6_without_an_order_it_is_asked() -> None:
    state = scandal({"france": 5})
    play(state, ("france", LeaveOrders()))
    assert asked(state) == ["france"]


# The Ottoman choice (7.0d)


def keeping(*drawn: str) -> BelleEpoque:
    state = position(Acting("uk"))
    for card in drawn:
        state.intrigue_deck.remove(card)
    state.drawn = [*drawn]
    state.agenda.append(Keeping("france"))
    return state


def test_7_0d_the_first_card_with_a_half_of_the_list_is_kept() -> None:
    state = keeping("in_02", "in_05")
    play(state, ("france", LeaveOrders(keep_halves=("espionage", "colonial_revolt", "foreign_loan"))))
    assert state.sheets["france"].intrigue == ["in_05"]


def test_7_0d_without_any_of_them_the_power_is_asked() -> None:
    state = keeping("in_02", "in_05")
    play(state, ("france", LeaveOrders(keep_halves=("espionage", "espionage"))))
    assert asked(state) == ["france"]
    assert state.orders["france"].keep_halves == ("espionage",)
    play(state, ("france", KeepIntrigue("in_02")))


# Passing


def test_8_10_a_power_passes_with_empty_embassies_and_less_money_than_it_said() -> None:
    state = position(Acting("france"), treasury={"france": 1})
    told = play(state, ("france", LeaveOrders(pass_below=2)))
    assert of_kind(told, Passed)


@pytest.mark.parametrize("board", [{"treasury": {"france": 2}}, {"embassies": {"france": 1}}], ids=["money", "a cube"])
def test_8_10_and_not_with_more(board: dict[str, Any]) -> None:
    state = position(Acting("france"), **board)
    play(state, ("france", LeaveOrders(pass_below=2)))
    assert asked(state) == ["france"]


def test_8_11_an_open_contest_of_its_own_switches_the_order_off() -> None:
    state = position(Acting("france"), on={"serbia": "uk<france"})
    told = play(state, ("france", LeaveOrders(pass_below=2)))
    assert OrderSwitchedOff("france", "pass", "contest") in told
    assert asked(state) == ["france"]


def test_both_actions_of_a_round_can_be_looked_at_together() -> None:
    state = position(Acting("france"), treasury={"france": 6}, embassies={"france": 1})
    play(state, ("france", LeaveOrders(pass_below=9)))
    ahead = foresee(GAME, state, "france", Invest())
    assert ahead.certain
    assert not ahead.barred
    assert type(ahead.after.agenda[-1]) in GAME.out_of_turn.together
    assert not looks_up_orders(GAME, ahead.after)
    undo = Undo(state)
    told = play(state, ("france", Invest()))
    undo.remember("france", Invest(), told, state)
    assert undo.last("france")


# Rehearsals


def tried(state: BelleEpoque, side: Side, order: Choice) -> list[Choice | None]:
    before = encode(state)
    found = rehearse(GAME, state, side, order)
    assert encode(state) == before
    assert not any(one.refusal for one in found)
    return [one.answer for one in found]


def test_what_is_shown_before_a_defence_is_left_is_what_then_happens() -> None:
    state = attacked()
    play(state, RESOLVE, ("uk", CommitFleets(1)))
    assert tried(state, *defend("match")) == [CommitFleets(1)]
    assert tried(state, *defend("chance", chance=99)) == [None]
    told = play(state, defend("match"))
    assert sent(told) == (1, 1)


def test_where_nothing_is_asked_a_question_is_made_up_that_could_be() -> None:
    state = attacked(armies=2, intrigue_hands={"france": ["in_24"]}, embassies={"france": 1}, prestige={"france": 6})
    assert tried(state, *defend("all")) == [CommitFleets(1)]
    assert tried(state, "france", LeaveOrders(reroll="never")) == [LetBe()]
    assert tried(state, "france", LeaveOrders(reroll="if_it_helps")) == [ChangeStrategy("in_24")]
    assert tried(state, "france", LeaveOrders(scandal="cube")) == [PickOption(1)]
    assert tried(state, "france", LeaveOrders(pass_below=20)) == [None]
    assert tried(position(), "france", LeaveOrders(pass_below=1)) == [Pass()]
    assert tried(position(), "france", LeaveOrders(keep_halves=("espionage",))) == []


def test_the_caretaker_of_an_absent_power_sends_nothing_does_not_reroll_and_passes() -> None:
    rng = Random(0)
    state = attacked(intrigue_hands=HANDS, attacker=4)
    assert GAME.caretaker(state, "uk", state.agenda[-1].waiting(state)["uk"], rng) == Pass()  # type: ignore[attr-defined]
    play(state, RESOLVE, ("uk", CommitFleets(0)))
    for expected in (CommitFleets(), CommitArmies(), LetBe()):
        answer = GAME.caretaker(state, "france", state.agenda[-1].waiting(state)["france"], rng)  # type: ignore[attr-defined]
        assert answer == expected
        play(state, ("france", answer))
