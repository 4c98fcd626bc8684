"""Questions on which the orders of a Power can be tried out: those it is asked now, else ones that it could be asked as
the board stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.belle_epoque.contests import STAGES, Clash, SendingArmies, SendingFleets
from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.odds import open_clashes
from engine.belle_epoque.orders_contests import order_for
from engine.belle_epoque.orders_left import NONE, ContestOrder
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import HALVES, INTRIGUE, TERRITORIES
from engine.belle_epoque.printed.figures import DIE
from engine.belle_epoque.printed.vocabulary import Choose
from engine.belle_epoque.reactions import Dice, Reacting
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.state import Side
from engine.core.step import Step


def rehearsals(state: BelleEpoque, side: Side) -> Iterator[Step[BelleEpoque]]:
    """One question for each order that it left, where there can be one."""
    orders = state.orders.get(side, NONE)
    for order in orders.contests:
        yield from sending(state, side, order)
    if orders.reroll != "ask":
        yield from rolling(state, side)
    if orders.scandal != "ask":
        yield from scandal(state, side)
    if orders.keep_halves:
        yield from keeping(state, side)
    if orders.pass_below:
        yield Acting(side)


def asked_now(state: BelleEpoque, side: Side, *kinds: type[Step[Any]]) -> Any:
    """The question of one of these kinds that waits for this Power; None if another one does."""
    step: Any = state.agenda[-1] if state.agenda else None
    return step if type(step) in kinds and step.side == side else None


def sending(state: BelleEpoque, side: Side, order: ContestOrder) -> Iterator[Step[BelleEpoque]]:
    """A contest in which this order counts, where its Power has units to send. Where it defends; what asks it in
    contests with automated Powers (13.9.3) is not made up."""
    if order.role != "defence":
        return
    asked = asked_now(state, side, SendingFleets, SendingArmies)
    if asked and order_for(state, side, asked.clash) == order:
        yield asked
        return
    fitting = (clash for clash in attacks_on(state, side) if order_for(state, side, clash) == order)
    yield from next((questions for clash in fitting if (questions := [*units_asked(state, side, clash)])), [])[:1]


def attacks_on(state: BelleEpoque, side: Side) -> Iterator[Clash]:
    """The open contests against this Power, then those that a rival could begin."""
    yield from (clash for clash in open_clashes(state) if clash.defender == side)
    rivals = [rival for rival in state.sides if rival != side]
    for territory in TERRITORIES:
        for space, cube in enumerate(state.spaces[territory], start=1):
            if cube == side:
                yield from (Clash(territory, space, cube, rival, side) for rival in rivals)


def units_asked(state: BelleEpoque, side: Side, clash: Clash) -> Iterator[Step[BelleEpoque]]:
    """8.7m"""
    stages: Any = enumerate(STAGES)
    for stage, (is_attacker, menu, asking) in stages:
        if not is_attacker and not menu(state, side, clash).is_pointless():
            yield asking(side, clash, stage)


def rolling(state: BelleEpoque, side: Side) -> Iterator[Step[BelleEpoque]]:
    """8.6.5: the Power has an Intrigue card, and loses by the dice."""
    if asked := asked_now(state, side, Reacting):
        yield asked
    elif state.sheets[side].intrigue:
        yield from (Reacting(side, Dice(clash, DIE, 1)) for clash in [*attacks_on(state, side)][:1])


def scandal(state: BelleEpoque, side: Side) -> Iterator[Step[BelleEpoque]]:
    """8.6: a card that leaves its target a choice, played by a rival."""
    if (asked := asked_now(state, side, Branching)) and asked.effect.by == "target":
        yield asked
        return
    rival = next((rival for rival in state.sides if rival != side), None)
    if rival:
        card, half, effect = SCANDAL
        question = Branching(side, Context(card, half, rival, side), effect)
        yield from [question] if len(question.answers(state)) > 1 else []


SCANDAL = next(
    (card.id, half, effect)
    for card in INTRIGUE.values()
    for half in card.halves
    for effect in HALVES[half].effects
    if isinstance(effect, Choose) and effect.by == "target"
)


def keeping(state: BelleEpoque, side: Side) -> Iterator[Step[BelleEpoque]]:
    """7.0d: only the cards that were drawn can be looked at."""
    if asked := asked_now(state, side, Keeping):
        yield asked
