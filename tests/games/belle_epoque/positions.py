"""Positions of La Belle Époque laid out by hand, and short ways to play on from them, for tests.

`position` takes the part that a test is about, in the names of examples.json, and fills in the rest lawfully. It has no
seed: a die that the test did not foresee is an error. Every position on the way must hold the invariants.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.belle_epoque.examples import notation
from engine.belle_epoque.examples.form import Position, convert
from engine.belle_epoque.game import GAME
from engine.belle_epoque.invariants import conserved
from engine.belle_epoque.printed import SHEETS, TERRITORIES
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.state import BelleEpoque
from engine.core.agenda import pending, proceed
from engine.core.choice import Choice
from engine.core.door import submit, waiting
from engine.core.journal import Entry
from engine.core.refusal import Refusal
from engine.core.state import Outcome, Side
from engine.core.step import Step
from tests.support.refusing import refused_by

BASE: dict[str, Any] = json.loads((Path(__file__).parent / "examples.json").read_text())["base"]
"""An empty map in turn 4, units in Reserves, no money."""


def position(
    *steps: Step[Any], dice: dict[str, list[Outcome]] | None = None, on: dict[str, str] | None = None, **board: Any
) -> BelleEpoque:
    """Return a position. `on` has the cubes of territories from space 1 on: `uk . france<russia` is a British cube, a
    free space, and a Russian cube that waits on a French one. The steps happen in this order; without any the UK
    acts."""
    territories = {name: cubes(name, row) for name, row in (on or {}).items()}
    told = notation.merged(BASE, {"territories": territories, **board})
    told |= {"reserves": reserves(told)} if "reserves" not in board else {}
    told |= {"bonus_marker": told["prestige"]} if "bonus_marker" not in board else {}
    state = laid_out(notation.merged(told, {"minor_units": units_of_allies(told)}))
    state.rigged = {source: [*outcomes] for source, outcomes in (dice or {}).items()}
    state.agenda = [*steps][::-1] or [Acting("uk")]
    proceed(state)
    state.news = []
    assert conserved(state) == []
    return state


def laid_out(told: notation.Notation) -> BelleEpoque:
    return notation.position(convert(told, Position, "position"))


def reserves(told: notation.Notation) -> dict[str, dict[str, int]]:
    """Return the units that are in no other place."""
    fleets = [fleet["of"] for box in told["fleet_boxes"].values() for fleet in box]
    return {
        power: {
            "armies": printed.armies.max - sum(told["armies_out"][power].values()) - elsewhere(told, power, "armies"),
            "fleets": printed.fleets.max - fleets.count(power) - elsewhere(told, power, "fleets"),
        }
        for power, printed in SHEETS.items()
    }


def elsewhere(told: notation.Notation, power: Side, kind: str) -> int:
    return int(told["arsenal"][power][kind] + told["out_of_game"][power][kind])


def cubes(territory: str, row: str) -> list[Any]:
    spaces = [space(word) for word in row.split()]
    return [*spaces, *[None] * (TERRITORIES[territory].spaces - len(spaces))]


def space(word: str) -> Any:
    base, _, top = word.partition("<")
    if top:
        return {"base": base, "top": top}
    return None if base == "." else base


def units_of_allies(told: notation.Notation) -> dict[str, dict[str, str]]:
    """Return the units of nations; that of an ally is in the Arsenal unless the test says otherwise."""
    held, units = laid_out(told).held, told["minor_units"]
    return {unit: {"at": "arsenal"} for unit, one in units.items() if one["at"] == "home" and nation(unit) in held}


def nation(unit: str) -> str:
    return unit.rpartition("_")[0]


def play(state: BelleEpoque, *answers: tuple[Side, Choice]) -> list[Entry]:
    """Give these answers, each of which must be accepted; return all entries."""
    told: list[Entry] = []
    for side, choice in answers:
        came = submit(GAME, state, side, choice)
        assert not isinstance(came, Refusal), f"{side} {choice}: {came}"
        assert conserved(state) == []
        told += came
    return told


def refused(state: BelleEpoque, side: Side, choice: Choice) -> tuple[str, str]:
    """Check that this answer is refused and changes nothing; return the reason and the clause."""
    return refused_by(GAME, state, side, choice)


def asked(state: BelleEpoque) -> list[Side]:
    """Return the sides that are asked."""
    return list(waiting(GAME, state))


def offered(state: BelleEpoque, kind: type[Choice] = Choice) -> list[Any]:
    """Return the answers of this kind that the side asked may give."""
    [menu] = waiting(GAME, state).values()
    return [choice for choice in menu if isinstance(choice, kind)]


def question(state: BelleEpoque) -> Step[Any] | None:
    return pending(state)


def row(state: BelleEpoque, territory: str) -> str:
    """Return the spaces of a territory as `on` has them, without the free ones at the end."""
    tops = {contest.space: contest.side for contest in state.contests if contest.territory == territory}
    words = [
        f"{cube}<{tops[number]}" if number in tops else cube or "."
        for number, cube in enumerate(state.spaces[territory], start=1)
    ]
    return " ".join(words).rstrip(" .")
