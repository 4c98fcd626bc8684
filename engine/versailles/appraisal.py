"""Estimates what a position is worth to each side, in points of the final score: what it controls, what it is about to
win, what an uprising would take, what its influence and units will still buy. The bots decide by it; it changes
nothing.

The weights are the estimates of a player, tuned on whole games; no rule depends on them.
"""

from __future__ import annotations

from functools import cache

from engine.core.state import Side
from engine.versailles.cards.board import FLAG_POINTS, HAPPINESS_POINTS, NATIONS, ZERO_HAPPINESS_POINTS
from engine.versailles.cards.issues import ISSUES
from engine.versailles.cards.kinds import Condition, Issue
from engine.versailles.cards.strategies import STRATEGIES
from engine.versailles.option import flagged, with_flags
from engine.versailles.scoring import counted, rank_points, ranking, score
from engine.versailles.solitaire import own_tokens
from engine.versailles.state import Versailles

Worth = dict[Side, float]

LEAD = (0.0, 0.31, 0.4, 0.47, 0.52, 0.57, 0.61, 0.64, 0.67, 0.7)
"""The share of an issue on the Table that a side is credited with, by its lead in cubes over the next side."""
WAITING_ROOM = 0.75
"""The weight of the same lead in the Waiting Room."""
OPEN = 0.05
"""The share of any issue in play that every side is credited with, because everything may still change."""

CUBES = (0.0, 0.5, 0.95, 1.35, 1.7, 2.0, 2.3, 2.55, 2.8, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.2)
"""The worth of available cubes, by their number: the first ones give most freedom."""
EXHAUSTED_CUBE = 0.08
UNIT = 2.4
"""High, because strength beats influence in every bidding."""
EXHAUSTED_UNIT = 1.2

THREAT = (0.0, 0.0, 0.0, 0.06, 0.14, 0.24, 0.34, 0.42, 0.45)
"""The chance of an uprising before unrest falls, by the column of the unrest."""
LOSS = 0.6
"""The share of an unsettled issue that its holder loses; it may win the bidding."""
GUARDED = 0.5
"""The share of the threat that is left where the holder has a unit."""

HAPPINESS_REACH = 20
"""Half of this is a lead in happiness that a rival will hardly make up."""
UNHAPPY = 5
"""Below this happiness, 0 is near."""
UNHAPPINESS = 0.5
"""The cost of each point below it."""

STRONGEST_RIVAL = 0.5
"""The weight of the strongest rival; the rest is the average of all rivals."""
VICTORY = 100.0
"""The worth of having won the game."""


@cache
def flags(tokens: tuple[str, ...], side: Side) -> int:
    """12.1: count the points for tokens with the side's own flag."""
    return FLAG_POINTS * sum(token.partition(":")[2] == side for token in tokens)


def best_for(issue: Issue, side: Side) -> int:
    """Count the stars and own flags of an issue under the option that gives most of them."""
    tokens = [flagged(option, choice.flags) for option in issue.options for choice in with_flags(option)]
    return issue.stars + max((flags(on_issue, side) for on_issue in tokens), default=0)


PRIZE: dict[str, dict[Side, int]] = {
    issue.id: {nation: best_for(issue, nation) for nation in NATIONS} for issue in ISSUES.values()
}
"""The most points an issue may bring to each nation."""


def advantage(state: Versailles, side: Side) -> float:
    """Return how much better off a side is than its rivals."""
    worth = appraise(state) if state.agenda else final(state)
    mine = worth[side]
    rivals = [points for rival, points in worth.items() if rival != side and contends(state, rival)]
    return mine - STRONGEST_RIVAL * max(rivals) - (1 - STRONGEST_RIVAL) * sum(rivals) / len(rivals)


def contends(state: Versailles, side: Side) -> bool:
    """Tell whether a side can win. 13.1: the USA that two players share cannot."""
    return side in state.sides or len(state.sides) == 1


def final(state: Versailles) -> Worth:
    """Return the worth of a finished game: the score, and the victory; a player alone wins or loses with all sides
    (14.3)."""
    worth: Worth = dict.fromkeys(state.factions, 0.0)
    for point in score(state):
        worth[point.side] += point.points
    for side in ranking(state)[0]:
        if side in worth:
            worth[side] += VICTORY
    return worth


def appraise(state: Versailles) -> Worth:
    """Return the worth of an unfinished game for every faction."""
    worth: Worth = dict.fromkeys(state.factions, 0.0)
    add_issues(state, worth)
    add_prospects(state, worth)
    add_means(state, worth)
    if state.goal:
        add_strength(state, worth)
    else:
        add_happiness(state, worth)
    if state.strategies:
        add_strategies(state, worth)
    return worth


def add_issues(state: Versailles, worth: Worth) -> None:
    """Add the issues each side controls, less what uprisings threaten to take."""
    stars: dict[str, dict[Side, list[int]]] = {}
    for issue, settlement in state.settled.items():
        card, side = ISSUES[issue], settlement.side
        worth[side] += card.stars
        if settlement.tokens and not state.goal:
            worth[side] += flags(settlement.tokens, side)
        stars.setdefault(card.group, {}).setdefault(side, []).append(card.stars)
    for region, unrest in state.unrest.items():
        if THREAT[unrest] and region in stars:
            add_threat(state, worth, region, stars[region])


def add_threat(state: Versailles, worth: Worth, region: str, stars: dict[Side, list[int]]) -> None:
    """9.3, 9.4: subtract the threat of an uprising: the side with most issues of the region may lose the dearest of
    them."""
    most = max(map(len, stars.values()))
    suffering = [side for side, own in stars.items() if len(own) == most]
    threat = THREAT[state.unrest[region]] * LOSS / len(suffering)
    for side in suffering:
        worth[side] -= threat * max(stars[side]) * (GUARDED if region in state.deployed.get(side, ()) else 1)


def add_prospects(state: Versailles, worth: Worth) -> None:
    """Add what leads are worth on issues that are not settled yet."""
    for issues, near in ((state.table, 1.0), (state.waiting_room, WAITING_ROOM)):
        for issue in issues:
            for side in worth:
                worth[side] += OPEN * near * PRIZE[issue][side]
            if on_issue := state.cubes.get(issue):
                leader, gain = prospect(issue, on_issue)
                worth[leader] += near * gain


def prospect(issue: str, on_issue: dict[Side, int]) -> tuple[Side, float]:
    """Return the side that is likely to win an issue on the Table, and what that is worth to it."""
    best = second = 0
    leader = ""
    for side, cubes in on_issue.items():
        if cubes > best:
            best, second, leader = cubes, best, side
        elif cubes > second:
            second = cubes
    return leader, LEAD[min(best - second, len(LEAD) - 1)] * PRIZE[issue][leader]


def add_happiness(state: Versailles, worth: Worth) -> None:
    """12.2: add, for each rival, a share of the points for happiness, by how much happier the side is."""
    sides = [side for side in worth if side in state.happiness]
    ranks = HAPPINESS_POINTS.get(len(state.sides), (0, 0))
    share = ranks[0] / (len(ranks) - 1)
    for side in sides:
        mine = state.happiness[side]
        for rival in sides:
            if rival != side:
                worth[side] += share * max(0.0, min(1.0, 0.5 + (mine - state.happiness[rival]) / HAPPINESS_REACH))
        if mine < UNHAPPY:
            worth[side] -= UNHAPPINESS * (UNHAPPY - mine) if mine else -ZERO_HAPPINESS_POINTS


def add_strength(state: Versailles, worth: Worth) -> None:
    """14.2: alone, a faction's tokens count on the issues of every faction."""
    for side in worth:
        worth[side] += sum(own_tokens(side, settled.tokens) for settled in state.settled.values())


def add_means(state: Versailles, worth: Worth) -> None:
    for side in worth:
        units = state.units_available.get(side, 0) + len(state.deployed.get(side, ()))
        worth[side] += CUBES[state.available[side]] + EXHAUSTED_CUBE * state.exhausted[side]
        worth[side] += UNIT * units + EXHAUSTED_UNIT * state.units_exhausted.get(side, 0)


def add_strategies(state: Versailles, worth: Worth) -> None:
    """12.3: add the strategies, scored as if the game ended now."""
    tokens: dict[str, int] = {}
    for settlement in state.settled.values():
        for kind in kinds(settlement.tokens):
            tokens[kind] = tokens.get(kind, 0) + 1
    for side, strategy in state.strategies.items():
        for condition in STRATEGIES[strategy].conditions:
            worth[side] += condition_worth(state, side, condition, tokens)


@cache
def kinds(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """12.3: return the tokens without their flags."""
    return tuple(token.partition(":")[0] for token in tokens)


def condition_worth(state: Versailles, side: Side, condition: Condition, tokens: dict[str, int]) -> int:
    if condition.token:
        return condition.points * tokens.get(condition.token, 0)
    if condition.kind == "happiness_twice":
        return rank_points(state, side)
    return condition.points * counted(state, side, condition)
