"""Chance: every game has a secret 256-bit seed, whose SHA-256 is shown from the start and which is itself shown when
the game ends. Draw n is HMAC-SHA256(seed, n) turned into a number without modulo bias; shuffles are Fisher-Yates over
such draws. Each draw names its source, so that records can rig it, that is give outcomes in advance.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import TypeVar, cast

from msgspec import Struct

from engine.core.state import AnyState, Outcome

CardT = TypeVar("CardT", int, str)
SPAN = 1 << 256
BLOCK = 64
"""The bytes of a block of SHA-256; with the two tables for its padded key they make an HMAC (RFC 2104)."""
INNER, OUTER = (bytes(byte ^ mask for byte in range(256)) for mask in (0x36, 0x5C))


class Dice(Struct, frozen=True, tag="dice"):
    """A source of numbers from 1 to `sides`."""

    sides: int


class Part(Struct, frozen=True):
    """How many of these cards are in an order of a deck."""

    cards: tuple[int | str, ...]
    count: int


class Deck(Struct, frozen=True, tag="deck"):
    """A source of orders of exactly these cards; where only some of them are in the deck, of `first` of them. Decks
    that are `reshuffled` may later have any composition."""

    cards: tuple[int | str, ...]
    reshuffled: bool = False
    first: int | None = None
    orders: tuple[tuple[Part, ...], ...] = ()
    """The parts of each order, where these differ; the deck is shuffled no more often than that."""

    @property
    def size(self) -> int:
        return len(self.cards) if self.first is None else self.first


class Draw(Struct, frozen=True, tag="draw"):
    """A source of cards drawn from a hand, `count` at once: which of these cards are in the hand depends on the game.
    Cards of `once` leave the game when they are drawn."""

    cards: tuple[int | str, ...]
    count: int = 1
    once: tuple[int | str, ...] = ()


Source = Dice | Deck | Draw


class Drawn(Struct, frozen=True):
    """A roll or a shuffle as a witness saw it."""

    source: str
    first: int
    """The number of the first draw it took from the seed; `taken` is how many it took, none if it was given in
    advance."""
    taken: int
    of: int | tuple[int | str, ...]
    """The sides of the die, or the cards in their former order."""
    outcome: int | tuple[int | str, ...]
    """The number rolled, or the cards in their new order, first drawn last; only those dealt."""


witness: ContextVar[list[Drawn] | None] = ContextVar("witness", default=None)


@contextmanager
def witnessed() -> Iterator[list[Drawn]]:
    """Record every roll and shuffle inside the block, to check them afterwards."""
    found: list[Drawn] = []
    before = witness.set(found)
    try:
        yield found
    finally:
        witness.reset(before)


class UnriggedDraw(ValueError):
    """A game without a seed drew from a source that has no further outcome."""

    def __init__(self, source: str) -> None:
        super().__init__(f"the record gives no further outcome for {source!r}: add one, or a seed")
        self.source = source


class ImpossibleOutcome(ValueError):
    """A rigged outcome that the draw cannot have."""


def new_seed() -> str:
    return secrets.token_hex(32)


def derived_seed(master: str, number: int) -> str:
    """Return the seed of game `number` of a series: the same series gives the same games."""
    return sha256(f"{master}/{number}".encode()).hexdigest()


def commitment(seed: str) -> str:
    """Return what is shown of the seed before it is revealed."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def drawn(seed: str, draw: int) -> int:
    """Return draw number `draw` of a seed, a number below 2**256 that anyone can compute again afterwards: the
    HMAC-SHA256 of the number under the seed. It is written out because `hmac.digest` takes 3.9 µs and this 1.4."""
    key = bytes.fromhex(seed)
    block = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = sha256(block.translate(INNER) + str(draw).encode()).digest()
    return int.from_bytes(sha256(block.translate(OUTER) + inner).digest(), "big")


def below(state: AnyState, bound: int) -> int:
    """Return the next number from 0 to bound - 1. The rare numbers that would favour small ones are drawn again."""
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
    """Return these cards in a new order, first drawn last (a deck is a list that is popped)."""
    return dealt(state, source, cards, len(cards))


def dealt(state: AnyState, source: str, cards: list[CardT], count: int) -> list[CardT]:
    """Return `count` of these cards in a new order, first drawn last. The others keep no order: nobody sees them."""
    first, before = state.draws, tuple(cards)
    order = reordered(state, source, cards, count)
    if (seen := witness.get()) is not None:
        seen.append(Drawn(source, first, state.draws - first, before, tuple(order)))
    return order


def picked(state: AnyState, source: str, hand: list[CardT]) -> CardT:
    """Return one random card of a hand, which keeps it until the rules move it."""
    [card] = dealt(state, source, hand, 1)
    return card


def reordered(state: AnyState, source: str, cards: list[CardT], count: int) -> list[CardT]:
    state.barriers += 1
    if (outcome := rigged_outcome(state, source)) is None:
        return fisher_yates(state, cards, count)
    if not isinstance(outcome, tuple) or len(outcome) != count or Counter(outcome) - Counter(cards):
        raise ImpossibleOutcome(problem_of(source, len(cards), count))
    return cast("list[CardT]", list(outcome[::-1]))


def problem_of(source: str, cards: int, count: int) -> str:
    if count == cards:
        return f"{source!r} shuffles {cards} cards, the record's order is not of the same ones"
    return f"{source!r} deals {count} of {cards} cards, the record gives others"


def fisher_yates(state: AnyState, cards: list[CardT], count: int | None = None) -> list[CardT]:
    """Shuffle from the end, where cards are drawn first: after `count` exchanges the rest can be dropped."""
    count = len(cards) if count is None else count
    order = list(cards)
    for last in range(len(order) - 1, max(0, len(order) - 1 - count), -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]
    return order[len(order) - count :]


def rigged_outcome(state: AnyState, source: str) -> Outcome | None:
    if given := state.rigged.get(source):
        return given.pop(0)
    if not state.seed:
        raise UnriggedDraw(source)
    return None


def breaches_of_rigging(rigged: Mapping[str, list[Outcome]], sources: Mapping[str, Source]) -> list[tuple[str, str]]:
    """Find what is impossible in given outcomes, before anything is played; return (place, problem) pairs."""
    found = []
    for name, outcomes in rigged.items():
        source = sources.get(name)
        if source is None:
            found.append((name, f"no such source; there are {', '.join(sorted(sources)) or 'none'}"))
            continue
        for index, outcome in enumerate(outcomes):
            if problem := impossible(source, outcome, outcomes[:index]):
                found.append((f"{name}[{index}]", problem))
    return found


def impossible(source: Source, outcome: Outcome, before: list[Outcome]) -> str | None:
    """Return why a source cannot give this outcome after those before; None if it can."""
    if isinstance(source, Dice):
        fits = isinstance(outcome, int) and 1 <= outcome <= source.sides
        return None if fits else f"a die of {source.sides} sides shows 1 to {source.sides}, not {outcome!r}"
    if not isinstance(outcome, tuple):
        return NO_CARDS[type(source)]
    if problem := impossible_card(source.cards, outcome):
        return problem
    if isinstance(source, Draw):
        return impossible_draw(source, outcome, before)
    if source.orders:
        return unlike(source.orders, outcome, len(before))
    return None if source.reshuffled and before else incomplete(source, outcome)


NO_CARDS: dict[type[Source], str] = {
    Deck: "a deck's outcome is the list of its cards, first drawn first",
    Draw: "what is drawn is a list of cards",
}


def impossible_card(cards: tuple[int | str, ...], order: tuple[int | str, ...]) -> str | None:
    left = list(cards)
    for card in order:
        if card not in left:
            return f"{card!r} is there twice" if card in cards else f"there is no card {card!r}"
        left.remove(card)
    return None


def impossible_draw(source: Draw, drawn: tuple[int | str, ...], before: list[Outcome]) -> str | None:
    if len(drawn) != source.count:
        return f"so many cards are drawn at once: {source.count}, not {len(drawn)}"
    gone = {card for one in before if isinstance(one, tuple) for card in one if card in source.once}
    again = [card for card in drawn if card in gone]
    return f"{again[0]!r} was drawn before and is out of the game" if again else None


def unlike(orders: tuple[tuple[Part, ...], ...], order: tuple[int | str, ...], number: int) -> str | None:
    """Return why the cards of this order are not those in the deck at that time; None if they are."""
    if number >= len(orders):
        return f"the deck is shuffled {len(orders)} times"
    for part in orders[number]:
        count = sum(card in part.cards for card in order)
        if count != part.count:
            return f"the order has {count} of these cards, not {part.count}: {', '.join(map(str, part.cards))}"
    strange = [card for card in order if not any(card in part.cards for part in orders[number])]
    return f"{strange[0]!r} is not in the deck then" if strange else None


def incomplete(deck: Deck, order: tuple[int | str, ...]) -> str | None:
    """Return why an order of cards that are all in the deck is incomplete; None if it is complete."""
    if len(order) == deck.size:
        return None
    if deck.first is not None:
        return f"the order has {len(order)} of its {len(deck.cards)} cards, not {deck.first}"
    return f"the order leaves out {', '.join(map(str, (Counter(deck.cards) - Counter(order)).elements()))}"
