"""The games that a visitor can begin at once, against bots: a first year as any leader, and the three years that are
usual by web (17.3).
"""

from __future__ import annotations

from engine.core.game import QuickStart
from engine.nineteen33.setup import Options

FIRST = Options(years=1)
USUAL = (Options(years=3), Options(years=3, liberal="united_kingdom", nationalist="italy"))

QUICK_STARTS = (
    QuickStart("first_year", 5, (FIRST,)),
    QuickStart("three_years", 3, USUAL),
)
