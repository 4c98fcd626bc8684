"""8.3 to 8.5: Great Works, investments and the Prestige action: the actions that need nothing but a yes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from engine.belle_epoque.action_journal import GreatWorkBuilt, Invested, PrestigeBought
from engine.belle_epoque.choices import BuildGreatWork, Invest, RaisePrestige
from engine.belle_epoque.prestige import move_prestige
from engine.belle_epoque.printed import SHEETS
from engine.belle_epoque.printed.figures import INVESTMENT, PRESTIGE_COST
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.units import too_dear
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side


class Offer(Menu):
    """An action without further choices. Subclasses give the choice, and return a refusal if it is not possible."""

    __slots__ = ("side", "state")
    choice: ClassVar[Choice]

    def __init__(self, state: BelleEpoque, side: Side) -> None:
        self.state, self.side = state, side

    def why_not(self) -> Refusal | None:
        raise TypeError(f"{type(self).__name__} must say what stands against it")

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({type(self.choice)})

    def judge(self, choice: Choice) -> Refusal | None:
        return self.why_not()

    def __bool__(self) -> bool:
        return self.why_not() is None

    def draw(self, rng: Random) -> Choice | None:
        return self.choice if self.why_not() is None else None

    def specimens(self) -> Iterator[Choice]:
        return iter(() if self else (self.choice,))

    def __iter__(self) -> Iterator[Choice]:
        return iter((self.choice,) if self else ())

    def sample(self, rng: Random) -> Choice:
        return self.choice


class GreatWork(Offer):
    """8.3a: build the Great Work, once per game."""

    __slots__ = ()
    choice = BuildGreatWork()

    def why_not(self) -> Refusal | None:
        sheet = self.state.sheets[self.side]
        if sheet.built:
            return illegal("belle_epoque.built_already", "8.3a")
        return too_dear(SHEETS[self.side].great_work.cost, sheet, "8.3a")


def build_great_work(state: BelleEpoque, side: Side, choice: BuildGreatWork) -> None:
    """8.3a"""
    work, sheet = SHEETS[side].great_work, state.sheets[side]
    sheet.money -= work.cost
    sheet.built = True
    tell(state, GreatWorkBuilt(side, work.id, work.cost))
    move_prestige(state, side, work.prestige)


class Investment(Offer):
    """8.4"""

    __slots__ = ()
    choice = Invest()

    def why_not(self) -> Refusal | None:
        return None if self.state.sheets[self.side].embassies else illegal("belle_epoque.no_cube", "8.4")


def invest(state: BelleEpoque, side: Side, choice: Invest) -> None:
    """8.4"""
    sheet = state.sheets[side]
    sheet.embassies -= 1
    sheet.money += INVESTMENT
    tell(state, Invested(side, INVESTMENT))


class PrestigeStep(Offer):
    """8.5a: buy a step, once per turn. At the top of the track the step is lost (11.0c), and may still be paid for."""

    __slots__ = ()
    choice = RaisePrestige()

    def why_not(self) -> Refusal | None:
        sheet = self.state.sheets[self.side]
        if sheet.prestige_bought:
            return illegal("belle_epoque.prestige_bought", "8.5a")
        return too_dear(PRESTIGE_COST, sheet, "8.5a")


def raise_prestige(state: BelleEpoque, side: Side, choice: RaisePrestige) -> None:
    """8.5a"""
    sheet = state.sheets[side]
    sheet.money -= PRESTIGE_COST
    sheet.prestige_bought = True
    tell(state, PrestigeBought(side, PRESTIGE_COST))
    move_prestige(state, side, 1)
