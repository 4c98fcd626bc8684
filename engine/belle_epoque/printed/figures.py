"""The figures of the rules that are on no sheet, card or track."""

from __future__ import annotations

DIE = 6
INVESTMENT = 2
"""8.4"""
PRESTIGE_COST = 5
"""8.5a"""
FLEET_STRENGTH = 2
ARMY_STRENGTH = 1
CONTEST_CAP = 4
"""8.7e"""
FLEET_COST = 2
ARMY_COST = 1
"""8.7a, 8.7c: the cost of committing a unit of the Power's own."""
CLOSED_SALE_PRESTIGE = 1
"""8.9.2"""
COLONY_PRESTIGE = 1
"""10.2.1"""
ARMS = "arm"
FREE = ""
"""A free space; ARMS, above, is a space with an armament cube."""
MOST_REROLLS = 10
"""13.7f: the most rerolls for one cube of an automated Power."""
SABOTAGE = 2
"""13.4.6a: the loss of arsenal bonus of an automated Power."""
AUTOMATED_CAP = 4
"""13.9.1a"""
