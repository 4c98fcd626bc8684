"""The board, and every figure of the game that is not on a card."""

from __future__ import annotations

from msgspec import Struct

from engine.versailles.cards.kinds import Nation, Region, Token

# 1.1 to 1.6

NATIONS: tuple[Nation, ...] = ("uk", "france", "usa", "italy", "japan")
REGIONS: tuple[Region, ...] = ("europe", "balkans", "middle_east", "pacific", "africa")
"""Top to bottom."""

DIE_SIDES = 6
DIE: dict[int, Region] = {1: "europe", 2: "balkans", 3: "middle_east", 4: "pacific", 5: "africa"}
"""1.6: on a 6 nothing happens."""

FACTIONS: dict[int, tuple[Nation, ...]] = {
    1: ("uk", "france", "usa"),
    2: ("uk", "france"),
    3: ("uk", "france", "usa"),
    4: ("uk", "france", "usa", "italy"),
}
"""1.1: the factions, by number of players; with two the USA is shared (13.1), alone one plays against bots (14.1)."""

UNPLAYED: dict[int, tuple[Nation, ...]] = {1: (), 2: ("italy", "japan"), 3: ("italy", "japan"), 4: ("japan",)}
"""1.2: the nations without a player whose happiness is tracked all the same."""

CUBES = 15
UNITS = 3

# 2: set-up

ISSUES_ON_TABLE = 2
ISSUES_WAITING = 3
ISSUES_WAITING_SOLITAIRE = 2
ISSUES_DISCARDED = 1
EVENTS_ON_TABLE = 1
EVENTS_WAITING = 2
SPARE_STRATEGIES = 1
"""2.6: strategies dealt beyond one for each player."""


class Length(Struct, frozen=True):
    """2.3: how many issues lie below the end card, or are shuffled with it at the bottom, and the players' happiness at
    the start."""

    below: int
    happiness: int
    shuffled: bool = False


LENGTHS: dict[str, Length] = {
    "standard": Length(below=20, happiness=20),
    "intense": Length(below=15, happiness=20),
    "long": Length(below=10, happiness=22),
    "longest": Length(below=5, happiness=24, shuffled=True),
}

# 4, 5, 15: influence

RECLAIM_MOST = 6
DISCARD_COSTS = (0, 1, 2)
"""5.4: the price of the first, second and third card of the issue discard pile."""
TRANSFER_MOST = 6
"""15.2"""

# 6: happiness and mutiny

HAPPINESS_START = 20
HAPPINESS_MOST = 30

ZONES = ((11, 3), (5, 2), (0, 1))
"""6.2: the units allowed from this happiness on. The last one is inferred."""


def units_allowed(happiness: int) -> int:
    for least, units in ZONES:
        if happiness >= least:
            return units
    raise ValueError(happiness)


# 7 to 10: region tracks, units, uprisings

KEG_START = 0
KEG_MOST = 3
UNREST_START = 1
UNREST_MOST = 8


class Column(Struct, frozen=True):
    """A column of every region track, and the effect of a unit deployed there.

    `uprising`: the lowest result of the die that means an uprising (9.2), None where there can be none. `influence`
    comes back and `happiness` is lost on deploying, `modifies` changes the dice of the region (8.2); `strength` counts
    in bids (10.2).
    """

    uprising: int | None
    deploy: bool = False
    influence: int = 0
    happiness: int = 0
    modifies: int = 0
    strength: int = 0


COLUMNS: dict[int, Column] = {
    1: Column(uprising=None),
    2: Column(uprising=None),
    3: Column(uprising=6),
    4: Column(uprising=5),
    5: Column(uprising=4, deploy=True, influence=3, happiness=4, modifies=1, strength=2),
    6: Column(uprising=3, deploy=True, influence=3, happiness=2, modifies=1, strength=2),
    7: Column(uprising=2, deploy=True, influence=2, happiness=1, modifies=1, strength=2),
    8: Column(uprising=1, deploy=True, influence=0, happiness=0, modifies=0, strength=2),
}
"""The uprising number of column 3 is inferred, those of 7 and 8 are reconstructed."""

AVAILABLE_STRENGTH = 1
"""10.2: the strength of a unit that is not deployed in the region."""
BID_HAPPINESS = 1
"""10.4: happiness lost for each unit of a winning bid."""

HOME_THREE = (5, 4, 3, 2)
HOME_FOUR = (5, 4, 3, 3, 2, 2)
"""8.3: the spaces of the demobilisation track that hold one unit each, with up to three players and with four. The
second 3 and the second 2 are reconstructed."""
HOME_LAST = 1
"""The space behind them, which is never full; units that mutiny go there too (6.2)."""

# 12: score

FLAG_POINTS = 1
"""12.1: for a token with the side's own flag on one of its issues."""
HAPPINESS_POINTS: dict[int, tuple[int, ...]] = {2: (6, 0), 3: (6, 3, 0), 4: (6, 4, 2, 0)}
"""12.2: by rank, for each number of players."""
ZERO_HAPPINESS_POINTS = -5
CALM_MOST = 3
"""12.3: a region with this unrest or less is calm, with more it is restless."""
SIGNS_FROM = 15
"""12.3: a nation with this happiness or more signs the treaty."""

# 14: solitaire

SOLITAIRE_GOAL = 20
FACTION_TOKENS: dict[Nation, tuple[Token, ...]] = {
    "uk": ("naval:uk", "bolshevik", "empire:uk"),
    "france": ("containment", "reparations", "empire:france"),
    "usa": ("self_determination", "industry", "naval:usa"),
}
"""14.2"""
BOT_UNREST = 4
"""14.5: the unrest from which a bot sends a unit."""
BOT_COLUMNS = (7, 8)
"""A bot sends it to the first of these columns that is free and costs no mutiny."""
BOT_NEAR_MUTINY = 2
"""A bot this near to a mutiny, in happiness, demobilises a unit."""
BOT_HOME_LEAST = 2
"""A bot demobilises for no less than this."""
BOT_UNITS = {3: 2, 2: 1, 1: 1}
"""14.9: the units a bot commits to a bid, by the number it has in all."""
