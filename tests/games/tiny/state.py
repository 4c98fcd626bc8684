"""Chapters 1 and 2: the position of the Antechamber, and its setup."""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Any, Literal, cast

from msgspec import Meta, Struct
from typing_extensions import TypeVar

from engine.core.agenda import then
from engine.core.cards import CardKind
from engine.core.chance import Deck, Dice, Source, shuffled
from engine.core.game import Opening
from engine.core.state import Side, State
from engine.core.step import Step

ENVOYS = ("red", "blue", "green")
USHER = "usher"
BANK = "bank"
DISPATCHES = tuple(range(1, 13))
CARDS = (
    CardKind(
        "dispatch",
        dict.fromkeys(map(str, DISPATCHES), ""),
        beside=("dispatch", "published", "discarded", "hand"),
    ),
)
COINS = 30
SCANDAL = 5

Envoy = Literal["red", "blue", "green"]
Dispatch = Annotated[int, Meta(ge=1, le=12)]
Coins = Annotated[int, Meta(ge=0, le=COINS)]
StepT = TypeVar("StepT", default=Step["Antechamber[Any]"])


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=100_000)] = 4


class Whisper(Struct, frozen=True):
    """7.1: an offer without an answer yet, known to its two sides."""

    by: Side
    to: Side
    coins: int


class Antechamber(State[StepT]):
    rounds: int = 4
    turn: int = 0
    coins: dict[Side, int] = {}
    """The coins of every envoy, the usher and the bank."""
    hands: dict[Side, list[int]] = {}
    published: dict[Side, list[int]] = {}
    deck: list[int] = []
    discarded: list[int] = []
    whispers: list[Whisper] = []
    bound: list[Side] = []
    """7.2: the envoys who took coins to stay out of this turn's auctions."""
    orders: list[Side] = []
    """7.3: the envoys who left the order to pass."""

    @property
    def envoys(self) -> tuple[Envoy, ...]:
        return cast("tuple[Envoy, ...]", self.sides)

    @property
    def active(self) -> Side:
        return self.sides[self.turn % len(self.sides)]

    def pay(self, coins: int, giver: Side, taker: Side) -> None:
        self.coins[giver] -= coins
        self.coins[taker] += coins


def setup(opening: Opening) -> Antechamber:
    """2.1"""
    from tests.games.tiny.turn import Turn

    envoys = opening.sides
    state = Antechamber(
        rules="1",
        sides=envoys,
        seed=opening.seed,
        rigged={source: list(outcomes) for source, outcomes in opening.rigged.items()},
        rounds=opening.options.rounds,
        coins=dict.fromkeys(envoys, 5) | {USHER: 3, BANK: COINS - 3 - 5 * len(envoys)},
        published={side: [] for side in envoys},
    )
    state.deck = shuffled(state, "dispatches", list(DISPATCHES))
    state.hands = {side: [state.deck.pop(), state.deck.pop()] for side in envoys}
    then(state, Turn())
    return state


def sources(opening: Opening) -> dict[str, Source]:
    return {"dispatches": Deck(DISPATCHES), "scandal": Dice(6)}


def conserved(state: Antechamber) -> list[str]:
    """Check that there are 30 coins, none of them owed, and that every dispatch is in one place (the one being
    auctioned lies with its owner)."""
    broken = []
    if sum(state.coins.values()) != COINS or min(state.coins.values()) < 0:
        broken.append(f"coins are {state.coins}, not {COINS} in all")
    piles = [*state.hands.values(), *state.published.values(), state.deck, state.discarded]
    if sorted(chain.from_iterable(piles)) != list(DISPATCHES):
        broken.append(f"dispatches lie in {piles}")
    return broken
