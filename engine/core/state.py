"""A position: plain data. Ints, strings, lists, dicts and nested Structs, nothing else; it holds the pending agenda,
the randomness cursor and the rules version, but not the log. Every game subclasses State with its own board.

Being data, a position can be viewed, hashed, stored, repaired, cloned, rewound and migrated at any moment.
"""

from __future__ import annotations

import hashlib
from typing import Any, Generic

import msgspec
from msgspec import Struct
from typing_extensions import TypeVar

from engine.core.journal import Entry
from engine.core.sides import Side as Side
from engine.core.step import Step

Outcome = int | tuple[int | str, ...]
"""The outcome of a source of chance: a die's number or the order of a deck, first drawn first."""
StepT = TypeVar("StepT", default=Step[Any])


class State(Struct, Generic[StepT]):
    """The fields of every position. Fields of a game follow these, each with a default."""

    rules: str
    sides: tuple[Side, ...]
    """The sides in seating order."""
    seed: str
    """256 secret bits in hex; empty where every outcome is rigged."""
    agenda: list[StepT] = []
    """The pending steps; the last one is next."""
    sequence: int = 0
    """How many choices led here."""
    draws: int = 0
    """How many draws the seed has given."""
    barriers: int = 0
    """How often something was drawn or revealed; undo never crosses one."""
    rigged: dict[str, list[Outcome]] = {}
    """Outcomes given in advance, by source; each is used up before the seed is asked."""
    news: list[Entry] = []
    """The news so far of the choice being carried out; empty between choices."""


AnyState = State[Any]


def encode(state: AnyState) -> bytes:
    """Return the position as JSON. Order is kept everywhere, so that decoding returns exactly what was there."""
    return msgspec.json.encode(state)


def fingerprint(state: AnyState) -> str:
    """Return a short hash of the position, stored with each entry of the log."""
    return hashlib.blake2b(encode(state), digest_size=8).hexdigest()


def reveal(state: AnyState) -> None:
    """Note that something hidden became known: what came before cannot be taken back."""
    state.barriers += 1
