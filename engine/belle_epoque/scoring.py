"""Chapter 10: the points of each Power, line by line with their reasons, and the winner."""

from __future__ import annotations

from collections.abc import Iterator

from engine.belle_epoque.automated_journal import SolitaireResult
from engine.belle_epoque.automated_result import AUTOMATED_POWERS, is_solitaire, is_victory, level_of, turn_bonus
from engine.belle_epoque.board import COLONIES, counting, fleet_track, needed
from engine.belle_epoque.choices import ORDER
from engine.belle_epoque.journal import PrestigeMoved, Scored
from engine.belle_epoque.printed import EVENTS, POWERS, PRESTIGE, PRESTIGE_MOST, SHEETS, TERRITORIES
from engine.belle_epoque.printed.figures import COLONY_PRESTIGE
from engine.belle_epoque.printed.kinds import Objective
from engine.belle_epoque.printed.vocabulary import ClaimCard
from engine.belle_epoque.state import BelleEpoque
from engine.core.game import Point
from engine.core.journal import tell
from engine.core.state import Side

KINDS = ("territories", "objectives", "great_work", "prestige", "card")
"""The kinds of points; `belle_epoque.<kind>` is the reason in the lines of that kind."""

TURN_BONUS = "turn_bonus"
"""13.10a: points of one human alone."""


def score_finally(state: BelleEpoque) -> None:
    """10.2a, 13.10b"""
    raise_for_colonies(state)
    count_points(state, final=True)
    if is_solitaire(state):
        [side] = state.sides
        vp = state.sheets[side].vp
        tell(state, SolitaireResult(side, vp, level_of(vp)))


def raise_for_colonies(state: BelleEpoque) -> None:
    """10.2.1: raise the Prestige of each Power for its Colonies, without the bonuses of the track."""
    for side in state.sides:
        sheet = state.sheets[side]
        now = final_prestige(state, side)
        if now > sheet.prestige:
            tell(state, PrestigeMoved(side, now - sheet.prestige, now))
            sheet.prestige = now


def final_prestige(state: BelleEpoque, side: Side) -> int:
    """10.2.1: return the Prestige one step higher for every Colony controlled."""
    colonies = sum(holder == side and territory in COLONIES for territory, holder in state.held.items())
    return min(PRESTIGE_MOST, state.sheets[side].prestige + COLONY_PRESTIGE * colonies)


def count_points(state: BelleEpoque, final: bool) -> None:
    """Count one scoring for the Powers that people play; automated ones never score (13.1c)."""
    for side in state.sides:
        totals = dict.fromkeys((*KINDS, TURN_BONUS) if is_solitaire(state) else KINDS, 0)
        for point in points(state, side, final):
            totals[kind_of(point)] += point.points
        state.sheets[side].scored.append(sum(totals.values()))
        tell(state, Scored(side, tuple(totals.items()), state.sheets[side].vp))


def kind_of(point: Point) -> str:
    return point.reason.removeprefix("belle_epoque.").partition(".")[0]


def points(state: BelleEpoque, side: Side, final: bool) -> Iterator[Point]:
    """Yield the lines of one scoring: 10.1a, or 10.2a at the end."""
    yield from territory_points(state, side)
    yield from objective_points(state, side, final)
    printed = SHEETS[side].great_work
    if state.sheets[side].built:
        yield Point(side, printed.vp, "belle_epoque.great_work", {"work": printed.id})
    if final:
        yield from final_points(state, side)


def territory_points(state: BelleEpoque, side: Side) -> Iterator[Point]:
    held = [territory for territory, holder in state.held.items() if holder == side]
    for territory in sorted(held, key=ORDER.__getitem__):
        yield Point(side, TERRITORIES[territory].vp, "belle_epoque.territories", {"territory": territory})


def objective_points(state: BelleEpoque, side: Side, final: bool) -> Iterator[Point]:
    """10.1b, 10.1c: yield each objective by itself; those of the game's end only then."""
    for objective in SHEETS[side].objectives if final else OBJECTIVES_ON_THE_WAY[side]:
        if is_reached(state, side, objective):
            yield Point(side, objective.vp, "belle_epoque.objectives", {"objective": objective.id})


def final_points(state: BelleEpoque, side: Side) -> Iterator[Point]:
    """10.2a: yield points for the Prestige space and for events that the Power kept; 13.10a: for an early end."""
    prestige = state.sheets[side].prestige if state.ended else final_prestige(state, side)
    yield Point(side, PRESTIGE[prestige].vp, "belle_epoque.prestige", {"space": prestige})
    for event, holder in state.claimed.items():
        if holder == side:
            vp = sum(effect.vp for effect in EVENTS[event].effects if isinstance(effect, ClaimCard))
            yield Point(side, vp, "belle_epoque.card", {"event": event})
    if bonus := turn_bonus(state):
        yield Point(side, bonus, f"belle_epoque.{TURN_BONUS}", {"turn": state.turn})


OBJECTIVES_ON_THE_WAY = {
    side: tuple(one for one in sheet.objectives if one.when == "every_scoring") for side, sheet in SHEETS.items()
}
"""10.1c: the objectives that every scoring counts."""


HELD = frozenset({"alliance", "control", "rival_holds"})
"""The types of objectives that ask who holds a territory; all others ask how far the Power is."""


def is_reached(state: BelleEpoque, side: Side, objective: Objective) -> bool:
    if objective.type in HELD:
        return state.held.get(objective.territory) == (objective.rival or side)
    has, needs = progress(state, side, objective)
    return has >= needs


def standing(state: BelleEpoque, side: Side, objective: Objective) -> tuple[bool, int, int]:
    """Return whether an objective is reached, and its `progress`."""
    return is_reached(state, side, objective), *progress(state, side, objective)


def progress(state: BelleEpoque, side: Side, objective: Objective) -> tuple[int, int]:
    """Return how many cubes or spaces of the Fleet track an objective has, and how many it needs. For a rank a Power
    must be as far as the one that has it now, automated ones included, and beyond the first space."""
    if objective.type == "min_cubes":
        return state.spaces[objective.territory].count(side), objective.threshold
    if objective.territory:
        row = state.spaces[objective.territory]
        return counting(state, objective.territory, objective.rival or side), needed(row)
    mine = fleet_track(state, side)
    if objective.type == "fleet_first_alone":
        return mine, max(fleet_track(state, other) for other in POWERS if other != side) + 1
    if objective.type == "fleet_rank_at_most":
        ahead = sorted((fleet_track(state, other) for other in POWERS if other != side), reverse=True)
        return mine, max(1, ahead[objective.threshold - 1])
    return mine, objective.threshold


def score(state: BelleEpoque) -> tuple[Point, ...]:
    """Return the score sheet: the scorings so far, and the final one as if it were now."""
    return tuple(point for side in state.sides for point in sheet_points(state, side))


def sheet_points(state: BelleEpoque, side: Side) -> Iterator[Point]:
    """Yield the lines of one sheet. When the game has ended, the last of its scorings is the final one, given line by
    line."""
    scored = state.sheets[side].scored
    for number, vp in enumerate(scored[:-1] if state.ended else scored, start=1):
        yield Point(side, vp, "belle_epoque.scoring", {"scoring": number})
    yield from points(state, side, final=True)


def worth(state: BelleEpoque, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """10.2b, 10.2c: return for a player the average VP, rounded down; then the average Prestige, in twelfths; then all
    the money."""
    played = [side for side in sides if side in state.sides]
    totals = dict.fromkeys(played, 0)
    for point in score(state):
        if point.side in totals:
            totals[point.side] += point.points
    count = max(1, len(played))
    prestige = sum(state.sheets[side].prestige for side in played)
    return sum(totals.values()) // count, prestige * 12 // count, sum(state.sheets[side].money for side in played)


def ranking(state: BelleEpoque) -> tuple[tuple[Side, ...], ...]:
    """10.2b: rank the players; a single human wins or loses (13.10b)."""
    if is_solitaire(state):
        winner_first = (state.sides, (AUTOMATED_POWERS,))
        return winner_first if is_victory(worth(state, state.sides)[0]) else winner_first[::-1]
    worths = {side: worth(state, (side,)) for side in state.sides}
    levels = sorted(set(worths.values()), reverse=True)
    return tuple(tuple(side for side in state.sides if worths[side] == level) for level in levels)
