"""4.9: months. They are counted from 1, January 1933; month 0 is before the game."""

from __future__ import annotations

from engine.core.phrase import Phrase
from engine.nineteen33.printed import tables

FIRST_YEAR = tables.calendar.first_year
MONTHS = tables.calendar.months


def year_of(month: int) -> int:
    return FIRST_YEAR + (month - 1) // MONTHS


def month_of_year(month: int) -> int:
    """From 1, January."""
    return (month - 1) % MONTHS + 1


def is_january(month: int) -> bool:
    return month_of_year(month) == 1


def is_december(month: int) -> bool:
    return month_of_year(month) == MONTHS


def is_even(month: int) -> bool:
    """4.9"""
    return month_of_year(month) % 2 == 0


def month_number(year: int, of_year: int) -> int:
    return (year - FIRST_YEAR) * MONTHS + of_year


def december_of(year: int) -> int:
    return month_number(year, MONTHS)


def turn_name(month: int) -> Phrase:
    """Say a month as `March 1934`."""
    named = Phrase(f"phrase.nineteen33.month.{month_of_year(max(1, month))}")
    return Phrase("phrase.nineteen33.month_of_year", {"month": named, "year": year_of(max(1, month))})
