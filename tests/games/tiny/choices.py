"""The choices of a side of the Antechamber."""

from __future__ import annotations

from typing import Literal

from engine.core.choice import Choice
from tests.games.tiny.state import Coins, Dispatch, Envoy


class Publish(Choice, frozen=True):
    dispatch: Dispatch


class Collect(Choice, frozen=True):
    pass


class CallBallot(Choice, frozen=True):
    pass


class Tip(Choice, frozen=True):
    """3.2: the usher's coin goes to this envoy, or stays."""

    to: Envoy | None = None


class Raise(Choice, frozen=True):
    coins: Coins


class Pass(Choice, frozen=True):
    pass


class Leak(Choice, frozen=True):
    leak: bool


class Stake(Choice, frozen=True):
    coins: Coins


class Offer(Choice, frozen=True):
    to: Envoy
    coins: Coins


class Accept(Choice, frozen=True):
    by: Envoy


class Order(Choice, frozen=True):
    pass_in: Literal["every_auction", "none"]


CHOICES = (Publish, Collect, CallBallot, Tip, Raise, Pass, Leak, Stake, Offer, Accept, Order)
ASIDES: frozenset[type[Choice]] = frozenset({Offer, Accept, Order})
