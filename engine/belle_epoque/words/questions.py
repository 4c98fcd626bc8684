"""Picks the sentences of questions that need another than the one under their name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.belle_epoque.cards import Aiming
from engine.belle_epoque.clash import Clash
from engine.belle_epoque.contests import SendingArmies, SendingFleets
from engine.belle_epoque.context import Context
from engine.belle_epoque.effects import Branching
from engine.belle_epoque.questions import BuildingUnits, Closing, LosingUnits, ReadyingUnits
from engine.belle_epoque.reactions import Reacting
from engine.belle_epoque.rounds import Acting
from engine.belle_epoque.spots import PickingSpace, PlacingCubes, ReplacingCubes
from engine.belle_epoque.words.parts import said, spot
from engine.core.phrase import Phrase
from engine.core.sides import SideName


def asked(step: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("ask", step, variant, **facts)


def played(context: Context) -> str:
    """Return the half of an Intrigue card, or the National card, that asks."""
    return context.half or context.card


def picking(step: PickingSpace) -> Phrase:
    """Ask for cubes to place, to replace or to remove, with the number of them left."""
    asking, what = step.asking, played(step.asking.context)
    if isinstance(asking, PlacingCubes):
        return asked(step, left=asking.left, what=what, cube=asking.cube)
    variant = "replace" if isinstance(asking, ReplacingCubes) else "remove"
    return asked(step, variant, left=asking.left, what=what)


def committing(step: SendingFleets | SendingArmies) -> Phrase:
    clash = step.clash
    return asked(step, "attacker" if step.side == clash.attacker else "defender", spot=spot_of(clash))


def spot_of(clash: Clash) -> Phrase:
    return spot(clash.territory, clash.space)


def of_card(step: Aiming | Branching | BuildingUnits | ReadyingUnits | Closing) -> Phrase:
    return asked(step, what=played(step.context))


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    Acting: lambda step: asked(step, "second" if step.used else ""),
    Aiming: of_card,
    Branching: of_card,
    BuildingUnits: of_card,
    LosingUnits: lambda step: asked(step, what=played(step.context), target=SideName(step.context.target)),
    ReadyingUnits: of_card,
    Closing: of_card,
    PickingSpace: picking,
    SendingFleets: committing,
    SendingArmies: committing,
    Reacting: lambda step: asked(
        step, spot=spot_of(step.dice.clash), attacker=step.dice.attacker, defender=step.dice.defender
    ),
}
