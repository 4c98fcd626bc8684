"""Resolves what the words of a card refer to (which sides, which regions, how much) and whether its costs can be paid,
and plays it: a card is a sequence of effects (cards/kinds.py), and an Effecting step carries out one after the other.
effects.py has the verbs, questions.py the questions they ask.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.core.agenda import then
from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic
from engine.versailles.cards import kinds
from engine.versailles.cards.board import DIE
from engine.versailles.journal import RegionDrawn
from engine.versailles.military import Deployments
from engine.versailles.pieces import units_of
from engine.versailles.state import Versailles, card


class Context(Struct, frozen=True, gc=False):
    """The sides, regions and card that the words of a card refer to."""

    decider: Side
    me: Side = ""
    """The side that an EachPlayer asks."""
    target: Side = ""
    chosen: tuple[str, ...] = ()
    """The regions picked with the target."""
    checked: tuple[str, ...] = ()
    """The regions of the uprising check that led here."""
    event: str = ""
    """The card itself."""


class Effecting(Automatic[Versailles], frozen=True):
    """Carries out the first effect and queues the others."""

    clause = "5.2"
    effects: tuple[kinds.Effects, ...]
    context: Context

    def run(self, state: Versailles) -> None:
        from engine.versailles.effects import VERBS

        effect, *others = self.effects
        if others:
            then(state, Effecting(tuple(others), self.context))
        VERBS[type(effect)](state, effect, self.context)


def queue(state: Versailles, effects: tuple[kinds.Effects, ...], context: Context) -> None:
    if effects:
        then(state, Effecting(effects, context))


def amount(state: Versailles, number: kinds.Amount) -> int:
    return number if isinstance(number, int) else number.each * state.tokens(number.token)


def people(state: Versailles, who: kinds.Who, context: Context) -> list[Side]:
    """Return the sides a card means, in turn order from the active one. 5.5: where no side has issues all tie for most
    [R]."""
    holder = state.settling_holder
    one = {"decider": context.decider, "self": context.me, "target": context.target, "winner": holder}.get(who)
    if one is not None:
        return [one] if one else []
    sides = list(state.clockwise(state.active))
    if who == "lowest_happiness":
        sides = [side for side in sides if side in state.happiness]
        least = min(state.happiness[side] for side in sides)
        return [side for side in sides if state.happiness[side] == least]
    if who == "most_issues":
        most = max(len(state.controlled(side)) for side in sides)
        return [side for side in sides if len(state.controlled(side)) == most]
    return sides


def places(state: Versailles, where: kinds.Where, context: Context) -> Iterable[str]:
    """Return the regions a card means; for `random`, roll a die, on which a 6 means none (1.6)."""
    if where == "settled":
        return (card(state.settling).region,) if state.settling else ()
    if where == "random":
        die = roll(state, "region", 6)
        tell(state, RegionDrawn(die, DIE.get(die)))
        return (DIE[die],) if die in DIE else ()
    named = {"chosen": context.chosen, "checked": context.checked, "raised_by_option": state.raised}
    return named.get(where, (where,))


def payable(state: Versailles, effects: tuple[kinds.Effects, ...], context: Context) -> bool:
    """Tell whether every cost among these effects can be paid in full, and what they unsettle or deploy is there."""
    return all(possible(state, effect, context) for effect in effects)


def possible(state: Versailles, effect: kinds.Effects, context: Context) -> bool:
    if isinstance(effect, kinds.Pay):
        return state.available[context.decider] >= effect.cubes
    if isinstance(effect, kinds.Exhaust) and effect.in_full:
        return all(state.available[side] >= effect.cubes for side in people(state, effect.who, context))
    if isinstance(effect, kinds.DemobiliseUnit):
        return all(units_of(state, side) for side in people(state, effect.who, context))
    if isinstance(effect, kinds.Unsettle):
        return bool(settled_of(state, effect.groups))
    if isinstance(effect, kinds.Deploy):
        return bool(state.in_play(context.decider) and Deployments(state, context.decider))
    return True


def settled_of(state: Versailles, groups: tuple[str, ...]) -> list[str]:
    return [issue for issue in state.settled if card(issue).group in groups]


def away(state: Versailles, side: Side) -> list[str]:
    """Return the units of a side that are deployed or exhausted."""
    return [unit for unit in units_of(state, side) if unit != "available"]
