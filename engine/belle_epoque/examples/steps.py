"""Carries out the steps of examples by the rules of the game: phases, actions, and the steps of automated Powers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.belle_epoque import choices
from engine.belle_epoque.automated_arms import Arming
from engine.belle_epoque.automated_missions import Dispatching, Sending
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.events import DrawEvent
from engine.belle_epoque.examples import form
from engine.belle_epoque.examples.answers import Refused, Script, passed_over, unsent
from engine.belle_epoque.examples.notation import Notation
from engine.belle_epoque.game import GAME
from engine.belle_epoque.placement import Placing
from engine.belle_epoque.prestige import DrawIntrigue
from engine.belle_epoque.printed import POWERS, effects_of
from engine.belle_epoque.printed.figures import ARMS, FREE
from engine.belle_epoque.printed.vocabulary import StealIntrigue
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.scoring import count_points, raise_for_colonies
from engine.belle_epoque.setup import Options
from engine.belle_epoque.sources import sources
from engine.belle_epoque.state import BelleEpoque
from engine.belle_epoque.turn import LapseContests, Prepare, TakeResources
from engine.core.agenda import pending, proceed
from engine.core.chance import Dice
from engine.core.choice import Choice
from engine.core.door import submit
from engine.core.game import Opening
from engine.core.journal import Entry
from engine.core.refusal import Refusal, illegal
from engine.core.state import Outcome, Side
from engine.core.step import Step

DICE = [name for name, source in sources(Opening(POWERS[:1], Options())).items() if isinstance(source, Dice)]
"""The sources of dice. Those of an example fall in the order in which they are rolled, for all sources together."""
TRIED = form.ContestDice(attacker=1, defender=1)
"""The dice where a choice is only tried and they do not matter."""


def carry_out(state: BelleEpoque, step: form.Step, wanted: Notation | None = None) -> list[Entry]:
    """Carry out one step, which leads to `wanted`, and return the entries. Without `wanted` the choice is only tried.
    Dice that were not rolled are left in `rigged`. Raises Refused, Unanswered, UnriggedDraw."""
    state.round = step.round or state.round
    state.rigged = {}
    told = STEPS[type(step)](state, step, wanted)
    state.agenda = []
    return told


def ask(state: BelleEpoque, question: Step[Any]) -> list[Entry]:
    """Run this step until a question waits, and return the entries on the way."""
    state.agenda = [question]
    proceed(state)
    return told_now(state)


def told_now(state: BelleEpoque) -> list[Entry]:
    news, state.news = state.news, []
    return news


def answer(state: BelleEpoque, side: Side, choice: Choice) -> list[Entry]:
    came = submit(GAME, state, side, choice)
    if isinstance(came, Refusal):
        raise Refused(came)
    return came


def rolling(dice: tuple[int, ...]) -> dict[str, list[Outcome]]:
    """Return one list for every source, so that the dice fall in its order."""
    shared: list[Outcome] = [*dice]
    return dict.fromkeys(DICE, shared)


# Phases


def place(state: BelleEpoque, step: form.InitialPlacement, _wanted: Notation | None) -> list[Entry]:
    return ask(state, Placing(step.power)) + answer(state, step.power, choices.PlaceCubes(step.place))


def draw_event(state: BelleEpoque, step: form.Event, _wanted: Notation | None) -> list[Entry]:
    state.events.remove(step.event)
    state.events.append(step.event)
    state.rigged = rolling(step.dice)
    return ask(state, DrawEvent())


def draw_intrigue(state: BelleEpoque, step: form.IntrigueDraw, wanted: Notation | None) -> list[Entry]:
    told = ask(state, DrawIntrigue((step.power,)))
    return told + (answer_all(state, Script(step, wanted)) if step.keep or pending(state) else [])


def raise_prestige(state: BelleEpoque, _step: form.ColonyPrestige, _wanted: Notation | None) -> list[Entry]:
    state.ended = "last_turn"
    raise_for_colonies(state)
    return told_now(state)


def score(state: BelleEpoque, step: form.Scoring, _wanted: Notation | None) -> list[Entry]:
    count_points(state, step.final)
    return told_now(state)


# Actions


def act(state: BelleEpoque, step: form.Action, wanted: Notation | None) -> list[Entry]:
    told = ask(state, Acting(step.power))
    told += answer(state, step.power, CHOICES[type(step)](state, step, wanted))
    return told + answer_all(state, Script(step, wanted))


def answer_all(state: BelleEpoque, script: Script) -> list[Entry]:
    told: list[Entry] = []
    while reply := script.reply(state):
        told += answer(state, *reply)
    return told


def fight(state: BelleEpoque, step: form.Contest, wanted: Notation | None) -> list[Entry]:
    dice = step.dice or (TRIED if wanted is None else None)
    state.rigged = {"attacker": [dice.attacker], "defender": [dice.defender]} if dice else {}
    told = ask(state, Acting(step.power)) + answer(
        state, step.power, choices.ResolveContest(step.territory, step.space)
    )
    script, asked = Script(step, wanted), []
    while reply := script.reply(state):
        asked += [one for one in state.agenda[-1:] if isinstance(one, SendingFleets | SendingArmies)]
        told += answer(state, *reply)
    if idle := unsent(step, state, asked):
        raise Refused(idle)
    if script.rerolls:
        state.rigged["rerolls"] = [one if isinstance(one, int) else one.die for one in script.rerolls]
    return told


def play_card(state: BelleEpoque, step: form.Intrigue | form.National, wanted: Notation | None) -> list[Entry]:
    """Play a card; the rules do not ask where only one answer is possible."""
    steals = any(isinstance(one, StealIntrigue) for one in effects_of(step.card, getattr(step, "half", "")))
    state.rigged = {"card": [(stolen(state, step, wanted),)]} if steals else {}
    told = act(state, step, wanted)
    if otherwise := passed_over(step, told):
        raise Refused(otherwise)
    return told


def stolen(state: BelleEpoque, step: form.Card, wanted: Notation | None) -> str:
    """Return the card that the changes show in the thief's hand; else the first one of the victim."""
    rivals = [power for power in POWERS if power != step.power and step.target in ("", power)]
    hands = [card for power in rivals for card in state.sheets[power].intrigue]
    after = wanted["intrigue_hands"][step.power] if wanted else []
    return next((card for card in hands if card in after), hands[0] if hands else "")


def deployment(_state: BelleEpoque, step: form.Deployment, _wanted: Notation | None) -> Choice:
    for move in step.moves:
        if move.exhausted:
            raise Refused(illegal("belle_epoque.no_ready_fleet", "8.8c", fleet=move.of, place=move.origin))
        if move.of in POWERS and move.of != step.power:
            raise Refused(illegal("belle_epoque.no_ready_fleet", "8.8a", fleet=move.of, place=move.origin))
    moves = ((move.of, move.origin, move.to) for move in step.moves)
    own = tuple(("own" if of in POWERS else f"{of}_fleet", origin, to) for of, origin, to in moves)
    return choices.DeployFleets(own)


def sale(state: BelleEpoque, step: form.Sale, wanted: Notation | None) -> Choice:
    after = wanted["territories"][step.territory] if wanted and not step.replaced else []
    rows = enumerate(zip(state.spaces[step.territory], after, strict=False), start=1)
    gone = tuple(space for space, (cube, then) in rows if then == ARMS and cube not in (ARMS, FREE))
    return choices.SellArmaments(step.territory, step.fleets_from, step.replaced or gone)


CHOICES: Mapping[type[form.Action], Callable[[BelleEpoque, Any, Notation | None], Choice]] = {
    form.Buy: lambda _state, step, _wanted: choices.BuyUnits(step.armies, step.fleets),
    form.Mission: lambda _state, step, _wanted: choices.SendMission(step.territory, step.space),
    form.GreatWork: lambda _state, _step, _wanted: choices.BuildGreatWork(),
    form.Investment: lambda _state, _step, _wanted: choices.Invest(),
    form.Prestige: lambda _state, _step, _wanted: choices.RaisePrestige(),
    form.Passing: lambda _state, _step, _wanted: choices.Pass(),
    form.Deployment: deployment,
    form.Sale: sale,
    form.Intrigue: lambda _state, step, _wanted: choices.PlayIntrigue(step.card, step.half),
    form.National: lambda _state, step, _wanted: choices.PlayNational(step.card),
}
"""The choice with which each action begins."""

# Automated Powers


def mission(state: BelleEpoque, step: form.AutoMission, _wanted: Notation | None) -> list[Entry]:
    """Send one cube, for a column of a row that is rolled already."""
    state.rigged = rolling(step.dice)
    state.sheets[step.power].embassies += 1
    return ask(state, Sending(step.power, (int(step.column[len("col")]),), step.row_die))


def dispatch(state: BelleEpoque, step: form.AutoDispatch, _wanted: Notation | None) -> list[Entry]:
    state.rigged = rolling(step.dice)
    return ask(state, Dispatching(step.power))


def armaments(state: BelleEpoque, step: form.AutoArmaments, _wanted: Notation | None) -> list[Entry]:
    state.rigged = rolling(step.dice)
    return ask(state, Arming(step.power, step.cubes))


STEPS: Mapping[type[form.Step], Callable[[BelleEpoque, Any, Notation | None], list[Entry]]] = {
    **dict.fromkeys(CHOICES, act),
    form.Contest: fight,
    form.Intrigue: play_card,
    form.National: play_card,
    form.InitialPlacement: place,
    form.Resources: lambda state, _step, _wanted: ask(state, TakeResources()),
    form.Event: draw_event,
    form.IntrigueDraw: draw_intrigue,
    form.UnresolvedContests: lambda state, _step, _wanted: ask(state, LapseContests()),
    form.Preparation: lambda state, _step, _wanted: ask(state, Prepare()),
    form.ColonyPrestige: raise_prestige,
    form.Scoring: score,
    form.AutoMission: mission,
    form.AutoDispatch: dispatch,
    form.AutoArmaments: armaments,
}
