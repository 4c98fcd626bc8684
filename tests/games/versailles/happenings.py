"""Carries out event cards on a board on which everything can change, for the tests of single cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.core.agenda import proceed, then
from engine.core.step import Step
from engine.versailles.cards.board import REGIONS
from engine.versailles.choices import (
    Hold,
    PickBranch,
    PickSide,
)
from engine.versailles.settle import Conference, CrisisEvent
from engine.versailles.state import Versailles
from tests.games.versailles.positions import Answer, hold, play, position

BOARD: dict[str, Any] = {
    "active": "france",
    "unrest": {"europe": 5, "balkans": 4, "middle_east": 4, "pacific": 3, "africa": 3},
    "kegs": dict.fromkeys(REGIONS, 1),
    "exhausted": {"uk": 7, "france": 7, "usa": 5, "italy": 3},
    "waiting_room": ("korea", "vietnam", "somalia"),
    "cubes": {"korea": {"uk": 2, "italy": 1}},
    "settled": {
        "transylvania": ("uk", "to_romania"),  # bolshevik, containment
        "negotiations_with_russia": ("usa", "do_not_offer"),  # two bolshevik
        "indemnity": ("uk", "yes"),  # two reparations
        "labour_charter": ("italy", "voluntary"),
        "syria": ("france", "independent"),  # self-determination
    },
}
"""France is active; the turn's settlement was that of Syria by France, which raised the unrest of Africa and Europe."""


def measure(state: Versailles) -> dict[str, int]:
    """Return every number of the board that a card may change."""
    numbers = {
        "happiness": state.happiness,
        "unrest": state.unrest,
        "keg": state.kegs,
        "available": state.available,
        "exhausted": state.exhausted,
        "ready units of": state.units_available,
        "exhausted units of": state.units_exhausted,
        "demobilised": state.demobilised,
        "settled": dict.fromkeys(state.settled, 1),
    }
    numbers |= {f"unit of {side} in": columns for side, columns in state.deployed.items()}
    return {f"{what} {name}": number for what, named in numbers.items() for name, number in named.items()}


class Row(NamedTuple):
    event: str
    answers: tuple[Answer, ...]
    changes: dict[str, int]
    board: dict[str, Any] = {}


def happen(step: Step[Any], row: Row) -> tuple[Versailles, dict[str, int]]:
    """Carry out a half of the card with its answers; return the position and the numbers that changed."""
    state = position(**BOARD | row.board)
    state.settling, state.winner, state.raised = "syria", "france", ("europe", "africa")
    before = measure(state)
    then(state, step)
    proceed(state)
    state.news = []
    hold(state)
    play(state, *row.answers)
    after = measure(state)
    names = [*before, *(name for name in after if name not in before)]
    changes = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return state, {name: by for name, by in changes.items() if by}


def conference(row: Row) -> tuple[Versailles, dict[str, int]]:
    return happen(Conference(), row._replace(board=row.board | {"event": row.event}))


def crisis(row: Row) -> tuple[Versailles, dict[str, int]]:
    return happen(CrisisEvent(), row._replace(board=row.board | {"crisis": [row.event]}))


def spent(side: str, cubes: int) -> dict[str, int]:
    return {f"available {side}": -cubes, f"exhausted {side}": cubes}


def recovered(side: str, cubes: int) -> dict[str, int]:
    return spent(side, -cubes)


def unsettled(issue: str) -> dict[str, int]:
    return {f"settled {issue}": -1}


DO = ("france", Hold(perform=True))
ONE = ("france", PickBranch(0))
TWO = ("france", PickBranch(1))
USA = ("france", PickSide("usa"))
USA_AND_REGIONS = ("france", PickSide("usa", ("balkans", "africa")))


def the_usa(branch: int) -> tuple[Answer, ...]:
    return (USA, ("usa", PickBranch(branch)))


def each(*order: str) -> tuple[Answer, ...]:
    """Let these sides take the first branch, then the second, and so on in turn."""
    return tuple((side, PickBranch(at % 2)) for at, side in enumerate(order))


LAST = ("usa", "italy", "uk", "france")
"""All players, ending with France."""
DEPLOYED: dict[str, Any] = {
    "deployed": {"uk": {"africa": 8, "pacific": 8}, "usa": {"balkans": 7}, "france": {"europe": 6}}
}
