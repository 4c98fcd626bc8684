"""1933: five leaders, January 1933 to December 1938, for three to five players. One module a chapter of its rules:
2 setup; 3 year; 4 month, plans (4.4, 4.5) and turns (4.6); 5 functions, which interprets those of cards as printed
has them, with conditions (what they ask for), works (5.5 to 5.7), labour (5.10, 6.3, 6.4), attacks (5.13 to 5.15) and
espionage (5.18, 5.19); 6 production (6.1, 6.2), industry (6.5 to 6.10), food (6.11 to 6.13) and support (6.14 to 6.16);
7 trade, offers (7.7, 9.8, 9.13), armaments (7.8 to 7.10), auctions (7.11 to 7.15); 8 press; 9 opinion (9.1 to 9.4),
alliances; 10 colonies and units; 11 tension; 12 coups; 13 taxes; 14 bonds, with loans (13.6); 15 slips and manoeuvre;
16 defence; 17 scoring; 18 guided; 19.4 and 19.5 suggestions.

state is the position, board reads it, calendar counts months, menus has the wide menus. choices, journal and
action_journal name all that is answered and told. printed has the tables. view says what each may see, sources what is
random, invariants what never changes. examples is the form of worked examples, game the record of the game. alerts,
topics (with folds and statistics) and quick (games to begin at once) are for the site.

19.6 is orders (leaving them), orders_left (their form), orders_kept, orders_answers, orders_plan and orders_wake
("pass until ..."). wants are the aims not yet reached, purchases the deals for goods that are short; standing plans and
the clerk use both. bots has the clerk: clerk_budget (its slips), clerk_plan (its month), clerk_uses (the worth of
functions) and clerk_turn. The caretaker takes the first answer of each menu, the suggestion.
"""

from engine.nineteen33.game import GAME

__all__ = ["GAME"]
