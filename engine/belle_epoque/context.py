"""The context in which a card is carried out: its player and target, the Powers it marks or cannot hit."""

from __future__ import annotations

from msgspec import Struct

from engine.belle_epoque.action_journal import Marked
from engine.belle_epoque.printed import INTRIGUE, POWERS
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import tell
from engine.core.state import Side


class Context(Struct, frozen=True, gc=False):
    """`card` is an event, an Intrigue card with its `half`, or a National card. In its effects `self` is `side`, its
    player; an event has none."""

    card: str
    half: str = ""
    side: Side = ""
    target: Side = ""
    """The rival Power at which it is aimed, once that is chosen."""
    immune: tuple[Side, ...] = ()
    """8.6.1b: the Powers that were marked before this card."""

    @property
    def has_symbol(self) -> bool:
        """13.4b: tell whether this is the half that automated Powers carry out."""
        return bool(self.half) and INTRIGUE[self.card].automated == self.half


def marked_powers(state: BelleEpoque) -> tuple[Side, ...]:
    sheets = state.sheets
    return tuple([power for power in POWERS if sheets[power].marked])


def hit(state: BelleEpoque, power: Side, context: Context) -> None:
    """8.6d: mark a Power that loses something to a card. Events mark no Power."""
    if context.side and not state.sheets[power].marked:
        state.sheets[power].marked = True
        tell(state, Marked(power, context.card))


def safe_powers(state: BelleEpoque, context: Context) -> tuple[Side, ...]:
    """8.6.1b: a Power is safe if it was marked before. 13.4b: an automated Power is also safe from the half with the
    symbol when a human plays it."""
    if state.automata and context.has_symbol and not state.is_automated(context.side):
        return (*context.immune, *state.automata)
    return context.immune


def is_safe(state: BelleEpoque, context: Context, power: Side) -> bool:
    return power in safe_powers(state, context)
