"""What every game shares. A position is data; a rule is a frozen step on its agenda.

Read in this order: state, step, choice, menu, door. Then game (the record app knows a game by), chance, journal,
refusal, record (read by reading), undo, and what guards them all: fuzz, search, simulate.
"""
