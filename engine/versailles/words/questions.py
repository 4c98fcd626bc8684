"""Which sentence asks what a step waits for, where it is not the plain one of its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.core.phrase import Phrase
from engine.versailles.bidding import Bidding
from engine.versailles.questions import Branching, PickingUnit, Targeting
from engine.versailles.setup import SHARED
from engine.versailles.turn import Acting
from engine.versailles.two_players import SharedActing
from engine.versailles.uprising import Modifying
from engine.versailles.words.parts import force, said


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
    return asked(step, "regions" if regions else "", regions=regions, event=step.context.event)


PHRASES: dict[type[Struct], Callable[[Any], Phrase]] = {
    Acting: acting,
    SharedActing: lambda step: asked(step, side=SHARED),
    Bidding: bidding,
    Branching: lambda step: asked(step, event=step.context.event),
    Targeting: targeting,
    PickingUnit: lambda step: asked(step, step.purpose),
    Modifying: lambda step: asked(step, region=step.announcing.region),
}
