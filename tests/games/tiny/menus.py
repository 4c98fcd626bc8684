"""The one wide menu of the Antechamber: a number of coins between two bounds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.refusal import Refusal, illegal
from tests.games.tiny.choices import Raise, Stake


class CoinsBetween(Struct, Menu[Raise | Stake], frozen=True, gc=False):
    """Raise or Stake with `least` to `most` coins, described without listing them."""

    make: type[Raise | Stake]
    least: int
    most: int
    clause: str

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({self.make})

    def judge(self, choice: Raise | Stake) -> Refusal | None:
        if choice.coins < self.least:
            return illegal("antechamber.too_few_coins", self.clause, least=self.least)
        if choice.coins > self.most:
            return illegal("antechamber.too_many_coins", self.clause, has=self.most)
        return None

    def __iter__(self) -> Iterator[Raise | Stake]:
        return (self.make(coins) for coins in range(self.least, self.most + 1))

    def __bool__(self) -> bool:
        return self.least <= self.most

    def sample(self, rng: Random) -> Raise | Stake:
        return self.make(self.least + int(rng.random() * (self.most - self.least + 1)))

    def describe(self) -> object:
        return {"do": self.make.__struct_config__.tag, "coins": {"least": self.least, "most": self.most}}
