"""Alerts for a leader whose player is elsewhere, beside offers (which wait for an answer anyway): they tell what others
did to it since its last action turn, and what threatens it. It reads nothing that its player can't see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.alerts import Alert, AlertKind
from engine.core.journal import Entry
from engine.core.sides import SideName
from engine.core.state import Side
from engine.nineteen33.action_journal import AllianceEnded, CardsSwapped, Obstructed, PathEnded, SlipsRead, TurnEnded
from engine.nineteen33.calendar import MONTHS, month_of_year
from engine.nineteen33.journal import LoanTaken
from engine.nineteen33.state import Nineteen33

ALERT_KINDS = (
    AlertKind("strike", urgent=True),
    AlertKind("tension"),
    AlertKind("alliance_lost"),
    AlertKind("path_lost"),
    AlertKind("obstructed"),
    AlertKind("spied_on"),
    AlertKind("loan"),
    AlertKind("slips_open"),
)
LAST_MONTHS = 3
"""A slip that is face down in October is in danger."""


def alerts(state: Nineteen33, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    held = state.leaders[side]
    if held.strike or held.strike_next:
        yield Alert("strike", {"now": "this_month" if held.strike else "next_month"})
    if months := state.places[side].tension:
        yield Alert("tension", {"months": months})
    yield from losses(state, side, [*since_its_turn(side, told)])
    yield from slips_in_danger(state, side)


def since_its_turn(side: Side, told: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the entries told since this leader's last action turn ended, the latest first."""
    for entry in reversed(told):
        if isinstance(entry, TurnEnded) and entry.side == side:
            return
        yield entry


def losses(state: Nineteen33, side: Side, told: Sequence[Entry]) -> Iterator[Alert]:
    """Each once, and only what it has not won back."""
    found = (loss(state, side, entry) for entry in told)
    seen: list[Alert] = []
    for alert in filter(None, found):
        if alert not in seen:
            seen.append(alert)
            yield alert


def loss(state: Nineteen33, side: Side, entry: Entry) -> Alert | None:
    match entry:
        case AllianceEnded(leader, place) if leader == side and side not in state.places[place].allies:
            return Alert("alliance_lost", {"place": place})
        case PathEnded(leader, place) if leader == side:
            path = state.places[place].path
            return None if path and path.owner == side else Alert("path_lost", {"place": place})
        case Obstructed(leader, sector) if leader == side:
            return Alert("obstructed", {"sector": sector})
        case SlipsRead() | CardsSwapped() if entry.rival == side:
            return Alert("spied_on", {"by": SideName(entry.side)})
        case LoanTaken(leader, amount) if leader == side:
            return Alert("loan", {"um": amount})
    return None


def slips_in_danger(state: Nineteen33, side: Side) -> Iterator[Alert]:
    """15.7: slips that are still face down when the year draws to its end."""
    left = MONTHS - month_of_year(state.month)
    down = sum(not one.up for one in state.leaders[side].slips)
    if down and left < LAST_MONTHS and not state.ended:
        yield Alert("slips_open", {"slips": down})
