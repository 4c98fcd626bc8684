"""The entries for automated Powers (chapter 13), step by step with dice and reasons. All of them are open: the hands,
which stay hidden, are in no entry.
"""

from __future__ import annotations

from engine.core.journal import Entry
from engine.core.state import Side

# 13.2, 13.3: order and sequence


class AutomatedOrderDrawn(Entry, frozen=True):
    rule = "13.2a"
    order: tuple[Side, ...]


class AutomatedTurnBegan(Entry, frozen=True):
    rule = "13.3b"
    side: Side


class AutomatedTurnEnded(Entry, frozen=True):
    rule = "13.3b"
    side: Side


# 13.4: cards


class AutomatedCardMissing(Entry, frozen=True):
    """The sheet shows a card of this kind, and the Power has none."""

    rule = "13.4.1"
    side: Side
    kind: str


class TargetFound(Entry, frozen=True):
    """The target of a card: the Power with most of what it takes (`amount`); a die decides among those that are
    `tied`."""

    rule = "13.4.3a"
    side: Side
    target: Side
    card: str
    amount: int
    tied: tuple[Side, ...] = ()
    die: int | None = None


class VictimFound(Entry, frozen=True):
    """The Power that loses a cube there: the rival with most cubes; a die decides ties."""

    rule = "13.4.4a"
    side: Side
    territory: str
    victim: Side
    cubes: int
    tied: tuple[Side, ...] = ()
    die: int | None = None


class EffectLapsed(Entry, frozen=True):
    """No effect of a card, or no further one, can be carried out."""

    rule = "13.4.3c"
    side: Side
    card: str


class CardDieRolled(Entry, frozen=True):
    """The die that decides in which territory a card places its cube."""

    rule = "13.4.6e"
    side: Side
    card: str
    die: int
    territory: str


class StrategyPutAside(Entry, frozen=True):
    rule = "13.4.6g"
    side: Side
    card: str


class ArsenalReduced(Entry, frozen=True):
    rule = "13.4.6a"
    side: Side
    by: int


class LossRolled(Entry, frozen=True):
    """The die that decides what an automated Power loses."""

    rule = "13.4.6d"
    side: Side
    die: int


class CubesOwed(Entry, frozen=True):
    """The Power had no cubes in its Embassies to lose, and sends that many fewer at its next dispatch."""

    rule = "13.7a"
    side: Side
    cubes: int


class ClosingPrepared(Entry, frozen=True):
    """Diplomatic Contrasts will take effect in the next turn."""

    rule = "13.4.7b"
    side: Side


class ClosingLost(Entry, frozen=True):
    rule = "13.4.7b"
    side: Side


# 13.5 to 13.7: Fleet, missions


class FleetMarked(Entry, frozen=True):
    """The new place of the marker on the Fleet track."""

    rule = "13.5a"
    side: Side
    now: int


class DispatchBegan(Entry, frozen=True):
    """The number of cubes sent, and how many are missing because they were owed."""

    rule = "13.7a"
    side: Side
    cubes: int
    owed: int = 0


class RowRolled(Entry, frozen=True):
    """The row for one column, or for the first three. `again`: the Power holds all territories of the row before.
    `armaments`: the row gives an armament cube."""

    rule = "13.7c"
    side: Side
    column: int
    row: int
    armaments: bool = False
    again: bool = False


class CellRolled(Entry, frozen=True):
    rule = "13.7e"
    side: Side
    column: int
    die: int
    territory: str


class TerritoryPassedOver(Entry, frozen=True):
    """A cube does not go there: the Power holds the territory, a rival has closed it, or it has no cube to attack."""

    rule = "13.7d"
    side: Side
    territory: str
    why: str


class CubeDispatched(Entry, frozen=True):
    """`against` is the cube on which it makes a contest, of the rival with most cubes; a die decides if some are
    `tied`. `by_priority`: after too many rerolls the cube goes to the first open objective."""

    rule = "13.7g"
    side: Side
    column: int
    territory: str
    space: int
    against: Side | None = None
    tied: tuple[Side, ...] = ()
    die: int | None = None
    by_priority: bool = False


class CubeKept(Entry, frozen=True):
    """The cube was kept, after too many rerolls and without an open objective."""

    rule = "13.7f"
    side: Side


# 13.8, 13.9: armaments, contests


class ArmamentsPlaced(Entry, frozen=True):
    """`replaced` are the cubes that gave way; the holders of the territory before and now follow."""

    rule = "13.8b"
    side: Side
    territory: str
    spaces: tuple[int, ...]
    replaced: tuple[Side, ...] = ()
    dice: tuple[int, ...] = ()
    before: Side | None = None
    now: Side | None = None


class ArmamentsReturned(Entry, frozen=True):
    """That many armament cubes have no target."""

    rule = "13.8d"
    side: Side
    cubes: int


class ArsenalShared(Entry, frozen=True):
    """The Power's bonus in each of its contests of this turn."""

    rule = "13.9.1a"
    side: Side
    arsenal: int
    contests: int
    bonus: int


class UnitsCommitted(Entry, frozen=True):
    """The units that a human sends to a contest with an automated Power, all at once."""

    rule = "13.9.3"
    side: Side
    fleets: int
    armies: int
    allied: tuple[str, ...]
    paid: int


class SolitaireResult(Entry, frozen=True):
    rule = "13.10b"
    side: Side
    vp: int
    level: str


AUTOMATED_ENTRIES = (
    AutomatedOrderDrawn,
    AutomatedTurnBegan,
    AutomatedTurnEnded,
    AutomatedCardMissing,
    TargetFound,
    VictimFound,
    EffectLapsed,
    CardDieRolled,
    StrategyPutAside,
    ArsenalReduced,
    LossRolled,
    CubesOwed,
    ClosingPrepared,
    ClosingLost,
    FleetMarked,
    DispatchBegan,
    RowRolled,
    CellRolled,
    TerritoryPassedOver,
    CubeDispatched,
    CubeKept,
    ArmamentsPlaced,
    ArmamentsReturned,
    ArsenalShared,
    UnitsCommitted,
    SolitaireResult,
)
