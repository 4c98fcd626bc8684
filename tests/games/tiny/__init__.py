"""The Antechamber, a tiny complete game: hidden hands, a nested auction, secret choices made at once, a side that
another's player answers for, binding offers, standing orders. It shows the layout of a game's folder (see rules/en.md
and docs/adding-a-game.md) and exercises every feature of the core.
"""

from operator import attrgetter

from engine.core.game import Game, OutOfTurn, Showing, fixed
from tests.games.tiny.auction import ALERTS, Auction, Temptation, alerts
from tests.games.tiny.ballot import Ballot
from tests.games.tiny.choices import ASIDES, CHOICES
from tests.games.tiny.journal import ENTRIES, TOPICS
from tests.games.tiny.state import CARDS, Antechamber, Options, conserved, setup, sources
from tests.games.tiny.turn import Passing, Scandal, Turn, Ushering, UsherTips
from tests.games.tiny.view import at_hand, facts, figures, ranking, redeal, score, view
from tests.games.tiny.whispers import Aside, narrow, orders_like, rehearsals, standing


def bound(state: Antechamber) -> int:
    """Return more choices than a game can have. A turn has an action, a tip, at most a ballot; each auction takes at
    most one bid a coin, and each leak a coin of a bank that fills only by the game's own coins."""
    return 2 + state.rounds * len(state.sides) * 2_000


GAME = Game(
    key="antechamber",
    title="The Antechamber",
    rules="1",
    players=(2, 3),
    seating=fixed({2: (("red",), ("blue",)), 3: (("red",), ("blue",), ("green",))}),
    position=Antechamber,
    steps=(Turn, Scandal, Ushering, UsherTips, Passing, Auction, Temptation, Ballot),
    choices=CHOICES,
    entries=ENTRIES,
    setup=setup,
    view=view,
    redeal=redeal,
    score=score,
    ranking=ranking,
    bound=bound,
    options=Options,
    conserved=conserved,
    sources=sources,
    open_sources=frozenset({"scandal"}),
    turn=attrgetter("turn"),
    out_of_turn=OutOfTurn(
        step=Aside(),
        choices=ASIDES,
        narrow=narrow,
        alert_kinds=ALERTS,
        alerts=alerts,
        standing={Auction: standing},
        rehearsals=rehearsals,
        orders_like=orders_like,
        together=frozenset({UsherTips}),
    ),
    showing=Showing(
        cards=CARDS,
        at_hand=at_hand,
        figures=figures,
        topics=TOPICS,
        facts=facts,
    ),
)
