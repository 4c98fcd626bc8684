"""Chapter 11: strategies are drafted once, after the first uprising."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.choices import Draft
from engine.versailles.journal import DraftBegan, StrategyDrafted
from engine.versailles.state import Versailles, card


class Drafting(Automatic[Versailles], frozen=True):
    """11.1: fewest stars first; ties go to the side nearest clockwise to the active player, itself first."""

    clause = "11.1"

    def run(self, state: Versailles) -> None:
        if not state.offered:
            return
        order = tuple(sorted(bidders_clockwise(state), key=lambda side: stars(state, side)))
        tell(state, DraftBegan(order))
        then(state, *map(Picking, order), PuttingAway())


def bidders_clockwise(state: Versailles) -> list[Side]:
    """The sides of people, the active one's first: the shared USA drafts nothing (13.5)."""
    return [side for side in state.clockwise(state.player) if side in state.sides]


def stars(state: Versailles, side: Side) -> int:
    return sum(card(issue).stars for issue in state.controlled(side))


class Picking(Waiting[Versailles, Draft], frozen=True):
    clause = "11.1"
    side: Side

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        wrong = illegal("versailles.strategy_not_offered", "11.1")
        return {self.side: OneOf(*map(Draft, state.offered), clause="11.1", otherwise={Draft: wrong})}

    def choose(self, state: Versailles, side: Side, choice: Draft) -> None:
        state.offered.remove(choice.strategy)
        state.strategies[side] = choice.strategy
        tell(state, StrategyDrafted(side, choice.strategy))


class PuttingAway(Automatic[Versailles], frozen=True):
    """11.1: the one left over."""

    clause = "11.1"

    def run(self, state: Versailles) -> None:
        state.offered.clear()
