"""A person's rating: a mean, and how uncertain it is. A game changes both for all its players, by the Plackett-Luce
model of Weng and Lin as openskill implements it. It has no side effects; `season` applies it game by game.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
FIRST, EACH = 1000, 40
"""The rating shown for a newcomer, and the shown value of one point of the model; for display only."""
SURE = 3
"""How many times the uncertainty is subtracted, so that a rating is nearly always deserved."""
LEAST_GAMES = 5
MOST_UNCERTAINTY = 310
"""People with fewer games, or a higher uncertainty, are not on the leaderboard yet."""


class Rating(Struct, frozen=True):
    mean: float = MODEL.mu
    spread: float = MODEL.sigma

    @property
    def shown(self) -> int:
        return round(FIRST + EACH * self.careful)

    @property
    def careful(self) -> float:
        """The value by which leaderboards are sorted."""
        return self.mean - SURE * self.spread

    @property
    def uncertainty(self) -> int:
        return round(EACH * self.spread)


WIDEST = MOST_UNCERTAINTY / EACH
"""The same limit as a spread of the model."""


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings of a game's players after it, from those before and their ranks; 1 is the first, and ties
    share a rank."""
    teams = [[MODEL.rating(mu=one.mean, sigma=one.spread)] for one in before]
    return [Rating(after.mu, after.sigma) for [after] in MODEL.rate(teams, ranks=[float(rank) for rank in ranks])]
