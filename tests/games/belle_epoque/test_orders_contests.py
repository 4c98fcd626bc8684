"""Answers in advance for contests with automated Powers (13.9): by chance, with all units at once."""

from __future__ import annotations

from typing import Any

import pytest

from engine.belle_epoque.action_journal import (
    BothLeft,
    ContestWon,
)
from engine.belle_epoque.automated_contests import AutomatedContests, SendingUnits
from engine.belle_epoque.automated_journal import UnitsCommitted
from engine.belle_epoque.choices import (
    CommitUnits,
    LetBe,
    Pass,
)
from engine.belle_epoque.game import GAME
from engine.belle_epoque.orders import (
    LeaveContestOrder,
    LeaveOrders,
    OrderFired,
    OrderSwitchedOff,
)
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.choice import Choice
from engine.core.state import Side
from engine.core.undo import Undo
from tests.games.belle_epoque.automated_positions import table
from tests.games.belle_epoque.positions import play, question
from tests.games.belle_epoque.test_orders import of_kind, tried


def before_contests(*played: Side, **board: Any) -> BelleEpoque:
    """Lay out the end of the Actions phase in turn 2: the first of these Powers has a Fleet in Africa and three Armies,
    and passes last; then the contests are resolved, in which France has 4."""
    dice = {"attacker": [3], "defender": [3]}
    fleets = {"africa": [{"of": played[0], "ready": True}]}
    given: dict[str, Any] = {"treasury": {played[0]: 20}, "arsenal": {played[0]: {"armies": 3}}, "fleet_boxes": fleets}
    state = table(*played, **({"turn": 2, "dice": dice} | given | board))
    state.agenda = [AutomatedContests(), Acting(played[0])]
    state.order = [*played]
    state.passed = [*played[1:]]
    return state


ATTACKING, DEFENDING = {"libya": "france<uk"}, {"libya": "uk<france"}
PASS = ("uk", Pass())


def contest_order(role: Any, send: Any, where: Any = "everywhere", **limits: Any) -> tuple[Side, Choice]:
    return "uk", LeaveContestOrder(role, where, send, **limits)


@pytest.mark.parametrize(
    ("on", "order", "units_sent"),
    [
        (ATTACKING, contest_order("attack", "all"), (1, 2)),
        (ATTACKING, contest_order("attack", "all", "africa", keep_fleets=1), (0, 3)),
        (ATTACKING, contest_order("attack", "match", pounds=3), (1, 1)),
        (ATTACKING, contest_order("attack", "chance", chance=20), (1, 0)),
        (DEFENDING, contest_order("defence", "all"), (1, 2)),
        (DEFENDING, contest_order("defence", "nothing"), (0, 0)),
        (DEFENDING, contest_order("defence", "match"), (1, 1)),
    ],
    ids=["all", "keep the Fleet", "match", "chance", "defend", "defend with nothing", "match the attacker"],
)
def test_13_9_3_an_order_sends_fleets_and_armies_at_once(
    on: dict[str, str], order: tuple[Side, Choice], units_sent: tuple[int, int]
) -> None:
    state = before_contests("uk", on=on)
    told = play(state, order, PASS)
    [sent] = [entry for entry in told if isinstance(entry, UnitsCommitted)]
    assert (sent.side, sent.fleets, sent.armies) == ("uk", *units_sent)
    assert [entry.order for entry in told if isinstance(entry, OrderFired)] == [order[1].role]  # type: ignore[attr-defined]
    assert isinstance(told[-1], ContestWon | BothLeft)


def test_13_9_3_units_of_allies_are_sent_too() -> None:
    on = {"italy": "uk uk uk uk uk", "serbia": "uk<france"}
    state = before_contests("uk", on=on, arsenal={"uk": {"armies": 0}})
    told = play(state, contest_order("defence", "all"), PASS)
    assert [entry.allied for entry in told if isinstance(entry, UnitsCommitted)] == [("italy_army",)]


@pytest.mark.parametrize(("on", "role"), [(ATTACKING, "defence"), (DEFENDING, "attack")])
def test_13_9_3_an_order_of_the_other_kind_leaves_the_question(on: dict[str, str], role: str) -> None:
    state = before_contests("uk", on=on)
    play(state, contest_order(role, "all"), PASS)
    assert isinstance(question(state), SendingUnits)


def test_13_9_3_where_the_chance_is_out_of_reach_the_order_is_switched_off_and_its_power_asked() -> None:
    state = before_contests("uk", on=ATTACKING)
    told = play(state, contest_order("attack", "chance", chance=90), PASS)
    assert of_kind(told, OrderSwitchedOff) == [OrderSwitchedOff("uk", "attack", "out_of_reach", "everywhere")]
    assert isinstance(question(state), SendingUnits)
    assert "uk" not in state.orders


def test_13_9_3_nobody_finds_out_by_undo_whether_such_an_order_was_left() -> None:
    state = before_contests("uk", "russia", on=ATTACKING)
    undo = Undo(state)
    told = play(state, PASS)
    undo.remember("uk", Pass(), told, state)
    assert isinstance(question(state), SendingUnits)
    assert not undo.last("uk")


def test_13_9_3_what_is_shown_before_an_order_is_left_is_what_then_happens() -> None:
    state = before_contests("uk", on=ATTACKING)
    play(state, PASS)
    assert tried(state, *contest_order("attack", "match")) == [CommitUnits(1, 1)]
    assert tried(state, *contest_order("attack", "chance", chance=90)) == [None]
    assert tried(state, *contest_order("defence", "all")) == [], "it has no cube that could be attacked"
    told = play(state, contest_order("attack", "match"))
    assert [(entry.fleets, entry.armies) for entry in told if isinstance(entry, UnitsCommitted)] == [(1, 1)]


def test_13_9_3_a_question_is_made_up_where_a_contest_could_be_prepared() -> None:
    state = before_contests("uk", on={"libya": "france", "congo": "uk"}, intrigue_hands={"uk": ["in_25"]})
    assert tried(state, *contest_order("attack", "all")) == [CommitUnits(1, 2)]
    assert tried(state, *contest_order("defence", "match")) == [CommitUnits(1, 1)]
    assert tried(state, *contest_order("defence", "all", "libya")) == []
    assert tried(state, "uk", LeaveOrders(reroll="never")) == [LetBe()]


def test_13_9_3_orders_can_be_tried_out_before_the_first_turn() -> None:
    state = GAME.start(1, "5a" * 32)
    assert state.turn == 0
    assert tried(state, *contest_order("attack", "all")) == []
