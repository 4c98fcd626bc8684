"""The guided first year: 1933 in guide.json, as France against four bots. The learner declares aims, plans, plays the
first cards by hand, and then leaves orders by which the months run through. words/guide has what is said at each stop.
"""

from __future__ import annotations

from engine.core.guide import Guide, Stop

GUIDE = Guide(
    record="guide.json",
    side="france",
    stops=(
        Stop(0, "place", ("decide", "board-france")),
        Stop(5, "budget", ("decide", "desk")),
        Stop(10, "plan", ("decide", "board-france")),
        Stop(19, "card", ("decide", "desk")),
        Stop(20, "influence", ("decide", "chart")),
        Stop(21, "work", ("decide", "board-france")),
        Stop(22, "end", ("decide",)),
        Stop(44, "reserve", ("decide", "news")),
        Stop(59, "works", ("decide", "board-france")),
        Stop(60, "cube", ("decide", "chart")),
        Stop(61, "alliance", ("decide", "chart")),
        Stop(68, "standing", ("orders-pane", "decide")),
        Stop(83, "pass", ("decide",)),
        Stop(95, "path", ("decide", "board-france")),
        Stop(96, "develop", ("decide", "board-france")),
        Stop(124, "second", ("decide", "desk")),
        Stop(126, "employed", ("decide", "board-france")),
        Stop(139, "ahead", ("orders-pane", "decide")),
        Stop(176, "woken", ("decide",)),
        Stop(194, "december", ("decide",)),
        Stop(198, "result", ("board-france", "desk")),
    ),
)
