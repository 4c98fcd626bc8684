"""Tries out what orders that a side leaves in advance would answer, on questions that it could be asked. Nothing comes
of it: pages show it before an order is left, and as long as it stands.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.core import door
from engine.core.choice import Choice
from engine.core.game import AnyGame, StandingOrders
from engine.core.journal import Entry, seen
from engine.core.refusal import Refusal
from engine.core.sealed import Sealed
from engine.core.state import AnyState, Side
from engine.core.step import Step


class Rehearsed(Struct, frozen=True):
    """The outcome of one question: the answer, or None if the side itself has to decide; the news for the side, such as
    why an order switches itself off; and why the answer would not be legal, which rules never let happen."""

    question: Step[Any]
    answer: Choice | None
    told: tuple[Entry, ...] = ()
    refusal: Refusal | None = None


def rehearse(game: AnyGame, state: AnyState, side: Side, order: Choice | None = None) -> tuple[Rehearsed, ...]:
    """Return what the side's orders would answer, including the one that it is about to leave; `state` stays as it
    is."""
    after = game.clone(state)
    if order is not None:
        game.out_of_turn.step.choose(after, side, order)
    return tuple(put(game, after, side, question) for question in game.out_of_turn.rehearsals(after, side))


def put(game: AnyGame, state: AnyState, side: Side, question: Step[Any]) -> Rehearsed:
    """Ask the question, in place of one of its kind that is being asked now."""
    ahead = game.clone(state)
    ahead.news = []
    if ahead.agenda and type(ahead.agenda[-1]) is type(question):
        ahead.agenda.pop()
    ahead.agenda.append(question)
    orders = of_side(game, ahead, side, question)
    if orders is None or orders.side != side or orders.choice is None:
        return Rehearsed(question, None, tuple(seen(ahead.news, side)))
    told = [*ahead.news, *([orders.told] if orders.told else [])]
    return Rehearsed(question, orders.choice, tuple(seen(told, side)), door.refusal(game, ahead, side, orders.choice))


def of_side(game: AnyGame, ahead: AnyState, side: Side, question: Step[Any]) -> StandingOrders | None:
    """Return the orders that count at this question; where several sides are asked in secret, once the orders of others
    have answered."""
    counted = game.out_of_turn.standing[type(question)]
    orders = counted(ahead, question)
    while isinstance(question, Sealed) and orders and orders.side != side and orders.choice is not None:
        question = replace(question, answers=(*question.answers, (orders.side, orders.choice)))
        ahead.agenda[-1] = question
        orders = counted(ahead, question)
    return orders
