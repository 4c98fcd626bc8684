"""Chapter 12: coups and civil wars."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.refusal import Refusal, illegal
from engine.core.state import Side
from engine.nineteen33 import alliances, units
from engine.nineteen33.action_journal import (
    ArmiesMet,
    ArmySent,
    CivilWarBegan,
    CoupTried,
    ExclusiveGranted,
    WarBetween,
    WarEnded,
)
from engine.nineteen33.board import stability
from engine.nineteen33.choices import SendArmy
from engine.nineteen33.manoeuvre import lose
from engine.nineteen33.opinion import end_path, force_cube
from engine.nineteen33.printed import STATES, tables
from engine.nineteen33.state import ArmyIn, Exclusive, Nineteen33, Place
from engine.nineteen33.tension import upset_exclusive

Outcome = Literal["success", "failure", "civil_war"]


def is_shaky(place: Place) -> bool:
    """12.1: unstable, or leaning with tension."""
    kind = stability(place)
    return kind == "unstable" or (kind == "leaning" and place.tension > 0)


def outcome_of(points: int, die: int) -> Outcome:
    """12.2"""
    if die == points:
        return "civil_war"
    return "failure" if die > points else "success"


def attempt(state: Nineteen33, leader: Side, place: str, points: int) -> None:
    """12.2, 12.3"""
    upset_exclusive(state, leader, place)
    die = roll(state, "coup", tables.coup.die)
    outcome = outcome_of(points, die)
    state.change(place, closed=True)
    tell(state, CoupTried(leader, place, points, die, outcome))
    if outcome == "success":
        succeed(state, leader, place)
    elif outcome == "civil_war":
        begin_war(state, place, "civil")


def succeed(state: Nineteen33, leader: Side, place: str) -> None:
    """12.4"""
    alliances.end_alliances(state, place, but=leader)
    path = state.places[place].path
    if path and path.owner != leader:
        end_path(state, place)
    force_cube(state, leader, place)
    if leader not in state.places[place].allies:
        alliances.ally(state, leader, place)


def begin_war(state: Nineteen33, place: str, kind: Literal["civil", "endless"]) -> None:
    """12.5, 12.10"""
    end_path(state, place)
    army = state.places[place].army
    state.change(place, war=kind, army=None, exclusive=None, shield=0, tension=0)
    alliances.end_alliances(state, place)
    if army:
        units.send_home(state, army.leader, army.number)
    tell(state, CivilWarBegan(place, kind == "endless"))


def end_war(state: Nineteen33, leader: Side, place: str) -> None:
    """12.6: the war ends, and the leader places a cube."""
    army = state.places[place].army
    state.change(place, war="", army=None)
    if army and army.leader != leader:
        units.send_home(state, army.leader, army.number)
    tell(state, WarEnded(place, leader))
    force_cube(state, leader, place)


def normalise(state: Nineteen33, leader: Side, place: str) -> None:
    """12.7"""
    end_war(state, leader, place)
    months = tables.civil_war.exclusive
    state.change(place, exclusive=Exclusive(leader, months))
    tell(state, ExclusiveGranted(leader, place, months))


def army_refusal(state: Nineteen33, leader: Side, choice: SendArmy) -> Refusal | None:
    """12.8: why this army may not go there."""
    here, armies = state.places[choice.state], state.leaders[leader].armies
    if here.war == "endless":
        return illegal("nineteen33.endless_war", "12.10", place=choice.state)
    if not here.war:
        return illegal("nineteen33.no_war", "10.6", place=choice.state)
    if here.army and here.army.leader == leader:
        return illegal("nineteen33.army_there", "12.8", place=choice.state)
    if choice.number > len(armies):
        return illegal("nineteen33.no_such_unit", "16.3", has=len(armies))
    unit = armies[choice.number - 1]
    if unit.moved:
        return illegal("nineteen33.moved_already", "10.7")
    goal = (choice.state,)
    if not units.goals_in_reach(leader, unit, units.open_land(state, leader), goal):
        return illegal("nineteen33.out_of_reach", "10.6", to=choice.state)
    return None


def send_army(state: Nineteen33, leader: Side, choice: SendArmy) -> None:
    """12.8: the first army waits, a second one meets it at once."""
    held, number, place = state.leaders[leader].armies, choice.number, choice.state
    units.leave_war(state, leader, number, held[number - 1])
    held[number - 1] = replace(held[number - 1], at=place, faces="", moved=True)
    tell(state, ArmySent(leader, number, place))
    first = state.places[place].army
    if first is None:
        state.change(place, army=ArmyIn(leader, number, state.month))
    else:
        face_off(state, place, first, ArmyIn(leader, number, state.month))


def face_off(state: Nineteen33, place: str, first: ArmyIn, second: ArmyIn) -> None:
    """12.8, 12.9"""
    dice = [roll(state, "face_off", tables.civil_war.die) for _ in range(2)]
    tell(state, ArmiesMet(place, (first.leader, dice[0]), (second.leader, dice[1])))
    if dice[0] == dice[1]:
        begin_great_war(state, first.leader, second.leader)
        return
    winner, loser = (first, second) if dice[0] > dice[1] else (second, first)
    state.change(place, army=winner)
    units.send_home(state, loser.leader, loser.number)
    win_war(state, winner.leader, place)


def win_war(state: Nineteen33, leader: Side, place: str) -> None:
    """12.8: a cube and an alliance for the sender."""
    end_war(state, leader, place)
    if leader not in state.places[place].allies:
        alliances.ally(state, leader, place)


def begin_great_war(state: Nineteen33, one: Side, other: Side) -> None:
    """12.9: the game ends at once."""
    tell(state, WarBetween((one, other)))
    for leader in (one, other):
        lose(state, leader, "war_between", tables.civil_war.lost)
    state.ended = "war"


def end_unanswered(state: Nineteen33) -> None:
    """4.7 g, 12.8: a war answered by one army alone ends with the month after it came."""
    for place in STATES:
        army = state.places[place].army
        if army and army.since < state.month:
            win_war(state, army.leader, place)
