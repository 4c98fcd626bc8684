"""Extracts the facts that a step of an example states from the entries of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.belle_epoque.action_journal import ContestBegan, ContestRolled, ContestWon, DieRolledAgain
from engine.belle_epoque.automated_journal import ArmamentsPlaced, CubeDispatched, RowRolled
from engine.belle_epoque.journal import GameEnded, ResourcesTaken, Scored
from engine.belle_epoque.printed import TERRITORIES
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import Entry

EntryT = TypeVar("EntryT", bound=Entry)
Told = list[Entry]


def of_kind(told: Told, kind: type[EntryT]) -> list[EntryT]:
    return [entry for entry in told if isinstance(entry, kind)]


def paid(told: Told) -> dict[str, int]:
    """Add up every price that was paid, by Power; zeros are left out."""
    money: dict[str, int] = {}
    for entry in told:
        if pounds := getattr(entry, "paid", 0):
            side = str(getattr(entry, "side", ""))
            money[side] = money.get(side, 0) + pounds
    return money


def scored(told: Told) -> dict[str, dict[str, int]]:
    return {
        entry.side: {"balkan" if name == "card" else name: points for name, points in entry.points}
        for entry in of_kind(told, Scored)
    }


def bonus(told: Told) -> dict[str, int] | None:
    rolled = next(iter(of_kind(told, ContestRolled)), None)
    return {"attacker": rolled.attacker[1], "defender": rolled.defender[1]} if rolled else None


def totals(told: Told) -> dict[str, int] | None:
    """Return the totals of a contest, with the dice that counted in the end."""
    for began, rolled in zip(of_kind(told, ContestBegan), of_kind(told, ContestRolled), strict=False):
        dice = {"attacker": rolled.attacker[0], "defender": rolled.defender[0]}
        for again in of_kind(told, DieRolledAgain):
            dice["attacker" if again.side == began.side else "defender"] = again.die
        more = bonus(told) or {}
        return {role: die + more[role] for role, die in dice.items()}
    return None


def went(told: Told) -> str | None:
    """Return where the cube of an automated Power went, or its armaments."""
    entries: Iterable[Any] = (*of_kind(told, CubeDispatched), *of_kind(told, ArmamentsPlaced))
    return next((entry.territory for entry in entries), None)


FACTS: dict[str, Callable[[Told], Any]] = {
    "income": lambda told: {entry.side: entry.money for entry in of_kind(told, ResourcesTaken)},
    "game_over": lambda told: bool(of_kind(told, GameEnded)),
    "paid": paid,
    "bonus": bonus,
    "totals": totals,
    "winner": lambda told: next((entry.cube for entry in of_kind(told, ContestWon)), None),
    "scored": scored,
    "territory": went,
    "replaced": lambda told: tuple(cube for entry in of_kind(told, ArmamentsPlaced) for cube in entry.replaced),
    "armament_cubes_taken": lambda told: sum(entry.armaments for entry in of_kind(told, RowRolled)),
}


def full(state: BelleEpoque) -> list[str]:
    """3.3d: list the territories in which initial placement allows no more cubes."""
    return [one.id for one in TERRITORIES.values() if one.spaces // 2 <= len([*filter(None, state.spaces[one.id])])]
