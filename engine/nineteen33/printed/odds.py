"""14.3: how likely a bond is placed at which auction, whatever its amount."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from msgspec import Struct

from engine.nineteen33.printed.kinds import Bonds

PERCENT = 100


class Placed(Struct, frozen=True):
    """An outcome of the auctions of a bond: the last auction held, its odds, and what it does to the rate."""

    auction: int
    percent: int
    change: int


def bond_odds(bonds: Bonds) -> tuple[Placed, ...]:
    """Return every outcome, in the order in which rates rise."""
    found: Counter[tuple[int, int]] = Counter()
    faces = range(1, bonds.first_die + 1)
    for dice in product(faces, repeat=bonds.first_dice):
        found.update(outcomes(bonds, sum(dice) * bonds.percent_per_pip))
    whole = found.total()
    return tuple(
        Placed(auction, round(Fraction(n * PERCENT, whole)), change)
        for (auction, change), n in sorted(found.items(), key=lambda item: item[0][1])
    )


def outcomes(bonds: Bonds, placed: int) -> Iterator[tuple[int, int]]:
    """The auction and the change of the rate, once for each fall of the later dice."""
    for dice in product(range(1, bonds.later_die + 1), repeat=len(bonds.later)):
        yield outcome(bonds, placed, dice)


def outcome(bonds: Bonds, placed: int, dice: tuple[int, ...]) -> tuple[int, int]:
    if placed >= bonds.whole:
        return 1, bonds.above_whole if placed > bonds.whole else 0
    for auction, (die, change) in enumerate(zip(dice, bonds.later, strict=True), 2):
        placed += die * bonds.percent_per_pip
        if placed >= bonds.whole:
            return auction, change
    return len(dice) + 2, bonds.rest
