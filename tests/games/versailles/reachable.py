"""Counts the different positions that lie 1, 2 and 3 choices ahead of five fixed ones: a change of the rules, meant or
not, shows as a changed number. `python -m tests.games.versailles.reachable` prints the contents of reachable.txt.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.search import reachable
from engine.versailles import GAME
from engine.versailles.option import Optioning
from engine.versailles.settle import Advancing, Conference, CrisisEvent, Refilling
from engine.versailles.state import Versailles
from engine.versailles.uprising import Suffering, Uprising
from tests.games.versailles.positions import position

DEPTH = 3
SIDES = ("uk", "france", "usa", "italy")


def few_cubes() -> Versailles:
    """Two cubes for each side, one unit for France: placing, reclaiming, settling, deploying, going home."""
    return position(
        available=dict.fromkeys(SIDES, 2),
        cubes={"korea": {"uk": 2}, "vietnam": {"usa": 1}},
        waiting_room=("syria", "arabia", "cilicia"),
        demobilised={"uk": 3, "france": 2, "usa": 3, "italy": 3},
    )


def bidding() -> Versailles:
    """A bidding for Constantinople, with units in the region and out of it."""
    return position(
        Suffering("middle_east", "uk"),
        settled={"constantinople": ("uk", "to_greece", "uk", "usa")},
        available={"uk": 6, "france": 9, "usa": 8, "italy": 7},
        deployed={"france": {"middle_east": 7}, "italy": {"europe": 8}},
        happiness={"france": 12},
    )


def settlement() -> Versailles:
    """The option of Constantinople with its naval flags, then the advance, then the refill."""
    return position(
        Optioning("uk", "constantinople"),
        Advancing(),
        Refilling(),
        settled={"constantinople": ("uk", "to_turkey")},
        table=("korea",),
        events_waiting=("billy_hughes", "arthur_balfour"),
        cubes={"syria": {"france": 2}},
        waiting_room=("syria", "arabia", "cilicia"),
        discards=("banat", "thrace", "prussia"),
        available={"france": 2},
    )


def two_uprisings() -> Versailles:
    """Two uprisings: a unit's owner chooses who suffers, who then chooses the issue; a bidding for it, with one unit
    and few cubes."""
    return position(
        Uprising("balkans"),
        Uprising("africa"),
        settled={"banat": ("uk",), "transylvania": ("uk",), "slovenia_croatia": ("usa",), "fiume": ("usa",)},
        unrest={"balkans": 5, "africa": 4},
        deployed={"italy": {"balkans": 7}},
        available={"uk": 5, "france": 3, "usa": 4, "italy": 2},
    )


def lenin() -> Versailles:
    """Each player, France first, demobilises a unit or loses happiness, close to a mutiny."""
    return position(
        Conference(),
        CrisisEvent(),
        event="vladimir_lenin",
        deployed={"uk": {"africa": 8}, "usa": {"balkans": 7, "europe": 6}, "france": {"europe": 5, "africa": 7}},
        units_exhausted=dict.fromkeys(SIDES, 1),
        happiness=dict.fromkeys(SIDES, 12),
    )


POSITIONS: tuple[Callable[[], Versailles], ...] = (few_cubes, bidding, settlement, two_uprisings, lenin)


def counts() -> str:
    """Return one line for each position."""
    lines = (f"{make.__name__:14}{levels(make())}" for make in POSITIONS)
    return "\n".join(lines) + "\n"


def levels(state: Versailles) -> str:
    return "".join(f"{count:7}" for count in reachable(GAME, state, DEPTH))


if __name__ == "__main__":
    print(counts(), end="")
