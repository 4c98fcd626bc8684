"""Answers in advance as a position holds them: the plain orders of a Power, and what it sends to contests. Only the
Power itself sees them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from engine.belle_epoque.choices import HalfId
from engine.belle_epoque.printed import CONTINENTS, TERRITORIES

if TYPE_CHECKING:
    Where = str
else:
    Where = Literal[("everywhere", *CONTINENTS, *TERRITORIES)]
EVERYWHERE = "everywhere"
MOST_CONTEST_ORDERS = 10
"""A Power leaves no more of them, so that positions stay small."""
MOST_POUNDS = 99
PASSING_POUNDS = 20
"""An order to pass names no more than this. A Power that has more is not looked at, so the Power that acted before it
can still take its move back."""

Role = Literal["defence", "attack"]
Sent = Literal["nothing", "chance", "match", "all"]
"""What an order sends: nothing; the least that makes a chance; the least that matches what the opponent has committed;
as much as counts."""
Beyond = Literal["nothing", "ask"]
Percent = Annotated[int, Meta(ge=0, le=100)]
Pounds = Annotated[int, Meta(ge=0, le=MOST_POUNDS)]
Kept = Annotated[int, Meta(ge=0, le=20)]
Reroll = Literal["ask", "never", "if_it_helps"]
Scandal = Literal["ask", "prestige", "cube"]


class ContestOrder(Struct, frozen=True, omit_defaults=True, tag_field="order", tag="contest_order"):
    """8.7b, 8.7c, 13.9.3: what to send to contests in a territory, a continent, or everywhere."""

    role: Role
    where: Where
    send: Sent
    decisive: bool = False
    """Only where the cube decides an Alliance or Control."""
    chance: Percent = 0
    pounds: Pounds = MOST_POUNDS
    """No more money than this in one contest."""
    keep_fleets: Kept = 0
    """So many of the ready Fleets in that box stay ready."""
    keep_armies: Kept = 0
    """So many of the ready Armies of the Arsenal stay ready."""
    beyond: Beyond = "ask"
    """What to do where the chance or the match is out of reach."""

    @property
    def key(self) -> tuple[str, str, bool]:
        """A Power has one order of each key."""
        return self.role, self.where, self.decisive


class Orders(Struct, frozen=True, omit_defaults=True, tag_field="order", tag="orders"):
    """The orders of one Power; a new seat has everything asked."""

    reroll: Reroll = "ask"
    """8.6.4"""
    scandal: Scandal = "ask"
    """Political Scandal (8.6)."""
    keep_halves: tuple[HalfId, ...] = ()
    """7.0d: keep the first card that has a half of this list, in its order."""
    pass_below: int = 0
    """8.10: pass with empty Embassies and less money than this."""
    contests: tuple[ContestOrder, ...] = ()


NONE = Orders()
