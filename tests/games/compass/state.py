"""Chapters 1 and 2: the powers, the map, the position, and the setup."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any, Literal

from msgspec import Struct
from typing_extensions import TypeVar

from engine.core.agenda import then
from engine.core.cards import CardKind
from engine.core.chance import Deck, Dice, Draw, Source, dealt, shuffled
from engine.core.game import Opening, Seats
from engine.core.state import Side, State
from engine.core.step import Step

Power = Literal["north", "east", "south", "west"]
Place = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest", "crown"]

POWERS: tuple[Power, ...] = ("north", "east", "south", "west")
CROWN: Literal["crown"] = "crown"
RING: tuple[Place, ...] = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
PLACES: tuple[Place, ...] = (*RING, CROWN)
HOMES: frozenset[str] = frozenset((*POWERS, CROWN))
ARMIES = 5
AT_HOME, OF_THE_CROWN = 3, 2
LETTERS = (1, 2, 3) * 4
HAND = 3
WINDS: dict[str, Place] = {
    "tramontana": "north",
    "grecale": "northeast",
    "levante": "east",
    "scirocco": "southeast",
    "ostro": "south",
    "libeccio": "southwest",
    "ponente": "west",
    "maestro": "northwest",
    "calm": CROWN,
}
"""2.1.3b: the province that each wind names."""
BLOWING = 6
ROUNDS = {"long": 40, "short": 8, "trial": 3}
TONES: dict[Side, int] = {"north": 1, "east": 2, "south": 3, "west": 4, CROWN: 8}
CARDS = (CardKind("wind", dict.fromkeys(WINDS, "")),)

StepT = TypeVar("StepT", default=Step["Compass[Any]"])


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    length: Literal["long", "short", "trial"] = "long"
    without: Power = "west"
    """1.1.1: the power that three players leave out."""
    alone: Power = "north"
    """1.1.1: the power of a single player."""


OPTIONS_FOR = {"without": frozenset({3}), "alone": frozenset({1})}


class Compass(State[StepT]):
    rounds: int = 40
    round: int = 1
    armies: dict[Side, dict[Place, int]] = {}
    """The armies of every power and the crown, by province. A home and its power have the same name."""
    hands: dict[Side, list[int]] = {}
    """The letters of every power and the crown."""
    unused: list[int] = []
    """The letters that no power drew."""
    deck: list[str] = []
    turned: list[str] = []
    """The winds that were turned, the last one last."""
    away: list[str] = []

    @property
    def powers(self) -> tuple[Side, ...]:
        """Return the powers that are played, and the crown."""
        return *self.sides, CROWN

    @property
    def order(self) -> tuple[Side, ...]:
        """3.2: return the powers in the order in which they carry out their plans."""
        first = (self.round - 1) % len(self.sides)
        return self.sides[first:] + self.sides[:first]

    def holder(self, place: Place) -> Side | None:
        return next((power for power in self.powers if place in self.armies[power]), None)

    def reserve(self, power: Side) -> int:
        return ARMIES - sum(self.armies[power].values())

    def put(self, power: Side, place: Place) -> None:
        self.armies[power][place] = self.armies[power].get(place, 0) + 1

    def take(self, power: Side, place: Place) -> None:
        self.armies[power][place] -= 1
        if not self.armies[power][place]:
            del self.armies[power][place]


def neighbours(place: Place) -> tuple[Place, ...]:
    """2.1.1"""
    if place == CROWN:
        return POWERS
    at = RING.index(place)
    beside = (RING[at - 1], RING[(at + 1) % len(RING)])
    return (*beside, CROWN) if place in HOMES else beside


def home(power: Side) -> Place:
    """Return the home of a power, which has the same name."""
    return next(place for place in PLACES if place == power)


def seating(players: int, options: Options) -> Seats:
    """1.1.1"""
    if players == 1:
        return ((options.alone,),)
    if players == 2:
        return (("north", "south"), ("east", "west"))
    return tuple((power,) for power in POWERS if players == len(POWERS) or power != options.without)


def setup(opening: Opening) -> Compass:
    """2.1.2 and 2.1.3: set up the game; sides that share a player do not sit clockwise, but plans are carried out
    clockwise."""
    from tests.games.compass.round import Beginning

    powers = tuple(power for power in POWERS if power in opening.sides)
    state = Compass(
        rules="1",
        sides=powers,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        rounds=ROUNDS[opening.options.length],
    )
    state.armies = {power: {power: AT_HOME} for power in powers}
    state.armies[CROWN] = {CROWN: OF_THE_CROWN}
    letters = shuffled(state, "letters", list(LETTERS))
    state.hands = {power: [letters.pop() for _ in range(HAND)] for power in powers} | {CROWN: []}
    state.unused = letters
    state.deck = dealt(state, "winds", list(WINDS), BLOWING)
    state.away = [wind for wind in WINDS if wind not in state.deck]
    then(state, Beginning())
    return state


def sources(opening: Opening) -> dict[str, Source]:
    return {
        "letters": Deck(LETTERS),
        "winds": Deck(tuple(WINDS), reshuffled=True, first=BLOWING),
        "battle": Dice(6),
        "letter": Draw(LETTERS),
    }


def conserved(state: Compass) -> list[str]:
    """Check that there are five armies of each power, no two powers' in one province, and that every letter and every
    wind is in one place."""
    broken = []
    for power, places in state.armies.items():
        if state.reserve(power) < 0 or min(places.values(), default=1) < 1:
            broken.append(f"armies of {power} are {places}")
    shared = Counter(chain.from_iterable(state.armies.values()))
    broken += [f"{place} holds armies of {powers} powers" for place, powers in shared.items() if powers > 1]
    if sorted(chain(state.unused, *state.hands.values())) != sorted(LETTERS):
        broken.append(f"letters are {state.hands} and {state.unused}")
    if sorted(state.deck + state.turned + state.away) != sorted(WINDS):
        broken.append(f"winds lie in {state.deck}, {state.turned} and {state.away}")
    return broken
