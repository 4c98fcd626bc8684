"""Chapters 3 and 4: a turn, placing and reclaiming influence. Settling is chapter 5, military actions chapter 8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.sides import SideName
from engine.core.state import Side
from engine.core.step import Automatic, Step, Waiting
from engine.versailles.cards.board import RECLAIM_MOST
from engine.versailles.choices import Demobilise, Deploy, EndTurn, Place, Reclaim, Settle
from engine.versailles.journal import NothingDone, Placed, Reclaimed, Settled, TurnBegan
from engine.versailles.military import military_action, military_menus
from engine.versailles.pieces import lift, put
from engine.versailles.settle import Settling, end_game
from engine.versailles.solitaire import leads_both, score_turn
from engine.versailles.state import Versailles

Action = Place | Reclaim | Settle | Deploy | Demobilise | EndTurn


class Turn(Automatic[Versailles], frozen=True):
    """3.1"""

    clause = "3.1"

    def run(self, state: Versailles) -> None:
        state.turn += 1
        tell(state, TurnBegan(state.active, state.turn))
        if state.goal:
            score_turn(state)
        then(state, *actions(state), PassTurn())


def actions(state: Versailles) -> tuple[Step[Versailles], ...]:
    """3.1: return the actions of a turn; two players also act for the USA (13.2), bots play by rules of their own
    (14.5, 14.6)."""
    if state.is_bot(state.active):
        from engine.versailles.solitaire_bots import BotActing

        return (BotActing(),)
    if len(state.factions) > len(state.sides):
        from engine.versailles.two_players import ActingForShared

        return Acting(), ActingForShared()
    return (Acting(),)


class PassTurn(Automatic[Versailles], frozen=True):
    """3.1: clockwise, from person to person; alone, from faction to faction (14.1)."""

    clause = "3.1"

    def run(self, state: Versailles) -> None:
        if state.goal:
            state.active = state.after(state.active)[0]
        else:
            state.active = state.player = next(side for side in state.after(state.player) if side in state.sides)
        then(state, Turn())


class Acting(Waiting[Versailles, Action], frozen=True):
    """3.1: one political action, at most one military action, in either order."""

    clause = "3.1"
    political: bool = False
    """Whether the political action is done."""
    military: bool = False

    def waiting(self, state: Versailles) -> Mapping[Side, Menu]:
        menus: list[Menu] = []
        if not self.political:
            menus += political_menus(state, state.active)
        if self.political or not any(menus):
            menus.append(OneOf(EndTurn(), clause="3.2"))
        if not self.military:
            menus += military_menus(state, state.active)
        return {state.active: Either(*menus, otherwise=refused(self.political, self.military, must_settle(state)))}

    def choose(self, state: Versailles, side: Side, choice: Action) -> None:
        if isinstance(choice, EndTurn):
            if not self.political:
                do_nothing(state, side)
            return
        if isinstance(choice, Deploy | Demobilise):
            if not self.political:
                then(state, Acting(political=False, military=True))
            military_action(state, side, choice)
            return
        if not self.military:
            then(state, Afterwards())
        political_action(state, side, choice)


@cache
def refused(political: bool, military: bool, must_settle: bool) -> dict[type[Choice], Refusal]:
    """3.1: refuse an action that has been made, and the end of the turn before what is mandatory."""
    reasons: dict[type[Choice], Refusal]
    if political:
        reasons = {kind: illegal("versailles.political_done", "3.1") for kind in (Place, Reclaim, Settle)}
    else:
        reasons = {EndTurn: illegal("versailles.political_mandatory", "3.2")}
        if must_settle:
            reasons |= {kind: illegal("versailles.must_settle", "14.4") for kind in (Place, Reclaim)}
    if military:
        reasons |= {kind: illegal("versailles.military_done", "3.1") for kind in (Deploy, Demobilise)}
    return reasons


def must_settle(state: Versailles) -> bool:
    """14.4: tell whether a player alone, who leads both issues on the Table, must settle one."""
    return bool(state.goal) and leads_both(state)


def do_nothing(state: Versailles, side: Side) -> None:
    """3.2: count a turn without action. When all sides in turn have had one, nothing can ever change again, and the
    game ends [R]."""
    state.idle += 1
    tell(state, NothingDone(side))
    if state.idle == len(state.sides):
        end_game(state, "nobody_can_act")


class Afterwards(Automatic[Versailles], frozen=True):
    """3.1: offer the military action after the political one, if there is any to make."""

    clause = "3.1"

    def run(self, state: Versailles) -> None:
        if state.is_bot(state.active):
            from engine.versailles.solitaire_bots import bot_military

            then(state, *bot_military(state, state.active))
        elif state.in_play(state.active):
            then(state, Acting(political=True))


def political_menus(state: Versailles, side: Side) -> list[Menu]:
    """4.1, 4.2, 4.3: return the menus of the political actions; one that is not possible now is empty, and says why."""
    if must_settle(state):
        return [settling_menu(state)]
    return [Placing(state, side), Reclaiming(state, side), settling_menu(state)]


def political_action(state: Versailles, side: Side, choice: Place | Reclaim | Settle) -> None:
    state.idle = 0
    if isinstance(choice, Place):
        place(state, side, choice)
    elif isinstance(choice, Reclaim):
        reclaim(state, side, choice)
    else:
        tell(state, Settled(side, choice.issue))
        then(state, Settling(choice.issue))


def place(state: Versailles, side: Side, choice: Place) -> None:
    for issue, cubes in choice.cubes:
        put(state, side, issue, cubes)
    tell(state, Placed(side, choice.cubes))


def reclaim(state: Versailles, side: Side, choice: Reclaim) -> None:
    """4.2: take cubes and units back; exhausted units come back without being named."""
    take_back(state, side, choice.cubes)
    units = state.units_exhausted.get(side, 0)
    if units:
        state.units_exhausted[side] = 0
        state.units_available[side] += units
    for region in choice.withdraw:
        lift(state, side, region)
        state.units_available[side] += 1
    tell(state, Reclaimed(side, choice.cubes, units, choice.withdraw))


def take_back(state: Versailles, side: Side, cubes: int) -> None:
    state.exhausted[side] -= cubes
    state.available[side] += cubes


def settling_menu(state: Versailles) -> Menu:
    """4.3: offer the issues on the Table with a cube on them."""
    ready = (Settle(issue) for issue in state.table if state.cubes.get(issue))
    return Settleable(*ready, table=state.table)


NO_CUBE: dict[type[Choice], Refusal] = {Settle: illegal("versailles.no_cube_on_table_issue", "4.3")}


class Settleable(OneOf):
    """4.3: the issues on the Table that can be settled."""

    __slots__ = ("table",)

    def __init__(self, *ready: Settle, table: list[str]) -> None:
        super().__init__(*ready, clause="4.3", otherwise=NO_CUBE)
        self.table = table

    def specimens(self) -> Iterator[Choice]:
        return map(Settle, self.table)


class Placing(Menu[Place]):
    """4.1: place cubes on exactly two issues of Table and Waiting Room, enough on each to lead it, out of the available
    ones."""

    __slots__ = ("available", "least", "side")

    def __init__(self, state: Versailles, side: Side) -> None:
        self.side = side
        self.available = state.available[side]
        self.least = {issue: needed(state, side, issue) for issue in (*state.table, *state.waiting_room)}

    @property
    def types(self) -> frozenset[type[Choice]]:
        return PLACE

    def __bool__(self) -> bool:
        """Tell whether the two cheapest issues are affordable."""
        return len(self.least) > 1 and sum(sorted(self.least.values())[:2]) <= self.available

    def judge(self, choice: Place) -> Refusal | None:
        issues = [issue for issue, _ in choice.cubes]
        if len(issues) != 2 or issues[0] == issues[1]:
            return illegal("versailles.two_issues", "4.1")
        for issue, cubes in choice.cubes:
            if issue not in self.least:
                return illegal("versailles.not_in_play", "4.1", issue=issue)
            if cubes < self.least[issue]:
                side, least, has = SideName(self.side), self.least[issue], self.available
                return illegal("versailles.must_lead", "4.1", side=side, issue=issue, needed=least, has=has)
        if (total := sum(cubes for _, cubes in choice.cubes)) > self.available:
            return illegal("versailles.cubes_available", "4.1", needed=total, has=self.available)
        return None

    def specimens(self) -> Iterator[Choice]:
        """Yield the cheapest placement, if it is not affordable."""
        two = sorted(self.least.items(), key=lambda found: found[1])[:2]
        return iter(()) if self else iter((Place(tuple(two)),))

    def pairs(self) -> Iterator[tuple[str, str]]:
        issues = list(self.least)
        for index, first in enumerate(issues):
            for second in issues[index + 1 :]:
                if self.least[first] + self.least[second] <= self.available:
                    yield first, second

    def __iter__(self) -> Iterator[Place]:
        for first, second in self.pairs():
            most = self.available - self.least[second]
            for cubes in range(self.least[first], most + 1):
                for others in range(self.least[second], self.available - cubes + 1):
                    yield Place(((first, cubes), (second, others)))

    def sample(self, rng: Random) -> Place:
        """Draw a pair of issues, then the number of cubes, then how they are split."""
        pairs = list(self.pairs())
        first, second = pairs[int(rng.random() * len(pairs))]
        spare = int(rng.random() * (self.available - self.least[first] - self.least[second] + 1))
        more = int(rng.random() * (spare + 1))
        return Place(((first, self.least[first] + more), (second, self.least[second] + spare - more)))

    def describe(self) -> object:
        return {"do": "place", "issues": 2, "available": self.available, "least": dict(self.least)}


PLACE: frozenset[type[Choice]] = frozenset({Place})


def needed(state: Versailles, side: Side, issue: str) -> int:
    """4.1: return the fewest cubes, at least one, with which a side leads an issue."""
    on_issue = state.cubes.get(issue)
    if not on_issue:
        return 1
    own, rivals = on_issue.get(side, 0), 0
    for other, cubes in on_issue.items():
        if cubes > rivals and other != side:
            rivals = cubes
    return max(1, rivals + 1 - own)


class Reclaiming(Menu[Reclaim]):
    """4.2: take back up to six cubes, all exhausted units and any deployed ones; at least one thing comes back."""

    __slots__ = ("cubes", "deployed", "exhausted_units")

    def __init__(self, state: Versailles, side: Side) -> None:
        self.cubes = min(RECLAIM_MOST, state.exhausted[side])
        self.exhausted_units = state.units_exhausted.get(side, 0)
        self.deployed = tuple(state.deployed.get(side, ()))

    @property
    def types(self) -> frozenset[type[Choice]]:
        return RECLAIM

    def __bool__(self) -> bool:
        return bool(self.cubes or self.exhausted_units or self.deployed)

    def judge(self, choice: Reclaim) -> Refusal | None:
        if choice.cubes > self.cubes:
            return illegal("versailles.reclaim_at_most", "4.2", most=self.cubes)
        for region in choice.withdraw:
            if region not in self.deployed or choice.withdraw.count(region) > 1:
                return illegal("versailles.no_unit_there", "4.2", region=region)
        if not (choice.cubes or self.exhausted_units or choice.withdraw):
            return illegal("versailles.reclaim_something", "4.2")
        return None

    def specimens(self) -> Iterator[Choice]:
        return iter((Reclaim(self.cubes),) if not self else ())

    def __iter__(self) -> Iterator[Reclaim]:
        for cubes in range(self.cubes, -1, -1):
            for withdraw in subsets(self.deployed):
                if cubes or withdraw or self.exhausted_units:
                    yield Reclaim(cubes, withdraw)

    def sample(self, rng: Random) -> Reclaim:
        """Draw any deployed units and any number of cubes; at least one thing."""
        withdraw = tuple(region for region in self.deployed if rng.random() < 0.5)
        if not (withdraw or self.exhausted_units or self.cubes):
            withdraw = self.deployed
        least = 0 if withdraw or self.exhausted_units else 1
        return Reclaim(least + int(rng.random() * (self.cubes - least + 1)), withdraw)

    def describe(self) -> object:
        units = {"exhausted": self.exhausted_units, "deployed": self.deployed}
        return {"do": "reclaim", "most": self.cubes, "units": units}


RECLAIM: frozenset[type[Choice]] = frozenset({Reclaim})


def subsets(regions: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the subsets of the regions, the empty one first, the full one last."""
    for mask in range(1 << len(regions)):
        yield tuple(region for bit, region in enumerate(regions) if mask >> bit & 1)
