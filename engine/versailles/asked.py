"""Reads off an event card what it can ask, as crisis or as conference, including the uprising it may lead to. Deals may
speak of nothing else (15.2), and forms offer nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from engine.core.choice import Choice
from engine.versailles.cards import kinds
from engine.versailles.cards.events import EVENTS
from engine.versailles.choices import (
    Demobilise,
    Deploy,
    Hold,
    Modify,
    PickBranch,
    PickIssue,
    PickRegion,
    PickSide,
    PickUnit,
)

ALWAYS: dict[type[kinds.Effect], tuple[type[Choice], ...]] = {
    kinds.ChooseOne: (PickBranch,),
    kinds.ChoosePlayer: (PickSide,),
    kinds.CheckUprising: (PickSide, PickIssue),
    kinds.RecoverUnit: (PickUnit,),
    kinds.DemobiliseUnit: (Demobilise,),
    kinds.Deploy: (Deploy,),
    kinds.Unsettle: (PickIssue,),
    kinds.ReturnInfluence: (PickIssue,),
}
"""The choices that an effect asks for, whatever its fields are; an uprising asks who suffers and what is lost (9.3,
9.4)."""


class Asked(Struct, frozen=True):
    """The questions of a card: the types of their answers, the branches of its either-or, and the number of regions to
    pick with a player."""

    answers: frozenset[type[Choice]]
    branches: tuple[tuple[kinds.Effects, ...], ...]
    regions: int

    def fits(self, answer: Choice | None) -> bool:
        match answer:
            case PickBranch(branch=branch) if branch >= len(self.branches):
                return False
            case PickSide(regions=regions) if len(regions) not in (0, self.regions):
                return False
        return type(answer) in self.answers


@cache
def asked_by(event: str) -> Asked:
    """Read off what a card can ask. A card has one either-or at most; an unknown card asks nothing."""
    card = EVENTS.get(event)
    if card is None:
        return Asked(frozenset(), (), 0)
    effects = tuple(every(card.crisis + card.conference))
    optional = (Hold,) if card.optional else ()
    answers = frozenset((*optional, *(kind for effect in effects for kind in asks(effect))))
    branches = (effect.branches for effect in effects if isinstance(effect, kinds.ChooseOne))
    regions = (effect.regions for effect in effects if isinstance(effect, kinds.ChoosePlayer))
    return Asked(answers, next(branches, ()), next(regions, 0))


def every(effects: tuple[kinds.Effects, ...]) -> Iterator[kinds.Effects]:
    """Yield these effects and all that may follow from them."""
    for effect in effects:
        yield effect
        yield from every(following(effect))


def following(effect: kinds.Effects) -> tuple[kinds.Effects, ...]:
    match effect:
        case kinds.ChooseOne(branches=branches):
            return sum(branches, ())
        case kinds.CheckUprising(if_none=if_none, if_nothing_unsettled=if_nothing_unsettled):
            return if_none + if_nothing_unsettled
        case kinds.ChoosePlayer(then=then) | kinds.EachPlayer(then=then) | kinds.IfNoToken(then=then):
            return then
    return ()


def asks(effect: kinds.Effects) -> tuple[type[Choice], ...]:
    match effect:
        case kinds.PowderKeg(where="any"):
            return (PickRegion,)
        case kinds.Withdraw(one=True):
            return (PickUnit,)
        case kinds.CheckUprising(either_way=True):
            return (*ALWAYS[kinds.CheckUprising], Modify)
    return ALWAYS.get(type(effect), ())


BRANCHES = {event: asked_by(event).branches for event in EVENTS}
"""The branches of each card's either-or, for the templates that draw the cards."""
