"""Chapter 2: the position of La Belle Époque: every cube, unit and card. board.py reads it, pieces.py and holdings.py
move what is on it.

Cubes are short strings: a Power, a minor nation, `arm` for an armament cube, empty for a free space. A Power or nation
and a territory may have the same id.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from typing_extensions import TypeVar

from engine.belle_epoque.orders_left import Orders
from engine.belle_epoque.printed import NATIONAL, POWERS, TERRITORIES
from engine.core.state import Side, State
from engine.core.step import Step

StepT = TypeVar("StepT", default=Step["BelleEpoque[Any]"])


class Contest(Struct, frozen=True, gc=False):
    """2.6g: the upper cube on a space. The lower one stands in `spaces`."""

    territory: str
    space: int
    side: Side


class MinorUnit(Struct, frozen=True, gc=False):
    """A unit of a minor nation: at `home`, in the `arsenal` of its ally, in the Fleet box of a continent, or beside a
    territory."""

    at: str = "home"
    ready: bool = True


class Beside(Struct, frozen=True):
    """8.6a, 8.6b: a card that lies beside the board until Preparation, and the Powers it marked."""

    side: Side
    card: str
    marked: tuple[Side, ...]


class Sheet(Struct):
    """2.6c: one Power's sheet. Its MD cubes are also on the map; those that are in neither place are in the general
    reserve."""

    money: int = 0
    embassies: int = 0
    reserve_armies: int = 0
    reserve_fleets: int = 0
    armies: int = 0
    """Ready Armies in the Arsenal."""
    fleets: int = 0
    """Fleets in the Arsenal, which are always ready."""
    armies_out: dict[str, int] = {}
    """Exhausted Armies beside territories."""
    ready: dict[str, int] = {}
    """Ready Fleets in the box of each continent that has any; exhausted ones follow."""
    exhausted: dict[str, int] = {}
    sold_armies: int = 0
    """Armies that left the game (8.9a), like the Fleets that follow."""
    sold_fleets: int = 0
    armaments: int = 0
    """Armament cubes not yet placed."""
    prestige: int = 0
    reached: int = 0
    """11.0b: the bonus marker."""
    prestige_bought: bool = False
    """8.5a: whether a step was bought this turn."""
    built: bool = False
    """Whether the Great Work is built."""
    marked: bool = False
    """8.6.1: whether a card hit the Power this turn."""
    intrigue: list[str] = []
    national: list[str] = []
    scored: list[int] = []
    """10.1a, 10.2a: the VP of each scoring so far."""

    @property
    def vp(self) -> int:
        return sum(self.scored)

    @property
    def fleets_built(self) -> int:
        """8.1c: count own Fleets that are built and still in the game."""
        return self.fleets + sum(self.ready.values()) + sum(self.exhausted.values())

    @property
    def armies_built(self) -> int:
        """Count own Armies, ready or exhausted."""
        return self.armies + sum(self.armies_out.values())


class Automaton(Struct):
    """Chapter 13: the state of an automated Power beyond its sheet."""

    fleet_marks: int = 0
    """13.5a"""
    owed: int = 0
    """13.7a: the cubes missing at its next dispatch."""
    arsenal_lost: int = 0
    """13.4.6a: the loss of this turn."""
    strategies: list[str] = []
    """13.4.6g: the open cards with Change of Strategy beside its sheet."""
    closing: bool = False
    """13.4.7b: whether Diplomatic Contrasts take effect in the next turn."""


class BelleEpoque(State[StepT]):
    """`sides` are the Powers that people play; the other Powers are automated."""

    promo: bool = False
    """2.0c"""
    turn: int = 0
    """0 until the first turn begins."""
    round: int = 0
    """2.6g: the round of the Actions phase."""
    active: Side = ""
    """The Power that plays its round; empty outside the Actions phase."""
    order: list[Side] = []
    """The turn order of the Powers that people play."""
    passed: list[Side] = []
    """8.10a: the Powers that have passed, in the order of the next turn."""
    automated_order: list[Side] = []
    """13.2a"""
    ended: str = ""
    """The reason why the game ended; empty while it goes on."""

    sheets: dict[Side, Sheet] = {}
    automata: dict[Side, Automaton] = {}

    spaces: dict[str, tuple[str, ...]] = {}
    """The cube on each space of each territory, in order; in a contest the lower one."""
    contests: list[Contest] = []
    held: dict[str, Side] = {}
    """2.6f: the ally of each Minor Nation and the Power that controls each Colony. It follows from the cubes; stored so
    that changes are noticed."""
    minor_units: dict[str, MinorUnit] = {}
    closed: dict[str, tuple[Side, ...]] = {}
    """8.6.3: the Powers that closed a territory this turn."""

    events: list[str] = []
    """The draw pile; like every deck it ends with the card to be drawn next."""
    events_away: list[str] = []
    """3.0c, 6.1b: the events put away unseen."""
    events_drawn: list[str] = []
    """The events drawn, in order."""
    claimed: dict[str, Side] = {}
    """The events that a Power keeps to the end."""
    intrigue_deck: list[str] = []
    intrigue_discard: list[str] = []
    drawn: list[str] = []
    """7.0d: cards of which one will be kept, known only to the Power that is asked."""
    beside: list[Beside] = []
    in_force: list[str] = []
    """National cards whose effect lasts until the end of the turn."""
    orders: dict[Side, Orders] = {}
    """Answers in advance, each known only to its Power."""

    def is_automated(self, power: Side) -> bool:
        """13.1d"""
        return power not in self.sides

    def clockwise(self, first: Side) -> list[Side]:
        """3.0i: return the Powers that people play, starting from this one."""
        at = POWERS.index(first)
        return [power for power in (*POWERS[at:], *POWERS[:at]) if power in self.sides]

    def ally_of(self, nation: str) -> Side | None:
        """2.6f: return the ally of a nation. United States and Boers never have one."""
        return self.held.get(nation) if nation in TERRITORIES else None

    def holds(self, power: Side, territory: str) -> bool:
        return self.held.get(territory) == power

    def in_force_of(self, power: Side) -> list[str]:
        return [card for card in self.in_force if NATIONAL[card].power == power]
