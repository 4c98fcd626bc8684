"""The plans that a power may seal."""

from __future__ import annotations

from engine.core.choice import Choice
from tests.games.compass.state import Place


class Hold(Choice, frozen=True):
    pass


class Muster(Choice, frozen=True):
    place: Place


class March(Choice, frozen=True):
    origin: Place
    goal: Place


Plan = Hold | Muster | March

CHOICES = (Hold, Muster, March)
