"""Which sentence asks a question, where it is not the plain one of its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.core.sides import facts_of
from engine.nineteen33.auctions import Bidding
from engine.nineteen33.turns import Guiding
from engine.nineteen33.words.parts import said


def bidding(step: Bidding) -> Phrase:
    kind = "offered"
    if step.auction.wanted:
        kind = "price" if step.auction.product == "food" else "wanted"
    return said("ask", step, kind, **facts_of(step.auction))


def guiding(step: Guiding) -> Phrase:
    return said("ask", step, leader=step.leader)


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {Bidding: bidding, Guiding: guiding}
