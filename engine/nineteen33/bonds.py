"""Chapter 14 and 13.6: bonds, their auctions, interest, and emergency loans."""

from __future__ import annotations

from engine.core.chance import roll
from engine.core.journal import tell
from engine.core.state import Side
from engine.nineteen33 import manoeuvre
from engine.nineteen33.calendar import december_of, year_of
from engine.nineteen33.journal import BondAuctioned, BondIssued, BondRepaid, InterestPaid, LoanTaken
from engine.nineteen33.printed import tables
from engine.nineteen33.printed.kinds import Term
from engine.nineteen33.state import Debt, Nineteen33

BONDS, LOAN = tables.bonds, tables.loan
PERCENT = 100


def start_rate(state: Nineteen33, leader: Side, term: Term) -> int:
    """14.2"""
    unemployed = BONDS.unemployed_add if state.leaders[leader].unemployed else 0
    return BONDS.base_rate + unemployed + BONDS.terms[term].add


def issue(state: Nineteen33, leader: Side, amount: int, term: Term) -> None:
    """14.1 to 14.4: auctioned, credited, and a slip for it turned up."""
    dice, placed = auction(state)
    rate = start_rate(state, leader, term) + change_of(placed)
    year = year_of(state.month) + BONDS.terms[term].years - 1
    held = state.leaders[leader]
    held.treasury += amount
    held.debts = (*held.debts, Debt(amount, rate, december_of(year)))
    tell(state, BondAuctioned(leader, tuple(dice), tuple(placed)))
    tell(state, BondIssued(leader, amount, rate, year))
    manoeuvre.bond_placed(state, leader, amount, len(placed) == 1)


def auction(state: Nineteen33) -> tuple[list[int], list[int]]:
    """14.3: the dice, and the per cent placed after each auction; only the first may go above the whole."""
    dice = [roll(state, "bond_first", BONDS.first_die) for _ in range(BONDS.first_dice)]
    placed = [sum(dice) * BONDS.percent_per_pip]
    for _ in BONDS.later:
        if placed[-1] >= BONDS.whole:
            return dice, placed
        dice.append(roll(state, "bond_later", BONDS.later_die))
        placed.append(min(BONDS.whole, placed[-1] + dice[-1] * BONDS.percent_per_pip))
    if placed[-1] < BONDS.whole:
        placed.append(BONDS.whole)
    return dice, placed


def change_of(placed: list[int]) -> int:
    """14.3: by how much the auctions change the rate."""
    if len(placed) == 1:
        return BONDS.above_whole if placed[0] > BONDS.whole else 0
    return (*BONDS.later, BONDS.rest)[len(placed) - 2]


def due(state: Nineteen33, leader: Side) -> tuple[int, int]:
    """14.4: interest and principal of this December."""
    debts = state.leaders[leader].debts
    interest = sum(one.amount * one.rate // PERCENT for one in debts)
    return interest, sum(one.amount for one in debts if one.due <= state.month)


def pay(state: Nineteen33, leader: Side) -> None:
    """4.8 b, 13.6: a loan covers the missing money, and costs a point."""
    held = state.leaders[leader]
    interest, principal = due(state, leader)
    missing = interest + principal - held.treasury
    lent = -(-missing // LOAN.step) * LOAN.step if missing > 0 else 0
    held.treasury += lent - interest - principal
    held.debts = tuple(one for one in held.debts if one.due > state.month)
    if interest:
        tell(state, InterestPaid(leader, interest))
    if principal:
        tell(state, BondRepaid(leader, principal))
    if lent:
        held.debts = (*held.debts, Debt(lent, LOAN.rate, state.month + LOAN.months, True))
        tell(state, LoanTaken(leader, lent))
        manoeuvre.lose(state, leader, "loan", -LOAN.points)
