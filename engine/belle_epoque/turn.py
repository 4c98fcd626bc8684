"""Chapters 4, 5 and 9: a turn from its beginning to Preparation and Scoring. events.py draws its events, rounds.py
plays its Actions phase, scoring.py counts the points.
"""

from __future__ import annotations

from engine.belle_epoque.action_journal import ContestLapsed
from engine.belle_epoque.automated_contests import AutomatedContests
from engine.belle_epoque.automated_order import AutomatedActions, next_automated_order
from engine.belle_epoque.board import IN_CONTINENT, all_on_map
from engine.belle_epoque.ending import end_game
from engine.belle_epoque.events import DrawEvent, shuffle_in
from engine.belle_epoque.holdings import ARSENAL, HOME
from engine.belle_epoque.journal import PhaseBegan, ResourcesTaken, TurnBegan, TurnEnded
from engine.belle_epoque.prestige import DrawIntrigue, take_cubes
from engine.belle_epoque.printed import INTRIGUE, LAST_TURN, MINOR_UNITS, SHEETS, TERRITORIES, TURNS
from engine.belle_epoque.rounds import BeginActions
from engine.belle_epoque.scoring import count_points
from engine.belle_epoque.state import BelleEpoque, MinorUnit, Sheet
from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic, Step


class BeginTurn(Automatic[BelleEpoque], frozen=True):
    """4.0: queue the phases of a turn."""

    clause = "4.0"

    def run(self, state: BelleEpoque) -> None:
        state.turn += 1
        tell(state, TurnBegan(state.turn, tuple(state.order)))
        shuffle_in(state)
        then(state, *phases(state))


def phases(state: BelleEpoque) -> list[Step[BelleEpoque]]:
    """4.0: return the phases. Automated Powers act before the rounds, and their contests are resolved after them
    (13.3a)."""
    turn = TURNS[state.turn]
    intrigue = [DrawIntrigue((*state.automated_order, *state.order))] if turn.intrigue else []
    events = [DrawEvent() for _ in range(turn.events)]
    before: list[Step[BelleEpoque]] = [AutomatedActions()] if state.automata else []
    after: list[Step[BelleEpoque]] = [AutomatedContests()] if state.automata else []
    actions = [*before, BeginActions(), *after, LapseContests()]
    return [TakeResources(), *events, *intrigue, *actions, Prepare(), Score()]


class TakeResources(Automatic[BelleEpoque], frozen=True):
    """5.0a, 5.0b: give income and MD cubes to the Powers that people play."""

    clause = "5.0a"

    def run(self, state: BelleEpoque) -> None:
        tell(state, PhaseBegan(state.turn, "resources"))
        there = all_on_map(state)
        for side in state.order:
            money = income(state, side)
            state.sheets[side].money += money
            tell(state, ResourcesTaken(side, money, take_cubes(state, side, cubes_a_turn(state, side), there[side])))


def income(state: BelleEpoque, side: Side) -> int:
    """5.0a"""
    held = state.held
    return SHEETS[side].income + sum([money for nation, money in INCOMES.items() if held.get(nation) == side])


INCOMES = {one.id: one.bonus.money for one in TERRITORIES.values() if one.bonus and one.bonus.money}
"""The money from each ally that brings any."""


def cubes_a_turn(state: BelleEpoque, side: Side) -> int:
    """5.0b: return the cubes of a turn; some Great Works add one."""
    printed = SHEETS[side]
    work = printed.great_work.bonus
    more = work.delta if state.sheets[side].built and work.type == "md_income" else 0
    return printed.md_per_turn + more


class LapseContests(Automatic[BelleEpoque], frozen=True):
    """8.11: return the upper cubes of unresolved contests to the general reserve."""

    clause = "8.11"

    def run(self, state: BelleEpoque) -> None:
        if state.contests:
            tell(state, PhaseBegan(state.turn, "unresolved"))
        for contest in state.contests:
            tell(state, ContestLapsed(contest.side, contest.territory, contest.space))
        state.contests = []


class Prepare(Automatic[BelleEpoque], frozen=True):
    """9.0: make units ready again, end the cards and marks of the turn, and turn the passing order into the turn
    order."""

    clause = "9.0a"

    def run(self, state: BelleEpoque) -> None:
        for sheet in state.sheets.values():
            refresh(sheet)
        for unit in state.minor_units:
            state.minor_units[unit] = refreshed(state, unit)
        for automaton in state.automata.values():
            automaton.arsenal_lost = 0
        clear_cards(state)
        state.order, state.passed, state.round, state.active = state.passed, [], 0, ""
        state.automated_order = next_automated_order(state.automated_order)
        tell(state, PhaseBegan(state.turn, "preparation"))
        tell(state, TurnEnded(state.turn, tuple(state.order)))


def refresh(sheet: Sheet) -> None:
    """9.0a, 9.0b: make units ready, and clear the marks of 9.0d."""
    sheet.armies += sum(sheet.armies_out.values())
    sheet.armies_out = {}
    for continent, fleets in sheet.exhausted.items():
        sheet.ready[continent] = sheet.ready.get(continent, 0) + fleets
    sheet.exhausted = {}
    sheet.marked = sheet.prestige_bought = False


def refreshed(state: BelleEpoque, unit: str) -> MinorUnit:
    """9.0a, 9.0b: return where a nation's unit stands after Preparation. One on the map without an ally goes back to
    its box (8.2.3e)."""
    at = state.minor_units[unit].at
    served = state.held.get(MINOR_UNITS[unit].nation)
    if served and at in IN_CONTINENT:
        return MinorUnit(at)
    return MinorUnit(ARSENAL if served else HOME)


def clear_cards(state: BelleEpoque) -> None:
    """9.0d: discard played Intrigue cards; National cards leave the game (8.6b)."""
    state.intrigue_discard += [card.card for card in state.beside if card.card in INTRIGUE]
    state.beside, state.in_force, state.closed = [], [], {}


class Score(Automatic[BelleEpoque], frozen=True):
    """10.1a, 10.2a: score after turn 3 and turn 6, and after the last turn; then the next turn begins."""

    clause = "10.1a"

    def run(self, state: BelleEpoque) -> None:
        if state.turn == LAST_TURN:
            end_game(state, "last_turn")
            return
        if TURNS[state.turn].scoring:
            tell(state, PhaseBegan(state.turn, "scoring"))
            count_points(state, final=False)
        then(state, BeginTurn())
