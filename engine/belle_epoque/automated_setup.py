"""13.1: automated Powers place the cubes of their sheets, before people place theirs."""

from __future__ import annotations

from engine.belle_epoque.automated import sheet_of
from engine.belle_epoque.board import lowest_free
from engine.belle_epoque.holdings import recheck
from engine.belle_epoque.journal import CubesSetUp
from engine.belle_epoque.pieces import set_space
from engine.belle_epoque.printed import powers
from engine.belle_epoque.state import BelleEpoque
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic


class AutomatedPlacement(Automatic[BelleEpoque], frozen=True):
    """13.1a: in the order of 3.3.1."""

    clause = "13.1a"

    def run(self, state: BelleEpoque) -> None:
        for side in powers.setup_order:
            if state.is_automated(side):
                place_cubes_of(state, side)


def place_cubes_of(state: BelleEpoque, side: Side) -> None:
    """Place all cubes of the Power's sheet, on the lowest free spaces (3.3g)."""
    territories = [placed.territory for placed in sheet_of(side).setup for _ in range(placed.cubes)]
    for territory in territories:
        space = lowest_free(state, territory)
        assert space is not None, f"no room for {side} in {territory}"
        set_space(state, territory, space, side)
    tell(state, CubesSetUp(side, tuple(territories)))
    recheck(state, *dict.fromkeys(territories))
