"""Answers the questions within a step of an example: in contests, of cards, and which Intrigue card to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.belle_epoque.action_journal import CardAimed, TerritoryClosed
from engine.belle_epoque.cards import Aiming
from engine.belle_epoque.choices import (
    ChangeStrategy,
    CommitArmies,
    CommitFleets,
    KeepIntrigue,
    LetBe,
    PickLoss,
    PickOption,
    PickSpace,
    PickTarget,
    PickTerritory,
    ReadyArmies,
    ReadyFleet,
)
from engine.belle_epoque.clash import armies_may_come
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.examples import form
from engine.belle_epoque.examples.notation import Notation, in_order, told_of
from engine.belle_epoque.game import GAME
from engine.belle_epoque.holdings import ARSENAL
from engine.belle_epoque.journal import CubePlaced, CubeRemoved
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import POWERS
from engine.belle_epoque.printed.vocabulary import Build
from engine.belle_epoque.questions import Asking, Closing
from engine.belle_epoque.reactions import Reacting, reacting_half
from engine.belle_epoque.spots import PickingSpace
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import pending
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.journal import Entry
from engine.core.naming import snake
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side

Reply = tuple[Side, Choice]


class Refused(Exception):
    """The rules refuse a choice of the example."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal


class Unanswered(Exception):
    """The rules ask a question that the example does not answer."""

    def __init__(self, question: object) -> None:
        super().__init__(snake(type(question).__name__))


class Script:
    """The answers of one step. `wanted` is the position that the step leads to, None where a choice is only tried. Of
    several answers that the step leaves open the script picks the one that leads there."""

    def __init__(self, step: Any, wanted: Notation | None) -> None:
        self.step, self.wanted = step, wanted
        spaces = [*step.spaces.items(), *step.remove] if isinstance(step, form.Card) else []
        self.spaces = [PickSpace(territory, space) for territory, space in spaces]
        dice = step.dice.rerolls if isinstance(step, form.Contest) and step.dice else ()
        self.rerolls = [*dice, *(step.rerolls if isinstance(step, form.Contest) else ())]

    def reply(self, state: BelleEpoque) -> Reply | None:
        """Answer the waiting question; None if the step has no answer to it."""
        asked = pending(state)
        for kind, how in REPLIES.items():
            if isinstance(asked, kind):
                return asked.side, how(self, state, asked)
        return None


# An Intrigue card


def keep(script: Script, _state: BelleEpoque, asked: Keeping) -> Choice:
    if not getattr(script.step, "keep", ""):
        raise Unanswered(asked)
    return KeepIntrigue(script.step.keep)


# Contests


def role_of(step: form.Contest, side: Side) -> form.Force:
    return step.attacker if side == step.power else step.defender


def send_fleets(script: Script, _state: BelleEpoque, asked: SendingFleets) -> Choice:
    fleets = role_of(script.step, asked.side).fleets
    allied = tuple(f"{nation}_fleet" for nation in fleets if nation not in POWERS)
    return CommitFleets(fleets.count(asked.side), allied)


def send_armies(script: Script, _state: BelleEpoque, asked: SendingArmies) -> Choice:
    force = role_of(script.step, asked.side)
    return CommitArmies(force.armies, tuple(f"{nation}_army" for nation in force.allied_armies))


def react(script: Script, state: BelleEpoque, asked: Reacting) -> Choice:
    """Roll this side's die again if it is the next one that the example names, or if it names none and the side has a
    card."""
    held = [card for card in state.sheets[asked.side].intrigue if reacting_half(card)]
    again = script.rerolls[0] if script.rerolls else None
    named = again if isinstance(again, form.Reroll) else None
    if again is None or (named and named.power not in ("", asked.side)) or not (held or (named and named.card)):
        return LetBe()
    script.rerolls.pop(0)
    die = again if isinstance(again, int) else again.die
    state.rigged["attacker" if asked.side == script.step.power else "defender"] = [die]
    return ChangeStrategy((named and named.card) or held[0])


def unsent(step: form.Contest, state: BelleEpoque, asked: list[Any]) -> Refusal | None:
    """Return a refusal if a side of the example had units but was not asked for any."""
    for force, side in ((step.attacker, step.power), *((step.defender, one.clash.defender) for one in asked[:1])):
        kinds = {type(one) for one in asked if one.side == side}
        if any(owner in POWERS and owner != side for owner in force.fleets):
            return illegal("belle_epoque.no_such_units", "8.7k")
        if force.fleets and SendingFleets not in kinds:
            return illegal("belle_epoque.no_such_units", "8.7k")
        if (force.armies or force.allied_armies) and SendingArmies not in kinds:
            overseas = asked and side and not armies_may_come(state, side, asked[0].clash)
            return illegal("belle_epoque.no_such_units", "8.7l" if overseas else "8.7k")
    return None


# Cards


def pick_space(script: Script, state: BelleEpoque, asked: PickingSpace) -> Choice:
    """Pick the next space in a territory that is asked about; else the next one, which the rules will refuse."""
    menu = waiting(GAME, state)[asked.side]
    territories = {choice.territory for choice in menu if isinstance(choice, PickSpace)}
    if not script.spaces:
        raise Unanswered(asked)
    reply = next((one for one in script.spaces if one.territory in territories), script.spaces[0])
    script.spaces.remove(reply)
    return reply


def pick_target(script: Script, state: BelleEpoque, asked: Aiming) -> Choice:
    return PickTarget(script.step.target) if script.step.target else leading_there(script, state, asked)


def pick_territory(script: Script, state: BelleEpoque, asked: Closing) -> Choice:
    return PickTerritory(script.step.territory) if script.step.territory else leading_there(script, state, asked)


def leading_there(script: Script, state: BelleEpoque, asked: Asking) -> Choice:
    """Of the answers that fit the example's word, return the only one, or the one that leads to the wanted position."""
    word = script.step.choose if isinstance(script.step, form.Card) else ""
    answers = [one for one in waiting(GAME, state)[asked.side] if not word or word in words_of(asked, one)]
    if word and not answers:
        raise Refused(illegal("belle_epoque.does_nothing", "8.6c"))
    if len(answers) > 1 and script.wanted is None and not word:
        raise Unanswered(asked)
    return next((one for one in answers if leads_there(state, asked.side, one, script.wanted)), answers[0])


def leads_there(state: BelleEpoque, side: Side, choice: Choice, wanted: Notation | None) -> bool:
    if wanted is None:
        return False
    tried = GAME.clone(state)
    submit(GAME, tried, side, choice)
    return told_of(tried, len(wanted["intrigue_draw"])) == in_order(wanted)


def words_of(asked: Asking, choice: Choice) -> set[str]:
    """Return the words by which an example may choose this answer."""
    return WORDS[type(choice)](asked, choice)


def words_of_option(asked: Any, choice: PickOption) -> set[str]:
    effect: Any = asked.effect
    option = effect.options[choice.option]
    if isinstance(asked, Branching):
        return {snake(type(option).__name__)}
    assert isinstance(option, Build)
    return {"armies"} if option.armies else {"fleets"}


WORDS: dict[type[Choice], Callable[[Any, Any], set[str]]] = {
    PickOption: words_of_option,
    PickLoss: lambda _asked, one: {"armies", ARSENAL} if one.place == ARSENAL else {"fleets", one.place},
    ReadyFleet: lambda _asked, one: {"fleets", one.continent},
    ReadyArmies: lambda _asked, _one: {"armies"},
    PickTarget: lambda _asked, one: {one.side},
    PickTerritory: lambda _asked, one: {one.territory},
}

REPLIES: dict[type[Any], Callable[[Script, BelleEpoque, Any], Choice]] = {
    Keeping: keep,
    SendingFleets: send_fleets,
    SendingArmies: send_armies,
    Reacting: react,
    PickingSpace: pick_space,
    Aiming: pick_target,
    Closing: pick_territory,
    Asking: leading_there,
}
"""The method for each kind of question; the first that fits counts."""


def passed_over(step: form.Card, told: list[Entry]) -> Refusal | None:
    """Return a refusal if the rules, where they had only one answer and did not ask, did something else than the
    example says."""
    for said, kind, came, clause in TAKEN:
        if (wanted := said(step)) and wanted != Counter(came(one) for one in told if isinstance(one, kind)):
            return illegal("belle_epoque.taken_otherwise", clause)
    return None


def some(value: object) -> Counter[Any]:
    return Counter([value] if value else [])


def aimed(step: Any) -> Counter[Any]:
    """Return the target of a card. A half whose first cube fixes the Power asks for none."""
    return some("" if step.remove else step.target)


TAKEN: tuple[tuple[Callable[[Any], Counter[Any]], type[Any], Callable[[Any], object], str], ...] = (
    (lambda step: Counter(step.spaces.items()), CubePlaced, lambda one: (one.territory, one.space), "8.6.2b"),
    (lambda step: Counter(step.remove), CubeRemoved, lambda one: (one.territory, one.space), "8.6.1b"),
    (aimed, CardAimed, lambda one: one.target, "8.6.1a"),
    (lambda step: some(step.territory), TerritoryClosed, lambda one: one.territory, "8.6.3"),
)
"""For each field of a card: its value in the example, the entries that report it, the part of them to compare, and the
clause that decides."""
