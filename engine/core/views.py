"""The views of one position, each made once. Most of what a game shows is the same for everyone: if the game says what
is confided to one side only, the rest is made once for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from engine.core.state import AnyState, Side

if TYPE_CHECKING:
    from engine.core.game import AnyGame


class Views:
    def __init__(self, game: AnyGame, state: AnyState) -> None:
        self.game, self.state = game, state
        self.made: dict[Side | None, Struct] = {}
        self.written: dict[int, Raw] = {}

    def of(self, side: Side | None) -> Struct:
        """Return what a side or a spectator sees; the same object for all to whom nothing is confided."""
        view = self.made.get(side)
        if view is None:
            view = self.made[side] = self.make(side)
        return view

    def make(self, side: Side | None) -> Struct:
        if side is None or self.game.confided is None:
            view: Struct = self.game.view(self.state, side)
            return view
        confided = self.game.confided(self.state, side)
        return replace(self.of(None), **confided) if confided else self.of(None)

    def json(self, side: Side | None) -> Raw:
        """Return the view as JSON, written once for those who share it."""
        view = self.of(side)
        written = self.written.get(id(view))
        if written is None:
            written = self.written[id(view)] = Raw(msgspec.json.encode(view))
        return written
