"""Picks the sentences of choices that need another than the one under their name. Some choices mean one thing as the
answer to one question and another as the answer to another: their sentence depends on the step that asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.phrase import Phrase
from engine.core.step import Step
from engine.versailles import choices, deals, orders
from engine.versailles.option import Optioning
from engine.versailles.questions import Branching
from engine.versailles.settle import Holding
from engine.versailles.solitaire_bots import LettingWin
from engine.versailles.two_players import ReclaimingAlong
from engine.versailles.words.deals import left, named
from engine.versailles.words.parts import branch, cubes_on, force, part, said, taken_back, tokens_on

Asking = Step[Any] | None


def do(choice: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("do", choice, variant, **facts)


# Depending on the question


def reclaim(choice: choices.Reclaim, step: Asking) -> Phrase:
    """If nothing named comes back, exhausted units do (4.2), or nothing at all (13.4)."""
    if what := taken_back(choice.cubes, 0, choice.withdraw):
        return do(choice, what=what)
    return do(choice, "nothing" if isinstance(step, ReclaimingAlong) else "units")


def choose_option(choice: choices.ChooseOption, step: Asking) -> Phrase:
    """The names of options depend on the issue."""
    if not isinstance(step, Optioning):
        return do(choice, "unknown")
    tokens = tokens_on(tuple(f"naval:{flag}" for flag in choice.flags))
    return do(choice, "tokens" if tokens else "", issue=step.issue, tokens=tokens)


def hold(choice: choices.Hold, step: Asking) -> Phrase:
    event = step.event if isinstance(step, Holding) else None
    return do(choice, "yes" if choice.perform else "no", event=event)


def pick_side(choice: choices.PickSide, step: Asking) -> Phrase:
    if isinstance(step, LettingWin):
        return do(choice, "win")
    return do(choice, "regions" if choice.regions else "")


def pick_branch(choice: choices.PickBranch, step: Asking) -> Phrase:
    effects = part("branch", effects=step.branches[choice.branch]) if isinstance(step, Branching) else None
    return do(choice, branch=effects or branch("", choice.branch))


ANSWERS: dict[type[Choice], Callable[[Any, Asking], Phrase]] = {
    choices.Reclaim: reclaim,
    choices.ChooseOption: choose_option,
    choices.Hold: hold,
    choices.PickSide: pick_side,
    choices.PickBranch: pick_branch,
}


# Independent of the question


def bid(choice: choices.Bid | orders.SetCeiling) -> Phrase:
    return do(choice, force=force(choice.units, choice.local, choice.cubes))


def leave_orders(choice: orders.LeaveOrders) -> Phrase:
    some = left(choice)
    return do(choice, "" if some else "none", orders=some)


def on_deal(choice: deals.AcceptOffer | deals.DeclineOffer | deals.WithdrawOffer | deals.Counter) -> Phrase:
    return do(choice, deal=named(choice.deal))


def word_given(choice: deals.Judge) -> Phrase:
    variant = "kept" if choice.kept else "broken"
    return do(choice, variant, deal=named(choice.deal), clause=choice.clause + 1)


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    choices.Place: lambda choice: do(choice, cubes=cubes_on(choice.cubes)),
    choices.Advance: lambda choice: do(choice, "cube" if choice.cube else ""),
    choices.Modify: lambda choice: do(choice, "" if choice.by else "nothing"),
    choices.Bid: bid,
    deals.Offer: lambda choice: do(choice, "open" if choice.public else ""),
    deals.AcceptOffer: on_deal,
    deals.DeclineOffer: on_deal,
    deals.WithdrawOffer: on_deal,
    deals.Counter: on_deal,
    deals.Judge: word_given,
    orders.LeaveOrders: leave_orders,
    orders.SetCeiling: bid,
}
