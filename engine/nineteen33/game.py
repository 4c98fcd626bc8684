"""The record by which the site knows 1933."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from engine.core.examples import Example
from engine.core.game import Game, OutOfTurn, Showing, Teaching
from engine.nineteen33 import auctions, calendar, guided, month, offers, plans, press, production, support, turns, year
from engine.nineteen33.action_journal import ACTION_ENTRIES
from engine.nineteen33.alerts import ALERT_KINDS, alerts
from engine.nineteen33.bots import clerk
from engine.nineteen33.choices import CHOICES
from engine.nineteen33.guide import GUIDE
from engine.nineteen33.invariants import conserved
from engine.nineteen33.journal import ENTRIES
from engine.nineteen33.orders import ASIDE_CHOICES, ORDER_CHOICES, Aside, rehearsals
from engine.nineteen33.orders_answers import STANDING
from engine.nineteen33.orders_kept import ORDER_ENTRIES
from engine.nineteen33.orders_wake import watch
from engine.nineteen33.printed import CARD_KINDS, PRINTED
from engine.nineteen33.quick import QUICK_STARTS
from engine.nineteen33.scoring import ranking, score
from engine.nineteen33.setup import OPTIONS_FOR, RULES, TRIAL, Options, seating, setup
from engine.nineteen33.sources import OPEN_SOURCES, sources
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.topics import TOPICS, facts, heading, stories
from engine.nineteen33.view import at_hand, confided, redeal, view
from engine.nineteen33.words import phrase

STEPS = (
    month.BeginMonth,
    year.BeginYear,
    year.Placing,
    year.RollDemand,
    guided.DrawGuides,
    guided.NameTargets,
    guided.NamingTarget,
    year.Budgeting,
    year.Revenue,
    press.TurnUpPress,
    press.CarryNews,
    press.TakingPoint,
    press.Developing,
    auctions.Auction,
    auctions.Bidding,
    production.PrimaryProduction,
    plans.Planning,
    plans.CarryOutPlans,
    month.TakeTurns,
    turns.BeginTurn,
    turns.Acting,
    turns.Guiding,
    turns.Rest,
    turns.OpeningPath,
    month.EndMonth,
    month.December,
    support.Supporting,
    month.EndYear,
)
ANSWERS_A_MONTH = 1_000
"""Each own action uses up a line of a deal, a function, a unit's move, a rate or an offer, of which a month has few."""


def bound(state: Nineteen33) -> int:
    return state.years * calendar.MONTHS * ANSWERS_A_MONTH


def examples(raw: bytes) -> Sequence[Example]:
    """Read a file of worked examples. The import is late because the code that carries them out needs the game."""
    from engine.nineteen33.examples.reading import read

    return read(raw)


GAME = Game(
    key="nineteen33",
    title="1933",
    year=1933,
    rules=RULES,
    players=(3, 4, 5),
    seating=seating,
    position=Nineteen33,
    steps=STEPS,
    choices=(*CHOICES, *ORDER_CHOICES),
    entries=(*ENTRIES, *ACTION_ENTRIES, *ORDER_ENTRIES),
    setup=setup,
    view=view,
    confided=confided,
    redeal=redeal,
    score=score,
    ranking=ranking,
    bound=bound,
    conserved=conserved,
    options=Options,
    options_for=OPTIONS_FOR,
    trial=TRIAL,
    bots={"clerk": clerk},
    turn=attrgetter("month"),
    sources=sources,
    open_sources=OPEN_SOURCES,
    out_of_turn=OutOfTurn(
        step=Aside(),
        choices=ASIDE_CHOICES,
        standing=STANDING,
        rehearsals=rehearsals,
        after=watch,
        awaited=offers.awaited,
        alert_kinds=ALERT_KINDS,
        alerts=alerts,
    ),
    teaching=Teaching(
        examples=examples,
        quick_starts=QUICK_STARTS,
        guide=GUIDE,
    ),
    showing=Showing(
        turn_name=calendar.turn_name,
        headings=heading,
        folds=stories,
        topics=TOPICS,
        facts=facts,
        tones={"france": 2, "united_kingdom": 3, "germany": 5, "italy": 8, "soviet_union": 1},
        phrase=phrase,
        printed=PRINTED,
        cards=CARD_KINDS,
        at_hand=at_hand,
    ),
)
