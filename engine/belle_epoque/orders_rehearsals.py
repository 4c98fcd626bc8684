"""Finds questions on which the orders of a Power can be tried out: those it is asked now, else ones that it could be
asked on the present board.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import chain, islice
from typing import Any

from engine.belle_epoque.automated_contests import (
    JoiningIn,
    SendingUnits,
    Units,
    clash_of,
    share_with_another,
    shares_of,
    with_automated,
)
from engine.belle_epoque.board import contested
from engine.belle_epoque.clash import Clash
from engine.belle_epoque.contests import STAGES
from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.odds import UNDER_WAY, open_clashes
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
    """Yield one question for each order that the Power left, where there can be one."""
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


def asked_now(state: BelleEpoque, side: Side, kinds: Container[type]) -> Any:
    """Return the question of one of these kinds that waits for this Power; None if another one waits."""
    step: Any = state.agenda[-1] if state.agenda else None
    return step if type(step) in kinds and step.side == side else None


def sending(state: BelleEpoque, side: Side, order: ContestOrder) -> Iterator[Step[BelleEpoque]]:
    """Yield a contest in which this order counts and its Power has units to send. An attacker in its own round is
    present and needs no order."""
    asked = asked_now(state, side, UNDER_WAY)
    clash = UNDER_WAY[type(asked)](asked)[0] if asked else None
    if clash and (order.role == "defence" or clash.shares) and order_for(state, side, clash) == order:
        yield asked
        return
    questions = (question for clash, question in asked_for_units(state, side) if order_for(state, side, clash) == order)
    yield from islice(questions, 1)


def asked_for_units(state: BelleEpoque, side: Side) -> Iterator[tuple[Clash, Step[BelleEpoque]]]:
    """8.7m, 13.9.3: yield each contest with the first question that asks this Power for units out of its round."""
    stages: Any = enumerate(STAGES)
    defending = [(stage, menu, asking) for stage, (is_attacker, menu, asking) in stages if not is_attacker]
    for clash in attacks_on(state, side):
        steps = (asking(side, clash, n) for n, menu, asking in defending if not menu(state, side, clash).is_pointless())
        yield from ((clash, step) for step in islice(steps, 1))
    for clash in automated_clashes(state, side):
        if not Units(state, side, clash).is_pointless():
            yield clash, SendingUnits(side, JoiningIn(clash, (side,)))


def attacks_on(state: BelleEpoque, side: Side) -> Iterator[Clash]:
    """Yield the open contests against this Power, then those that a rival could begin."""
    yield from (clash for clash in open_clashes(state) if clash.defender == side)
    rivals = [rival for rival in state.sides if rival != side]
    for territory, space, cube in all_cubes(state):
        if cube == side:
            yield from (Clash(territory, space, cube, rival, side) for rival in rivals)


def automated_clashes(state: BelleEpoque, side: Side) -> Iterator[Clash]:
    """13.9: yield the open contests of this Power with automated ones, then those that could be prepared, each with the
    bonus that the automated Power would have there."""
    shares = shares_of(state)
    clashes = (clash_of(state, contest, shares) for contest in with_automated(state))
    yield from (clash for clash in clashes if side in (clash.attacker, clash.defender))
    shares = tuple((power, share_with_another(state, power)) for power in state.automata)
    for territory, space, cube in all_cubes(state):
        if cube == side:
            yield from (Clash(territory, space, cube, power, side, shares=shares) for power in state.automata)
        elif cube in state.automata:
            yield Clash(territory, space, cube, side, cube, shares=shares)


def all_cubes(state: BelleEpoque) -> Iterator[tuple[str, int, str]]:
    """Yield the cubes on which a contest can be prepared (8.2.1b), with their spaces."""
    for territory in TERRITORIES:
        waits = contested(state, territory)
        row = enumerate(state.spaces[territory], start=1)
        yield from ((territory, space, cube) for space, cube in row if space not in waits)


def rolling(state: BelleEpoque, side: Side) -> Iterator[Step[BelleEpoque]]:
    """8.6.5: yield the question of a Power that has an Intrigue card and loses by the dice."""
    if asked := asked_now(state, side, {Reacting}):
        yield asked
    elif state.sheets[side].intrigue:
        clashes = chain(attacks_on(state, side), automated_clashes(state, side))
        yield from (Reacting(side, lost_by(side, clash)) for clash in islice(clashes, 1))


def lost_by(side: Side, clash: Clash) -> Dice:
    """Return the dice that are worst for this side."""
    return Dice(clash, 1, DIE) if side == clash.attacker else Dice(clash, DIE, 1)


def scandal(state: BelleEpoque, side: Side) -> Iterator[Step[BelleEpoque]]:
    """8.6: yield a card of a rival that lets its target choose."""
    if (asked := asked_now(state, side, {Branching})) and asked.effect.by == "target":
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
    """7.0d: yield the question for the cards that were drawn; no others can be looked at."""
    if asked := asked_now(state, side, {Keeping}):
        yield asked
