"""Picks the sentences of questions that need another than the one under the step's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.core.sides import SideName
from engine.versailles.bidding import Bidding
from engine.versailles.questions import Branching, Demobilising, PickingRegion, PickingUnit, Targeting
from engine.versailles.setup import SHARED
from engine.versailles.turn import Acting
from engine.versailles.two_players import SharedActing
from engine.versailles.uprising import Modifying
from engine.versailles.words.parts import either, force, said


def asked(step: Struct, variant: str = "", **facts: object) -> Phrase:
    return said("ask", step, variant, **facts)


def acting(step: Acting) -> Phrase:
    if step.political:
        return asked(step, "military")
    return asked(step, "political" if step.military else "")


def bidding(step: Bidding) -> Phrase:
    if step.standing is None:
        return asked(step)
    standing = step.standing
    return asked(step, "beat", standing=force(standing.units, standing.local, standing.cubes))


def targeting(step: Targeting) -> Phrase:
    regions = step.effect.regions
    effects = step.effect.then
    return asked(step, "regions" if regions else "", regions=regions, event=step.context.event, effects=effects)


def branching(step: Branching) -> Phrase:
    return asked(step, event=step.context.event, effects=either(step.branches))


def picking_region(step: PickingRegion) -> Phrase:
    return asked(step, "more" if step.effect.by > 0 else "less")


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    Acting: acting,
    SharedActing: lambda step: asked(step, side=SideName(SHARED)),
    Bidding: bidding,
    Branching: branching,
    Targeting: targeting,
    Demobilising: lambda step: asked(step, "event" if step.event else ""),
    PickingRegion: picking_region,
    PickingUnit: lambda step: asked(step, step.purpose),
    Modifying: lambda step: asked(step, region=step.announcing.region),
}
