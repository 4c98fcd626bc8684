"""The two doors to a position. `apply` trusts its caller: search and replay of verified logs. `submit` checks
everything: people, bots, records. Both carry out one choice, run what follows until a side has to decide, and return
the news.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from engine.core.agenda import proceed
from engine.core.choice import Choice
from engine.core.journal import Entry
from engine.core.menu import Either, Menu
from engine.core.refusal import GameOver, Illegal, Malformed, NothingToTakeBack, NotYourTurn, Refusal, Stale
from engine.core.sealed import WithdrawAnswer, withdrawals
from engine.core.state import AnyState, Side
from engine.core.step import Step

if TYPE_CHECKING:
    from engine.core.game import AnyGame, StandingOrders

AT_ONCE = 100
"""How many answers left in advance may follow from one choice, so that no choice takes long, however many days of a
calendar pass. Another number would change how recorded games go."""
Asked = Mapping[Side, Menu]
"""The sides that have to decide, and what each may answer."""


def apply(game: AnyGame, state: AnyState, side: Side, choice: Choice) -> list[Entry]:
    """Carry out a choice known to be legal; return its news."""
    out_of_turn = game.out_of_turn
    state.sequence += 1
    if type(choice) in out_of_turn.choices:
        out_of_turn.step.choose(state, side, choice)
    else:
        state.agenda.pop().choose(state, side, choice)
    proceed(state)
    if out_of_turn.after is not None:
        out_of_turn.after(state)
    if type(choice) is not WithdrawAnswer and (orders := left_orders(game, state)) is not None:
        answer_in_advance(game, state, orders)
    news, state.news = state.news, []
    return news


def follow_up(game: AnyGame, state: AnyState) -> None:
    """Run everything that needs no decision."""
    proceed(state)
    if game.out_of_turn.after is not None:
        game.out_of_turn.after(state)


def left_orders(game: AnyGame, state: AnyState) -> StandingOrders | None:
    """Return the orders left in advance that count for the present question, even if they leave it to the side."""
    if not state.agenda:
        return None
    step: Any = state.agenda[-1]
    counted = game.out_of_turn.standing.get(type(step))
    return counted(state, step) if counted is not None else None


def answer_in_advance(game: AnyGame, state: AnyState, first: StandingOrders) -> None:
    """Let the orders that absent sides left answer for them, one after the other. Looking them up is a barrier, since
    their silence is information too. After `AT_ONCE` answers the next question waits: see `left_over`."""
    for number in range(AT_ONCE):
        orders = left_orders(game, state) if number else first
        if orders is None:
            return
        state.barriers += 1
        if orders.choice is None:
            return
        if orders.told is not None:
            state.news.append(orders.told)
        state.agenda.pop().choose(state, orders.side, orders.choice)
        follow_up(game, state)


def left_over(game: AnyGame, state: AnyState) -> StandingOrders | None:
    """Return the orders that would answer the present question, where they stopped after `AT_ONCE` answers. Their
    answer is the next choice, and more of their answers follow from it; the side itself may also choose something
    else."""
    step: Any = state.agenda[-1] if state.agenda else None
    counted = game.out_of_turn.standing.get(type(step))
    orders = counted(game.clone(state), step) if counted else None
    return orders if orders and orders.choice is not None else None


def submit(
    game: AnyGame, state: AnyState, side: Side, choice: Choice, seen: int | None = None, asked: Asked | None = None
) -> list[Entry] | Refusal:
    """Carry out a choice if it is current, this side's, and legal; else return why not and leave every byte alone.
    `seen` is the sequence of the position that the player was looking at, `asked` what `waiting` returns for it, if the
    caller knows it."""
    if seen is not None and seen != state.sequence:
        return Stale(seen, state.sequence)
    return refusal(game, state, side, choice, asked) or apply(game, state, side, choice)


def receive(game: AnyGame, state: AnyState, side: Side, raw: bytes, seen: int | None = None) -> list[Entry] | Refusal:
    """Do `submit` for a choice as it came over the wire."""
    choice = decode(game, raw)
    return choice if isinstance(choice, Malformed) else submit(game, state, side, choice, seen)


def decode(game: AnyGame, raw: bytes) -> Choice | Malformed:
    try:
        return game.choice_decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return malformed(error)


def malformed(error: Exception) -> Malformed:
    """Return the refusal for a decoding error. msgspec says where a value is wrong after ` - at `; without a place the
    whole text is no choice."""
    problem, _, path = str(error).partition(" - at ")
    return Malformed(path.strip("`") or "$", problem)


def refusal(game: AnyGame, state: AnyState, side: Side, choice: Choice, asked: Asked | None = None) -> Refusal | None:
    """Return why this side may not make this choice now; None if it may. `explain` shows this for a greyed choice."""
    if type(choice) in game.out_of_turn.choices:
        return refusal_aside(game, state, side, choice)
    if not state.agenda:
        return GameOver()
    if type(choice) is WithdrawAnswer:
        return None if side in withdrawals(state) else NothingToTakeBack()
    return verdict(state.agenda[-1], waiting(game, state) if asked is None else asked, side, choice)


def refusal_aside(game: AnyGame, state: AnyState, side: Side, choice: Choice) -> Refusal | None:
    if not state.agenda:
        return GameOver()
    return verdict(game.out_of_turn.step, game.out_of_turn.step.waiting(state), side, choice)


def verdict(step: Step[Any], asked: Asked, side: Side, choice: Choice) -> Refusal | None:
    """Check a choice against the side's menu. Where the menu names no clause, as for a choice of another kind, the
    refusal gets that of the step."""
    if side not in asked:
        return NotYourTurn(side, tuple(asked))
    refused = asked[side].check(choice)
    if isinstance(refused, Illegal) and not refused.clause:
        return replace(refused, clause=step.clause)
    return refused


def waiting(game: AnyGame, state: AnyState) -> Asked:
    """Return the sides that have to decide, and what each may answer; empty when the game is over."""
    if not state.agenda:
        return {}
    asked: Asked = state.agenda[-1].waiting(state)
    return asked if game.out_of_turn.narrow is None else game.out_of_turn.narrow(state, asked)


def menu(game: AnyGame, state: AnyState, side: Side) -> Menu | None:
    """Return all that a side may do now, including out of turn; None if that is nothing."""
    if not state.agenda:
        return None
    asides: Asked = game.out_of_turn.step.waiting(state) if game.out_of_turn.choices else {}
    offers = (waiting(game, state), asides, withdrawals(state))
    menus = [offered[side] for offered in offers if side in offered]
    return Either(*menus) if len(menus) > 1 else next(iter(menus), None)


def explain(game: AnyGame, state: AnyState, side: Side, raw: bytes) -> Refusal | None:
    """Return why a choice as it came over the wire would be refused; None if it would be accepted. Changes nothing."""
    choice = decode(game, raw)
    return choice if isinstance(choice, Malformed) else refusal(game, state, side, choice)
