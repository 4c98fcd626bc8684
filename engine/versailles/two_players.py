"""Chapter 13, the game of two players: what the active player does for the shared USA. turn.py queues ActingForShared;
Optioning, biddings and uprisings handle the USA themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting
from engine.versailles.cards.board import RECLAIM_MOST
from engine.versailles.choices import Place, Reclaim, Settle
from engine.versailles.journal import NothingDone, Reclaimed
from engine.versailles.state import Versailles
from engine.versailles.turn import Placing, political_action, take_back


class ActingForShared(Automatic[Versailles], frozen=True):
    """13.2: after the player's own actions; 13.4: nothing if nothing is possible [R]."""

    clause = "13.2"

    def run(self, state: Versailles) -> None:
        (state.active,) = filter(state.is_shared, state.factions)
        if any(shared_menus(state)):
            then(state, SharedActing())
        else:
            tell(state, NothingDone(state.active))


class SharedActing(Waiting[Versailles, Place | Reclaim | Settle], frozen=True):
    """13.2: one political action for the USA."""

    clause = "13.2"

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        return {state.player: Either(*shared_menus(state))}

    def choose(self, state: Versailles, side: Side, choice: Place | Reclaim | Settle) -> None:
        if isinstance(choice, Reclaim) and state.exhausted[side]:
            then(state, ReclaimingAlong(choice.cubes))
        political_action(state, state.active, choice)


def shared_menus(state: Versailles) -> list[Menu]:
    return [LeastPlacing(state, state.active, "13.3"), shared_reclaiming(state), shared_settling(state)]


def shared_reclaiming(state: Versailles) -> Menu:
    """13.4: reclaim as many cubes as possible up to six."""
    cubes = min(RECLAIM_MOST, state.exhausted[state.active])
    wrong = illegal("versailles.shared_reclaims_all", "13.4", cubes=cubes)
    return OneOf(*((Reclaim(cubes),) if cubes else ()), clause="13.4", otherwise={Reclaim: wrong})


def shared_settling(state: Versailles) -> Menu:
    """13.3: offer the issues to settle, never one that the active player leads."""
    issues = [issue for issue in state.table if state.cubes.get(issue) and state.leader(issue) != state.player]
    wrong = illegal("versailles.shared_settles_no_lead", "13.3")
    return OneOf(*map(Settle, issues), clause="13.3", otherwise={Settle: wrong})


class ReclaimingAlong(Waiting[Versailles, Reclaim], frozen=True):
    """13.4: take back up to as many of one's own cubes as the USA took back."""

    clause = "13.4"
    cubes: int

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        most = min(self.cubes, state.exhausted[state.player])
        wrong = illegal("versailles.reclaim_at_most", "13.4", most=most)
        menu = OneOf(*map(Reclaim, range(most, -1, -1)), clause="13.4", otherwise={Reclaim: wrong})
        return {state.player: menu}

    def choose(self, state: Versailles, side: Side, choice: Reclaim) -> None:
        if choice.cubes:
            take_back(state, side, choice.cubes)
            tell(state, Reclaimed(side, choice.cubes, 0, ()))


class LeastPlacing(Placing):
    """13.3, 14.6: as 4.1, with just enough cubes to lead."""

    __slots__ = ("clause",)

    def __init__(self, state: Versailles, side: Side, clause: str) -> None:
        super().__init__(state, side)
        self.clause = clause

    def judge(self, choice: Place) -> Refusal | None:
        if (refusal := super().judge(choice)) is not None:
            return refusal
        for issue, cubes in choice.cubes:
            if cubes > self.least[issue]:
                return illegal("versailles.just_enough", self.clause, issue=issue, needed=self.least[issue])
        return None

    def __iter__(self) -> Iterator[Place]:
        return map(self.place, self.pairs())

    def place(self, pair: tuple[str, str]) -> Place:
        return Place(tuple((issue, self.least[issue]) for issue in pair))

    def sample(self, rng: Random) -> Place:
        pairs = list(self.pairs())
        return self.place(pairs[int(rng.random() * len(pairs))])

    def describe(self) -> object:
        return {"do": "place", "issues": 2, "available": self.available, "exactly": dict(self.least)}
