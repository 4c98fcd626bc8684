"""Chapter 4: marches an army, for a power or for the crown."""

from __future__ import annotations

from engine.core.chance import picked, roll
from engine.core.journal import tell
from engine.core.state import Side
from tests.games.compass.journal import BattleLost, BattleWon, Entered, HomeEntered, LetterTaken
from tests.games.compass.state import Compass, Place

WON = 4


def march(state: Compass, power: Side, origin: Place, goal: Place) -> None:
    other = state.holder(goal)
    if other in (None, power) or beats(state, power, other, origin, goal):
        enter(state, power, origin, goal)


def beats(state: Compass, power: Side, other: Side, origin: Place, goal: Place) -> bool:
    """4.2: fight a battle; tell whether the other power has no army left there."""
    die = roll(state, "battle", 6)
    if die < WON:
        state.take(power, origin)
        tell(state, BattleLost(power, other, goal, die))
        return False
    state.take(other, goal)
    tell(state, BattleWon(power, other, goal, die))
    return state.holder(goal) is None


def enter(state: Compass, power: Side, origin: Place, goal: Place) -> None:
    """4.1, 4.3"""
    state.take(power, origin)
    state.put(power, goal)
    tell(state, Entered(power, origin, goal))
    if goal in state.powers and goal != power:
        tell(state, HomeEntered(power, goal))
        take_letter(state, power, goal)


def take_letter(state: Compass, power: Side, owner: Side) -> None:
    if hand := state.hands[owner]:
        letter = picked(state, "letter", hand)
        hand.remove(letter)
        state.hands[power].append(letter)
        tell(state, LetterTaken(power, owner, letter))
