"""Answers in advance as a position stores them: the plain orders of a Power, and those for contests. Only the Power
itself sees them.
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
"""The most orders a Power may leave for contests, so that positions stay small."""
MOST_POUNDS = 99
PASSING_POUNDS = 20
"""The most money that an order to pass may name. The orders of a richer Power are not looked up, so the Power that
acted before it can still take its move back."""

Role = Literal["defence", "attack"]
Sent = Literal["nothing", "chance", "match", "all"]
"""The units an order sends: none; the fewest that make a chance; the fewest that match the opponent's committed ones;
as many as count."""
Beyond = Literal["nothing", "ask"]
Percent = Annotated[int, Meta(ge=0, le=100)]
Pounds = Annotated[int, Meta(ge=0, le=MOST_POUNDS)]
Kept = Annotated[int, Meta(ge=0, le=20)]
Reroll = Literal["ask", "never", "if_it_helps"]
Scandal = Literal["ask", "prestige", "cube"]


class ContestOrder(Struct, frozen=True, omit_defaults=True, tag_field="order", tag="contest_order"):
    """8.7b, 8.7c, 13.9.3: the units to send to contests in a territory, a continent, or everywhere."""

    role: Role
    where: Where
    send: Sent
    decisive: bool = False
    """True if the order is only for cubes that decide an Alliance or Control."""
    chance: Percent = 0
    pounds: Pounds = MOST_POUNDS
    """The most money to spend in one contest."""
    keep_fleets: Kept = 0
    """The number of ready Fleets in that box that stay ready."""
    keep_armies: Kept = 0
    """The number of ready Armies in the Arsenal that stay ready."""
    beyond: Beyond = "ask"
    """The answer if the chance or the match is out of reach."""

    @property
    def key(self) -> tuple[str, str, bool]:
        """Return the key of the order: a Power has one order of each."""
        return self.role, self.where, self.decisive


class Orders(Struct, frozen=True, omit_defaults=True, tag_field="order", tag="orders"):
    """The orders of one Power; a new seat is asked everything."""

    reroll: Reroll = "ask"
    """8.6.4"""
    scandal: Scandal = "ask"
    """Political Scandal (8.6)."""
    keep_halves: tuple[HalfId, ...] = ()
    """7.0d: keep the first card with a half of this list, in its order."""
    pass_below: int = 0
    """8.10: pass with empty Embassies and less money than this."""
    contests: tuple[ContestOrder, ...] = ()


NONE = Orders()
