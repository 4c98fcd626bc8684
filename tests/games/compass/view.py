"""Shows each side what it may see of Compass, and redeals what is hidden; the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from engine.core.alerts import Alert, AlertKind
from engine.core.game import Point
from engine.core.journal import Entry
from engine.core.sealed import sealed_step
from engine.core.sides import SideName
from engine.core.state import Side
from tests.games.compass.choices import Plan
from tests.games.compass.journal import HomeEntered, RoundBegan
from tests.games.compass.state import BLOWING, CARDS, CROWN, PLACES, Compass, Place, home


class View(Struct, frozen=True):
    round: int
    rounds: int
    order: tuple[Side, ...]
    """The powers in the order in which they carry out their plans."""
    armies: dict[Place, dict[Side, int]]
    """The armies in each province, by power."""
    reserves: dict[Side, int]
    hands: dict[Side, int]
    """The number of letters that each power holds."""
    hand: list[int]
    """The viewer's own letters."""
    deck: int
    """The number of winds left to turn."""
    turned: list[str]
    sealed: list[Side]
    """The sides that have sealed a plan."""
    plan: Plan | None
    """The viewer's own plan."""


def view(state: Compass, side: Side | None) -> View:
    step = sealed_step(state)
    plans = step.given if step else {}
    return View(
        round=min(state.round, state.rounds),
        rounds=state.rounds,
        order=state.order,
        armies={place: standing(state, place) for place in PLACES},
        reserves={power: state.reserve(power) for power in state.powers},
        hands={power: len(hand) for power, hand in state.hands.items()},
        hand=sorted(state.hands[side]) if side in state.sides else [],
        deck=len(state.deck),
        turned=list(state.turned),
        sealed=[power for power in state.sides if power in plans],
        plan=plans.get(side or ""),
    )


def standing(state: Compass, place: Place) -> dict[Side, int]:
    return {power: places[place] for power, places in state.armies.items() if place in places}


def at_hand(view: View) -> list[str]:
    """Return the wind that blew last."""
    [wind] = CARDS
    return [wind.key(one) for one in view.turned[-1:]]


ALERTS = (AlertKind("entered", urgent=True),)


def alerts(state: Compass, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    """4.3: report each power that entered this power's home in the last round and stands there."""
    rounds = [n for n, entry in enumerate(told) if isinstance(entry, RoundBegan)]
    lately = told[rounds[-2] if len(rounds) > 1 else 0 :]
    entered = [entry.power for entry in lately if isinstance(entry, HomeEntered) and entry.owner == side]
    if entered and standing(state, home(side)).keys() - {side}:
        yield Alert("entered", {"by": SideName(entered[-1])})


def redeal(state: Compass, side: Side | None, rng: Random) -> Compass:
    """Redeal plans and letters of others and the order of the winds; replace the seed and what is rigged."""
    from tests.games.compass import GAME

    other = GAME.clone(state)
    other.seed = f"{rng.getrandbits(256):064x}"
    other.rigged = {}
    redeal_letters(other, side, rng)
    redeal_winds(other, rng)
    if step := sealed_step(other):
        other.agenda[-1] = step.resealed(other, side, rng)
    return other


def redeal_letters(state: Compass, side: Side | None, rng: Random) -> None:
    hidden = [power for power in state.powers if power != side]
    unseen = state.unused + [letter for power in hidden for letter in state.hands[power]]
    rng.shuffle(unseen)
    for power in hidden:
        state.hands[power] = [unseen.pop() for _ in state.hands[power]]
    state.unused = unseen


def redeal_winds(state: Compass, rng: Random) -> None:
    """2.1.3b, 5.1.1: redeal the winds; once every wind of the deck has been turned, those that were put away are known
    too."""
    unseen = state.deck if state.round > BLOWING else state.deck + state.away
    rng.shuffle(unseen)
    if unseen is not state.deck:
        cards = len(state.deck)
        state.deck, state.away = unseen[:cards], unseen[cards:]


def score(state: Compass) -> tuple[Point, ...]:
    """1.2"""
    return tuple(point for side in state.sides for point in points(state, side))


def points(state: Compass, power: Side) -> tuple[Point, ...]:
    provinces = (
        Point(power, 4 if place == CROWN else 2, "compass.province", {"place": place})
        for place in PLACES
        if place in state.armies[power]
    )
    letters = (Point(power, letter, "compass.letter", {"letter": letter}) for letter in sorted(state.hands[power]))
    return *provinces, *letters


def total(state: Compass, power: Side) -> int:
    return sum(point.points for point in points(state, power))


def worth(state: Compass, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """1.2.2: return the average of the sides, rounded down."""
    return (sum(total(state, side) for side in sides) // len(sides),)


def ranking(state: Compass) -> tuple[tuple[Side, ...], ...]:
    """1.2.1: rank the seats; a single player loses to the crown if both have as many (1.2.3)."""
    if len(state.sides) == 1:
        first = total(state, state.sides[0]) > total(state, CROWN)
        return (state.sides, (CROWN,)) if first else ((CROWN,), state.sides)
    totals = {side: total(state, side) for side in state.sides}
    levels = sorted(set(totals.values()), reverse=True)
    return tuple(tuple(side for side in state.sides if totals[side] == level) for level in levels)
