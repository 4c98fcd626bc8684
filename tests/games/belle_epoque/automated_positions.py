"""Positions with automated Powers laid out by hand, and the entries of their steps, for the tests of chapter 13."""

from __future__ import annotations

from typing import Any

from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.printed import NATIONAL, POWERS
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import proceed
from engine.core.journal import Entry
from engine.core.state import Side
from engine.core.step import Step
from tests.games.belle_epoque.positions import position

FRESH = {"fleet_marks": 0, "owed": 0, "change_of_strategy": 0}
COMMON = {
    power: [card.id for card in NATIONAL.values() if card.power == power and card.kind == "common"] for power in POWERS
}


def table(*played: Side, **board: Any) -> BelleEpoque:
    """Return a position in which these Powers are played and the others automated; the first one played acts."""
    others = [power for power in POWERS if power not in played]
    automata = {power: FRESH | board.get("automated", {}).get(power, {}) for power in others}
    national = {power: COMMON[power] for power in others} | board.get("national_hands", {})
    board |= {"humans": [*played], "automated": automata, "national_hands": national}
    state = position(Acting(played[0]), **board)
    state.automated_order = others
    return state


def ran(state: BelleEpoque, *steps: Step[Any]) -> list[Entry]:
    """Run these steps, up to a question, and return the entries. All dice that were given must have been rolled."""
    state.agenda = [*steps][::-1]
    proceed(state)
    told, state.news = state.news, []
    assert conserved(state) == []
    assert not any(state.rigged.values()), f"dice left over: {state.rigged}"
    return told


def kinds(told: list[Entry]) -> list[str]:
    return [type(entry).__name__ for entry in told]
