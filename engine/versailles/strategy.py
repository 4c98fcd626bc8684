"""Chapter 11: strategies are drafted once, after the first uprising."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.choices import Draft
from engine.versailles.journal import DraftBegan, StrategyDrafted
from engine.versailles.scoring import condition_point
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
    """Return the sides of people, the active one first: the shared USA drafts nothing (13.5)."""
    return [side for side in state.clockwise(state.player) if side in state.sides]


def stars(state: Versailles, side: Side) -> int:
    return sum(card(issue).stars for issue in state.controlled(side))


class Picking(Waiting[Versailles, Draft], frozen=True):
    clause = "11.1"
    side: Side

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {self.side: Offered(state, self.side)}

    def choose(self, state: Versailles, side: Side, choice: Draft) -> None:
        state.offered.remove(choice.strategy)
        state.strategies[side] = choice.strategy
        tell(state, StrategyDrafted(side, choice.strategy))


class Offered(OneOf):
    """11.1: draft one of the strategies that are left."""

    __slots__ = ("side", "state")

    def __init__(self, state: Versailles, side: Side) -> None:
        super().__init__(*map(Draft, state.offered), clause="11.1", otherwise=NOT_OFFERED)
        self.state = state
        self.side = side

    def describe(self) -> object:
        """12.3: add what each condition of the strategies would score at this point of the game."""
        now = {strategy: [*worths(self.state, self.side, strategy)] for strategy in self.state.offered}
        return {"do": "draft", "strategies": self.state.offered, "now": now}


NOT_OFFERED: dict[type[Choice], Refusal] = {Draft: illegal("versailles.strategy_not_offered", "11.1")}


def worths(state: Versailles, side: Side, strategy: str) -> Iterator[int]:
    for condition in STRATEGIES[strategy].conditions:
        yield condition_point(state, side, strategy, condition).points


class PuttingAway(Automatic[Versailles], frozen=True):
    """11.1: put the last strategy away."""

    clause = "11.1"

    def run(self, state: Versailles) -> None:
        state.offered.clear()
