"""Versailles 1919, the peace conference for one to four players, one module per chapter of its rules (rules/en.md): 1
state, 2 setup, 3 and 4 turn, 5 settle, option and effects (with meaning and questions), 6 and 7 tracks, 8 military, 9
uprising, 10 bidding, 11 strategy, 12 scoring, 13 two_players, 14 solitaire and solitaire_bots, 15 clauses, bonds,
deals, ledger, binding, orders and rehearsals (aside joins them into one step).

Besides the chapters: pieces moves cubes and units, view shows each side what it may see, at_hand lists the cards shown
whole, cards holds the tables, asked reads off the cards what they can ask. The bots play by appraisal, and bargains
judges deals for them.
"""

from operator import attrgetter

from engine.core.alerts import AlertKind
from engine.core.game import Game, OutOfTurn, Showing, Teaching, fixed
from engine.core.grouping import Heading
from engine.core.journal import Entry
from engine.core.phrase import Phrase
from engine.core.sides import SideName
from engine.core.topics import Topic
from engine.versailles import (
    aside,
    bargains,
    bidding,
    binding,
    deals,
    meaning,
    option,
    orders,
    questions,
    rehearsals,
    settle,
    solitaire_bots,
    strategy,
    tracks,
    turn,
    two_players,
    uprising,
    words,
)
from engine.versailles.asked import BRANCHES
from engine.versailles.cards import CARDS, PRINTED
from engine.versailles.choices import CHOICES
from engine.versailles.guide import GUIDE
from engine.versailles.invariants import conserved
from engine.versailles.journal import ENTRIES, RegionDrawn, SufferingRolled, TurnBegan, UprisingRolled
from engine.versailles.scoring import facts, ranking, score
from engine.versailles.setup import OPEN_SOURCES, OPTIONS_FOR, RULES, Options, setup, sources
from engine.versailles.state import Versailles
from engine.versailles.view import confided, redeal, view

TOPICS = (
    Topic("deal", (deals.DealTold,), recap=True),
    Topic("dice", (RegionDrawn, UprisingRolled, SufferingRolled)),
)
STEPS = (
    turn.Turn,
    turn.PassTurn,
    turn.Acting,
    turn.Afterwards,
    settle.Settling,
    settle.Conference,
    settle.Holding,
    settle.Adjourning,
    settle.Advancing,
    settle.Refill,
    settle.Refilling,
    settle.Keeping,
    settle.CrisisEvent,
    settle.Settled,
    option.Optioning,
    option.OnlyOption,
    tracks.MutinyCheck,
    tracks.Mutiny,
    meaning.Effecting,
    questions.Branching,
    questions.Targeting,
    questions.PickingRegion,
    questions.PickingModifier,
    questions.PickingUnit,
    questions.Demobilising,
    questions.Deploying,
    questions.Unsettling,
    questions.Emptying,
    uprising.UprisingCheck,
    uprising.CardFollows,
    uprising.Announcing,
    uprising.Modifying,
    uprising.Uprising,
    uprising.ChoosingSufferer,
    uprising.Suffering,
    uprising.ChoosingLoss,
    bidding.GoingToBid,
    bidding.Bidding,
    bidding.Resetting,
    strategy.Drafting,
    strategy.Picking,
    strategy.PuttingAway,
    two_players.ActingForShared,
    two_players.SharedActing,
    two_players.ReclaimingAlong,
    solitaire_bots.BotActing,
    solitaire_bots.BotMilitary,
    solitaire_bots.BotPolitics,
    solitaire_bots.BotSettling,
    solitaire_bots.BotPlacing,
    solitaire_bots.TakingFaction,
    solitaire_bots.ChoosingFaction,
    solitaire_bots.BotsBidding,
    solitaire_bots.LettingWin,
)


def bound(state: Versailles) -> int:
    """Return more choices than a game of random answers ever makes. The rules set no limit: players may reclaim and
    place for ever if no side settles an issue."""
    return 20_000


SEATS = {
    1: (("uk", "france", "usa"),),
    2: (("uk",), ("france",)),
    3: (("uk",), ("france",), ("usa",)),
    4: (("uk",), ("france",), ("usa",), ("italy",)),
}


def heading(entry: Entry) -> Heading | None:
    """Group the log by turns. A heading says all that the beginning of a turn would say as a line."""
    if not isinstance(entry, TurnBegan):
        return None
    return Heading((Phrase("phrase.versailles.turn", {"turn": entry.turn, "side": SideName(entry.side)}),))


GAME = Game(
    key="versailles",
    title="Versailles 1919",
    year=1919,
    rules=RULES,
    players=tuple(SEATS),
    seating=fixed(SEATS),
    position=Versailles,
    steps=STEPS,
    choices=(*CHOICES, *deals.CHOICES, *orders.CHOICES),
    entries=(*ENTRIES, *deals.ENTRIES, *orders.ENTRIES),
    setup=setup,
    view=view,
    confided=confided,
    redeal=redeal,
    score=score,
    ranking=ranking,
    bound=bound,
    conserved=conserved,
    bots={"clerk": bargains.clerk},
    caretaker=bargains.caretaker,
    turn=attrgetter("turn"),
    options=Options,
    options_for=OPTIONS_FOR,
    sources=sources,
    open_sources=OPEN_SOURCES,
    out_of_turn=OutOfTurn(
        step=aside.Aside(),
        choices=aside.ASIDES,
        narrow=binding.narrow,
        standing=orders.STANDING,
        rehearsals=rehearsals.rehearsals,
        after=aside.follow_up,
        awaited=aside.awaited,
        alert_kinds=(AlertKind("outbid"),),
        alerts=bidding.alerts,
    ),
    teaching=Teaching(
        guide=GUIDE,
    ),
    showing=Showing(
        phrase=words.phrase,
        cards=CARDS,
        at_hand=attrgetter("at_hand"),
        printed=PRINTED | {"branches": BRANCHES},
        headings=heading,
        topics=TOPICS,
        facts=facts,
    ),
)
