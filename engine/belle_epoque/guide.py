"""The guided first game: turn 1 in guide.json, as Great Britain against three automated Powers. The learner makes every
choice in it except three of the first placements; then the game goes on without the lesson. The text for each stop is
in words/guide.
"""

from __future__ import annotations

from engine.core.guide import Guide, Stop

GUIDE = Guide(
    record="guide.json",
    side="uk",
    stops=(
        Stop(0, "place", ("decide", "europe", "africa")),
        Stop(1, "half", ("decide", "africa", "europe")),
        Stop(5, "buy", ("decide", "sheets")),
        Stop(6, "deploy", ("decide", "africa")),
        Stop(7, "prestige", ("decide", "tracks")),
        Stop(8, "ally", ("decide", "europe")),
        Stop(9, "onto", ("decide", "africa")),
        Stop(10, "resolve", ("decide", "africa")),
        Stop(11, "fleets", ("decide",)),
        Stop(12, "armies", ("decide",)),
        Stop(13, "colony", ("decide", "africa")),
        Stop(14, "round", ("decide",)),
        Stop(15, "rival", ("decide", "africa")),
        Stop(16, "pass", ("decide",)),
        Stop(17, "units", ("decide",)),
        Stop(18, "onward", ("sheets", "tracks", "decide")),
    ),
)
