"""Lets the bots answer offers (chapter 15). The clerk and caretaker of the game are those of bots.py, extended by
answers to offers out of turn.

The clerk adds up what each clause changes for it against its rivals and accepts what is clearly good. It makes no
promises for later turns, because it would not remember them, and gives nothing for those of others. The caretaker
declines.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import Side
from engine.versailles import bots
from engine.versailles.appraisal import PRIZE, advantage
from engine.versailles.bidding import Bidding
from engine.versailles.bond import decider
from engine.versailles.bonds import binds, bond
from engine.versailles.bots import MOST, advantage_if_next, after, best, blindfold, copy, outlook, political
from engine.versailles.choices import Settle
from engine.versailles.clauses import (
    BidAtLeast,
    BidAtMost,
    Clause,
    Clauses,
    Deal,
    Decide,
    ModifyDie,
    SettleIssue,
    StayOff,
    TakeOption,
    Transfer,
    Words,
)
from engine.versailles.deals import DEALING, AcceptOffer, DeclineOffer
from engine.versailles.ledger import transfer
from engine.versailles.option import Optioning, carry_out, with_flags
from engine.versailles.state import Versailles, card
from engine.versailles.turn_bonds import TURN_BONDS
from engine.versailles.uprising import Uprising

MARGIN = 0.4
"""The points by which a deal must be better than none."""
LIKELY, UNLIKELY = 0.7, 0.1
"""The chance that the leader of an issue gets to choose its option this turn, and the chance that any other side
does."""
RIVALRY = 0.2
"""The share of an issue that it is worth if a rival bids no more for it."""
PEACE = 0.05
"""The share of an issue that it is worth, to a side that leads it or would like to, if a rival places nothing on it."""
FREEDOM = 0.5
"""The cost of committing to a decision in advance."""
FACES = 6


def clerk(state: Versailles, side: Side, menu: Menu, rng: Random) -> Choice:
    """Play soundly, and accept good offers."""
    return weigh(state, side, menu) if menu.types <= DEALING else bots.clerk(state, side, menu, rng)


def caretaker(state: Versailles, side: Side, menu: Menu, rng: Random) -> Choice:
    """Decline every offer for a player who is away; otherwise play as the caretaker of bots.py."""
    return next(iter(menu)) if menu.types <= DEALING else bots.caretaker(state, side, menu, rng)


def weigh(state: Versailles, side: Side, menu: Menu) -> Choice:
    """Accept the best offer if it is good, otherwise decline the first that can be declined."""
    seen = blindfold(state)
    accepting = [choice for choice in menu if isinstance(choice, AcceptOffer)]
    worths = [(gain(seen, side, seen.deals[choice.deal]), choice) for choice in accepting]
    worth, choice = max(worths, key=lambda found: found[0], default=(0.0, None))
    if choice and worth > MARGIN:
        return choice
    return next(choice for choice in menu if isinstance(choice, DeclineOffer))


def gain(state: Versailles, side: Side, deal: Deal) -> float:
    """Estimate what a deal is worth to one of its parties."""
    if any(clause.by == side and not binds(clause) for clause in deal.clauses):
        return 0.0
    binding = [clause for clause in deal.clauses if binds(clause)]
    return transferred(state, side, binding) + sum(WORTHS[type(clause)](state, side, clause) for clause in binding)


def transferred(state: Versailles, side: Side, clauses: list[Clauses]) -> float:
    ahead = copy(state)
    for clause in clauses:
        if isinstance(clause, Transfer):
            transfer(ahead, clause)
    return advantage(ahead, side) - advantage(state, side)


def counted_before(state: Versailles, side: Side, clause: Any) -> float:
    """Return nothing: transfers are weighed together, and free words weigh nothing."""
    return 0.0


def settling(state: Versailles, side: Side, clause: SettleIssue) -> float:
    """Compare the settlement with the side's own best action, or, where another side would act, with the position as it
    is."""
    step: Any = state.agenda[-1]
    if clause.by != decider(state, step) or not bond(clause).concerns(clause, step):
        return 0.0
    settled = outlook(after(state, clause.by, Settle(clause.issue)), side)
    if clause.by != side:
        return settled - advantage(state, side)
    allowed = step.waiting(state)[side]
    return settled - best(state, side, (choice for choice in political(state, side) if not allowed.check(choice)))[0]


def option_taken(state: Versailles, side: Side, clause: TakeOption) -> float:
    """Compare the agreed option with what the other side would choose for itself."""
    choices = [choice for option in card(clause.issue).options for choice in with_flags(option)]
    ends = {choice: settled_so(state, clause, choice) for choice in choices}
    agreed = [choice for choice in choices if choice.option == clause.option]
    return chance(state, clause) * difference(ends, agreed, clause.by, side)


def settled_so(state: Versailles, clause: TakeOption, choice: Any) -> Versailles:
    ahead = copy(state)
    carry_out(ahead, clause.by, clause.issue, choice)
    return ahead


def difference(ends: dict[Any, Versailles], agreed: list[Any], by: Side, side: Side) -> float:
    """Return how much changes for one side if the other gives the best of the agreed answers instead of the best of
    all."""

    def good(choice: Any) -> float:
        return outlook(ends[choice], by)

    if not agreed:
        return 0.0
    return outlook(ends[max(agreed, key=good)], side) - outlook(ends[max(ends, key=good)], side)


def chance(state: Versailles, clause: TakeOption) -> float:
    """Estimate the chance that the side gets to choose the option this turn."""
    for step in state.agenda:
        if isinstance(step, Optioning) and step.issue == clause.issue:
            return float(step.side == clause.by)
        if isinstance(step, Bidding) and step.issue == clause.issue:
            return (clause.by in step.still_in) / len(step.still_in)
    leads = clause.issue in state.table and state.leader(clause.issue) == clause.by
    return LIKELY if leads else UNLIKELY


def decision(state: Versailles, side: Side, clause: Clauses) -> float:
    """Compare the agreed answer with what the other side would answer now. Questions still to come are not
    estimated."""
    step: Any = state.agenda[-1]
    if clause.by != decider(state, step) or not bond(clause).concerns(clause, step):
        return -FREEDOM if clause.by == side else 0.0
    (menu,) = step.waiting(state).values()
    ends = {choice: after(state, clause.by, choice) for choice in islice(menu, MOST)}
    agreed = [choice for choice in ends if not bond(clause).breaks(clause, choice)]
    return difference(ends, agreed, clause.by, side)


def modifier(state: Versailles, side: Side, clause: ModifyDie) -> float:
    """Compare the modifier with the side's own best one, or with none where another side modifies."""
    stake = advantage_if_next(state, Uprising(clause.region), side) - advantage(state, side)
    return (clause.modifier * stake - (abs(stake) if clause.by == side else 0)) / FACES


def bidding_less(state: Versailles, side: Side, clause: BidAtMost) -> float:
    prize = PRIZE[clause.issue][side]
    return -RIVALRY * prize if clause.by == side else RIVALRY * prize


def bidding_more(state: Versailles, side: Side, clause: BidAtLeast) -> float:
    """Cost the side its freedom if it is held to a bid itself, and the prize if a rival is."""
    return -FREEDOM if clause.by == side else -RIVALRY * PRIZE[clause.issue][side]


def staying_off(state: Versailles, side: Side, clause: StayOff) -> float:
    prize = PRIZE[clause.issue][side]
    return -PEACE * prize if clause.by == side else PEACE * prize * (state.leader(clause.issue) == side)


WORTHS: dict[type[Clause], Callable[[Versailles, Side, Any], float]] = {
    Transfer: counted_before,
    SettleIssue: settling,
    TakeOption: option_taken,
    Decide: decision,
    ModifyDie: modifier,
    BidAtMost: bidding_less,
    StayOff: staying_off,
    Words: counted_before,
    **dict.fromkeys(TURN_BONDS, decision),
    BidAtLeast: bidding_more,
}
"""For each type of clause, what it is worth to a party if it binds."""
