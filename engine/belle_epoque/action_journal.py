"""The entries of chapter 8, the actions. All of them are open, except which card Espionage takes."""

from __future__ import annotations

from typing import Self

from engine.core.journal import Entry
from engine.core.state import Side

# 8: actions


class UnitsBought(Entry, frozen=True):
    rule = "8.1a"
    side: Side
    armies: int
    fleets: int
    paid: int


class MissionSent(Entry, frozen=True):
    """`against` is the cube on which the mission prepares a contest, if it does."""

    rule = "8.2a"
    side: Side
    territory: str
    space: int
    against: Side | None = None


class GreatWorkBuilt(Entry, frozen=True):
    rule = "8.3a"
    side: Side
    work: str
    paid: int


class Invested(Entry, frozen=True):
    rule = "8.4"
    side: Side
    money: int


class PrestigeBought(Entry, frozen=True):
    rule = "8.5a"
    side: Side
    paid: int


class CardPlayed(Entry, frozen=True):
    """8.6: a Power played an Intrigue card, with the half it carries out, or a National card at its price."""

    rule = "8.6c"
    side: Side
    card: str
    half: str = ""
    paid: int = 0


class CardAimed(Entry, frozen=True):
    """A card is aimed at this rival Power."""

    rule = "8.6a"
    side: Side
    target: Side
    card: str


class Marked(Entry, frozen=True):
    rule = "8.6.1a"
    side: Side
    card: str


class IntrigueStolen(Entry, frozen=True):
    """Only the two Powers learn which card it is."""

    rule = "8.6a"
    side: Side
    target: Side
    card: str = ""

    def seen_by(self, side: Side | None) -> Self:
        return self if side in (self.side, self.target) else type(self)(self.side, self.target)


class FleetExhausted(Entry, frozen=True):
    """A card exhausts a ready Fleet of this Power."""

    rule = "8.6a"
    side: Side
    continent: str


class ArmiesSentHome(Entry, frozen=True):
    """A card returns Armies of this Power from the Arsenal to Reserves."""

    rule = "8.6a"
    side: Side
    armies: int


class FleetsReadied(Entry, frozen=True):
    """Exhausted Fleets became ready again; each is given by its owner and its place."""

    rule = "8.6a"
    side: Side
    fleets: tuple[tuple[str, str], ...]


class ArmiesReadied(Entry, frozen=True):
    """Exhausted Armies returned to the Arsenal: the number of the Power's own, and those of its allies."""

    rule = "8.6a"
    side: Side
    own: int
    allied: tuple[str, ...]


class UnitsBuilt(Entry, frozen=True):
    """Units that a card brings from Reserves to the Arsenal."""

    rule = "8.6a"
    side: Side
    armies: int
    fleets: int
    paid: int


class TerritoryClosed(Entry, frozen=True):
    rule = "8.6.3"
    side: Side
    territory: str


class FleetsDeployed(Entry, frozen=True):
    """8.8: each move gives the owner of the Fleet, its place before and its place now."""

    rule = "8.8a"
    side: Side
    moves: tuple[tuple[str, str, str], ...]


class ArmamentsSold(Entry, frozen=True):
    """8.9: the spaces that took armament cubes, and the cubes replaced there."""

    rule = "8.9c"
    side: Side
    territory: str
    armies: int
    fleets: int
    spaces: tuple[int, ...]
    replaced: tuple[Side, ...] = ()


class RoundEnded(Entry, frozen=True):
    rule = "8.0b"
    side: Side


class Passed(Entry, frozen=True):
    """8.10: `place` is the Power's place in the order of the next turn."""

    rule = "8.10a"
    side: Side
    place: int


# 8.7: contests


class ContestBegan(Entry, frozen=True):
    """`cube` is attacked; `defender` is its Power, or the ally of its nation, if the nation has one."""

    rule = "8.7"
    side: Side
    defender: Side | None
    territory: str
    space: int
    cube: Side


class FleetsCommitted(Entry, frozen=True):
    rule = "8.7a"
    side: Side
    own: int
    allied: tuple[str, ...]
    paid: int


class ArmiesCommitted(Entry, frozen=True):
    rule = "8.7c"
    side: Side
    own: int
    allied: tuple[str, ...]
    paid: int


class ContestRolled(Entry, frozen=True):
    """The die and the bonus of the attacker, then those of the defender."""

    rule = "8.7i"
    territory: str
    space: int
    attacker: tuple[int, int]
    defender: tuple[int, int]


class DieRolledAgain(Entry, frozen=True):
    rule = "8.6.4"
    side: Side
    card: str
    die: int


class LeftAsItIs(Entry, frozen=True):
    """8.6.5: this entry looks the same whether or not the Power could have reacted."""

    rule = "8.6.5"
    side: Side


class ContestWon(Entry, frozen=True):
    """`cube` keeps the space, `lost` returned to the general reserve."""

    rule = "8.7j"
    territory: str
    space: int
    cube: Side
    lost: Side


class BothLeft(Entry, frozen=True):
    rule = "8.7j"
    territory: str
    space: int
    cubes: tuple[Side, Side]


class ContestLapsed(Entry, frozen=True):
    rule = "8.11"
    side: Side
    territory: str
    space: int


ACTION_ENTRIES = (
    UnitsBought,
    MissionSent,
    GreatWorkBuilt,
    Invested,
    PrestigeBought,
    CardPlayed,
    CardAimed,
    Marked,
    IntrigueStolen,
    FleetExhausted,
    ArmiesSentHome,
    FleetsReadied,
    ArmiesReadied,
    UnitsBuilt,
    TerritoryClosed,
    FleetsDeployed,
    ArmamentsSold,
    RoundEnded,
    Passed,
    ContestBegan,
    FleetsCommitted,
    ArmiesCommitted,
    ContestRolled,
    DieRolledAgain,
    LeftAsItIs,
    ContestWon,
    BothLeft,
    ContestLapsed,
)
