"""Positions of the solitaire game (chapter 14), for the tests of its clauses."""

from collections.abc import Sequence
from typing import Any

from engine.core.agenda import proceed, then
from engine.core.game import Opening
from engine.core.state import Outcome
from engine.core.step import Step
from engine.versailles import GAME
from engine.versailles.bidding import unsettle_issue
from engine.versailles.journal import (
    Raised,
)
from engine.versailles.setup import Options, pieces
from engine.versailles.solitaire_bots import BotActing
from engine.versailles.state import Versailles
from engine.versailles.turn import Acting, PassTurn
from tests.games.versailles.positions import hold, lay_out, told

ONE_EACH = {
    "korea": ("usa", "to_japan"),
    "tyrol": ("uk", "divided"),
    "constantinople": ("france", "to_turkey"),
}
"""One issue for each faction, with 2 stars, 4 and 6; no tokens."""


def alone(
    *steps: Step[Any],
    player: str = "usa",
    active: str = "uk",
    dice: Sequence[int] = (),
    region: Sequence[int] = (),
    **board: Any,
) -> Versailles:
    """Let the UK, a bot, act until a question waits; the player is the USA. The entries are left for `happened`."""
    rigged: dict[str, list[Outcome]] = {"uprising": [*dice], "region": [*region]}
    state = pieces(Opening(GAME.sides(1), Options(), "", rigged, players=1))
    state.active, state.player, state.turn = active, player, 1
    lay_out(state, offered=(), **board)
    then(state, *(steps or (BotActing(),)), PassTurn())
    proceed(state)
    news, state.news = state.news, []
    hold(state)
    state.news = news
    return state


def happened(state: Versailles, *kinds: Any) -> list[Any]:
    """Return the entries of these kinds that `alone` left."""
    return told(state.news, *kinds)


def unsettled(issue: str, region: str, **board: Any) -> Versailles:
    """Unsettle an issue on the player's turn; the entries are in `news`."""
    state = alone(Acting(), active="usa", **board)
    unsettle_issue(state, issue, region)
    proceed(state)
    return state


def bids(state: Versailles) -> dict[str, tuple[int, bool, int]]:
    return {entry.side: (entry.units, entry.local, entry.cubes) for entry in told(state.news, Raised)}  # type: ignore[attr-defined]
