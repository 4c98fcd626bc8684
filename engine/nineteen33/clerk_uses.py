"""The worth of a use of a tactic card, or of a guide's points, to the clerk, in points of the year. Each function has
the few choices that the clerk would think of; the rules say which of them are possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from engine.core.state import Side
from engine.nineteen33 import choices, clerk_plan, coups, defence, functions, guided, labour, works
from engine.nineteen33.board import missing_for_strike
from engine.nineteen33.clerk_budget import MOST_COUP, branch_for
from engine.nineteen33.printed import FUNCTIONS, LEADERS, SECTORS, STATES, TRACKS, tables
from engine.nineteen33.printed.vocabulary import FunctionName
from engine.nineteen33.production import output
from engine.nineteen33.state import Development, Nineteen33
from engine.nineteen33.wants import (
    MOST_POINTS,
    POINTS,
    Wants,
    cards_for,
    is_akin,
    is_last_year,
    is_ripe,
    missing_points,
    prize,
    strike_homes,
    turns_left,
)
from engine.nineteen33.works import LENGTH

JOB = 0.3
"""A UL that pays taxes from next January."""
DECLARED_JOB = 0.9
EARLY = 0.25
"""The worth of a point that could only be declared next year."""
LATE = 0.3
"""The worth of progress that comes too late for this year."""
NEXT_YEAR = tables.development.in_time_months // 2
"""15.5: a step begun with at most so many turns left is complete in time next year, with two cards."""
COUP = 1.0
CALM = 0.6
WAR_ENDED = 0.8
DISTURBED = 0.5
FIRST_BOX, SECOND_BOX, UNREST = 0.3, 0.6, 0.5
"""9.9: the worth of each box in a rival's home that strikes need, and of the tension."""
UNIT = 0.8


class Worth(NamedTuple):
    points: float
    choice: Any


class Mind(NamedTuple):
    """For whom the clerk thinks."""

    state: Nineteen33
    leader: Side
    wants: Wants
    most: int
    """Points that can be spent on one use at most."""

    @property
    def looks_ahead(self) -> bool:
        """Whether what can't be declared this year is worth anything."""
        return self.state.is_played(self.leader) and not is_last_year(self.state)


Uses = Iterator[Worth]


def infrastructure(mind: Mind) -> Uses:
    """5.5: for a slip, or for the step of next January."""
    state, leader = mind.state, mind.leader
    held = state.leaders[leader]
    for sector in SECTORS:
        branch: Any = "" if held.development[sector].branch else branch_for(state, leader)
        points = min(clerk_plan.works_points(state, leader), max(1, works.goods(state, leader)), mind.most)
        if sector in mind.wants.sectors:
            yield Worth(1.2 if in_time(mind) else LATE, choices.StartWorks(sector, points, branch))
        elif mind.looks_ahead and turns_left(state) <= NEXT_YEAR:
            yield Worth(EARLY, choices.StartWorks(sector, 1, branch))


def in_time(mind: Mind) -> bool:
    return clerk_plan.LATEST - turns_left(mind.state) <= tables.works_most


def development(mind: Mind) -> Uses:
    """5.7: a step that no slip names is left one point short, to be declared next year; unless that would be too late
    for all points, when it only makes room for the next one."""
    held = mind.state.leaders[mind.leader].development
    for sector in SECTORS:
        path = held[sector].path
        if path is None:
            continue
        if sector in mind.wants.sectors:
            points = min(MOST_POINTS, LENGTH - path, mind.most)
            reached = cards_for(LENGTH - path) <= turns_left(mind.state) + 1
            worth = POINTS.full * points / (LENGTH - path) * (1 if reached else LATE)
            yield Worth(worth, choices.Develop(sector, points))
        elif mind.looks_ahead:
            wanted = LENGTH - path - (0 if is_stale(mind, held[sector]) else 1)
            if points := min(MOST_POINTS, wanted, mind.most):
                yield Worth(EARLY * points / LENGTH, choices.Develop(sector, points))


def is_stale(mind: Mind, one: Development) -> bool:
    """15.5: next January is too late for the points of a step in time."""
    january = mind.state.month + turns_left(mind.state) + 1
    return january - one.started > tables.development.in_time_months


def influence(mind: Mind) -> Uses:
    """5.8: for a slip, where an alliance could be declared next year, or a strike be called."""
    state, leader = mind.state, mind.leader
    for place in influenced(mind):
        missing = missing_points(state, leader, place)
        points = min(MOST_POINTS, missing, mind.most)
        share = points / missing
        if place in mind.wants.places:
            reached = cards_for(missing) <= turns_left(state) + 1
            yield Worth(
                prize(state, leader, place) * share * (1 if reached else LATE), choices.Influence(place, points)
            )
        else:
            yield Worth(worth_undeclared(mind, place) * share, choices.Influence(place, points))


def worth_undeclared(mind: Mind, place: str) -> float:
    """Of a box that no slip names."""
    if place not in LEADERS:
        return EARLY
    return SECOND_BOX if missing_for_strike(mind.state, mind.leader, place) == 1 else FIRST_BOX


def influenced(mind: Mind) -> Iterator[str]:
    """Where a box would help."""
    state, leader = mind.state, mind.leader
    yield from (place for place in mind.wants.places if not is_ripe(state, leader, place))
    if mind.looks_ahead:
        yield from (place for place in STATES if place not in mind.wants.places and is_akin(state, leader, place))
    yield from (home for home in shaken_homes(state, leader) if home not in mind.wants.places)


def shaken_homes(state: Nineteen33, leader: Side) -> Iterator[Side]:
    """9.9: of rivals of another ideology, where it has won a box or begun a path."""
    yield from strike_homes(state, leader, 1)
    for home in strike_homes(state, leader, 2):
        path = state.places[home].path
        if path and path.owner == leader:
            yield home


def mobility(mind: Mind) -> Uses:
    """5.10: the unemployed, to where there is room."""
    state, leader = mind.state, mind.leader
    held = state.leaders[leader]
    rooms = [track for track in TRACKS for _ in range(labour.capacity(state, leader, track) - held.labour[track])]
    hired = rooms[: min(MOST_POINTS, mind.most, held.unemployed)]
    if hired:
        moves = tuple(choices.LabourMove("unemployed", track) for track in hired)
        yield Worth(len(hired) * (DECLARED_JOB if mind.wants.labour else JOB), choices.MoveLabour(moves))


def normalisation(mind: Mind) -> Uses:
    """5.11: tension at home or where a slip is, and civil wars there."""
    state, leader = mind.state, mind.leader
    for place in (leader, *mind.wants.places):
        tension = state.places[place].tension
        if tension > 1:
            points = min(tension, FUNCTIONS["normalisation"].most, mind.most)
            yield Worth(CALM * points / tension, choices.ShortenTension(place, points))
        if place in STATES and state.places[place].war == "civil" and state.places[place].army is None:
            yield Worth(WAR_ENDED, choices.EndWar(place))


def rates(mind: Mind) -> Uses:
    """5.12: as much as war industry makes, for a unit that a slip names."""
    state, leader = mind.state, mind.leader
    for kind in mind.wants.kinds:
        points = min(output(state, leader, "war"), FUNCTIONS["defence"].most, mind.most)
        if points > defence.rate(state, leader, kind):
            yield Worth(UNIT, choices.SetRate(kind, points))


def destabilisation(mind: Mind) -> Uses:
    """5.17: where a slip wants an alliance."""
    for place in mind.wants.places:
        here = mind.state.places[place]
        if place in STATES and mind.most >= MOST_COUP and coups.is_shaky(here) and mind.leader not in here.allies:
            yield Worth(COUP, choices.Destabilise(place, MOST_COUP))


def disturbance(mind: Mind) -> Uses:
    """5.15: a rival's path where a slip wants one."""
    for place in mind.wants.places:
        path = mind.state.places[place].path
        if path and path.owner != mind.leader:
            points = min(path.points, MOST_POINTS, mind.most)
            yield Worth(DISTURBED * points / path.points, choices.Disturb(place, points))


def tension(mind: Mind) -> Uses:
    """5.16: where only tension is missing for a strike."""
    for home in strike_homes(mind.state, mind.leader, 0):
        if not mind.state.places[home].tension:
            points = min(MOST_POINTS, turns_left(mind.state) + 1, mind.most)
            yield Worth(UNREST * points / MOST_POINTS, choices.StirUp(home, points))


THOUGHTS: dict[FunctionName, Callable[[Mind], Uses]] = {
    "infrastructure": infrastructure,
    "development": development,
    "influence": influence,
    "mobility": mobility,
    "normalisation": normalisation,
    "defence": rates,
    "destabilisation": destabilisation,
    "disturbance": disturbance,
    "tension": tension,
}
"""The functions that the clerk uses."""


def best_use(mind: Mind, function: FunctionName, purse: int) -> Worth | None:
    """Of what this function can do now for so much money."""
    state, leader = mind.state, mind.leader
    if mind.most <= 0 or function not in THOUGHTS:
        return None
    able = [
        one
        for one in THOUGHTS[function](mind)
        if one.points > 0
        and functions.unmet(state, leader, one.choice) is None
        and guided.refusal(state, leader, one.choice) is None
        and functions.points_of(one.choice) <= mind.most
        and functions.cost(state, leader, one.choice) <= purse
    ]
    return max(able, key=lambda one: one.points, default=None)
