"""Chapter 4: the sequence of a month, its end (4.7), and December (4.8)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.agenda import then
from engine.core.journal import tell
from engine.core.state import Side
from engine.core.step import Automatic
from engine.nineteen33 import bonds, coups, food, guided, manoeuvre, offers, press, support, taxes, works
from engine.nineteen33.calendar import is_december, is_january
from engine.nineteen33.journal import ExclusiveEnded, MonthBegan, TensionEnded
from engine.nineteen33.plans import Planning
from engine.nineteen33.printed import LEADERS, PLACES
from engine.nineteen33.production import PrimaryProduction
from engine.nineteen33.scoring import finish
from engine.nineteen33.state import Nineteen33
from engine.nineteen33.turns import BeginTurn
from engine.nineteen33.year import BeginYear, draw_order


class BeginMonth(Automatic[Nineteen33], frozen=True):
    """4.1 to 4.8: all that a month consists of; a January begins with the year (chapter 3)."""

    clause = "4.1"

    def run(self, state: Nineteen33) -> None:
        state.month += 1
        tell(state, MonthBegan(state.month))
        for leader in LEADERS:
            open_books(state, leader)
        january = is_january(state.month)
        if not january:
            draw_order(state)
        first = state.month == 1
        if first:
            press.quote_first_month(state)
        year = (BeginYear(),) if january else ()
        news = () if first else (press.TurnUpPress(),)
        then(state, *year, *news, PrimaryProduction(), Planning(), TakeTurns(), EndMonth())


def open_books(state: Nineteen33, leader: Side) -> None:
    """6.10, 6.13, 6.7: begin the figures that hold for one month."""
    held = state.leaders[leader]
    held.exportable = held.civil
    held.dear_raw = False
    held.called_strike = False
    held.strike, held.strike_next = held.strike_next, False
    for units in (held.armies, held.divisions):
        units[:] = [replace(unit, moved=False) if unit.moved else unit for unit in units]


class TakeTurns(Automatic[Nineteen33], frozen=True):
    """4.6"""

    clause = "4.6"

    def run(self, state: Nineteen33) -> None:
        then(state, *map(BeginTurn, state.order))


class EndMonth(Automatic[Nineteen33], frozen=True):
    """4.7"""

    clause = "4.7"

    def run(self, state: Nineteen33) -> None:
        for leader in state.line:
            close_books(state, leader)
        for place in PLACES:
            count_down(state, place)
        coups.end_unanswered(state)
        manoeuvre.release_barred(state)
        offers.lapse(state)
        then(state, December() if is_december(state.month) else BeginMonth())


def close_books(state: Nineteen33, leader: Side) -> None:
    """4.7 a to d"""
    held = state.leaders[leader]
    food.eat(state, leader)
    held.civil, held.reserved = held.civil + held.reserved, 0
    taxes.collect(state, leader)
    works.advance(state, leader)


def count_down(state: Nineteen33, place: str) -> None:
    """4.7 e, f"""
    here = state.places[place]
    if not (here.exclusive or here.tension or here.shield or here.closed or here.dealt_by):
        return
    exclusive = here.exclusive and replace(here.exclusive, months=here.exclusive.months - 1)
    if exclusive and not exclusive.months:
        tell(state, ExclusiveEnded(exclusive.holder, place))
        exclusive = None
    if here.tension == 1:
        tell(state, TensionEnded(place))
    state.change(
        place,
        tension=max(0, here.tension - 1),
        shield=max(0, here.shield - 1),
        exclusive=exclusive,
        closed=False,
        dealt_by=None,
        lines=(),
    )


class December(Automatic[Nineteen33], frozen=True):
    """4.8: support first; where nobody has a choice it is not asked for."""

    clause = "4.8"

    def run(self, state: Nineteen33) -> None:
        then(state, EndYear())
        asking = support.Supporting()
        if asking.asked(state):
            then(state, asking)
        else:
            support.settle_all(state, {})


class EndYear(Automatic[Nineteen33], frozen=True):
    """4.8 b, c, and 17.1, 17.3"""

    clause = "4.8"

    def run(self, state: Nineteen33) -> None:
        for leader in state.line:
            bonds.pay(state, leader)
        for leader in state.line:
            if leader in state.guided:
                guided.reckon(state, leader)
            else:
                manoeuvre.reckon(state, leader)
        state.counters = []
        if state.month == state.last_month:
            state.ended = "calendar"
            finish(state)
        else:
            then(state, BeginMonth())
