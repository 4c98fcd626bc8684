"""Picks the sentences of choices that need another than the one under their name. The sentence for an option of a card
depends on the question that asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.belle_epoque import choices
from engine.belle_epoque.automated_contests import PlayingEmpire
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.holdings import ARSENAL
from engine.belle_epoque.orders import LeaveContestOrder, LeaveOrders
from engine.belle_epoque.printed import NATIONAL
from engine.belle_epoque.printed.figures import INVESTMENT, PRESTIGE_COST
from engine.belle_epoque.questions import BuildingUnits
from engine.belle_epoque.words.parts import armies_and_fleets, built, change, fleet_at, fleets_moved, part, said
from engine.core.choice import Choice
from engine.core.phrase import Phrase
from engine.core.sides import facts_of
from engine.core.step import Step

Asking = Step[Any] | None


def do(choice: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("do", choice, variant, **facts)


def pick_option(choice: choices.PickOption, step: Asking) -> Phrase:
    """Name the option; only the question knows what its options are."""
    if isinstance(step, Branching):
        return do(choice, what=change(step.effect.options[choice.option]))
    if isinstance(step, BuildingUnits):
        return do(choice, what=built(step.effect.options[choice.option]))
    return do(choice, "unknown", number=choice.option + 1)


def let_be(choice: choices.LetBe, step: Asking) -> Phrase:
    """8.6.4: let dice stand; 13.4.7c: do not play a card."""
    return do(choice, "card" if isinstance(step, PlayingEmpire) else "")


ANSWERS: dict[type[Choice], Callable[[Any, Asking], Phrase]] = {
    choices.PickOption: pick_option,
    choices.LetBe: let_be,
}


def buy(choice: choices.BuyUnits) -> Phrase:
    units = armies_and_fleets(choice.armies, choice.fleets)
    return do(choice, "" if units else "none", units=units)


def play_national(choice: choices.PlayNational) -> Phrase:
    return do(choice, cost=NATIONAL[choice.card].cost)


def commit(choice: choices.CommitFleets | choices.CommitArmies) -> Phrase:
    is_fleet = isinstance(choice, choices.CommitFleets)
    units = armies_and_fleets(*((0, choice.own) if is_fleet else (choice.own, 0)), choice.allied)
    return do(choice, "" if units else "none", units=units)


def sell(choice: choices.SellArmaments) -> Phrase:
    """Say where the Fleets come from and which cubes are replaced, as far as there is a choice."""
    variant = ".".join(filter(None, ("fleets" if choice.fleets else "", "replacing" if choice.replaced else "")))
    return do(choice, variant, cubes=len(choice.replaced))


def leave_orders(choice: LeaveOrders) -> Phrase:
    """Name the answers that the Power gives in advance."""
    left = {name: answer for name, answer in facts_of(choice).items() if answer not in ("ask", (), 0)}
    answers = tuple(part(f"advance.{name}", **{name: answer}) for name, answer in left.items())
    return do(choice, "" if answers else "none", answers=answers)


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    choices.BuyUnits: buy,
    choices.Invest: lambda choice: do(choice, money=INVESTMENT),
    choices.RaisePrestige: lambda choice: do(choice, cost=PRESTIGE_COST),
    choices.PlayNational: play_national,
    choices.PickLoss: lambda choice: do(choice, "armies" if choice.place == ARSENAL else ""),
    choices.ReadyFleet: lambda choice: do(choice, what=fleet_at(1, choice.fleet, choice.continent)),
    choices.ReadyArmies: lambda choice: do(choice, units=armies_and_fleets(choice.own, 0, choice.allied)),
    choices.DeployFleets: lambda choice: do(choice, moves=fleets_moved(choice.moves)),
    choices.SellArmaments: sell,
    choices.CommitFleets: commit,
    choices.CommitArmies: commit,
    LeaveOrders: leave_orders,
    LeaveContestOrder: lambda choice: do(choice, "chance" if choice.send == "chance" else ""),
}
