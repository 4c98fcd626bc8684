"""The guided first game: a conference of three in guide.json, in which the learner plays the United Kingdom. The texts
of its stops are in words/guide. Clerks played nearly all of it; the learner plays its opening and its end.
"""

from __future__ import annotations

from engine.core.guide import Guide, Stop
from engine.versailles.choices import Hold, Modify

GUIDE = Guide(
    record="guide.json",
    side="uk",
    stops=(
        Stop(0, "place", ("conference", "decide")),
        Stop(1, "deploy", ("regions", "decide")),
        Stop(6, "settle", ("conference", "decide")),
        Stop(7, "option", ("decide",)),
        Stop(8, "event", ("part-event", "decide"), also=(Hold(True),)),
        Stop(9, "advance", ("conference", "decide")),
        Stop(10, "refill", ("decide",)),
        Stop(11, "keep", ("decide",)),
        Stop(12, "uprising", ("regions", "decide"), also=(Modify(0), Modify(+1))),
        Stop(13, "bid", ("part-bidding", "decide")),
        Stop(16, "raise", ("part-bidding", "decide")),
        Stop(18, "anew", ("decide",)),
        Stop(21, "strategy", ("mats", "part-strategies", "decide")),
        Stop(22, "demobilise", ("regions", "part-home", "decide")),
        Stop(24, "deal", ("part-offered", "deals-pane")),
        Stop(33, "reclaim", ("mats", "decide")),
        Stop(35, "onward", ("mats", "regions")),
        Stop(268, "finish", ("conference", "decide")),
        Stop(269, "end", ("part-result",)),
    ),
)
