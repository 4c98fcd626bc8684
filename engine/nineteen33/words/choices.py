"""Which sentence names an answer, where it is not the plain one of its own name. Powers are declined as in entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.nineteen33 import choices
from engine.nineteen33.words.parts import goods, part, said, traded


def does(choice: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("do", choice, variant, **facts)


def declining(name: str) -> Callable[[Any], Phrase]:
    """By the plain sentence, with this Power declined."""
    return lambda choice: does(choice, **{name: getattr(choice, name)})


def budget(choice: choices.SetBudget) -> Phrase:
    return does(choice, parts=tuple(budget_of(choice)))


def budget_of(budget: choices.SetBudget) -> Iterator[Phrase | Struct]:
    """The aims, then what is done at once."""
    yield from budget.slips
    if budget.tax_change:
        yield part("budget.cut" if budget.tax_change < 0 else "budget.raised", n=abs(budget.tax_change))
    if budget.bond:
        yield part("budget.bond", term=budget.term, amount=budget.bond)
    if budget.end_pact:
        yield part("budget.end_pact")


def accepted(choice: choices.AcceptPoint) -> Phrase:
    return does(choice, "sector" if choice.sector else "")


def sealed(choice: choices.SealPlan) -> Phrase:
    return does(choice, parts=tuple(plan_of(choice)))


def plan_of(plan: choices.SealPlan) -> Iterator[Phrase | Struct]:
    """Tell the parts of a plan in the order in which they are carried out."""
    yield from plan.deals
    if plan.feed:
        yield part("plan.feed")
    yield from (part("plan.supply", state=state) for state in plan.supplies)
    yield part("plan.war", n=plan.war_most)
    yield part("plan.civil", n=plan.civil_most)
    yield part("plan.reserve", n=plan.reserve)
    yield part("plan.raw", order=plan.raw_first)
    if plan.squadrons_first:
        yield part("plan.squadrons")


def paid(choice: choices.PaySupport) -> Phrase:
    match choice.industry, choice.food:
        case True, True:
            return does(choice)
        case False, False:
            return does(choice, "none")
    return does(choice, "industry" if choice.industry else "food")


def works(choice: choices.StartWorks) -> Phrase:
    return does(choice, "branch" if choice.branch else "")


def deal(choice: choices.Deal) -> Phrase:
    return does(choice, goods=traded("deal", choice.food, choice.raw, choice.civil))


def offered(choice: choices.OfferGoods) -> Phrase:
    return does(choice, goods=goods(choice.product, choice.quantity))


def moved(choice: choices.MoveUnit) -> Phrase:
    return does(choice, "faces" if choice.faces else "")


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    choices.SetBudget: budget,
    choices.AcceptPoint: accepted,
    choices.SealPlan: sealed,
    choices.PaySupport: paid,
    choices.StartWorks: works,
    choices.Deal: deal,
    choices.OfferGoods: offered,
    choices.MoveUnit: moved,
    choices.Obstruct: declining("rival"),
    choices.SwapCards: declining("rival"),
    choices.ReadSlips: declining("rival"),
    choices.GuardAgainst: declining("rival"),
    choices.CallStrike: declining("at"),
}
