"""Chance: every game has a secret 256-bit seed, whose SHA-256 is shown from the first moment and which is itself
shown when the game ends. Draw n is HMAC-SHA256(seed, n) turned into a number without modulo bias; shuffles are
Fisher-Yates over such draws. Each draw names its source, so that records can rig it: outcomes given in advance.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar, cast

from msgspec import Struct

from engine.core.state import AnyState, Outcome

CardT = TypeVar("CardT", int, str)
SPAN = 1 << 256


class Dice(Struct, frozen=True, tag="dice"):
    """A source of numbers from 1 to `sides`."""

    sides: int


class Deck(Struct, frozen=True, tag="deck"):
    """A source of orders of exactly these cards. `reshuffled` ones may come later in any smaller composition."""

    cards: tuple[int | str, ...]
    reshuffled: bool = False


Source = Dice | Deck


class Drawn(Struct, frozen=True):
    """A roll or a shuffle as a witness saw it."""

    source: str
    first: int
    """The number of the first draw it took of the seed, and how many it took: none if it was given in advance."""
    taken: int
    of: int | tuple[int | str, ...]
    """The sides of the die, or the cards as they lay before."""
    outcome: int | tuple[int | str, ...]
    """The number it shows, or the cards as they lie afterwards, the one to be drawn first last."""


witness: ContextVar[list[Drawn] | None] = ContextVar("witness", default=None)


@contextmanager
def witnessed() -> Iterator[list[Drawn]]:
    """Notes every roll and shuffle made meanwhile, for those who check them afterwards."""
    found: list[Drawn] = []
    before = witness.set(found)
    try:
        yield found
    finally:
        witness.reset(before)


class UnriggedDraw(ValueError):
    """A game without a seed drew from a source that gives no further outcome."""

    def __init__(self, source: str) -> None:
        super().__init__(f"the record gives no further outcome for {source!r}: add one, or a seed")
        self.source = source


class ImpossibleOutcome(ValueError):
    """A rigged outcome that the draw can't have."""


def new_seed() -> str:
    return secrets.token_hex(32)


def derived_seed(master: str, number: int) -> str:
    """The seed of game `number` of a series: the same series gives the same games."""
    return hashlib.sha256(f"{master}/{number}".encode()).hexdigest()


def commitment(seed: str) -> str:
    """What is shown of the seed before it is revealed."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def drawn(seed: str, draw: int) -> int:
    """Draw number `draw` of a seed, a number below 2**256: what anybody can compute again afterwards."""
    return int.from_bytes(hmac.digest(bytes.fromhex(seed), str(draw).encode(), "sha256"), "big")


def below(state: AnyState, bound: int) -> int:
    """The next number from 0 to bound - 1. The rare numbers that would favour the small ones are drawn again."""
    fair = SPAN - SPAN % bound
    while True:
        number = drawn(state.seed, state.draws)
        state.draws += 1
        if number < fair:
            return number % bound


def roll(state: AnyState, source: str, sides: int) -> int:
    """Roll a die."""
    first = state.draws
    number = rolled(state, source, sides)
    if (seen := witness.get()) is not None:
        seen.append(Drawn(source, first, state.draws - first, sides, number))
    return number


def rolled(state: AnyState, source: str, sides: int) -> int:
    state.barriers += 1
    if (outcome := rigged_outcome(state, source)) is None:
        return below(state, sides) + 1
    if not isinstance(outcome, int) or not 1 <= outcome <= sides:
        raise ImpossibleOutcome(f"{source!r} rolls 1 to {sides}, the record gives {outcome!r}")
    return outcome


def shuffled(state: AnyState, source: str, cards: list[CardT]) -> list[CardT]:
    """These cards in a new order, first to be drawn last (a deck is a list that is popped)."""
    first, before = state.draws, tuple(cards)
    order = reordered(state, source, cards)
    if (seen := witness.get()) is not None:
        seen.append(Drawn(source, first, state.draws - first, before, tuple(order)))
    return order


def reordered(state: AnyState, source: str, cards: list[CardT]) -> list[CardT]:
    state.barriers += 1
    if (outcome := rigged_outcome(state, source)) is None:
        return fisher_yates(state, cards)
    if not isinstance(outcome, tuple) or sorted(map(str, outcome)) != sorted(map(str, cards)):
        raise ImpossibleOutcome(f"{source!r} shuffles {len(cards)} cards, the record's order is not of the same ones")
    return cast("list[CardT]", list(outcome[::-1]))


def fisher_yates(state: AnyState, cards: list[CardT]) -> list[CardT]:
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def rigged_outcome(state: AnyState, source: str) -> Outcome | None:
    if given := state.rigged.get(source):
        return given.pop(0)
    if not state.seed:
        raise UnriggedDraw(source)
    return None


def breaches_of_rigging(rigged: Mapping[str, list[Outcome]], sources: Mapping[str, Source]) -> list[tuple[str, str]]:
    """What is impossible in given outcomes, found before anything is played: (place, problem) pairs."""
    found = []
    for name, outcomes in rigged.items():
        source = sources.get(name)
        if source is None:
            found.append((name, f"no such source; there are {', '.join(sorted(sources)) or 'none'}"))
            continue
        for index, outcome in enumerate(outcomes):
            if problem := impossible(source, outcome, first=index == 0):
                found.append((f"{name}[{index}]", problem))
    return found


def impossible(source: Source, outcome: Outcome, first: bool) -> str | None:
    """Why a source can't give this outcome, None if it can."""
    if isinstance(source, Dice):
        fits = isinstance(outcome, int) and 1 <= outcome <= source.sides
        return None if fits else f"a die of {source.sides} sides shows 1 to {source.sides}, not {outcome!r}"
    if not isinstance(outcome, tuple):
        return "a deck's outcome is the list of its cards, first drawn first"
    return impossible_order(source, outcome, complete=first or not source.reshuffled)


def impossible_order(deck: Deck, order: tuple[int | str, ...], complete: bool) -> str | None:
    left = list(deck.cards)
    for card in order:
        if card not in left:
            return f"{card!r} is there twice" if card in deck.cards else f"there is no card {card!r}"
        left.remove(card)
    return f"the order leaves out {', '.join(map(str, left))}" if complete and left else None
