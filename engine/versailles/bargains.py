"""What bots think of offers (chapter 15): GAME's clerk and caretaker, which are those of bots.py with an answer to what
awaits them out of turn.

The clerk adds up what each clause changes for it against its rivals and accepts what is clearly good. It gives no word
on later turns, because it does not remember any; that others give theirs counts for nothing. The caretaker declines.
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
"""So many points a deal must be worth more than none."""
LIKELY, UNLIKELY = 0.7, 0.1
"""That the leader of an issue gets to choose its option this turn; that anybody else does."""
RIVALRY = 0.2
"""What it is worth of an issue that a rival bids no more for it."""
PEACE = 0.05
"""What it is worth of an issue that one leads, or would like to, that a rival places nothing on it."""
FREEDOM = 0.5
"""What it costs to say in advance how one will decide."""
FACES = 6


def clerk(state: Versailles, side: Side, menu: Menu, rng: Random) -> Choice:
    """A sound player, who also knows a good offer."""
    return weigh(state, side, menu) if menu.types <= DEALING else bots.clerk(state, side, menu, rng)


def caretaker(state: Versailles, side: Side, menu: Menu, rng: Random) -> Choice:
    """Nobody deals for somebody who is away."""
    return next(iter(menu)) if menu.types <= DEALING else bots.caretaker(state, side, menu, rng)


def weigh(state: Versailles, side: Side, menu: Menu) -> Choice:
    """The best offer if it is good, else no to the first that can be declined."""
    seen = blindfold(state)
    accepting = [choice for choice in menu if isinstance(choice, AcceptOffer)]
    worths = [(gain(seen, side, seen.deals[choice.deal]), choice) for choice in accepting]
    worth, choice = max(worths, key=lambda found: found[0], default=(0.0, None))
    if choice and worth > MARGIN:
        return choice
    return next(choice for choice in menu if isinstance(choice, DeclineOffer))


def gain(state: Versailles, side: Side, deal: Deal) -> float:
    """What a deal is worth to a side that is party to it."""
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
    """Transfers are weighed together; free words weigh nothing."""
    return 0.0


def settling(state: Versailles, side: Side, clause: SettleIssue) -> float:
    """Against one's own best action, or against nothing where another would act."""
    step: Any = state.agenda[-1]
    if clause.by != decider(state, step) or not bond(clause).concerns(clause, step):
        return 0.0
    settled = outlook(after(state, clause.by, Settle(clause.issue)), side)
    if clause.by != side:
        return settled - advantage(state, side)
    allowed = step.waiting(state)[side]
    return settled - best(state, side, (choice for choice in political(state, side) if not allowed.check(choice)))[0]


def option_taken(state: Versailles, side: Side, clause: TakeOption) -> float:
    """Against what the other would choose for itself."""
    choices = [choice for option in card(clause.issue).options for choice in with_flags(option)]
    ends = {choice: settled_so(state, clause, choice) for choice in choices}
    agreed = [choice for choice in choices if choice.option == clause.option]
    return chance(state, clause) * difference(ends, agreed, clause.by, side)


def settled_so(state: Versailles, clause: TakeOption, choice: Any) -> Versailles:
    ahead = copy(state)
    carry_out(ahead, clause.by, clause.issue, choice)
    return ahead


def difference(ends: dict[Any, Versailles], agreed: list[Any], by: Side, side: Side) -> float:
    """What it makes for one side that the other gives the best of the agreed answers, not the best of all."""

    def good(choice: Any) -> float:
        return outlook(ends[choice], by)

    if not agreed:
        return 0.0
    return outlook(ends[max(agreed, key=good)], side) - outlook(ends[max(ends, key=good)], side)


def chance(state: Versailles, clause: TakeOption) -> float:
    """That the side gets to choose this turn."""
    for step in state.agenda:
        if isinstance(step, Optioning) and step.issue == clause.issue:
            return float(step.side == clause.by)
        if isinstance(step, Bidding) and step.issue == clause.issue:
            return (clause.by in step.still_in) / len(step.still_in)
    leads = clause.issue in state.table and state.leader(clause.issue) == clause.by
    return LIKELY if leads else UNLIKELY


def decision(state: Versailles, side: Side, clause: Clauses) -> float:
    """Against what the other would answer now; about questions to come nothing is known."""
    step: Any = state.agenda[-1]
    if clause.by != decider(state, step) or not bond(clause).concerns(clause, step):
        return -FREEDOM if clause.by == side else 0.0
    (menu,) = step.waiting(state).values()
    ends = {choice: after(state, clause.by, choice) for choice in islice(menu, MOST)}
    agreed = [choice for choice in ends if not bond(clause).breaks(clause, choice)]
    return difference(ends, agreed, clause.by, side)


def modifier(state: Versailles, side: Side, clause: ModifyDie) -> float:
    """Against one's own best modifier, or against none of another's."""
    stake = advantage_if_next(state, Uprising(clause.region), side) - advantage(state, side)
    return (clause.modifier * stake - (abs(stake) if clause.by == side else 0)) / FACES


def bidding_less(state: Versailles, side: Side, clause: BidAtMost) -> float:
    prize = PRIZE[clause.issue][side]
    return -RIVALRY * prize if clause.by == side else RIVALRY * prize


def bidding_more(state: Versailles, side: Side, clause: BidAtLeast) -> float:
    """A bid that one is held to costs one's freedom; a rival's costs the prize."""
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
"""What a clause that binds is worth to one of the parties."""
