"""Cards and board of Versailles 1919 as data. `kinds` defines what a card is made of, the other modules are the tables.

No rule depends on a number in them: a card can be replaced without touching code. PRINTED holds what templates need to
draw them.
"""

from engine.core.cards import CardKind
from engine.versailles.cards import board
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.issues import ISSUES
from engine.versailles.cards.strategies import STRATEGIES

PRINTED = {
    "issues": ISSUES,
    "events": EVENTS,
    "strategies": STRATEGIES,
    "columns": board.COLUMNS,
    "cubes": board.CUBES,
    "discard_costs": board.DISCARD_COSTS,
    "happiness_most": board.HAPPINESS_MOST,
    "zones": board.ZONES,
    "signs_from": board.SIGNS_FROM,
    "home": {len(track): track for track in (board.HOME_THREE, board.HOME_FOUR)},
    "home_last": board.HOME_LAST,
}

ISSUE = CardKind("issue", {card.id: card.group for card in ISSUES.values()}, grouped="group")
EVENT = CardKind("event", {card.id: card.category for card in EVENTS.values()}, grouped="category")
STRATEGY = CardKind("strategy", dict.fromkeys(STRATEGIES, ""), beside=("strategy",))
CARDS = (ISSUE, EVENT, STRATEGY)
