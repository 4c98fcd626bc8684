"""Which sides have something to decide at a position. It is computed once per position and kept by the room; games
without a live room use it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from engine.core import door
from engine.core.game import AnyGame
from engine.core.menu import Menu
from engine.core.state import AnyState, Side
from engine.core.views import Views


class Asked(Struct, frozen=True, dict=True):
    """Which sides have something to decide at a position."""

    game: AnyGame
    position: AnyState
    menus: Mapping[Side, Menu]
    """The possible answers of the sides that have to decide."""
    waiting: tuple[Side, ...]
    awaited: tuple[Side, ...]
    views: Views
    """The views of the position by side."""

    @property
    def stuck(self) -> tuple[Side, ...]:
        """The sides that have to decide but have no legal answer, or all sides of an unfinished game in which none has
        to decide: there should be none."""
        if self.position.agenda and not self.menus:
            return tuple(self.position.sides)
        return tuple(side for side, menu in self.menus.items() if not menu)

    @cached_property
    def asides(self) -> Mapping[Side, Menu]:
        """The choices of sides out of turn."""
        return self.game.out_of_turn.step.waiting(self.position) if self.game.out_of_turn.choices else {}


def asked_at(game: AnyGame, position: AnyState) -> Asked:
    menus = door.waiting(game, position)
    return Asked(game, position, menus, tuple(menus), sides_awaited(game, position), Views(game, position))


def sides_waited_for(game: AnyGame, position: AnyState) -> tuple[Side, ...]:
    return tuple(door.waiting(game, position))


def sides_awaited(game: AnyGame, position: AnyState) -> tuple[Side, ...]:
    return tuple(game.out_of_turn.awaited(position)) if position.agenda else ()
