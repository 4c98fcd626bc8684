"""The record of La Belle Époque by which the site finds its rules, words and bots."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from engine.belle_epoque import (
    automated_arms,
    automated_cards,
    automated_contests,
    automated_effects,
    automated_missions,
    automated_order,
    automated_setup,
    cards,
    contests,
    effects,
    events,
    placement,
    prestige,
    questions,
    reactions,
    rounds,
    scoring,
    spots,
    turn,
    words,
)
from engine.belle_epoque.alerts import ALERT_KINDS, alerts
from engine.belle_epoque.automated_journal import AUTOMATED_ENTRIES
from engine.belle_epoque.bots import caretaker, clerk
from engine.belle_epoque.choices import CHOICES
from engine.belle_epoque.grouping import folds, heading, rows_rolled
from engine.belle_epoque.guide import GUIDE
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.journal import ENTRIES
from engine.belle_epoque.orders import ORDER_CHOICES, ORDER_ENTRIES, ORDERING, Aside
from engine.belle_epoque.orders_answers import STANDING
from engine.belle_epoque.orders_like import orders_like
from engine.belle_epoque.orders_rehearsals import rehearsals
from engine.belle_epoque.printed import CARDS, PRINTED
from engine.belle_epoque.printed.figures import DIE
from engine.belle_epoque.quick import QUICK_STARTS
from engine.belle_epoque.setup import OPTIONS_FOR, RULES, Options, seating, setup
from engine.belle_epoque.sources import OPEN_SOURCES, sources
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.topics import TOPICS
from engine.belle_epoque.view import at_hand, confided, figures, redeal, view
from engine.core.examples import Example
from engine.core.game import Game, OutOfTurn, Showing, Teaching

STEPS = (
    placement.InitialPlacement,
    placement.Placing,
    turn.BeginTurn,
    turn.TakeResources,
    events.DrawEvent,
    effects.Effecting,
    prestige.DrawIntrigue,
    prestige.Keeping,
    rounds.BeginActions,
    rounds.NextRound,
    rounds.Acting,
    cards.Aiming,
    cards.CardDone,
    effects.Branching,
    questions.BuildingUnits,
    questions.LosingUnits,
    questions.ReadyingUnits,
    questions.Closing,
    spots.PlacingCubes,
    spots.ReplacingCubes,
    spots.RemovingCubes,
    spots.PickingSpace,
    contests.Committing,
    contests.SendingFleets,
    contests.SendingArmies,
    reactions.Rolling,
    reactions.Dice,
    reactions.Reacting,
    turn.LapseContests,
    turn.Prepare,
    turn.Score,
    automated_setup.AutomatedPlacement,
    automated_order.AutomatedActions,
    automated_order.AutomatedTurn,
    automated_cards.AutomatedCard,
    automated_effects.AutomatedEffecting,
    automated_effects.AutomatedPlacing,
    automated_effects.AutomatedOwnCube,
    automated_effects.AutomatedRemoving,
    automated_order.AutomatedFleet,
    automated_order.AutomatedPrestige,
    automated_missions.Dispatching,
    automated_missions.Sending,
    automated_missions.Rerowing,
    automated_arms.Arming,
    automated_order.AutomatedTurnDone,
    automated_contests.AutomatedContests,
    automated_contests.PlayingEmpire,
    automated_contests.AutomatedContest,
    automated_contests.JoiningIn,
    automated_contests.SendingUnits,
)


def bound(state: BelleEpoque) -> int:
    """Return more choices than a game can have. Every action but passing spends cubes, money, units or cards, which a
    turn brings few of; random games take some hundreds of choices."""
    return 5_000


def examples(raw: bytes) -> Sequence[Example]:
    """Read a file of worked examples. The import is late because the code that carries them out needs the game."""
    from engine.belle_epoque.examples.reading import read

    return read(raw)


GAME = Game(
    key="belle_epoque",
    title="La Belle Époque",
    year=1880,
    rules=RULES,
    players=(1, 2, 3, 4),
    seating=seating,
    position=BelleEpoque,
    steps=STEPS,
    choices=(*CHOICES, *ORDER_CHOICES),
    entries=(*ENTRIES, *AUTOMATED_ENTRIES, *ORDER_ENTRIES),
    setup=setup,
    view=view,
    confided=confided,
    redeal=redeal,
    score=scoring.score,
    ranking=scoring.ranking,
    worth=scoring.worth,
    bound=bound,
    conserved=conserved,
    options=Options,
    options_for=OPTIONS_FOR,
    bots={"clerk": clerk},
    caretaker=caretaker,
    turn=attrgetter("turn"),
    sources=sources,
    open_sources=OPEN_SOURCES,
    seats_die=DIE,
    out_of_turn=OutOfTurn(
        step=Aside(),
        choices=ORDERING,
        standing=STANDING,
        rehearsals=rehearsals,
        orders_like=orders_like,
        alert_kinds=ALERT_KINDS,
        alerts=alerts,
        together=frozenset({rounds.Acting}),
    ),
    teaching=Teaching(
        examples=examples,
        guide=GUIDE,
        quick_starts=QUICK_STARTS,
    ),
    showing=Showing(
        phrase=words.phrase,
        printed=PRINTED,
        cards=CARDS,
        at_hand=at_hand,
        figures=figures,
        turn_name=words.turn_name,
        headings=heading,
        folds=folds,
        lately=rows_rolled,
        topics=TOPICS,
        tones={"uk": 1, "france": 2, "russia": 3, "central_powers": 8},
    ),
)
