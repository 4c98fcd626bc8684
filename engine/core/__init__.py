"""The rules engine that every game shares. A position is data; a rule is a frozen step on its agenda.

Read in this order: state, step, choice, menu, door. Then game (the record by which app knows a game), chance, journal,
refusal, record (read by reading), undo, and the checks of all of them: fuzz, search, simulate.
"""
