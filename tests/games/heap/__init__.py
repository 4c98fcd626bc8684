"""The Heap, a game of one rule for the tests of seating: four powers in turn take one to three coins from a heap until
there are none. The options also decide who holds which power; a power without a seat takes a coin by itself. Seats may
be chosen in the order of a die. With a high heap it is as long as a game can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from typing_extensions import TypeVar

from engine.core.agenda import then
from engine.core.choice import Choice
from engine.core.game import Game, Opening, Point, Seats
from engine.core.journal import Entry, tell
from engine.core.menu import Menu, OneOf
from engine.core.state import Side, State
from engine.core.step import Automatic, Step, Waiting

Power = Literal["north", "east", "south", "west"]
POWERS: tuple[Power, ...] = ("north", "east", "south", "west")
PAIRS: dict[str, Seats] = {
    "across": (("north", "south"), ("east", "west")),
    "beside": (("north", "east"), ("south", "west")),
    "three": (("north", "east", "south"), ("west",)),
}
StepT = TypeVar("StepT", default=Step["Heap[Any]"])


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    heap: Annotated[int, Meta(ge=1, le=100_000)] = 12
    alone: Power = "north"
    """The power of a single player; the others play by themselves."""
    pairs: Literal["across", "beside", "three"] = "across"
    """The powers of two players."""
    without: Power = "west"
    """The power that three players leave to itself."""


class Heap(State[StepT]):
    heap: int = 0
    turn: int = 0
    seated: list[Side] = []
    coins: dict[Side, int] = {}

    @property
    def active(self) -> Side:
        return self.sides[self.turn % len(self.sides)]


class Take(Choice, frozen=True):
    coins: Annotated[int, Meta(ge=1, le=3)]


class Took(Entry, frozen=True):
    rule = "1.1"
    side: Side
    coins: int


class Turn(Waiting[Heap, Take], frozen=True):
    clause = "1.1"

    def waiting(self, state: Heap) -> Mapping[Side, Menu]:
        return {state.active: OneOf(*map(Take, range(1, 1 + min(3, state.heap))))}

    def choose(self, state: Heap, side: Side, choice: Take) -> None:
        take(state, choice.coins)


class ByItself(Automatic[Heap], frozen=True):
    clause = "1.2"

    def run(self, state: Heap) -> None:
        take(state, 1)


def take(state: Heap, coins: int) -> None:
    tell(state, Took(state.active, coins))
    state.coins[state.active] += coins
    state.heap -= coins
    state.turn += 1
    go_on(state)


def go_on(state: Heap) -> None:
    if state.heap:
        then(state, Turn() if state.active in state.seated else ByItself())


class View(Struct, frozen=True):
    heap: int
    active: Side
    coins: dict[Side, int]


def seating(players: int, options: Options) -> Seats:
    if players == 1:
        return ((options.alone,),)
    if players == 2:
        return PAIRS[options.pairs]
    return tuple((power,) for power in POWERS if players == 4 or power != options.without)


def setup(opening: Opening) -> Heap:
    state = Heap(
        rules="1",
        sides=POWERS,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        heap=opening.options.heap,
        seated=sorted(opening.sides),
        coins=dict.fromkeys(POWERS, 0),
    )
    go_on(state)
    return state


def view(state: Heap, side: Side | None) -> View:
    return View(state.heap, state.active, dict(state.coins))


def redeal(state: Heap, side: Side | None, rng: Random) -> Heap:
    other = GAME.clone(state)
    other.seed = f"{rng.getrandbits(256):064x}"
    return other


def score(state: Heap) -> tuple[Point, ...]:
    return tuple(Point(side, coins, "heap.coins") for side, coins in state.coins.items())


def ranking(state: Heap) -> Seats:
    levels = sorted(set(state.coins.values()), reverse=True)
    return tuple(tuple(side for side in POWERS if state.coins[side] == coins) for coins in levels)


def worth(state: Heap, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the average of the sides, rounded down."""
    return (sum(state.coins[side] for side in sides) // len(sides),)


GAME = Game(
    key="heap",
    title="The Heap",
    rules="1",
    players=(1, 2, 3, 4),
    seating=seating,
    position=Heap,
    steps=(Turn, ByItself),
    choices=(Take,),
    entries=(Took,),
    setup=setup,
    view=view,
    redeal=redeal,
    score=score,
    ranking=ranking,
    worth=worth,
    bound=attrgetter("heap"),
    options=Options,
    options_for={"alone": frozenset({1}), "pairs": frozenset({2}), "without": frozenset({3})},
    turn=attrgetter("turn"),
    seats_die=6,
)
