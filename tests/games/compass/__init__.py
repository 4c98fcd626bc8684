"""Compass, a tiny complete game for tests beside the Antechamber: sealed plans made at once, two sides to a seat, homes
named after their powers, a power that no player has, a deck with cards that are never seen, letters drawn from a hand.
See rules/en.md.
"""

from operator import attrgetter

from engine.core.game import Game, OutOfTurn, Showing
from engine.core.phrase import Phrase
from tests.games.compass.choices import CHOICES
from tests.games.compass.journal import ENTRIES, TOPICS, folds
from tests.games.compass.plans import Planning
from tests.games.compass.round import Beginning, CarryOut, CrownsTurn, Passing
from tests.games.compass.state import CARDS, OPTIONS_FOR, TONES, Compass, Options, conserved, seating, setup, sources
from tests.games.compass.view import ALERTS, alerts, at_hand, ranking, redeal, score, view, worth


def bound(state: Compass) -> int:
    """Return more choices than a game can have: a plan of each power in each round, changed at most hundreds of
    times."""
    return 2 + state.rounds * len(state.sides) * 1_000


def turn_name(turn: int) -> Phrase:
    return Phrase("phrase.compass.round", {"round": turn})


GAME = Game(
    key="compass",
    title="Compass",
    rules="1",
    players=(1, 2, 3, 4),
    seating=seating,
    position=Compass,
    steps=(Beginning, Planning, CarryOut, CrownsTurn, Passing),
    choices=CHOICES,
    entries=ENTRIES,
    setup=setup,
    view=view,
    redeal=redeal,
    score=score,
    ranking=ranking,
    worth=worth,
    bound=bound,
    options=Options,
    options_for=OPTIONS_FOR,
    trial=Options(length="trial"),
    conserved=conserved,
    sources=sources,
    open_sources=frozenset({"battle"}),
    turn=attrgetter("round"),
    out_of_turn=OutOfTurn(
        alert_kinds=ALERTS,
        alerts=alerts,
    ),
    showing=Showing(
        cards=CARDS,
        at_hand=at_hand,
        topics=TOPICS,
        tones=TONES,
        folds=folds,
        turn_name=turn_name,
    ),
)
