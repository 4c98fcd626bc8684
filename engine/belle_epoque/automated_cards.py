"""13.4: chooses the card of an automated Power and its target. automated_effects.py carries the card out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.belle_epoque.action_journal import CardPlayed
from engine.belle_epoque.automated import Pick, pick_by_die, pick_most, progress_of
from engine.belle_epoque.automated_effects import AutomatedEffecting
from engine.belle_epoque.automated_journal import AutomatedCardMissing, EffectLapsed, StrategyPutAside, TargetFound
from engine.belle_epoque.cards import AIMED, CardDone, targets
from engine.belle_epoque.context import Context, marked_powers
from engine.belle_epoque.printed import HALVES, INTRIGUE, NATIONAL, effects_of, vocabulary
from engine.belle_epoque.state import BelleEpoque, Beside
from engine.core.agenda import then
from engine.core.chance import picked
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic


class AutomatedCard(Automatic[BelleEpoque], frozen=True):
    """13.4.1, 13.4.2: draw at random, at no cost, a card of the kind that the sheet shows."""

    clause = "13.4.1"
    side: Side

    def run(self, state: BelleEpoque) -> None:
        kind, sheet = progress_of(state, self.side).card, state.sheets[self.side]
        if kind is None:
            return
        hand = sheet.intrigue if kind == "intrigue" else sheet.national
        if not hand:
            tell(state, AutomatedCardMissing(self.side, kind))
            return
        card = picked(state, "card", hand)
        hand.remove(card)
        begin(state, self.side, card)


def begin(state: BelleEpoque, side: Side, card: str) -> None:
    """13.4.1: begin the half of an Intrigue card that has the symbol; a reaction goes beside the sheet instead
    (13.4.6g)."""
    half = INTRIGUE[card].automated if card in INTRIGUE else ""
    if half and HALVES[half].reaction:
        state.automata[side].strategies.append(card)
        tell(state, StrategyPutAside(side, card))
        return
    assert half or NATIONAL[card].power == side
    tell(state, CardPlayed(side, card, half))
    state.beside.append(Beside(side, card, ()))
    context = Context(card, half, side, immune=marked_powers(state))
    then(state, CardDone(context))
    aim(state, context)


def aim(state: BelleEpoque, context: Context) -> None:
    """13.4.3a: aim at the rival Power that has most of what the card takes."""
    if context.half not in AIMED:
        then(state, AutomatedEffecting(context))
    elif pick := target(state, context):
        told = TargetFound(context.side, pick.side, context.card, pick.amount, pick.tied, pick.die)
        tell(state, told)
        then(state, AutomatedEffecting(replace(context, target=pick.side)))
    else:
        tell(state, EffectLapsed(context.side, context.card))


def target(state: BelleEpoque, context: Context) -> Pick | None:
    """13.4.3a: pick the target; where a card takes nothing that can be counted, by die among all that it can hit
    (13.4.6a)."""
    powers = [*targets(state, context)]
    amount = AMOUNTS.get(type(effects_of(context.card, context.half)[0]))
    if not powers:
        return None
    if amount is None:
        return pick_by_die(state, powers)
    return pick_most(state, powers, lambda power: amount(state, power))


AMOUNTS: dict[type[vocabulary.Effect], Callable[[BelleEpoque, Side], int]] = {
    vocabulary.Prestige: lambda state, power: state.sheets[power].prestige,
    vocabulary.Money: lambda state, power: state.sheets[power].money,
    vocabulary.StealIntrigue: lambda state, power: len(state.sheets[power].intrigue),
    vocabulary.Md: lambda state, power: state.sheets[power].embassies,
}
"""13.4.3a, 13.4.6b, 13.4.6c: for each effect, count how much a Power has of what it takes."""
