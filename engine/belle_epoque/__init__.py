"""La Belle Époque, 1880 to 1914: four Powers for one to four players. One module a chapter of its rules: 2 state and
board, with pieces and holdings that change them; 3 setup and placement; 4, 5 and 9 turn; 6 events; 7 and 11 prestige;
8.0 and 8.10 rounds, 8.1 units, 8.2 missions, 8.3 to 8.5 works, 8.6 cards, 8.7 contests, clash, reactions and odds, 8.8
deploy, 8.9 arms; 10 scoring and ending.

Automated Powers (chapter 13) have a module for each section: automated_setup 13.1, automated_order 13.2 to 13.6 with
the turn of one, automated_cards, automated_effects and automated_losses 13.4, automated_missions 13.7, automated_arms
13.8, automated_contests 13.9, automated_result 13.10; automated has what they share, automated_journal what they tell.

What a card does stands in printed, in the words of printed.vocabulary; effects carries every word out, spots and
questions ask what a card asks, context says whom its words mean. view says what each may see, invariants what never
changes, game makes the GAME.
guide is the guided first turn, quick has the games to begin at once.
bots has the clerk, which thinks by appraisal, clerk_actions, clerk_cards and clerk_contests, and the caretaker.
"""

from engine.belle_epoque.game import GAME

__all__ = ["GAME"]
