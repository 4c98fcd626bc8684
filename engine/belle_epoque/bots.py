"""The bots: `clerk` is a sensible, quick player, `caretaker` answers for an absent one.

The clerk looks one answer ahead, by appraisal.py; it counts a mission as one of the number that serves best. In a round
it takes the action worth most beyond its cost, and stops when none is worth it; to a contest it sends what makes its
chance worth the price. It reads nothing that its Power cannot see: money, units and cubes are open, and of cards it
knows its own. It carries nothing out and draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

from engine.belle_epoque.appraisal import appraise, settled
from engine.belle_epoque.automated_contests import PlayingEmpire
from engine.belle_epoque.cards import Aiming
from engine.belle_epoque.choices import (
    EndRound,
    KeepIntrigue,
    LetBe,
    Pass,
    PickOption,
    PickSpace,
    PickTarget,
    PickTerritory,
    PlaceCubes,
    PlayNational,
)
from engine.belle_epoque.clerk_actions import ACTIONS
from engine.belle_epoque.clerk_cards import card_worth, effect_worth, spot_worth
from engine.belle_epoque.clerk_contests import SENDING
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.placement import Placements, Placing, cubes_left
from engine.belle_epoque.prestige import Keeping
from engine.belle_epoque.printed import INTRIGUE, TERRITORIES
from engine.belle_epoque.questions import Closing
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.spots import PickingSpace
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import pending
from engine.core.choice import Choice
from engine.core.menu import Menu
from engine.core.state import Side

ENOUGH = 0.05
"""An action must be worth more than this to the clerk."""


def clerk(state: BelleEpoque, side: Side, menu: Menu, rng: Random) -> Choice:
    """Choose by the thought about this kind of question; without one, the first answer."""
    thought = THOUGHTS.get(type(pending(state)))
    return thought(state, side, pending(state), menu) if thought else next(iter(menu))


def act(state: BelleEpoque, side: Side, step: Acting, menu: Menu) -> Choice:
    options = (option for kind, appraised in ACTIONS.items() if kind != step.used for option in appraised(state, side))
    worth, choice = max(options, key=lambda option: option[0], default=(0, Pass()))
    if worth > ENOUGH:
        return choice
    return EndRound() if step.used else Pass()


def place(state: BelleEpoque, side: Side, step: Placing, menu: Menu) -> Choice:
    """3.3: place where cubes are worth most, as far as the rules allow these territories together."""
    assert isinstance(menu, Placements)
    rounds = -(-cubes_left(state, side) // menu.count)
    gains = {territory: settled(state, side, territory, min(room, rounds)) for territory, room in menu.room.items()}
    best = sorted(gains, key=lambda territory: -gains[territory])
    choices = map(PlaceCubes, combinations(best, menu.count))
    return next(choice for choice in choices if menu.check(choice) is None)


def keep(state: BelleEpoque, side: Side, step: Keeping, menu: Menu) -> Choice:
    """7.0d: keep the card with the better half."""

    def worth(choice: Choice) -> float:
        assert isinstance(choice, KeepIntrigue)
        return max(card_worth(state, side, choice.card, half) for half in INTRIGUE[choice.card].halves)

    return max(menu, key=worth)


def strike(state: BelleEpoque, side: Side, step: PickingSpace, menu: Menu) -> Choice:
    def worth(choice: Choice) -> float:
        assert isinstance(choice, PickSpace)
        return spot_worth(state, side, step.asking, choice.territory, choice.space)

    return max(menu, key=worth)


def aim(state: BelleEpoque, side: Side, step: Aiming, menu: Menu) -> Choice:
    """Aim at the human rival that holds most."""

    def holdings(choice: Choice) -> tuple[bool, int]:
        assert isinstance(choice, PickTarget)
        held = sum(TERRITORIES[one].vp for one, holder in state.held.items() if holder == choice.side)
        return not state.is_automated(choice.side), held + state.sheets[choice.side].vp

    return max(menu, key=holdings)


def branch(state: BelleEpoque, side: Side, step: Branching, menu: Menu) -> Choice:
    """Choose the branch worth most; as the target of a card, the one worth least to its player."""
    sign = 1 if step.effect.by == "player" else -1

    def worth(choice: Choice) -> float:
        assert isinstance(choice, PickOption)
        return sign * effect_worth(state, side, step.effect.options[choice.option])

    return max(menu, key=worth)


def close(state: BelleEpoque, side: Side, step: Closing, menu: Menu) -> Choice:
    """8.6.3: close the territory where it has most."""

    def worth(choice: Choice) -> float:
        assert isinstance(choice, PickTerritory)
        return appraise(state, side, choice.territory, state.spaces[choice.territory])

    return max(menu, key=worth)


def play_empire(state: BelleEpoque, side: Side, step: PlayingEmpire, menu: Menu) -> Choice:
    """13.4.7c: play the card where it makes a Fleet ready."""
    cards = [choice for choice in menu if isinstance(choice, PlayNational)]
    return cards[0] if state.sheets[side].exhausted else LetBe()


THOUGHTS: dict[type[Any], Callable[[BelleEpoque, Side, Any, Menu], Choice]] = {
    Placing: place,
    Keeping: keep,
    Acting: act,
    PickingSpace: strike,
    Aiming: aim,
    Branching: branch,
    Closing: close,
    PlayingEmpire: play_empire,
    **SENDING,
}
"""How the clerk thinks about each question; for all others it gives the first answer."""


def caretaker(state: BelleEpoque, side: Side, menu: Menu, rng: Random) -> Choice:
    """Pass if possible, else give the first answer. Menus put the harmless answer first: send nothing, leave a die."""
    return Pass() if menu.check(Pass()) is None else next(iter(menu))
