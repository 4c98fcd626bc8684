"""13.1 to 13.4: direct and indirect taxes."""

from __future__ import annotations

from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33 import manoeuvre
from engine.nineteen33.journal import IndirectTaxes, TaxesChanged, TaxesCredited
from engine.nineteen33.printed import ideology_of, tables
from engine.nineteen33.state import Nineteen33


def change(state: Nineteen33, leader: Side, ul: int) -> None:
    """13.3: for this year; a cut scores if declared, a rise costs points at once."""
    state.leaders[leader].tax_change = ul
    if not ul:
        return
    tell(state, TaxesChanged(leader, ul))
    if ul < 0:
        manoeuvre.taxes_cut(state, leader, -ul)
    else:
        manoeuvre.lose(state, leader, "tax_rise", ul)


def direct(state: Nineteen33, leader: Side) -> int:
    """13.1, 13.2: of the year, as it stands."""
    held = state.leaders[leader]
    return ideology_of(leader).um_year_per_ul * (held.employed + held.tax_change)


def credit(state: Nineteen33, leader: Side) -> None:
    um = direct(state, leader)
    state.leaders[leader].treasury += um
    tell(state, TaxesCredited(leader, um))


def indirect(sold: int) -> int:
    """13.4: for so many UP sold in a month."""
    return next(row.um for row in reversed(tables.taxes.brackets) if sold >= row.least)


def collect(state: Nineteen33, leader: Side) -> None:
    held = state.leaders[leader]
    um = indirect(held.sold)
    if um:
        held.treasury += um
        tell(state, IndirectTaxes(leader, held.sold, um))
    held.sold = 0
