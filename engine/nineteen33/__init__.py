"""1933: five leaders, January 1933 to December 1938, for three to five players, one module per chapter of its rules: 2
setup; 3 year; 4 month, plans, turns; 5 functions, with conditions, works, labour, attacks and espionage; 6 production,
industry, food, support; 7 trade, offers, armaments, auctions; 8 press; 9 opinion, alliances; 10 colonies, units; 11
tension; 12 coups; 13 taxes; 14 bonds, loans (13.6); 15 slips, manoeuvre; 16 defence; 17 scoring; 18 guided; 19.4 and
19.5 suggestions; 19.6 orders and orders_*.

state is the position, board reads it, printed has the tables; choices, journal and action_journal name the answers and
entries; view shows each side what it may see, and with idle what it can't do and why. wants (aims not yet reached) and
purchases (deals for goods that are short) serve standing plans and the clerk, whose modules are clerk_*. The caretaker
takes the first answer of each menu, the suggestion. guide is the first year that teaches.
"""

from engine.nineteen33.game import GAME

__all__ = ["GAME"]
