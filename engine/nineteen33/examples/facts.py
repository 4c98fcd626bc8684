"""The figures of `result`: what follows from a case, each read from what was told or from the position it led to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.journal import Entry
from engine.core.state import Side
from engine.nineteen33 import alliances, board, trade, units
from engine.nineteen33.action_journal import CoupTried, GuardMet, StepCompleted, WarBetween, WorksStarted
from engine.nineteen33.examples import form
from engine.nineteen33.examples.actions import Run, deal_of, made_by
from engine.nineteen33.industry import unit_price
from engine.nineteen33.journal import BondAuctioned
from engine.nineteen33.printed import LEADERS, SHEETS, STATES
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.year import press_deck_of


def last(run: Run, kind: type[Entry]) -> Any:
    return next(one for one in reversed(run.told) if isinstance(one, kind))


def points_by_slip(run: Run, side: Side, _place: str) -> list[int]:
    return [one.points for one in run.state.leaders[side].slips]


def points_from(run: Run, _side: Side, _place: str) -> str:
    """5.6: the month after the last one of the works."""
    return form.text_of(run.state.month + last(run, WorksStarted).months)


def price_change(run: Run, side: Side, _place: str) -> int:
    """5.7: the change of the unit price from the next 4.5 on."""
    held = run.state.leaders[side]
    last(run, StepCompleted)
    before: int = run.figures["price_before"]
    return unit_price(side, held, held.raw_average, 0) - before


def counts(run: Run, _side: Side, place: str) -> dict[str, int]:
    return {leader: board.count(run.state.places[place], leader) for leader in LEADERS}


def may_sign(run: Run, _side: Side, place: str) -> list[str]:
    """9.7; a coup of this month or a war would close it."""
    return [leader for leader in LEADERS if alliances.refusal(run.state, leader, place) is None]


def without_player(run: Run, _side: Side, _place: str) -> list[str]:
    """2.1: the leaders left out, or of which ideology one is."""
    played = run.figures["played"]
    left = [[leader for leader in LEADERS if leader not in one] for one in played]
    if all(one == left[0] for one in left):
        return left[0]
    kinds = [[f"one {SHEETS[leader].ideology} leader" for leader in one] for one in left]
    assert all(one == kinds[0] for one in kinds)
    return kinds[0]


def production_of(state: Nineteen33, side: Side) -> str:
    return "none" if state.leaders[side].strike_next else "normal"


def exclusive_months(run: Run, _side: Side, place: str) -> list[str]:
    """4.9: this month and those that follow."""
    held = run.state.places[place].exclusive
    return [form.text_of(run.state.month + more) for more in range(held.months)] if held else []


def um_per_up(run: Run, side: Side, place: str) -> int:
    return trade.terms(run.state, side, place, "food", STATES[place].food).um


Fact = Callable[[Run, Side, str], Any]
FACTS: dict[str, Fact] = {
    "start_rate_percent": lambda run, _side, _place: run.figures["start_rate_percent"],
    "percent_placed": lambda run, _side, _place: [*last(run, BondAuctioned).placed],
    "auctions": lambda run, _side, _place: len(last(run, BondAuctioned).placed),
    "points_by_slip": points_by_slip,
    "months_elapsed": lambda run, _side, _place: run.figures["months_elapsed"],
    "units_of_effect": lambda run, _side, _place: last(run, GuardMet).units,
    "civil_made": lambda run, side, _place: made_by(run, side).civil,
    "war_made": lambda run, side, _place: made_by(run, side).brigades + made_by(run, side).squadrons,
    "sold_at_home": lambda run, side, _place: made_by(run, side).sold,
    "raw_average": lambda run, side, _place: made_by(run, side).average,
    "due": lambda run, _side, _place: run.figures["due"],
    "units": lambda run, _side, _place: run.figures["units"],
    "months_of_works": lambda run, _side, _place: last(run, WorksStarted).months,
    "points_from": points_from,
    "unit_price_change_from": lambda run, _side, _place: form.text_of(run.state.month + 1),
    "unit_price_change_um": price_change,
    "count": counts,
    "may_sign": may_sign,
    "refused": lambda run, _side, _place: run.refused,
    "pressure": lambda run, side, place: units.pressure(run.state, side, place),
    "months": exclusive_months,
    "um_per_up": um_per_up,
    "coup": lambda run, _side, _place: last(run, CoupTried).outcome,
    "ideology": lambda run, _side, place: dict(board.ideology_counts(run.state.places[place])),
    "government": lambda run, _side, place: board.government(run.state.places[place]),
    "stability": lambda run, _side, place: board.stability(run.state.places[place]),
    "war_between": lambda run, _side, _place: [*last(run, WarBetween).leaders],
    "game_over": lambda run, _side, _place: bool(run.state.ended) and not run.state.agenda,
    "months_of_production": lambda run, _side, _place: run.figures["months_of_production"],
    "um_paid": lambda run, _side, _place: run.figures["um_paid"],
    "war_made_per_month": lambda run, side, _place: (
        run.figures["um_paid"] // run.figures["months_of_production"] // run.state.leaders[side].price
    ),
    "without_player": without_player,
    "face_down": lambda run, _side, _place: len(run.state.pile),
    "deck": lambda run, _side, _place: press_deck_of(run.state) + 1,
    "winner": lambda run, _side, _place: run.figures["winner"],
    "points": lambda run, _side, _place: run.figures["points"],
}


def refused_to_others(run: Run, deals: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The deals that a rival would be refused, with the clause."""
    found = []
    for told in deals:
        refusal = trade.refusal(run.state, told["by"], deal_of({**told, "food": 1}))
        found.append({**told, "rule": refusal.facts["clause"] if refusal else None})
    return found
