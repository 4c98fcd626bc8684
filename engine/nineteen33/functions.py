"""Chapter 5: the thirteen functions of tactic cards. printed (`Use`) has the conditions of each; this module interprets
them: the choices there are, whether one is possible, and its effect. Points come from the card that was played, or for
a leader without a player from its guide's roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engine.core.choice import Choice
from engine.core.journal import tell
from engine.core.menu import Menu
from engine.core.naming import snake
from engine.core.refusal import Illegal, Refusal, illegal
from engine.core.state import Side
from engine.nineteen33 import attacks, choices, coups, defence, espionage, guided, labour, opinion, tension, works
from engine.nineteen33.action_journal import ExclusiveGranted, PointsSpent, RateSet
from engine.nineteen33.conditions import CONDITIONS, Condition
from engine.nineteen33.printed import CARDS, FUNCTIONS, LEADERS, PLACES, SECTORS, STATES, TRACKS, ideology_of
from engine.nineteen33.printed.vocabulary import Function, FunctionName, Use
from engine.nineteen33.state import Exclusive, Nineteen33, Turn


class Effect(NamedTuple):
    """A kind of choice and the function that carries it out."""

    kind: type[Any]
    carry_out: Callable[[Nineteen33, Side, Any], object]


def trade_alone(state: Nineteen33, leader: Side, choice: choices.TradeAlone) -> None:
    """5.9"""
    state.change(choice.place, exclusive=Exclusive(leader, choice.points))
    tell(state, ExclusiveGranted(leader, choice.place, choice.points))


def influence(state: Nineteen33, leader: Side, choice: choices.Influence) -> int:
    """5.8: the points left over."""
    return opinion.advance(state, leader, choice.place, choice.points)


def set_rate(state: Nineteen33, leader: Side, choice: choices.SetRate | choices.LowerRate) -> None:
    """5.12"""
    rate = choice.points if isinstance(choice, choices.SetRate) else choice.to
    defence.set_rate(state, leader, choice.unit, rate)
    tell(state, RateSet(leader, choice.unit, rate))


def stir_up(state: Nineteen33, leader: Side, choice: choices.StirUp) -> None:
    """5.16, 5.9"""
    tension.upset_exclusive(state, leader, choice.place)
    tension.begin(state, choice.place, choice.points)


EFFECTS: dict[str, Effect] = {
    snake(kind.__name__): Effect(kind, carry_out)
    for kind, carry_out in (
        (choices.StartWorks, works.start),
        (choices.Develop, lambda state, leader, one: works.develop(state, leader, one.sector, one.points)),
        (choices.Influence, influence),
        (choices.TradeAlone, trade_alone),
        (choices.MoveLabour, lambda state, leader, one: labour.move(state, leader, one.moves)),
        (choices.ShortenTension, lambda state, _leader, one: tension.shorten(state, one.place, one.points)),
        (choices.Shield, lambda state, _leader, one: tension.shield(state, one.place, one.points)),
        (choices.EndWar, lambda state, leader, one: coups.normalise(state, leader, one.place)),
        (choices.SetRate, set_rate),
        (choices.BlockSector, lambda state, leader, one: attacks.block(state, leader, one.sector, one.points)),
        (choices.BlockPath, lambda state, leader, one: attacks.block(state, leader, one.place, one.points)),
        (choices.Obstruct, lambda state, _, one: attacks.obstruct(state, one.rival, one.sector, one.points)),
        (choices.Disturb, lambda state, leader, one: attacks.disturb(state, leader, one.place, one.points)),
        (choices.StirUp, stir_up),
        (choices.Destabilise, lambda state, leader, one: coups.attempt(state, leader, one.place, one.points)),
        (choices.SwapCards, lambda state, leader, one: espionage.swap(state, leader, one.rival, one.points)),
        (choices.ReadPress, lambda state, leader, one: espionage.read_press(state, leader, one.points)),
        (choices.ReadSlips, lambda state, leader, one: espionage.read_slips(state, leader, one.rival, one.points)),
        (choices.GuardAgainst, lambda state, leader, one: espionage.guard(state, leader, one.rival, one.points)),
    )
}
USES: dict[type[Choice], tuple[Function, Use]] = {
    EFFECTS[use.do].kind: (function, use) for function in FUNCTIONS.values() for use in function.uses
}
ASKED: dict[type[Choice], tuple[Condition, ...]] = {
    kind: tuple(CONDITIONS[word] for word in use.requires) for kind, (_, use) in USES.items()
}


def points_of(choice: Any) -> int:
    """How many points a choice spends."""
    if isinstance(choice, choices.MoveLabour):
        return len(choice.moves)
    return USES[type(choice)][1].exactly or int(choice.points)


# Points and money


class Purse(NamedTuple):
    """The points that a leader can spend, on which functions, and which of them it has used."""

    functions: tuple[FunctionName, ...]
    points: int
    used: tuple[FunctionName, ...]


def purse(state: Nineteen33, leader: Side) -> Purse:
    """5.3, 18.6"""
    turn = state.turn
    assert turn is not None
    if leader == turn.active:
        return Purse(CARDS[turn.card].functions if turn.card else (), turn.points, turn.used)
    return Purse(guided.functions(state, leader), turn.guide_points, turn.guide_used)


def spend(state: Nineteen33, leader: Side, function: FunctionName, points: int) -> None:
    """5.2: points are paid when they are spent."""
    turn = state.turn
    assert turn is not None
    um = points * ideology_of(leader).um_per_point
    state.leaders[leader].treasury -= um
    state.turn = spent(turn, leader, function, points)
    tell(state, PointsSpent(leader, function, points, um))


def spent(turn: Turn, leader: Side, function: FunctionName, points: int) -> Turn:
    if leader == turn.active:
        return replace(turn, points=turn.points - points, used=(*turn.used, function))
    return replace(turn, guide_points=turn.guide_points - points, guide_used=(*turn.guide_used, function))


def cost(state: Nineteen33, leader: Side, choice: Any) -> int:
    """5.2, 5.5: of the points, and of the goods that works take."""
    points = points_of(choice)
    goods = works.cost(state, leader, points) if isinstance(choice, choices.StartWorks) else 0
    return points * ideology_of(leader).um_per_point + goods


# Judging and carrying out


def refusal(state: Nineteen33, leader: Side, choice: Any) -> Refusal | None:
    """Why a function can't be used so: 5.3, what it asks for, 18.6, 5.2."""
    function, _ = USES[type(choice)]
    return (
        purse_refusal(state, leader, function, points_of(choice))
        or unmet(state, leader, choice)
        or guided.refusal(state, leader, choice)
        or money_refusal(state, leader, choice)
    )


def purse_refusal(state: Nineteen33, leader: Side, function: Function, points: int) -> Refusal | None:
    """5.3"""
    held = purse(state, leader)
    if function.id not in held.functions:
        return illegal("nineteen33.not_on_card", "5.3", function=function.id)
    if function.id in held.used:
        return illegal("nineteen33.function_used", "5.3", function=function.id)
    if points > min(function.most, held.points):
        return illegal("nineteen33.too_few_points", "5.3", most=min(function.most, held.points))
    return None


def unmet(state: Nineteen33, leader: Side, choice: Any) -> Illegal | None:
    """The first thing asked for that is not so."""
    for refused, holds in ASKED[type(choice)]:
        if not holds(state, leader, choice):
            return refused
    return None


def money_refusal(state: Nineteen33, leader: Side, choice: Any) -> Refusal | None:
    um, has = cost(state, leader, choice), state.leaders[leader].treasury
    return illegal("nineteen33.too_dear", "5.2", um=um, has=has) if um > has else None


def carry_out(state: Nineteen33, leader: Side, choice: Any) -> int:
    """Spend the points and do it; what is left of points of influence (5.8)."""
    function, use = USES[type(choice)]
    spend(state, leader, function.id, points_of(choice))
    left = EFFECTS[use.do].carry_out(state, leader, choice)
    return left if isinstance(left, int) else 0


# Points left over (5.8)


def places_to_open(state: Nineteen33, leader: Side) -> Iterator[str]:
    """Where a leader may open a path, under the conditions of the function; of a guided leader towards its targets."""
    for place in PLACES:
        choice = choices.Influence(place, 1)
        refused = unmet(state, leader, choice) or guided.refusal(state, leader, choice)
        if state.places[place].path is None and refused is None:
            yield place


# What could be chosen


@cache
def subjects(over: str) -> tuple[dict[str, Any], ...]:
    """The fields of choices but for their points, in the order of the board."""
    return tuple(each_subject(over))


def each_subject(over: str) -> Iterator[dict[str, Any]]:
    match over:
        case "sector":
            yield from ({"sector": one} for one in SECTORS)
        case "branch":
            kinds = ("", "occupational", "productive")
            yield from ({"sector": one, "branch": kind} for one, kind in product(SECTORS, kinds))
        case "place":
            yield from ({"place": one} for one in PLACES)
        case "state":
            yield from ({"place": one} for one in STATES)
        case "rival":
            yield from ({"rival": one} for one in LEADERS)
        case "rival_sector":
            yield from ({"rival": one, "sector": sector} for one, sector in product(LEADERS, SECTORS))
        case "unit":
            yield from ({"unit": one} for one in ("army", "division"))
        case "moves":
            origins = ("unemployed", *TRACKS)
            yield from ({"moves": (choices.LabourMove(*pair),)} for pair in product(origins, TRACKS))  # type: ignore[arg-type]
        case _:
            yield {}


def takes_points(use: Use) -> bool:
    return "points" in EFFECTS[use.do].kind.__struct_fields__


def candidates(use: Use, points: int) -> tuple[Choice, ...]:
    """The choices of one kind with so many points."""
    return made(use.do, use.over, points if takes_points(use) else 0)


@cache
def made(do: str, over: str, points: int) -> tuple[Choice, ...]:
    """They are made once: a menu draws from hundreds of them, most of which are impossible."""
    kind = EFFECTS[do].kind
    return tuple(kind(**fields, points=points) if points else kind(**fields) for fields in subjects(over))


TYPES: frozenset[type[Choice]] = frozenset(USES)
SINGLE: frozenset[type[Choice]] = frozenset({choices.MoveLabour})


@cache
def tries(do: str, over: str, points: tuple[int, ...]) -> tuple[tuple[Choice, ...], ...]:
    """Of each subject the choices with these numbers of points, in this order."""
    return tuple(zip(*(made(do, over, n) for n in dict.fromkeys(points)), strict=True))


class Uses(Struct, Menu, frozen=True, gc=False):
    """5.3: the functions that a leader can use now. Moves of several UL are not listed, only single ones."""

    state: Nineteen33
    leader: Side

    @property
    def types(self) -> frozenset[type[Choice]]:
        return TYPES

    @property
    def open_ended(self) -> frozenset[type[Choice]]:
        return SINGLE

    def judge(self, choice: Choice) -> Refusal | None:
        return refusal(self.state, self.leader, choice)

    def usable(self) -> list[tuple[Function, Use, int]]:
        """5.3: the uses of functions that are on the card and not used, with the most points they can have."""
        held = purse(self.state, self.leader)
        left = min(held.points, self.state.leaders[self.leader].treasury // ideology_of(self.leader).um_per_point)
        functions = [FUNCTIONS[name] for name in held.functions if name not in held.used]
        return [(one, use, min(one.most, left)) for one in functions for use in one.uses if left]

    def __iter__(self) -> Iterator[Choice]:
        return (choice for _, use, most in self.usable() for choice in self.possible(use, most))

    def possible(self, use: Use, most: int) -> Iterator[Choice]:
        """Those of one use, with all points that fit."""
        fixed = use.exactly or use.over == "moves"
        for points in (0,) if fixed else range(1, most + 1):
            yield from (choice for choice in candidates(use, points) if self.judge(choice) is None)

    def sample(self, rng: Random) -> Choice:
        choice = self.draw(rng)
        assert choice is not None
        return choice

    def draw(self, rng: Random) -> Choice | None:
        """A use first, then one choice of it; of moves also several at once."""
        uses = self.usable()
        rng.shuffle(uses)
        for _, use, most in uses:
            choice = self.drawn(use, most, rng)
            if choice is not None:
                return self.grown(choice, most, rng)
        return None

    def drawn(self, use: Use, most: int, rng: Random) -> Choice | None:
        """Of one use: anything it can be used on, with any number of points."""
        points = (1 + int(rng.random() * most), most, 1) if takes_points(use) else (0,)
        left = [*tries(use.do, use.over, points)]
        while left:
            number = int(rng.random() * len(left))
            for choice in left[number]:
                if points_of(choice) <= most and self.permits(choice):
                    return choice
            left[number] = left[-1]
            left.pop()
        return None

    def permits(self, choice: Choice) -> bool:
        """Of a function that can be used with so many points."""
        state, leader = self.state, self.leader
        refused = unmet(state, leader, choice) or guided.refusal(state, leader, choice)
        return refused is None and money_refusal(state, leader, choice) is None

    def grown(self, choice: Choice, most: int, rng: Random) -> Choice:
        """5.10: points of mobility shared among several moves."""
        if not isinstance(choice, choices.MoveLabour):
            return choice
        for _ in range(rng.randrange(most)):
            singles = [one["moves"][0] for one in subjects("moves")]
            more = choices.MoveLabour((*choice.moves, rng.choice(singles)))
            choice = more if self.judge(more) is None else choice
        return choice

    def describe(self) -> object:
        return {"do": "use", "choices": [[one.id, use.do, most] for one, use, most in self.usable()]}
