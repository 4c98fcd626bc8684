"""Uprising checks and biddings, for the tests of chapter 9."""

from typing import Any

from engine.core.agenda import pending
from engine.versailles.bidding import Bidding
from engine.versailles.choices import PassBid
from engine.versailles.meaning import Context
from engine.versailles.state import Versailles
from engine.versailles.uprising import UprisingCheck
from tests.games.versailles.positions import DRAFTED, position


def check(*regions: str, modifier: int = 0, **board: Any) -> Versailles:
    """Return a position with an uprising check in these regions next, which is not the game's first with an
    uprising."""
    step = UprisingCheck(regions, modifier, (), (), Context("france"))
    return position(step, **{"strategies": DRAFTED} | board)


SEATS = ("uk", "france", "usa", "italy")


def everybody_passes(first: str) -> list[tuple[str, PassBid]]:
    at = SEATS.index(first)
    return [(side, PassBid()) for side in SEATS[at:] + SEATS[:at]]


def bidding(state: Versailles) -> tuple[str, str, tuple[str, ...]]:
    """Return the issue that is bid for, the region of the uprising, and the sides in the order in which they are
    asked."""
    step = pending(state)
    assert isinstance(step, Bidding)
    return step.issue, step.region, step.still_in
