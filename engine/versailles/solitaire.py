"""Chapter 14, the game of one player: what issues are worth to the factions, how the player scores, and what the rules
of the bots leave open in the steps of other chapters. The turns and bids of bots are in solitaire_bots.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.core.game import Point
from engine.core.journal import tell
from engine.core.state import Side
from engine.versailles.cards.board import FACTION_TOKENS
from engine.versailles.journal import PointScored
from engine.versailles.state import Versailles, card

ItemT = TypeVar("ItemT")

CONFERENCE = "conference"
"""The winner when the player does not win."""


def highest(items: Iterable[ItemT], worth: Callable[[ItemT], object]) -> list[ItemT]:
    """Return the items worth most, all of them if equal."""
    worths = [(worth(item), item) for item in items]
    most = max((value for value, _ in worths), default=None)  # type: ignore[type-var]
    return [item for value, item in worths if value == most]


# 14.2 to 14.4


def own_tokens(faction: Side, tokens: Iterable[str]) -> int:
    """14.2: count the tokens of the faction; one that may be either counts if its flag could be the faction's."""
    own: tuple[str, ...] = FACTION_TOKENS[faction]  # type: ignore[index]
    either = f"naval:{faction}" in own
    return sum(token in own or (either and token == "naval:either") for token in tokens)


def potential_value(faction: Side, issue: str) -> int:
    """14.2: count stars, and the faction's tokens under its best option."""
    options = card(issue).options
    return card(issue).stars + max((own_tokens(faction, option.tokens) for option in options), default=0)


def strength(state: Versailles, faction: Side) -> int:
    """14.2: count the stars of the faction's issues, and its tokens on the issues of all factions."""
    stars = sum(card(issue).stars for issue in state.controlled(faction))
    return stars + sum(own_tokens(faction, settled.tokens) for settled in state.settled.values())


def score_turn(state: Versailles) -> None:
    """14.3: score a point on the player's turn if no other faction is as strong and every faction controls an issue."""
    strongest = highest(state.factions, lambda faction: strength(state, faction))
    if strongest == [state.player] == [state.active] and all(map(state.controlled, state.factions)):
        state.scored[state.player] += 1
        tell(state, PointScored(state.player, points(state), state.goal))


def points(state: Versailles) -> int:
    return sum(state.scored.values())


def score(state: Versailles) -> tuple[Point, ...]:
    """14.3: return the points, by the faction that the player was at the time."""
    return tuple(
        Point(side, scored, "versailles.solitaire", {"goal": state.goal}) for side, scored in state.scored.items()
    )


def ranking(state: Versailles) -> tuple[tuple[Side, ...], ...]:
    """14.3: rank the player, who answers for all sides, first if the goal is reached, otherwise the conference."""
    return (state.sides,) if points(state) >= state.goal else ((CONFERENCE,), state.sides)


def leads_both(state: Versailles) -> bool:
    """14.4: tell whether the player leads both issues on the Table and so must settle one of them."""
    return len(state.table) > 1 and all(state.leader(issue) == state.player for issue in state.table)


# 14.7, 14.8: freedom of the bots


def bot_advances(state: Versailles) -> list[str]:
    """14.7: return the issues a bot may advance: those it leads, otherwise those without cubes, otherwise any."""
    led = [issue for issue in state.waiting_room if state.leader(issue) == state.active]
    return led or [issue for issue in state.waiting_room if issue not in state.cubes] or state.waiting_room


def bot_signs(bot: Side, suffering: tuple[Side, ...]) -> tuple[int, ...]:
    """14.8: return the modifiers a bot may announce: down if it would suffer, otherwise up; if it may or may not
    suffer, the player decides (14.12) [R]."""
    if bot not in suffering:
        return (+1,)
    return (-1,) if len(suffering) == 1 else (-1, +1)
