"""Carries out the actions of examples: leaders choose through the door, steps of the server are run by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.core.agenda import proceed
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Side
from engine.core.step import Step
from engine.nineteen33 import (
    alliances,
    bonds,
    choices,
    defence,
    industry,
    manoeuvre,
    press,
    suggestions,
    turns,
    works,
    year,
)
from engine.nineteen33.calendar import year_of
from engine.nineteen33.examples import form, positions
from engine.nineteen33.functions import EFFECTS
from engine.nineteen33.game import GAME
from engine.nineteen33.journal import IndustryMade
from engine.nineteen33.month import December, close_books
from engine.nineteen33.plans import Planning
from engine.nineteen33.printed import PLACES, tables
from engine.nineteen33.printed.kinds import Term
from engine.nineteen33.printed.vocabulary import AnyRepercussion
from engine.nineteen33.production import PrimaryProduction
from engine.nineteen33.setup import Options, seating
from engine.nineteen33.slips import AnySlip, InfluenceSlip
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.support import DUE, Supporting, units_due

Action = Mapping[str, Any]


@dataclass
class Run:
    """A case as it is carried out: what was told, who was refused and why, and figures on the way."""

    state: Nineteen33
    told: list[Entry] = field(default_factory=list)
    refused: str = ""
    figures: dict[str, Any] = field(default_factory=dict)

    def ask(self, step: Step[Any]) -> None:
        """Run this step until a question waits."""
        self.state.agenda = [step]
        self.go_on()

    def go_on(self) -> None:
        proceed(self.state)
        self.told += self.state.news
        self.state.news = []

    def answer(self, side: Side, choice: Choice) -> None:
        """The clause that refuses it is kept."""
        if self.refused:
            return
        came = submit(GAME, self.state, side, choice)
        if isinstance(came, Refusal):
            self.refused = str(came.facts.get("clause", "")) or type(came).__name__
        else:
            self.told += came

    def answer_all(self, given: Mapping[Side, Choice], others: Callable[[Side], Choice]) -> None:
        """A sealed question: those who are named answer so, all others the same."""
        for side in list(waiting(GAME, self.state)):
            self.answer(side, given.get(side) or others(side))


def carry_out(run: Run, action: Action) -> None:
    ACTIONS[action["do"]](run, action)


# January


def neutral_slips(state: Nineteen33, side: Side) -> list[AnySlip]:
    """Slips that matter in no case: places that nobody speaks of."""
    return [InfluenceSlip(place) for place in reversed(PLACES) if manoeuvre.can_be_won(state, side, place)]


def budget(run: Run, action: Action) -> None:
    side = action["by"]
    slips = [positions.slip(msgspec.convert(one, form.SlipForm)) for one in action.get("slips", ())]
    told = action.get("bond") or {}
    amount, term = told.get("amount_um", 0), told.get("term", "short")
    run.figures["start_rate_percent"] = bonds.start_rate(run.state, side, msgspec.convert(term, Term))
    choice = choices.SetBudget(five(run.state, side, slips), action.get("tax_change_ul", 0), amount, term)
    run.ask(year.Budgeting())
    run.answer_all({side: choice}, lambda other: choices.SetBudget(five(run.state, other, [])))


def five(state: Nineteen33, side: Side, slips: list[AnySlip]) -> tuple[AnySlip, ...]:
    more = [slip for slip in neutral_slips(state, side) if slip not in slips]
    return tuple([*slips, *more][: tables.manoeuvre.slips])


def roll_demand(run: Run, action: Action) -> None:
    year.roll_demand(run.state, action["leader"])


def lay_out_press(run: Run, _action: Action) -> None:
    run.state.seed = "00" * 32
    year.lay_out_press(run.state)


def seats(run: Run, _action: Action) -> None:
    """2.1: leaders that nobody plays; of three players the options say which."""
    options = [
        Options(liberal=one, nationalist=other)
        for one in ("france", "united_kingdom")
        for other in ("germany", "italy")
    ]
    played = [{side for seat in seating(len(run.state.sides), one) for side in seat} for one in options]
    run.figures["played"] = played


def set_up(run: Run, action: Action) -> None:
    """2.3, 3.8: the boards after the first revenue."""
    run.ask(year.Budgeting())
    run.answer_all({}, lambda side: choices.SetBudget(five(run.state, side, [])))


# The month


def primary_production(run: Run, _action: Action) -> None:
    run.ask(PrimaryProduction())


def plan(run: Run, action: Action) -> None:
    """`all` and `rate` are no bounds."""
    side, everything = action["by"], suggestions.EVERYTHING
    civil, war = (everything if isinstance(action[name], str) else action[name] for name in ("civil_max", "war_max"))
    deals = tuple(msgspec.convert(one, choices.PlannedDeal) for one in action["deals"])
    choice = choices.SealPlan(deals, (), action["reserve"], civil, war)
    run.ask(Planning())
    run.answer_all({side: choice}, lambda _: choices.SealPlan())


def month_end(run: Run, _action: Action) -> None:
    """4.7 a to d, for those whose stock the case speaks of."""
    for leader in run.state.line:
        if run.state.leaders[leader].food:
            close_books(run.state, leader)


def december(run: Run, _action: Action) -> None:
    """4.8, as the last month of a short game (17.3), so that no year follows."""
    run.state.years = year_of(run.state.month) - year_of(0)
    run.figures["due"] = due_of(run.state, "italy")
    run.ask(December())
    run.answer_all({}, lambda side: next(iter(waiting(GAME, run.state)[side])))


def due_of(state: Nineteen33, side: Side) -> list[str]:
    """6.14, 6.15: for what support is due."""
    named = {"civil": "industry", "food": "food"}
    return [named[product] for product in DUE if units_due(state, side, product)]


def support(run: Run, action: Action) -> None:
    side, paid = action["by"], action["pay"]
    run.figures["due"] = due_of(run.state, side)
    run.figures["units"] = sum(units_due(run.state, side, product) for product in DUE)
    run.ask(Supporting())
    run.answer(side, choices.PaySupport("industry" in paid, "food" in paid))


def repercussion(run: Run, action: Action) -> None:
    told = {name: value for name, value in action.items() if name not in ("do", "by")}
    run.ask(press.CarryNews(msgspec.convert(told, AnyRepercussion)))


def answer_news(run: Run, action: Action) -> None:
    run.answer(action["by"], choices.AcceptPoint() if action["accept"] else choices.DeclinePoint())


def final_count(run: Run, _action: Action) -> None:
    run.state.ended = "calendar"
    run.figures["winner"] = list(GAME.ranking(run.state)[0])


# Own actions


def take_turn(run: Run, side: Side) -> None:
    """4.6: the turn of this leader begins, if it has not; that of another one ends."""
    turn = run.state.turn
    if turn is None or turn.active != side:
        run.state.turn = None
        run.ask(turns.BeginTurn(side))


def play_card(run: Run, action: Action) -> None:
    side, card = action["by"], action["card"]
    take_turn(run, side)
    hand = run.state.leaders[side].hand
    run.state.leaders[side].hand = sorted({*hand, card})
    before = run.state.leaders[side].price
    run.answer(side, choices.PlayCard(card))
    if action.get("boost"):
        run.answer(side, choices.BoostCard())
    for told in action.get("use", ()):
        run.answer(side, use(told))
    run.figures["price_before"] = before


USE_NAMES: dict[str, str] = {
    "infrastructure": "start_works",
    "development": "develop",
    "influence": "influence",
    "trade": "trade_alone",
    "mobility": "move_labour",
    "defence": "set_rate",
    "obstruction": "obstruct",
    "disturbance": "disturb",
    "tension": "stir_up",
    "destabilisation": "destabilise",
}
WAYS = {"end_civil_war": "end_war", "shorten": "shorten_tension", "shield": "shield", "press": "read_press"}


def use(told: Action) -> Choice:
    """A function as the file writes it."""
    kind = EFFECTS[WAYS[told["use"]] if "use" in told else USE_NAMES[told["function"]]].kind
    target = told.get("target")
    fields = {"points": told["n"], "branch": told.get("branch", ""), "moves": moves_of(told)}
    if isinstance(target, dict):
        fields |= {"rival": target["leader"], "sector": target.get("sector"), "place": target.get("place")}
    elif target:
        unit = {"brigades": "army", "squadrons": "division"}.get(target)
        fields |= {"sector": target, "place": target, "rival": target, "unit": unit}
    wanted = {name: fields[name] for name in kind.__struct_fields__}
    made: Choice = msgspec.convert({"do": kind.__struct_config__.tag, **wanted}, kind)
    return made


def moves_of(told: Action) -> list[dict[str, str]]:
    names: dict[str, str] = {"unemployed": "unemployed", **positions.TRACK_NAMES}
    return [
        {"origin": names[one["from"]], "goal": names[one["to"]]}
        for one in told.get("moves", ())
        for _ in range(one["ul"])
    ]


def own_action(choice: Callable[[Action], Choice]) -> Callable[[Run, Action], None]:
    """An own action that is one choice."""

    def act(run: Run, action: Action) -> None:
        take_turn(run, action["by"])
        run.answer(action["by"], choice(action))

    return act


def deal_of(action: Action) -> choices.Deal:
    return choices.Deal(action["state"], action.get("food", 0), action.get("raw", 0), action.get("civil", 0))


def agree(run: Run, action: Action) -> None:
    [offer] = [one for one in run.state.offers if one.to == action["by"]]
    run.answer(action["by"], choices.AcceptOffer(offer.number))


def roll_guide_points(run: Run, action: Action) -> None:
    guide = action["leader"]
    leader = next(leader for leader, one in run.state.guided.items() if one.guide == guide)
    run.figures["points"] = turns.roll_guide_points(run.state, guide, leader)


# Several months in one


def run_year(run: Run, action: Action) -> None:
    """The events of a year, in their order, as far as slips look at them."""
    side = action["by"]
    for told in sorted(action["events"], key=lambda one: one["month"]):
        run.state.month = form.month(told["month"])
        name, words = told["event"], told["event"].split()
        if words[0] == "bond":
            manoeuvre.bond_placed(run.state, side, int(words[2]), words[-1] == "1")
        elif name == "works started":
            run.state.develop(side, told["sector"], branch="productive", started=run.state.month, path=4)
        elif name == "step complete":
            works.develop(run.state, side, told["sector"], 1)
        elif name == "alliance signed":
            alliances.ally(run.state, side, told["place"])
        else:
            defence.add(run.state, side, "army", defence.PARTS, 0)


def run_until(run: Run, action: Action) -> None:
    """4.5 b to e of each month, with raw materials enough and no home shortage."""
    run.state.turn = None
    for leader in ("germany",):
        held, start = run.state.leaders[leader], run.state.month
        before = held.treasury
        while run.state.month < form.month(action["month"]):
            run.state.month += 1
            held.own_raw = suggestions.EVERYTHING
            held.demand = industry.makes(run.state, leader, everything()).civil
            industry.work(run.state, leader, everything())
        run.figures |= {"months_of_production": run.state.month - start, "um_paid": before - held.treasury}


def everything() -> choices.SealPlan:
    return choices.SealPlan(civil_most=suggestions.EVERYTHING, war_most=suggestions.EVERYTHING)


ACTIONS: dict[str, Callable[[Run, Action], None]] = {
    "budget": budget,
    "home_demand": roll_demand,
    "lay_out_press": lay_out_press,
    "seats": seats,
    "set_up": set_up,
    "primary_production": primary_production,
    "plan": plan,
    "month_end": month_end,
    "december": december,
    "support": support,
    "repercussion": repercussion,
    "answer_news": answer_news,
    "final_count": final_count,
    "play_card": play_card,
    "deal": own_action(deal_of),
    "sign_alliance": own_action(lambda action: choices.SignAlliance(action["state"])),
    "propose_alliance": own_action(lambda action: choices.ProposeAlliance(action["state"])),
    "agree_alliance": agree,
    "call_strike": own_action(lambda action: choices.CallStrike(action["at"])),
    "send_army": own_action(lambda action: choices.SendArmy(action["army"], action["to"])),
    "guide_points": roll_guide_points,
    "year": run_year,
    "run_until": run_until,
}


def made_by(run: Run, side: Side) -> IndustryMade:
    return next(one for one in run.told if isinstance(one, IndustryMade) and one.leader == side)
