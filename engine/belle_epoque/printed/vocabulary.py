"""The verbs of event, Intrigue and National cards, as the sheet of facts defines them: one struct for each `op`.

The interpreter, engine/belle_epoque/effects.py, carries each of them out in one place. `self` is the Power that plays
the card, `target` the rival chosen for it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from engine.core.naming import snake
from engine.core.sides import IS_SIDE

Power = Annotated[Literal["uk", "france", "russia", "central_powers"], IS_SIDE]
Who = Literal["all", "self", "target", "uk", "france", "russia", "central_powers"]
TerritoryKind = Literal["minor_nation", "colony"]


class Effect(Struct, frozen=True, gc=False, tag_field="op", tag=snake, forbid_unknown_fields=True):
    """One verb of a card."""


class PlaceMinor(Effect, frozen=True):
    """Place cubes of a minor nation in a territory, in each of several, or in one of them that the player picks."""

    minor: str
    count: int
    mode: Literal["event", "card"]
    territory: str = ""
    each_of: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()


class PlacePower(Effect, frozen=True):
    """Place cubes of a Power from its general reserve, by an event."""

    power: Power
    territory: str
    count: int
    mode: Literal["event"]


class PlaceOwn(Effect, frozen=True):
    """Place cubes of the player in territories that it picks: on free spaces only, or in place of others."""

    count: int
    mode: Literal["free", "card"]
    max_per_territory: int
    territory_kind: TerritoryKind | None = None
    territories: tuple[str, ...] = ()


class ReplaceWithOwn(Effect, frozen=True):
    """Replace cubes of others by cubes of the player."""

    count: int
    max_per_territory: int
    territory_kind: TerritoryKind
    needs_own_cube_there: bool


class RemoveMinor(Effect, frozen=True):
    """Remove every cube of the minor nation from the continent."""

    minor: str
    continent: str


class Many(Struct, frozen=True, forbid_unknown_fields=True):
    """A Power with at least `cubes` cubes loses `count`."""

    cubes: int
    count: int


class RemoveEach(Effect, frozen=True):
    """Every one of these Powers loses that many of its cubes there."""

    territory: str
    powers: Literal["all"] | tuple[Power, ...]
    count: int
    count_if_at_least: Many | None = None


class RemoveLeader(Effect, frozen=True):
    """The Power with most cubes there loses `count`; if several tie for most, each loses `tied_count`."""

    territory: str
    count: int
    tied_count: int


class RemoveByDie(Effect, frozen=True):
    """Roll this many dice, one after the other, and remove the cube on each space rolled."""

    territory: str
    rolls: int


class RemoveRivalCubes(Effect, frozen=True):
    """Remove cubes of rival Powers that the player picks."""

    count: int
    max_per_power: int
    same_power: bool = False
    different_territories: bool = False
    territory_kind: TerritoryKind | None = None


class Prestige(Effect, frozen=True):
    who: Who
    delta: int


class PrestigeHolder(Effect, frozen=True):
    """Change the Prestige of the Power that holds the territory."""

    territory: str
    delta: int


class Money(Effect, frozen=True):
    who: Who
    amount: int


class Md(Effect, frozen=True):
    """Move cubes between the general reserve and the Embassies."""

    who: Who
    delta: int


class StealIntrigue(Effect, frozen=True):
    """Draw cards at random from the target's hand."""

    count: int
    random: Literal[True]


class Loss(Struct, frozen=True, forbid_unknown_fields=True):
    """Exhaust a Fleet on the map, or send up to this many Armies back to Reserves."""

    exhaust_fleet_on_map: int = 0
    armies_from_arsenal_to_reserves: int = 0


class UnitsLoss(Effect, frozen=True):
    """The player picks what the target loses."""

    chooser: Literal["player"]
    options: tuple[Loss, ...]


class Readied(Struct, frozen=True, forbid_unknown_fields=True):
    """At most this many exhausted units become ready again."""

    fleets: int = 0
    armies: int = 0


class ReadyUnits(Effect, frozen=True):
    """The player picks an option, or all its own Fleets are ready again."""

    chooser: Literal["player"] | None = None
    options: tuple[Readied, ...] = ()
    all_own_fleets: bool = False


class Build(Struct, frozen=True, forbid_unknown_fields=True):
    """This many units for this price in all."""

    armies: int = 0
    fleets: int = 0
    cost: int = 0


class BuildUnits(Effect, frozen=True):
    chooser: Literal["player"]
    options: tuple[Build, ...]


class RerollOwnDie(Effect, frozen=True):
    """8.6.4"""


class MarkSelf(Effect, frozen=True):
    """Mark the player as if a card had hit it."""


class Choose(Effect, frozen=True):
    """Carry out one of these; the player or the target chooses which."""

    by: Literal["player", "target"]
    options: tuple[Prestige | Md, ...]


class CloseTerritory(Effect, frozen=True):
    """8.6.3"""

    duration: Literal["this_turn"]
    closed_to: Literal["other_powers_cubes"]


class ContestBonus(Effect, frozen=True):
    """Add to the player's bonus in every contest, up to `cap` in all."""

    bonus: int
    cap: int
    duration: Literal["this_turn"]


class ContestFleetCost(Effect, frozen=True):
    """Set the price of committing a Fleet of the player's own."""

    money: int
    duration: Literal["this_turn"]


class Criterion(Struct, frozen=True, forbid_unknown_fields=True):
    """Most alliances, or most cubes, among these; a Power with fewer than `minimum` is not compared."""

    most_alliances_among: tuple[str, ...] = ()
    most_cubes_among: tuple[str, ...] = ()
    minimum: int = 0


class ClaimCard(Effect, frozen=True):
    """Give the card, to be kept to the end, to the best Power by the first criterion, among equals by the next one."""

    criteria: tuple[Criterion, ...]
    if_still_tied: Literal["nobody"]
    vp: int


class EndGame(Effect, frozen=True):
    """6.3a"""


Effects = (
    PlaceMinor
    | PlacePower
    | PlaceOwn
    | ReplaceWithOwn
    | RemoveMinor
    | RemoveEach
    | RemoveLeader
    | RemoveByDie
    | RemoveRivalCubes
    | Prestige
    | PrestigeHolder
    | Money
    | Md
    | StealIntrigue
    | UnitsLoss
    | ReadyUnits
    | BuildUnits
    | RerollOwnDie
    | MarkSelf
    | Choose
    | CloseTerritory
    | ContestBonus
    | ContestFleetCost
    | ClaimCard
    | EndGame
)
