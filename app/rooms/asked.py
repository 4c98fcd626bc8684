"""Who has something to decide at a position, found out once for each; rooms keep it with theirs. Asked also by whoever
writes down a game that has not been loaded as a room.
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
    """Who has something to decide at a position."""

    game: AnyGame
    position: AnyState
    menus: Mapping[Side, Menu]
    """What those who are waited for may answer."""
    waiting: tuple[Side, ...]
    awaited: tuple[Side, ...]
    views: Views
    """What each side sees of it."""

    @property
    def stuck(self) -> tuple[Side, ...]:
        """Those who are waited for and have nothing to answer, or all where a game that is not over waits for nobody:
        there must never be one."""
        if self.position.agenda and not self.menus:
            return tuple(self.position.sides)
        return tuple(side for side, menu in self.menus.items() if not menu)

    @cached_property
    def asides(self) -> Mapping[Side, Menu]:
        """What sides may do out of turn."""
        return self.game.aside.waiting(self.position) if self.game.aside_choices else {}


def asked_at(game: AnyGame, position: AnyState) -> Asked:
    menus = door.waiting(game, position)
    return Asked(game, position, menus, tuple(menus), sides_awaited(game, position), Views(game, position))


def sides_waited_for(game: AnyGame, position: AnyState) -> tuple[Side, ...]:
    return tuple(door.waiting(game, position))


def sides_awaited(game: AnyGame, position: AnyState) -> tuple[Side, ...]:
    return tuple(game.awaited(position)) if position.agenda else ()
