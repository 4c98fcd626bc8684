"""Chapter 2: the position of La Belle Époque. Where every cube, unit and card is; board.py reads it, pieces.py and
holdings.py move what is on it.

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
    """8.6a, 8.6b: a card that lies beside the board until Preparation, and whom it marked."""

    side: Side
    card: str
    marked: tuple[Side, ...]


class Sheet(Struct):
    """2.6c: one Power's sheet. Its MD cubes are also on the map; those that are nowhere are in the general reserve."""

    money: int = 0
    embassies: int = 0
    reserve_armies: int = 0
    reserve_fleets: int = 0
    armies: int = 0
    """Ready ones, in the Arsenal."""
    fleets: int = 0
    """Those in the Arsenal; they are always ready."""
    armies_out: dict[str, int] = {}
    """Exhausted ones beside territories."""
    ready: dict[str, int] = {}
    """Ready Fleets in the box of each continent that has any; exhausted ones follow."""
    exhausted: dict[str, int] = {}
    sold_armies: int = 0
    """Those that left the game (8.9a), like the Fleets that follow."""
    sold_fleets: int = 0
    armaments: int = 0
    """Armament cubes not yet placed."""
    prestige: int = 0
    reached: int = 0
    """11.0b: the bonus marker."""
    prestige_bought: bool = False
    """8.5a: this turn."""
    built: bool = False
    """The Great Work."""
    marked: bool = False
    """8.6.1: hit by a card this turn."""
    intrigue: list[str] = []
    national: list[str] = []
    scored: list[int] = []
    """10.1a, 10.2a: the VP of each scoring so far."""

    @property
    def vp(self) -> int:
        return sum(self.scored)

    @property
    def fleets_built(self) -> int:
        """8.1c: own Fleets that are built and still in the game."""
        return self.fleets + sum(self.ready.values()) + sum(self.exhausted.values())

    @property
    def armies_built(self) -> int:
        """Own Armies ready or exhausted."""
        return self.armies + sum(self.armies_out.values())


class Automaton(Struct):
    """Chapter 13: the state of an automated Power beyond its sheet."""

    fleet_marks: int = 0
    """13.5a"""
    owed: int = 0
    """13.7a: cubes that it has fewer at its next dispatch."""
    arsenal_lost: int = 0
    """13.4.6a: this turn."""
    strategies: list[str] = []
    """13.4.6g: cards with Change of Strategy beside its sheet, open."""
    closing: bool = False
    """13.4.7b: Diplomatic Contrasts take effect in the next turn."""


class BelleEpoque(State[StepT]):
    """`sides` are the Powers that people play; the other Powers are automated."""

    promo: bool = False
    """2.0c"""
    turn: int = 0
    """0 until the first turn begins."""
    round: int = 0
    """2.6g: of the Actions phase."""
    active: Side = ""
    """The Power that plays its round; empty outside the Actions phase."""
    order: list[Side] = []
    """The turn order of the Powers that people play."""
    passed: list[Side] = []
    """8.10a: in the order of next turn."""
    automated_order: list[Side] = []
    """13.2a"""
    ended: str = ""
    """Why the game ended; empty as long as it goes on."""

    sheets: dict[Side, Sheet] = {}
    automata: dict[Side, Automaton] = {}

    spaces: dict[str, tuple[str, ...]] = {}
    """The cube on each space of each territory, in order; of a contest the lower one."""
    contests: list[Contest] = []
    held: dict[str, Side] = {}
    """2.6f: the ally of each Minor Nation and the Power that controls each Colony. It follows from the cubes; kept so
    that changes are noticed."""
    minor_units: dict[str, MinorUnit] = {}
    closed: dict[str, tuple[Side, ...]] = {}
    """8.6.3: the Powers that closed a territory this turn."""

    events: list[str] = []
    """Decks end with the card to be drawn next."""
    events_away: list[str] = []
    """3.0c, 6.1b: put away unseen."""
    events_drawn: list[str] = []
    """In the order in which they came."""
    claimed: dict[str, Side] = {}
    """Events that a Power keeps to the end."""
    intrigue_deck: list[str] = []
    intrigue_discard: list[str] = []
    drawn: list[str] = []
    """7.0d: the cards of which one is being kept; known to the Power that is asked."""
    beside: list[Beside] = []
    in_force: list[str] = []
    """National cards whose effect lasts until the end of the turn."""
    orders: dict[Side, Orders] = {}
    """Answers in advance, each known to its Power only."""

    def is_automated(self, power: Side) -> bool:
        """13.1d"""
        return power not in self.sides

    def clockwise(self, first: Side) -> list[Side]:
        """3.0i: the Powers that people play, this one first."""
        at = POWERS.index(first)
        return [power for power in (*POWERS[at:], *POWERS[:at]) if power in self.sides]

    def ally_of(self, nation: str) -> Side | None:
        """2.6f; United States and Boers never have one."""
        return self.held.get(nation) if nation in TERRITORIES else None

    def holds(self, power: Side, territory: str) -> bool:
        return self.held.get(territory) == power

    def in_force_of(self, power: Side) -> list[str]:
        return [card for card in self.in_force if NATIONAL[card].power == power]
