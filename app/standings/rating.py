"""How good somebody is, as far as their games tell: a mean, and how uncertain it is. One game moves both for everybody
who played it, by the Plackett-Luce model of Weng and Lin as openskill has it. Pure; `season` calls it game by game.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
FIRST, EACH = 1000, 40
"""What a newcomer is shown as, and how much one point of the model counts: only for the eye."""
SURE = 3
"""So many times the uncertainty is taken off, so that a rating is nearly always deserved."""
LEAST_GAMES = 5
MOST_UNCERTAINTY = 310
"""Whoever has fewer games, or is more uncertain, stands in no leaderboard yet."""


class Rating(Struct, frozen=True):
    mean: float = MODEL.mu
    spread: float = MODEL.sigma

    @property
    def shown(self) -> int:
        return round(FIRST + EACH * self.careful)

    @property
    def careful(self) -> float:
        """What leaderboards go by."""
        return self.mean - SURE * self.spread

    @property
    def uncertainty(self) -> int:
        return round(EACH * self.spread)


WIDEST = MOST_UNCERTAINTY / EACH
"""The same as a spread."""


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of those who played a game after it, from those before and their places; 1 is the first, and whoever
    tied has the same."""
    teams = [[MODEL.rating(mu=one.mean, sigma=one.spread)] for one in before]
    return [Rating(after.mu, after.sigma) for [after] in MODEL.rate(teams, ranks=[float(rank) for rank in ranks])]
