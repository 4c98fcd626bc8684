"""The types that cards are made of: issues with their options, strategies with their conditions, events with their two
halves.

An event is a sequence of effects, a small vocabulary of verbs that engine/versailles/effects.py carries out. In the
field `who`, `decider` is the side whose cube is on the event, otherwise the active side; `self` the side that an
EachPlayer asks; `target` the one picked by ChoosePlayer; `winner` the side that holds the issue just settled, if any.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from engine.core.naming import snake
from engine.core.sides import IS_SIDE

Region = Literal["europe", "balkans", "middle_east", "pacific", "africa"]
Group = Literal["europe", "balkans", "middle_east", "pacific", "africa", "league", "reparations", "end"]
Nation = Annotated[Literal["uk", "france", "usa", "italy", "japan"], IS_SIDE]
Token = Literal[
    "self_determination",
    "containment",
    "reparations",
    "industry",
    "bolshevik",
    "naval:uk",
    "naval:usa",
    "naval:either",
    "empire:uk",
    "empire:france",
    "empire:italy",
]
TokenKind = Literal["self_determination", "containment", "reparations", "industry", "bolshevik", "naval", "empire"]
Who = Literal["decider", "self", "target", "winner", "all", "lowest_happiness", "most_issues"]
Where = Literal[
    "europe",
    "balkans",
    "middle_east",
    "pacific",
    "africa",
    "highest",
    "settled",
    "random",
    "checked",
    "chosen",
    "any",
    "raised_by_option",
]
"""`highest` unrest (all when tied); `settled`: of the issue just settled; `random`: a die; `checked`: of the uprising
check that led here; `chosen` with the player; `any`: the decider chooses; `raised_by_option`: every region in which the
option just chosen raised unrest."""


class Option(Struct, frozen=True):
    """One way to settle an issue."""

    id: str
    unrest: tuple[tuple[Region, int], ...] = ()
    happiness: tuple[tuple[Nation, int], ...] = ()
    tokens: tuple[Token, ...] = ()


class Issue(Struct, frozen=True):
    number: int
    id: str
    group: Group
    stars: int
    options: tuple[Option, ...] = ()
    no_military: bool = False

    @property
    def region(self) -> Region:
        """1.6: League and reparations issues count as Europe where a card speaks of the region of the issue."""
        match self.group:
            case "league" | "reparations" | "end":
                return "europe"
            case region:
                return region

    def option(self, name: str) -> Option:
        return next(option for option in self.options if option.id == name)


class PerToken(Struct, frozen=True):
    """A number that depends on the game: `each` for every token of a kind on settled issues."""

    token: TokenKind
    each: int = 1


Amount = int | PerToken


class Effect(Struct, frozen=True, gc=False, tag_field="effect", tag=snake):
    """One verb of an event card."""


class CheckUprising(Effect, frozen=True):
    """Chapter 9. `either_way`: the decider may also subtract the modifier."""

    where: Where
    modifier: Amount = 0
    either_way: bool = False
    if_none: tuple[Effects, ...] = ()
    """The effects if no uprising occurs."""
    if_nothing_unsettled: tuple[Effects, ...] = ()
    """The effects if no issue became unsettled."""


class Unrest(Effect, frozen=True):
    where: Where
    by: Amount


class PowderKeg(Effect, frozen=True):
    where: Where
    by: int


class Happiness(Effect, frozen=True):
    who: Who
    by: int


class HappinessPerUnit(Effect, frozen=True):
    """Change every side's happiness by this much for each of its deployed units."""

    by: int


class Withdraw(Effect, frozen=True):
    """Exhaust deployed units: those of all sides, or one that `who` picks if it has any."""

    who: Who
    one: bool = False


class Exhaust(Effect, frozen=True):
    """Exhaust available influence, as much as there is up to `cubes`; with `in_full` only a side that has all of it can
    do this."""

    who: Who
    cubes: int
    in_full: bool = False


class Recover(Effect, frozen=True):
    """Make exhausted influence available, as much as there is up to `cubes`."""

    who: Who
    cubes: Amount


class Pay(Effect, frozen=True):
    """A cost of the decider, in full; a side that cannot pay it cannot do what follows."""

    cubes: int


class ChooseOne(Effect, frozen=True):
    who: Who
    branches: tuple[tuple[Effects, ...], ...]


class ChoosePlayer(Effect, frozen=True):
    """Let the decider pick a player, and this number of regions with it."""

    then: tuple[Effects, ...]
    regions: int = 0


class EachPlayer(Effect, frozen=True):
    """Ask each player in turn order, ending (or starting) with the decider, or ending with the active side."""

    order: Literal["ending_with_decider", "starting_with_decider", "ending_with_active"]
    then: tuple[Effects, ...]


class Unsettle(Effect, frozen=True):
    """9.8: let the decider pick a settled issue of these groups, which is then bid for."""

    groups: tuple[Literal["league", "reparations"], ...]


class ReturnInfluence(Effect, frozen=True):
    """Let the decider pick an issue in the Waiting Room; all cubes on it become available again."""


class RecoverUnit(Effect, frozen=True):
    """Let `who` bring one deployed or exhausted unit back to available."""

    who: Who


class DemobiliseUnit(Effect, frozen=True):
    """Let `who` demobilise a unit of its choice (8.3)."""

    who: Who


class Deploy(Effect, frozen=True):
    """Let the decider make a Deploy action (8.1)."""


class IfNoToken(Effect, frozen=True):
    """Do this only if no settled issue of the region holds such a token."""

    token: TokenKind
    region: Region
    then: tuple[Effects, ...]


Effects = (
    CheckUprising
    | Unrest
    | PowderKeg
    | Happiness
    | HappinessPerUnit
    | Withdraw
    | Exhaust
    | Recover
    | Pay
    | ChooseOne
    | ChoosePlayer
    | EachPlayer
    | Unsettle
    | ReturnInfluence
    | RecoverUnit
    | DemobiliseUnit
    | Deploy
    | IfNoToken
)


class Event(Struct, frozen=True):
    """5.2 and 5.5: the upper half is the crisis, the lower the conference event. `icon`: a cube may control the
    event."""

    number: int
    id: str
    category: str
    crisis: tuple[Effects, ...] = ()
    conference: tuple[Effects, ...] = ()
    optional: bool = False
    icon: bool = False


ConditionKind = Literal[
    "tokens",
    "calm_regions",
    "restless_regions",
    "different_regions",
    "league_issues",
    "reparations_issues",
    "units",
    "signing",
    "not_signing",
    "happiness_twice",
]
"""12.3: tokens of a kind on all settled issues; regions with unrest 3 or less, or 4 or more; regions with an issue of
the side; its League issues, its reparations issues; its units not demobilised; nations that sign, or do not; happiness
points doubled."""


class Condition(Struct, frozen=True):
    kind: ConditionKind
    points: int = 0
    token: TokenKind | None = None
    nations: tuple[Nation, ...] = ()


class Strategy(Struct, frozen=True):
    number: int
    id: str
    conditions: tuple[Condition, ...]
