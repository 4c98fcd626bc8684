"""La Belle Époque, 1880 to 1914: four Powers for one to four players, one module per chapter of its rules. 2 state and
board, with pieces and holdings that change them; 3 setup and placement; 4, 5 and 9 turn; 6 events; 7 and 11 prestige;
8.0 and 8.10 rounds, 8.1 units, 8.2 missions, 8.3 to 8.5 works, 8.6 cards, 8.7 contests, clash, reactions and odds, 8.8
deploy, 8.9 arms; 10 scoring and ending. The modules automated_* are the automated Powers: setup 13.1, order 13.2 to
13.6, cards, effects and losses 13.4, missions 13.7, arms 13.8, contests 13.9, result 13.10.

The effects of a card stand in printed, in the words of printed.vocabulary; effects carries them out, spots and
questions ask for what a card leaves open. view shows each player what it may see, invariants checks every position,
game makes the GAME. The clerk among the bots plays by appraisal.
"""

from engine.belle_epoque.game import GAME

__all__ = ["GAME"]
