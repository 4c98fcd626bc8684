"""The wide menu of Compass: an army from one place to another; the map can pick both."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from engine.core.choice import Choice
from engine.core.menu import Either, Menu, OneOf
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from tests.games.compass.choices import Hold, March, Muster
from tests.games.compass.state import PLACES, Compass, Place, neighbours


class Marches(Struct, Menu[March], frozen=True, gc=False):
    """3.1.1: a march from any of these provinces to one next to it."""

    origins: tuple[Place, ...]

    @property
    def types(self) -> frozenset[type[Choice]]:
        return frozenset({March})

    def judge(self, choice: March) -> Refusal | None:
        if choice.origin not in self.origins:
            return illegal("compass.no_army", "3.1.1", place=choice.origin)
        if choice.goal not in neighbours(choice.origin):
            return illegal("compass.not_next", "3.1.1", origin=choice.origin, goal=choice.goal)
        return None

    def __iter__(self) -> Iterator[March]:
        return (March(origin, goal) for origin in self.origins for goal in neighbours(origin))

    def __bool__(self) -> bool:
        return bool(self.origins)

    def sample(self, rng: Random) -> March:
        origin = rng.choice(self.origins)
        return March(origin, rng.choice(neighbours(origin)))

    def describe(self) -> object:
        return {"do": "march", "roads": {origin: neighbours(origin) for origin in self.origins}}


def plans(state: Compass, power: Side) -> Menu:
    """3.1: offer the plans, with hold first, as it harms no side."""
    return Either(OneOf(Hold(), clause="3.1"), musters(state, power), Marches(stands(state, power)))


def stands(state: Compass, power: Side) -> tuple[Place, ...]:
    return tuple(place for place in PLACES if place in state.armies[power])


def musters(state: Compass, power: Side) -> Menu:
    """3.1.2"""
    if not state.reserve(power):
        return OneOf(otherwise={Muster: illegal("compass.no_reserve", "3.1.2")})
    places = (place for place in PLACES if place == power or place in state.armies[power])
    return OneOf(
        *(Muster(place) for place in places if state.holder(place) in (None, power)),
        otherwise={Muster: illegal("compass.not_yours", "3.1.2")},
    )
