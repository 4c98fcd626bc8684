"""The games that a visitor can begin at once: alone with three automated Powers, or as one of four with bots as the
other three.
"""

from __future__ import annotations

from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.setup import Options
from engine.core.game import QuickStart

QUICK_STARTS = (
    QuickStart("alone", 1, tuple(Options(alone=power) for power in POWERS)),
    QuickStart("four", 4, (Options(),)),
)
