"""Collects the entries, questions and answers of a few random games, and samples of those that games seldom reach, for
test_words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle, islice, product
from random import Random
from typing import Any, get_args

import msgspec

from engine.core import door
from engine.core.choice import Choice
from engine.core.fuzz import random_answer
from engine.core.game import Point
from engine.core.journal import Entry
from engine.core.step import Step
from engine.versailles import GAME, clauses, deals, journal, orders
from engine.versailles.asked import asked_by
from engine.versailles.cards import kinds
from engine.versailles.cards.events import EVENTS
from engine.versailles.choices import (
    Bid,
    ChooseOption,
    Demobilise,
    Deploy,
    Hold,
    Modify,
    PickBranch,
    PickIssue,
    PickRegion,
    PickSide,
    PickUnit,
    Reclaim,
)
from engine.versailles.option import Optioning
from engine.versailles.questions import (
    Demobilising,
    Deploying,
    Emptying,
    PickingModifier,
    PickingRegion,
    PickingUnit,
    Unsettling,
)
from engine.versailles.settle import Holding
from engine.versailles.solitaire_bots import BotSettling, ChoosingFaction, LettingWin
from engine.versailles.state import Versailles
from engine.versailles.two_players import ReclaimingAlong
from engine.versailles.uprising import ChoosingLoss, ChoosingSufferer
from tests.core.walks import opening

SEATS = (1, 2, 3, 4)


@dataclass
class Heard:
    """The entries, questions and answers of some games, each once."""

    entries: dict[bytes, Entry] = field(default_factory=dict)
    questions: dict[bytes, Step[Any]] = field(default_factory=dict)
    choices: dict[bytes, tuple[Choice, Step[Any] | None]] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)

    def tell(self, news: list[Entry]) -> None:
        for entry, side in product(news, (None, *GAME.sides(4))):
            if (visible := entry.seen_by(side)) is not None:
                self.entries[msgspec.json.encode(visible)] = visible

    def ask(self, step: Step[Any]) -> None:
        self.questions[msgspec.json.encode(step)] = step

    def answer(self, choice: Choice, step: Step[Any] | None) -> None:
        self.choices[msgspec.json.encode((choice, step))] = choice, step


@cache
def heard() -> Heard:
    """Play a few random games for each number of players, with frequent offers and orders."""
    found = Heard()
    for players, number in product(SEATS, range(3)):
        state, news = GAME.open(opening(players, number, GAME))
        found.tell(news)
        for news in played(state, Random(number), found):
            found.tell(news)
        found.points += GAME.score(state)
    return found


def played(state: Versailles, rng: Random, found: Heard) -> Iterator[list[Entry]]:
    answer = random_answer(GAME, chatter=0.3)
    while state.agenda:
        step = state.agenda[-1]
        found.ask(step)
        for choice in on_offer(state, rng) if rng.random() < 0.1 else ():
            found.answer(choice, step)
        side, choice = answer(state, rng)
        found.answer(choice, None if type(choice) in GAME.out_of_turn.choices else step)
        yield door.apply(GAME, state, side, choice)


def on_offer(state: Versailles, rng: Random) -> Iterator[Choice]:
    for menu in door.waiting(GAME, state).values():
        yield from islice(menu, 3)
        yield from (menu.sample(rng) for _ in range(2))


CLAUSES: tuple[clauses.Clauses, ...] = (
    clauses.Transfer(by="uk", to="usa", cubes=1),
    clauses.Transfer(by="uk", to="usa", cubes=3, later=True),
    clauses.SettleIssue(by="uk", issue="syria"),
    clauses.TakeOption(by="uk", issue="rheinland", option="french_occupation"),
    clauses.ModifyDie(by="uk", region="balkans", modifier=-1),
    clauses.ModifyDie(by="uk", region="balkans", modifier=0),
    clauses.BidAtMost(by="uk", issue="syria", strength=2, cubes=3),
    clauses.BidAtMost(by="uk", issue="syria"),
    clauses.StayOff(by="uk", issue="syria", later=True),
    clauses.NavalFlags(by="uk", issue="shantung", flag="usa", tokens=2),
    clauses.PlaceOn(by="uk", issue="syria", least=2),
    clauses.PlaceOn(by="uk", issue="syria", least=2, most=3),
    clauses.PlaceOn(by="uk", issue="syria", least=2, most=2),
    clauses.PlaceOn(by="uk", issue="syria", least=0, most=1),
    clauses.ReclaimCubes(by="uk", least=2),
    clauses.ReclaimCubes(by="uk", least=2, most=3),
    clauses.ReclaimCubes(by="uk", least=1, most=1),
    clauses.ReclaimCubes(by="uk", least=0, most=0, later=True),
    clauses.WithdrawUnit(by="uk", region="africa"),
    clauses.WithdrawUnit(by="uk", region="africa", stay=True),
    clauses.DeployUnit(by="uk", region="africa", column=7),
    clauses.DeployUnit(by="uk", region="africa", column=7, unit="europe"),
    clauses.DemobiliseUnit(by="uk", unit="exhausted"),
    clauses.StandDown(by="uk"),
    clauses.AdvanceIssue(by="uk", issue="syria"),
    clauses.AdvanceEvent(by="uk", event="henry_white"),
    clauses.AdvanceEvent(by="uk", event="henry_white", cube="with"),
    clauses.AdvanceEvent(by="uk", event="henry_white", cube="without"),
    clauses.TakeDiscarded(by="uk", issue="syria"),
    clauses.DrawNew(by="uk"),
    clauses.KeepDrawn(by="uk", issue="syria"),
    clauses.KeepDrawn(by="uk", issue="syria", discard=True),
    clauses.BidAtLeast(by="uk", issue="syria", strength=2, cubes=3),
    clauses.DraftStrategy(by="uk", strategy="isolationism"),
    clauses.Words(by="uk", text="<b>{syria} & usa</b>"),
)
ANSWERS: dict[str, tuple[Any, ...]] = {
    "arthur_balfour": (Hold(perform=True), Hold(perform=False), PickBranch(0)),
    "ferdinand_foch": (PickBranch(0), PickBranch(1), PickSide("france")),
    "vittorio_orlando": (PickSide("france", ("europe", "africa")), PickBranch(1)),
    "henry_white": (PickIssue("syria"), PickRegion("pacific"), PickUnit(None), PickUnit("pacific"), Modify(2)),
    "winston_churchill": (Demobilise("exhausted"), Deploy("africa", 5)),
}
DECISIONS = tuple(
    clauses.Decide(by="italy", event=event, answer=answer) for event, answers in ANSWERS.items() for answer in answers
)
DEAL = clauses.Deal("open-2", "uk", ("uk", "usa", "italy"), (*CLAUSES, *DECISIONS), public=True, turn=4)
VERDICTS = tuple(islice(cycle(get_args(clauses.Verdict)), len(DEAL.clauses)))
STRUCK = msgspec.structs.replace(DEAL, id="italy-uk-usa-1", verdicts=VERDICTS)
ORDERS = clauses.Orders(pass_without_stake=True, never_modify=True, decline=("henry_white",), no_deals=True)
CEILING = clauses.Ceiling("syria", 2, True, 1, "ask")

RARE: tuple[Entry, ...] = (
    journal.HappinessChanged("uk", 0, 30),
    journal.UnrestChanged("africa", 1, 8, 1),
    journal.KegMoved("europe", -1, 0),
    journal.KegMoved("europe", 1, 1),
    journal.Deployed("uk", "europe", 5, "europe"),
    journal.UnitRecovered("uk", "exhausted"),
    journal.UnitsWithdrawn("uk", ("europe", "africa")),
    journal.InfluenceReturned("syria", (("uk", 1), ("usa", 3))),
    journal.InfluenceReturned("syria", ()),
    journal.RegionDrawn(6, None),
    journal.EventsReshuffled(40),
    journal.TargetChosen("uk", "usa", ("europe", "africa"), "vittorio_orlando"),
    journal.EventAnswered("uk", "", Demobilise("europe")),
    journal.UprisingRolled("africa", 6, -1, 5, uprising=True),
    journal.SufferingRolled("africa", (("uk", 3), ("usa", 5))),
    journal.Unsettled("uk", "syria", ("empire:uk", "empire:uk", "industry")),
    journal.NobodyBid("syria"),
    journal.PointScored("uk", 1, 20),
    journal.KeptIssue("uk", "syria", None),
    journal.FactionTaken("uk", "france"),
    journal.NothingDone("usa"),
    *(journal.GameEnded(reason) for reason in ("end_card", "deck_empty", "nobody_can_act")),
    *(journal.BranchChosen("uk", number, event) for event in EVENTS for number in range(len(asked_by(event).branches))),
    *(deals.OfferLapsed(DEAL, "uk", reason) for reason in ("turn_over", "impossible")),
    *(deals.ClauseJudged(STRUCK, "uk", 0, verdict) for verdict in ("kept", "broken", "void")),
    *(deals.ClauseJudged(STRUCK, "usa", 0, verdict) for verdict in ("kept", "broken")),
    *(made(DEAL, "uk") for made in (deals.OfferMade, deals.OfferCountered, deals.OfferAccepted, deals.DealStruck)),
    *(made(DEAL, "usa") for made in (deals.OfferDeclined, deals.OfferWithdrawn)),
    orders.OrdersLeft("uk", ORDERS),
    orders.OrdersLeft("uk", clauses.Orders()),
    *(
        orders.OrderFired("uk", order)
        for order in ("ceiling", "pass_without_stake", "never_modify", "decline", "no_deals")
    ),
    *(orders.OrderSwitchedOff("uk", "decline", reason) for reason in ("stake", "deal")),
    orders.CeilingSet("uk", CEILING),
    *(orders.CeilingLifted("uk", "syria", reason) for reason in ("withdrawn", "over", "deal")),
)
SELDOM_ASKED: tuple[Step[Any], ...] = (
    BotSettling(("syria", "korea")),
    ChoosingFaction(("uk", "usa")),
    Deploying("uk", "winston_churchill"),
    *(PickingUnit("uk", purpose, "henry_cabot_lodge") for purpose in ("withdraw", "recover")),
    *(PickingRegion("uk", kinds.PowderKeg("any", by), "robert_borden") for by in (-1, +1)),
    Demobilising("uk", "ferdinand_foch"),
    Demobilising("uk"),
    PickingModifier("uk", kinds.CheckUprising("balkans"), 2, "bela_kun"),
    Unsettling("uk", ("league",), "henry_white"),
    Emptying("uk", "edward_house"),
    ChoosingSufferer("africa", "uk", ("france", "usa")),
    ChoosingLoss("africa", "uk"),
    LettingWin("syria", "middle_east", "uk", (("uk", Bid(cubes=1)), ("usa", Bid(cubes=1)))),
)
CHATTER: tuple[Choice, ...] = (
    *(deals.Offer(("uk", "usa"), CLAUSES, public) for public in (False, True)),
    deals.Counter("uk-usa-3", 1, CLAUSES),
    *(answer("uk-usa-3", 1) for answer in (deals.AcceptOffer,)),
    *(answer("open-1") for answer in (deals.DeclineOffer, deals.WithdrawOffer)),
    *(deals.Judge("open-1", 0, kept) for kept in (False, True)),
    orders.LeaveOrders(),
    orders.LeaveOrders(pass_without_stake=True, decline=("henry_white", "edward_house")),
    orders.SetCeiling("syria", 1, False, 2),
    orders.LiftCeiling("syria"),
)
SELDOM_ANSWERED: tuple[tuple[Choice, Step[Any]], ...] = (
    (PickSide("uk"), SELDOM_ASKED[-1]),
    (ChooseOption("shared_out", ("uk", "usa")), Optioning("uk", "high_seas_fleet")),
    (ChooseOption("shared_out"), Optioning("uk", "high_seas_fleet")),
    (Hold(perform=True), Holding("uk", "henry_white")),
    (Hold(perform=False), Holding("uk", "henry_white")),
    (Reclaim(0), ReclaimingAlong(2)),
)
BEYOND_THE_QUESTION: tuple[Choice, ...] = (
    ChooseOption("french_occupation"),
    Hold(perform=True),
    Hold(perform=False),
    PickUnit(None),
    PickUnit("africa"),
    PickBranch(1),
    PickRegion("africa"),
    PickSide("uk", ("europe", "africa")),
    Modify(0),
    Modify(-1),
    Reclaim(0),
)
"""Choices that are shown without the question they answer."""
