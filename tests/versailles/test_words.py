"""All that Versailles tells is told in whole sentences, in every language and to everybody who may know it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import asdict

import engine.versailles
from app.play.parts import draw
from app.words.catalogue import LANGUAGES, words_of
from app.words.reader import Reader
from engine.core import door
from engine.core.choice import Choice
from engine.core.fuzz import random_answer
from engine.core.game import Point
from engine.core.journal import Entry
from engine.core.refusal import Fact, illegal
from engine.core.step import Step, Waiting
from engine.versailles import GAME, clauses, deals, journal, orders
from engine.versailles.cards import kinds
from engine.versailles.cards.events import EVENTS
from engine.versailles.cards.strategies import STRATEGIES
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
from engine.versailles.effects import Deploying, Emptying, PickingModifier, PickingRegion, PickingUnit, Unsettling
from engine.versailles.option import Optioning
from engine.versailles.settle import Holding
from engine.versailles.solitaire_bots import BotSettling, ChoosingFaction, LettingWin
from engine.versailles.state import Versailles
from engine.versailles.two_players import ReclaimingAlong
from engine.versailles.uprising import ChoosingLoss, ChoosingSufferer
from engine.versailles.view import View
from engine.versailles.words.parts import branches_of
from tests.core.walks import opening

SEATS = (1, 2, 3, 4)
KINDS = ("entry", "ask", "do", "clause", "answer", "effect", "refusal", "score", "phrase")
"""The sentences that something has to say; the other keys are names."""


class Strict(Reader):
    """It does without the makeshifts of a game that has no words yet, and remembers what it said."""

    def __init__(self, language: str) -> None:
        self.used: set[str] = set()
        super().__init__(GAME, words_of(language, GAME.key))

    def sentence(self, key: str, facts: Any) -> Markup | None:
        found = super().sentence(key, facts)
        self.used |= {key} if found is not None else set()
        return found

    def plainly(self, key: str, facts: Any) -> Markup:
        raise AssertionError(f"{key} has no sentence for {list(facts)}")


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Strict:
    def no_name(name: str) -> str:
        assert not name[0].isalpha(), f"{name!r} has no name in {request.param}"
        return name

    monkeypatch.setattr("app.words.reader.readable", no_name)
    return Strict(request.param)


# What there is to tell


@dataclass
class Heard:
    """What some games told, asked and were answered; everything once."""

    entries: dict[bytes, Entry] = field(default_factory=dict)
    questions: dict[bytes, Step[Any]] = field(default_factory=dict)
    choices: dict[bytes, tuple[Choice, Step[Any] | None]] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    views: list[Struct] = field(default_factory=list)

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
    """A few random games for each number of players, with a good deal of chatter."""
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
        found.answer(choice, None if type(choice) in GAME.aside_choices else step)
        if rng.random() < 0.02:
            found.views.append(GAME.view(state, rng.choice((None, *state.sides))))
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
    *(journal.BranchChosen("uk", number, event) for event in EVENTS for number in range(len(branches_of(event)))),
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
    PickingRegion("uk", kinds.PowderKeg("any", -1), "robert_borden"),
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
"""Shown without the question they answer."""


# Whether it is told well


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.seen.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def text(markup: Markup) -> str:
    """What is read; the markup around it is that of sides and clauses only."""
    tags = Tags()
    tags.feed(str(markup))
    assert tags.seen <= {"span", "i", "b", "a"}, markup
    return tags.text


MAKESHIFT = re.compile(r"None|_|versailles\.|\bTrue\b|\bFalse\b|(?<!\w)–(?!\w)|\.\.|Struct|\s[.,;:)]|\(\)|: *$|  ")


def well_said(markup: Markup) -> str:
    said = text(markup)
    assert said
    assert not MAKESHIFT.search(said.replace("…", "")), said
    return said


def test_every_entry_is_told(reader: Strict) -> None:
    told = [*heard().entries.values(), *RARE]
    assert {type(entry) for entry in told} == set(GAME.entries)
    for entry in told:
        well_said(reader.entry(entry))


def test_every_question_is_asked(reader: Strict) -> None:
    waiting = {step for step in GAME.steps if issubclass(step, Waiting)}
    asked = [*heard().questions.values(), *SELDOM_ASKED]
    assert {type(step) for step in asked} == waiting
    for step in asked:
        well_said(reader.question(step))


def test_every_choice_is_named(reader: Strict) -> None:
    named = [
        *heard().choices.values(),
        *SELDOM_ANSWERED,
        *((choice, None) for choice in (*CHATTER, *BEYOND_THE_QUESTION)),
    ]
    assert {type(choice) for choice, _ in named} == set(GAME.choices)
    for choice, step in named:
        well_said(reader.choice(choice, step))


def test_every_point_is_explained(reader: Strict) -> None:
    found = {condition.kind for strategy in STRATEGIES.values() for condition in strategy.conditions}
    facts: dict[str, Fact] = {"strategy": "reparations", "count": 2, "each": -1, "token": "industry"}
    conditions = [Point("uk", -2, f"versailles.condition.{kind}", facts) for kind in sorted(found)]
    for point in [*heard().points, *conditions]:
        well_said(reader.reason("score", point.reason, point.facts))


def test_every_condition_of_a_strategy_is_told_with_its_points(reader: Strict) -> None:
    for strategy in STRATEGIES.values():
        for condition in strategy.conditions:
            well_said(reader.fact(condition))


SHOWN: dict[str, Struct] = {"offer": DEAL, "private": msgspec.structs.replace(DEAL, public=False), "deal": STRUCK}
SHOWN |= {"orders": ORDERS, "no orders": clauses.Orders(), "ceiling": CEILING}


@pytest.mark.parametrize("shown", SHOWN)
def test_deals_orders_and_ceilings_are_told_wherever_they_are_shown(reader: Strict, shown: str) -> None:
    well_said(reader.fact(SHOWN[shown]))


def test_no_sentence_is_left_that_nothing_says(reader: Strict) -> None:
    test_every_entry_is_told(reader)
    test_every_question_is_asked(reader)
    test_every_choice_is_named(reader)
    test_every_point_is_explained(reader)
    test_every_condition_of_a_strategy_is_told_with_its_points(reader)
    for shown in SHOWN.values():
        reader.fact(shown)
    for reason, names in refused().items():
        reader.refusal(illegal(reason, "4.1", **{name: FACTS[name] for name in names}))
    sentences = {key for key in reader.words.sentences if re.match(rf"({'|'.join(KINDS)})\.versailles\.", key)}
    assert sentences - reader.used == set()


# Refusals, found in the source

FACTS: dict[str, Fact] = {
    "agreed": CLAUSES[2],
    "column": 6,
    "cubes": 2,
    "deal": "open-1",
    "event": "henry_white",
    "has": 3,
    "issue": "syria",
    "most": 2,
    "needed": 4,
    "number": 1,
    "region": "pacific",
    "regions": 2,
    "side": "france",
    "strength": 2,
    "unit": "europe",
    "version": 2,
}


def sources() -> Iterator[ast.AST]:
    folder = Path(str(engine.versailles.__file__)).parent
    for file in sorted(folder.glob("*.py")):
        yield from ast.walk(ast.parse(file.read_text()))


def calls(name: str) -> Iterator[ast.Call]:
    for node in sources():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


@cache
def refused() -> dict[str, frozenset[str]]:
    """Every reason, with the facts that each place that gives it tells."""
    found: dict[str, frozenset[str]] = {}
    for call in calls("illegal"):
        names = frozenset(str(keyword.arg) for keyword in call.keywords)
        for reason in reasons_of(call.args[0]):
            found[reason] = found.get(reason, names) & names
    return found


def reasons_of(first: ast.expr) -> list[str]:
    """Written down in the call, or given by a function."""
    if isinstance(first, ast.Constant):
        return [str(first.value)]
    assert isinstance(first, ast.Starred)
    assert isinstance(first.value, ast.Call)
    assert isinstance(first.value.func, ast.Name)
    name = first.value.func.id
    (function,) = (node for node in sources() if isinstance(node, ast.FunctionDef) and node.name == name)
    constants = (node.value for node in ast.walk(function) if isinstance(node, ast.Constant))
    return [value for value in constants if isinstance(value, str) and value.startswith("versailles.")]


def test_the_refusals_are_found_in_the_source() -> None:
    assert len(refused()) > 50
    assert refused()["versailles.must_lead"] == {"side", "issue", "needed", "has"}
    assert refused()["versailles.shared_option"] == {"issue"}
    assert refused()["versailles.no_unit_there"] == set()


@pytest.mark.parametrize("number", [0, 1, 5])
def test_every_refusal_says_why_and_by_which_rule(reader: Strict, number: int) -> None:
    for reason, names in refused().items():
        facts = {name: number if isinstance(FACTS[name], int) else FACTS[name] for name in names}
        assert "4.1)." in well_said(reader.refusal(illegal(reason, "4.1", **facts)))


# The view


def fields_of(kind: Any) -> Iterator[str]:
    """The fields of a view and of the structs in it that have no sentence of their own."""
    for part in get_args(kind):
        yield from fields_of(part)
    if (
        isinstance(kind, type)
        and issubclass(kind, Struct)
        and kind not in (clauses.Deal, clauses.Orders, clauses.Ceiling)
    ):
        for each in msgspec.structs.fields(kind):
            yield each.name
            yield from fields_of(each.type)


def test_every_field_of_the_view_has_a_label(reader: Strict) -> None:
    assert {name for name in fields_of(View) if f"field.versailles.{name}" not in reader.words.sentences} == set()


def test_every_view_is_drawn_plainly_with_names_for_everything(reader: Strict) -> None:
    assert len(heard().views) > 10
    for view in heard().views:
        for name, value in asdict(view).items():
            drawn = draw("plain/field.html", reader, name=name, value=value)
            assert "_" not in re.sub(r"<[^>]*>", "", drawn), drawn


# Some sentences, word for word


@pytest.mark.parametrize(
    ("entry", "language", "sentence"),
    [
        (
            journal.Placed("france", (("rheinland", 3), ("constantinople", 1))),
            "en",
            "FFrance places influence: 3 on Rheinland, 1 on Constantinople.",
        ),
        (
            journal.UnrestChanged("balkans", 1, 4, 1),
            "it",
            "Malcontento nei Balcani: +1, ora nella colonna 4; +1 va perso.",
        ),
        (journal.InfluenceExhausted("italy", 1), "es", "IItalia agota 1 cubo."),
        (journal.InfluenceExhausted("italy", 2), "es", "IItalia agota 2 cubos."),
        (
            journal.BranchChosen("italy", 1, "ferdinand_foch"),
            "it",
            "Ferdinand Foch: IItalia sceglie: perdere 2 di felicità.",
        ),
        (
            journal.OptionChosen("italy", "tyrol", "divided", ("containment", "containment")),
            "en",
            "IItaly chooses for Tyrol: Divided. Tokens on it: 2 × containment.",
        ),
    ],
)
def test_entries_are_told_as_sentences(entry: Entry, language: str, sentence: str) -> None:
    assert text(Strict(language).entry(entry)) == sentence


def test_an_option_is_named_as_its_issue_names_it() -> None:
    told = [journal.OptionChosen("italy", issue, "divided", ()) for issue in ("tyrol", "transylvania")]
    assert ["Diviso" in text(Strict("it").entry(entry)) for entry in told] == [True, False]


def test_what_people_write_stands_there_as_they_wrote_it() -> None:
    said = str(Strict("en").fact(clauses.Words(by="uk", text="<i>usa</i> {syria} must_lead")))
    assert "“&lt;i&gt;usa&lt;/i&gt; {syria} must_lead”" in said
