"""Lets tests carry out a step that is written as in examples.json."""

from __future__ import annotations

from typing import Any

from engine.belle_epoque.examples import steps
from engine.belle_epoque.examples.reading import step_of
from engine.belle_epoque.examples.steps import ask
from engine.belle_epoque.examples.telling import of_kind
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry

__all__ = ["ask", "carry_out", "of_kind"]


def carry_out(state: BelleEpoque, told: dict[str, Any]) -> list[Entry]:
    """Carry out one step and return the entries. All dice that were given must have been rolled."""
    entries = steps.carry_out(state, step_of({"changes": {}, **told}, "step"))
    assert not any(state.rigged.values()), f"dice left over: {state.rigged}"
    return entries
