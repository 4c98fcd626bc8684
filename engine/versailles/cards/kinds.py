"""What cards are made of: issues with their options, strategies with their conditions, events with their two halves.

An event is a sequence of effects, a small vocabulary of verbs; engine/versailles/effects.py carries each of them out.
Who: `decider` is the side whose cube is on the event, else the active one; `self` the side being asked in an
EachPlayer; `target` the one picked by ChoosePlayer; `winner` who holds the issue just settled, if anybody does.
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
check that led here; `chosen` with the player; `any`: the decider chooses; `raised_by_option`: every one that the
option just chosen gave unrest."""


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
    """A number: `each` for every such token on settled issues."""

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
    """What follows if no uprising occurs."""
    if_nothing_unsettled: tuple[Effects, ...] = ()
    """What follows if no issue became unsettled."""


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
    """Every side changes by so much for each of its deployed units."""

    by: int


class Withdraw(Effect, frozen=True):
    """Deployed units become exhausted: all of everybody's, or one that `who` picks if it has any."""

    who: Who
    one: bool = False


class Exhaust(Effect, frozen=True):
    """Available influence becomes exhausted, as much as there is up to `cubes`; with `in_full` only who has it all
    can do this."""

    who: Who
    cubes: int
    in_full: bool = False


class Recover(Effect, frozen=True):
    """Exhausted influence becomes available, as much as there is up to `cubes`."""

    who: Who
    cubes: Amount


class Pay(Effect, frozen=True):
    """A cost of the decider, in full; who can't pay can't do what follows."""

    cubes: int


class ChooseOne(Effect, frozen=True):
    who: Who
    branches: tuple[tuple[Effects, ...], ...]


class ChoosePlayer(Effect, frozen=True):
    """The decider picks a player, and so many regions with it."""

    then: tuple[Effects, ...]
    regions: int = 0


class EachPlayer(Effect, frozen=True):
    """Each player in turn order, ending (or starting) with the decider, or ending with the active side."""

    order: Literal["ending_with_decider", "starting_with_decider", "ending_with_active"]
    then: tuple[Effects, ...]


class Unsettle(Effect, frozen=True):
    """9.8: the decider picks a settled issue of these groups; it is bid for."""

    groups: tuple[Literal["league", "reparations"], ...]


class ReturnInfluence(Effect, frozen=True):
    """The decider picks an issue in the Waiting Room; all cubes on it become available again."""


class RecoverUnit(Effect, frozen=True):
    """`who` may bring one deployed or exhausted unit back to available."""

    who: Who


class DemobiliseUnit(Effect, frozen=True):
    """`who` demobilises a unit of its choice (8.3)."""

    who: Who


class Deploy(Effect, frozen=True):
    """The decider makes a Deploy action (8.1)."""


class IfNoToken(Effect, frozen=True):
    """Only if no settled issue of the region holds such a token."""

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
    """5.2 and 5.5: the upper half is the crisis, the lower the conference event. `icon`: a cube may control it."""

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
"""12.3: tokens of a kind on all settled issues; regions with unrest 3 or less, 4 or more; regions with an issue of
one's own; League, reparations issues of one's own; own units not demobilised; nations that sign, that don't;
happiness points doubled."""


class Condition(Struct, frozen=True):
    kind: ConditionKind
    points: int = 0
    token: TokenKind | None = None
    nations: tuple[Nation, ...] = ()


class Strategy(Struct, frozen=True):
    number: int
    id: str
    conditions: tuple[Condition, ...]
