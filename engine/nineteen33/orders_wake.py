"""19.6: players come back. "Pass until ..." ends with the month, or by something that a player asked to be woken by,
which is noted as it happens, so that nobody is passed over while months run through. And a player who takes a sealed
answer back gives another one by hand.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.core.journal import Entry
from engine.core.sealed import AnswerWithdrawn, sealed_step
from engine.core.state import Side
from engine.nineteen33.action_journal import (
    AllianceEnded,
    BoxWon,
    CardsSwapped,
    Disturbed,
    Obstructed,
    OfferMade,
    PathEnded,
    SlipsRead,
    StepCompleted,
    TensionBegan,
)
from engine.nineteen33.calendar import MONTHS, month_of_year
from engine.nineteen33.journal import NewsPointLost, StrikeCalled, WorksCompleted
from engine.nineteen33.manoeuvre import can_be_won
from engine.nineteen33.orders_left import PassOrder, Wake
from engine.nineteen33.slips import InfluenceSlip
from engine.nineteen33.state import Nineteen33

LAST_MONTHS = 3
"""In the last quarter each slip that is face down is in danger."""


def reason_to_wake(state: Nineteen33, side: Side, order: PassOrder) -> Wake | Literal["month", ""]:
    """Why this turn is not passed."""
    if state.month >= order.until:
        return "month"
    if "slip" in order.wake and is_slip_in_danger(state, side):
        return "slip"
    return order.woken


def is_slip_in_danger(state: Nineteen33, side: Side) -> bool:
    """15.7: late in the year, or where nothing can be won any more."""
    held = state.leaders[side]
    down = [one.slip for one in held.slips if not one.up]
    late = MONTHS - month_of_year(state.month) < LAST_MONTHS
    places = [slip.place for slip in down if isinstance(slip, InfluenceSlip)]
    return bool(down and late) or any(
        not can_be_won(state, side, place) and place not in held.boxes_won for place in places
    )


def watch(state: Nineteen33) -> None:
    """After each choice: note which players are to be woken, and which answer by hand."""
    if state.orders:
        wake(state)
        heed_withdrawals(state)


def heed_withdrawals(state: Nineteen33) -> None:
    """A player who takes a sealed answer back is asked, until the question is answered."""
    step = sealed_step(state)
    withdrew = {entry.side for entry in state.news if isinstance(entry, AnswerWithdrawn)}
    asked = step.waiting(state) if step else {}
    for side, orders in state.orders.items():
        by_hand = side in asked and (orders.by_hand or side in withdrew)
        if by_hand != orders.by_hand:
            state.orders[side] = replace(orders, by_hand=by_hand)


def wake(state: Nineteen33) -> None:
    """Of those who pass, note the reason that came first."""
    for side, orders in state.orders.items():
        order = orders.passing
        if order is None or order.woken:
            continue
        found = (wakes(state, side, entry) for entry in state.news)
        woken = next((one for one in found if one in order.wake), None)
        if woken:
            state.orders[side] = replace(orders, passing=replace(order, woken=woken))


def wakes(state: Nineteen33, side: Side, entry: Entry) -> Wake | None:
    """The kind of reason that this is to a leader, if it is one."""
    match entry:
        case BoxWon() | StepCompleted() | WorksCompleted():
            return "path" if entry.leader == side else None
        case OfferMade():
            return "offer" if entry.to == side else None
        case TensionBegan(place):
            return "attack" if place == side else None
        case SlipsRead() | CardsSwapped():
            return "attack" if entry.rival == side else None
        case Disturbed(_, place):
            path = state.places[place].path
            return "attack" if path and path.owner == side else None
        case Obstructed() | PathEnded() | AllianceEnded() | NewsPointLost() | StrikeCalled():
            return "attack" if entry.leader == side else None
    return None
