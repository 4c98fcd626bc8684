"""Things that people keep for themselves at a table: notes, which nobody else ever sees, and `visits`, how far they
have seen the game, for the recap on their return; `routes` answers requests.
"""
