"""8.0 and 8.10: rounds of one or two actions, until every Power has passed. Each kind of action has a module of its
own, which gives its menu and carries it out; the tables here join them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from engine.belle_epoque import arms, cards, contests, deploy, missions, units, works
from engine.belle_epoque.action_journal import Passed, RoundEnded
from engine.belle_epoque.choices import (
    BuildGreatWork,
    BuyUnits,
    DeployFleets,
    EndRound,
    Invest,
    Pass,
    PlayIntrigue,
    PlayNational,
    RaisePrestige,
    ResolveContest,
    SellArmaments,
    SendMission,
)
from engine.belle_epoque.journal import RoundBegan
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.core.step import Automatic, Waiting

KINDS: dict[str, tuple[type[Choice], ...]] = {
    "buy_units": (BuyUnits,),
    "send_mission": (SendMission,),
    "great_work": (BuildGreatWork,),
    "invest": (Invest,),
    "prestige": (RaisePrestige,),
    "play_card": (PlayIntrigue, PlayNational),
    "resolve_contest": (ResolveContest,),
    "deploy": (DeployFleets,),
    "sell_armaments": (SellArmaments,),
}
"""8.0.1b: the kinds of action beside passing; all cards are one kind."""

MENUS: dict[str, Callable[[BelleEpoque, Side], Menu]] = {
    "buy_units": units.Purchases,
    "send_mission": missions.Missions,
    "great_work": works.GreatWork,
    "invest": works.Investment,
    "prestige": works.PrestigeStep,
    "play_card": cards.PlayableCards,
    "resolve_contest": contests.Contests,
    "deploy": deploy.Deployments,
    "sell_armaments": arms.Sales,
}
KIND_OF = {choice: kind for kind, choices in KINDS.items() for choice in choices}


class BeginActions(Automatic[BelleEpoque], frozen=True):
    """8.0a: begin the first round with the first Power of the turn order."""

    clause = "8.0a"

    def run(self, state: BelleEpoque) -> None:
        state.round = 1
        then(state, NextRound())


class NextRound(Automatic[BelleEpoque], frozen=True):
    """8.0a: pass the turn to the next Power that has not passed, from this place of the turn order on; when all have,
    the phase ends."""

    clause = "8.0a"
    at_place: int = 0

    def run(self, state: BelleEpoque) -> None:
        order, passed, at, size = state.order, state.passed, self.at_place, len(state.order)
        for number in range(at, at + size):
            side = order[number % size]
            if side not in passed:
                state.round += number >= size
                state.active = side
                tell(state, RoundBegan(state.turn, side))
                then(state, Acting(side), NextRound(number % size + 1))
                return
        state.active = ""


class Acting(Waiting[BelleEpoque, Choice], frozen=True):
    """8.0a to 8.0.1c: ask for an action; after the first one, for an action of another kind or the end of the round."""

    clause = "8.0a"
    side: Side
    used: str = ""
    """The kind of the first action, empty before it."""

    def waiting(self, state: BelleEpoque) -> Mapping[Side, Menu]:
        return {self.side: Actions(state, self.side, self.used)}

    def choose(self, state: BelleEpoque, side: Side, choice: Choice) -> None:
        kind = type(choice)
        if not self.used and kind in KIND_OF:
            then(state, Acting(self.side, KIND_OF[kind]))
        CARRY_OUT[kind](state, self.side, choice)


def end_round(state: BelleEpoque, side: Side, choice: EndRound) -> None:
    """8.0b"""
    tell(state, RoundEnded(side))


def pass_turn(state: BelleEpoque, side: Side, choice: Pass) -> None:
    """8.10a"""
    state.passed.append(side)
    tell(state, Passed(side, len(state.passed)))


CARRY_OUT: dict[type[Choice], Callable[[BelleEpoque, Side, Any], None]] = {
    EndRound: end_round,
    Pass: pass_turn,
    BuyUnits: units.buy,
    SendMission: missions.send,
    BuildGreatWork: works.build_great_work,
    Invest: works.invest,
    RaisePrestige: works.raise_prestige,
    PlayIntrigue: cards.play_intrigue,
    PlayNational: cards.play_national,
    ResolveContest: contests.resolve,
    DeployFleets: deploy.deploy,
    SellArmaments: arms.sell,
}


class Actions(Menu):
    """8.0.1b: an action of each kind but the one that was used, or the end of the round. To check or draw one choice,
    only the menu of its kind is built."""

    __slots__ = ("side", "state", "used")

    def __init__(self, state: BelleEpoque, side: Side, used: str) -> None:
        self.state, self.side, self.used = state, side, used

    def each(self) -> Either:
        """Return the menus of all kinds as one, with the harmless answer first."""
        menus = [menu(self.state, self.side) for kind, menu in MENUS.items() if kind != self.used]
        first, *last = ENDS[self.used]
        return Either(first, *menus, *last, otherwise=REFUSED[self.used])

    @property
    def types(self) -> frozenset[type[Choice]]:
        return TYPES[self.used]

    def parts(self) -> Iterator[Menu]:
        return self.each().parts()

    def check(self, choice: Choice) -> Refusal | None:
        kind = KIND_OF.get(type(choice))
        if kind is None or kind == self.used:
            return Either(*ENDS[self.used], otherwise=REFUSED[self.used]).check(choice)
        return MENUS[kind](self.state, self.side).check(choice)

    def specimens(self) -> Iterator[Choice]:
        return self.each().specimens()

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.each())

    def __bool__(self) -> bool:
        return True

    def sample(self, rng: Random) -> Choice:
        """Pick a kind of answer first, then one of that kind: a wide menu does not drown a narrow one."""
        state, side, kinds = self.state, self.side, DRAWN[self.used]
        while True:
            choice = kinds[int(rng.random() * len(kinds))](state, side).draw(rng)
            if choice is not None:
                return choice

    def describe(self) -> object:
        return self.each().describe()


END_ROUND = OneOf(EndRound(), clause="8.0b")
PASS = OneOf(Pass(), clause="8.10a")
ENDS: dict[str, list[Menu]] = {"": [PASS], **{kind: [END_ROUND, PASS] for kind in KINDS}}


def always(menu: Menu) -> Callable[[BelleEpoque, Side], Menu]:
    return lambda _state, _side: menu


def ends_of(used: str) -> frozenset[type[Choice]]:
    return frozenset().union(*(menu.types for menu in ENDS[used]))


DRAWN: dict[str, list[Callable[[BelleEpoque, Side], Menu]]] = {
    used: [*(MENUS[kind] for kind in KINDS if kind != used), *map(always, ENDS[used])] for used in ENDS
}
TYPES = {used: frozenset(KIND_OF).difference(KINDS.get(used, ())) | ends_of(used) for used in ENDS}


def refused(used: str) -> dict[type[Choice], Refusal]:
    """8.0.1a: refuse the same kind twice in a round; 8.0.1c: refuse to end a round without an action."""
    if not used:
        return {EndRound: illegal("belle_epoque.no_action_yet", "8.0.1c")}
    return {choice: illegal("belle_epoque.kind_used", "8.0.1a") for choice in KINDS[used]}


REFUSED = {kind: refused(kind) for kind in ENDS}
